// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Looks at the text of one source file for directives of ours and for what it includes, without preprocessing it.
//
// The answer may say "yes" where the preprocessor would have cut the directive out; it must not say "no" where one is
// there. A wrong "yes" costs a run of the translator, which finds nothing; a wrong "no" would lose the directive.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace hetcc::driver {

struct IncludeName {
  std::string Name;
  bool Angled = false;
  bool Next = false; ///< #include_next
};

/// What one file contributes to the answer for its translation unit.
struct TextFindings {
  bool Directive = false;       ///< a pragma line with a word of ours
  bool Pragma = false;          ///< an omp or acc pragma, or a _Pragma, that a macro of another file could complete
  bool Clause = false;          ///< a word of ours outside a pragma line, where only a macro can take it into one
  bool Mention = false;         ///< __HETCC__ or HETCC, whose value must be right
  bool ComputedInclude = false; ///< #include NAME
  std::vector<IncludeName> Includes;
  std::vector<IncludeName> MacroIncludes; ///< bodies of macros that look like the name of a header
  std::vector<size_t> ComputedNames;      ///< hashes of the macros that #include lines name
  std::vector<size_t> OtherMacros;        ///< of macros whose value may become the name of a header, but is none

  void add(const TextFindings &Other);
  /// Adds what macros of the command line may name.
  void addMacros(TextFindings Other);
  bool isAnnotated() const { return Directive || (Pragma && Clause); }
  /// Whether there may be loops of OpenMP's own.
  bool hasPragmas() const { return Pragma; }
};

/// Examines the text of one file.
TextFindings examineText(std::string_view Text);

/// Joins continued lines and blanks out comments.
std::string withoutComments(std::string_view Text);

} // namespace hetcc::driver
