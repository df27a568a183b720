// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Values: variables that each iteration of a loop sets anew, as `k` in `k = 2 * i - d; x[k] = 0;`, and the
// expressions that they equal.
#ifndef HETCC_LIB_ANALYSIS_VALUES_FORWARDSUBSTITUTION_H
#define HETCC_LIB_ANALYSIS_VALUES_FORWARDSUBSTITUTION_H

#include "Analysis/Syntax/NamedObjects.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace hetcc {

/// Tells whether a variable keeps its value throughout an iteration. Not called for counters of inner loops.
using IsInvariant = llvm::function_ref<bool(const clang::ValueDecl *)>;

/// The expression that an integer variable, declared before a loop, equals wherever the loop's body reads the variable.
/// Before each read, a statement `Var = expression;` in the same compound statement or in one around it must have set
/// the variable, and all these statements must have the same expression. Null if there is none.
const clang::Expr *forwardSubstitute(const clang::Stmt *Body, const clang::VarDecl *Var, IsInvariant Invariant,
                                     const MemberEntities &Members, clang::ASTContext &Context);

} // namespace hetcc
#endif
