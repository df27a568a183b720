// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What Sema lets pass in expressions of clauses: types that mean nothing in their places, and side effects.
#ifndef HETCC_LIB_ANALYSIS_CLAUSEEXPRESSIONS_H
#define HETCC_LIB_ANALYSIS_CLAUSEEXPRESSIONS_H

namespace clang {
class ASTContext;
}

namespace hetcc {

class Diagnostics;
struct DirectiveList;

/// Checks the expressions of all directives, in every instance of a template; reports what is wrong.
bool checkClauseExpressions(clang::ASTContext &Context, DirectiveList &Directives, Diagnostics &Diags);

} // namespace hetcc
#endif
