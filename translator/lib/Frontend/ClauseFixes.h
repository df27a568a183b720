// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Clauses that the compiler adds, as a user would write them: for people, as fix-its, and into the source.
#ifndef HETCC_LIB_FRONTEND_CLAUSEFIXES_H
#define HETCC_LIB_FRONTEND_CLAUSEFIXES_H

#include "Directive/Directive.h"
#include "clang/Basic/Diagnostic.h"
#include <map>
#include <string>

namespace hetcc {

class ClauseFixes {
public:
  ClauseFixes(const Directive &D, const clang::SourceManager &SM, const clang::LangOptions &Lang);
  /// The whole directive, on one line.
  const std::string &text() const { return Text; }
  /// None where the directive comes out of a macro, or lacks nothing.
  llvm::ArrayRef<clang::FixItHint> hints() const { return Hints; }
  /// It lacks something, and its `hetero` clause comes out of a macro.
  bool isOfMacro() const { return OfMacro; }

private:
  void take(const std::multimap<unsigned, std::string> &Lacks, clang::SourceLocation First, unsigned End,
            const clang::SourceManager &SM);

  std::string Text;
  std::vector<clang::FixItHint> Hints;
  bool OfMacro = false;
};

/// Writes insertions into the files that they are for; false if one of these cannot be written, which is reported.
/// Where the unit has no macro HETCC, files that use it now get the header that defines it.
bool applyFixes(llvm::ArrayRef<clang::FixItHint> Insertions, const clang::SourceManager &SM, bool HasMacro);

} // namespace hetcc
#endif
