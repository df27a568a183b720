// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analysis: what a variable stands for that is set anew in each turn of a loop.
#ifndef HETCC_LIB_ANALYSIS_SETBYTURNS_H
#define HETCC_LIB_ANALYSIS_SETBYTURNS_H

#include "clang/AST/Expr.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace hetcc {

/// Whether a variable keeps its value through an iteration; those that count loops inside of it are looked at.
using KeptInTurn = llvm::function_ref<bool(const clang::ValueDecl *)>;

/// The expression that an integer variable, declared before a loop, stands for wherever the loop's body reads it: each
/// time a statement before has set it to that, in the same compound statement or one around. Null if there is none.
const clang::Expr *setInTurns(const clang::Stmt *Body, const clang::VarDecl *Var, KeptInTurn IsKept,
                              clang::ASTContext &Context);

} // namespace hetcc
#endif
