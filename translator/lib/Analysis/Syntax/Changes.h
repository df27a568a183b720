// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analysis: whether code names a variable, and whether the variable keeps its value there.
#ifndef HETCC_LIB_ANALYSIS_SYNTAX_CHANGES_H
#define HETCC_LIB_ANALYSIS_SYNTAX_CHANGES_H

#include "Analysis/Syntax/NamedObjects.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace hetcc {

/// Whether a statement names a variable or member anywhere; names in directives do not count.
bool mentions(const clang::Stmt *S, const clang::ValueDecl *Decl, const MemberEntities &Members);

/// What a statement does to a variable: whether the statement assigns to the variable by its name, and whether pointers
/// or references may lead to the variable from then on.
struct Changes {
  bool Aliased = false, Assigned = false;
};

/// What S does to Var. `KeepsNone` returns true for functions that are known to keep no address that they get: a call
/// that passes Var's address to such a function counts as an assignment, not as an alias.
Changes changes(const clang::Stmt *S, const clang::ValueDecl *Var, const MemberEntities &Members,
                llvm::function_ref<bool(const clang::FunctionDecl &)> KeepsNone = nullptr);

/// Whether a variable still has the value that it had at its declaration or, if it is a parameter, when F began.
bool neverChanges(const clang::ValueDecl *Decl, const clang::FunctionDecl &F);

/// Whether the length of an array that F declares still has the value that it had at the array's declaration.
bool neverChanges(const clang::Expr *Length, const clang::FunctionDecl &F);

} // namespace hetcc
#endif
