// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analysis: finds the views (View.h) of a region's body.
#ifndef HETCC_LIB_ANALYSIS_OBJECTS_VIEWS_H
#define HETCC_LIB_ANALYSIS_OBJECTS_VIEWS_H

#include "Analysis/Region/View.h"

namespace hetcc {

struct Region;

/// Returns the description of an expression in a region's body as a view; null if the expression is not a view.
const View *viewOf(const clang::Expr *E, const Region &R, clang::ASTContext &Context);

/// The LocalObject that a statement of a region's body, or a variable, declares; null if there is none.
const LocalObject *localObject(const clang::Stmt *S, const Region &R, clang::ASTContext &Context);
const LocalObject *localObject(const clang::ValueDecl *Var, const Region &R, clang::ASTContext &Context);

/// Returns the result of viewOf() if viewOf() has been called for this expression before; else null.
const View *knownView(const clang::Stmt *S, const Region &R);

} // namespace hetcc
#endif
