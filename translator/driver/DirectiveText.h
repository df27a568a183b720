// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Searches the text of one source file for hetcc's directives and for #include lines, without preprocessing it.
//
// The answer may be "yes" for a directive that the preprocessor would remove, as in `#if 0`; the translator then finds
// no directive, and only time is lost. But the answer must not be "no" if there is a directive, because the directive
// would then be ignored.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace hetcc::driver {

/// The name in an #include line.
struct IncludeName {
  std::string Name;
  bool Angled = false;
  bool Next = false; ///< #include_next
};

/// What is found in the text of one file.
struct TextFindings {
  bool Directive = false; ///< a pragma line has a word of hetcc's, such as `hetero`
  bool Pragma = false;    ///< an omp or acc pragma, or a _Pragma; a macro in another file may add clauses of hetcc to
                          ///< it
  bool Clause = false;    ///< a word of hetcc's outside of pragma lines; a macro may put it into a pragma
  bool Mention = false;   ///< __HETCC__ or HETCC occurs, so the unit must be compiled with the right definitions of
                          ///< these macros
  bool ComputedInclude = false; ///< #include NAME, where NAME is a macro
  std::vector<IncludeName> Includes;
  std::vector<IncludeName> MacroIncludes; ///< values of macros that look like the name of a header
  std::vector<size_t> ComputedNames;      ///< hashes of the names of the macros in #include lines
  std::vector<size_t> OtherMacros; ///< hashes of the names of macros whose value is not the name of a header, but may
                                   ///< expand to the name of one

  void add(const TextFindings &Other);
  /// Adds the names of headers in macros that the command line defines.
  void addMacros(TextFindings Other);
  bool isAnnotated() const { return Directive || (Pragma && Clause); }
  /// Whether there may be OpenMP or OpenACC pragmas.
  bool hasPragmas() const { return Pragma; }
};

/// Examines the text of one file.
TextFindings examineText(std::string_view Text);

/// The text with continued lines joined and comments removed.
std::string withoutComments(std::string_view Text);

} // namespace hetcc::driver
