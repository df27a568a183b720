// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Frontend: writes the clauses that Analysis has inferred for a directive as a user would write them: in a
// remark, as fix-it hints and, under --hetcc-fix, into the source file.
#ifndef HETCC_LIB_FRONTEND_CLAUSEFIXES_H
#define HETCC_LIB_FRONTEND_CLAUSEFIXES_H

#include "Directive/Directive.h"
#include "clang/Basic/Diagnostic.h"
#include <map>
#include <string>

namespace hetcc {

/// The clauses that one directive lacks.
class ClauseFixes {
public:
  ClauseFixes(const Directive &D, const clang::SourceManager &SM, const clang::LangOptions &Lang);
  /// The whole directive with the added clauses, on one line.
  const std::string &text() const { return Text; }
  /// The insertions into the source. Empty if the directive lacks no clause, or if its text comes from a macro.
  llvm::ArrayRef<clang::FixItHint> hints() const { return Hints; }
  /// Whether the directive lacks clauses that cannot be inserted, because its `hetero` clause comes from a macro.
  bool isOfMacro() const { return OfMacro; }

private:
  void take(const std::multimap<unsigned, std::string> &Lacks, clang::SourceLocation First, unsigned End,
            const clang::SourceManager &SM);

  std::string Text;
  std::vector<clang::FixItHint> Hints;
  bool OfMacro = false;
};

/// Writes the insertions into the user's source files. Prints an error and returns false if a file cannot be written.
/// If the unit does not have the macro HETCC, adds `#include <hetcc.h>` to files whose new text uses it.
bool applyFixes(llvm::ArrayRef<clang::FixItHint> Insertions, const clang::SourceManager &SM, bool HasMacro);

} // namespace hetcc
#endif
