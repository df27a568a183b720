// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks the expressions of clauses for errors that Sema accepts: types that make no sense in the clause, and side
// effects.
#ifndef HETCC_LIB_ANALYSIS_LOOP_CLAUSEEXPRESSIONS_H
#define HETCC_LIB_ANALYSIS_LOOP_CLAUSEEXPRESSIONS_H

namespace clang {
class ASTContext;
}

namespace hetcc {

class Diagnostics;
struct DirectiveList;

/// Checks the expressions of all directives, in every instance of a template, and reports errors; false if there is
/// one.
bool checkClauseExpressions(clang::ASTContext &Context, DirectiveList &Directives, Diagnostics &Diags);

} // namespace hetcc
#endif
