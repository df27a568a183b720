// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analysis: questions about single expressions, such as which object an expression leads to, and whether a
// call asks an object for a number (`v.size()`).
#ifndef HETCC_LIB_ANALYSIS_SYNTAX_EXPRESSIONS_H
#define HETCC_LIB_ANALYSIS_SYNTAX_EXPRESSIONS_H

#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace hetcc {

/// The base `a` of `a[i]`, `a.x`, `a + i`, `*a` or `&a`; null for other expressions.
const clang::Expr *baseOf(const clang::Expr *E);

/// The object v of a call `v.size()`, if the member function is one of the standard library's without parameters, and
/// its name is one of `Names`. Null for all other expressions.
const clang::Expr *objectAsked(const clang::Expr *E, llvm::ArrayRef<llvm::StringRef> Names);

/// The value that a function returns, if its body is a single `return`; else null.
const clang::Expr *returnedAlone(const clang::FunctionDecl &Definition);

/// Whether an expression is a call of `size()`, `length()` or `empty()` of an object of the standard library.
bool asksForSize(const clang::Expr *E);

/// Whether a call asks an object for a number that its members alone decide: its size, or the result of a member
/// function of the unit that only computes a number, such as `last - first`. The callers treat such a call like a
/// member.
bool asksForNumber(const clang::Expr *E);

/// `E` without the constructors, conversions and temporaries around it that only copy an iterator.
const clang::Expr *withoutCopies(const clang::Expr *E);

/// The container whose `begin()`, `cbegin()` or `data()` a call is, or with `End` its `end()` or `cend()`; null for all
/// other expressions. Device code replaces such a call, because it has a pointer in place of the container.
const clang::Expr *rangeOfCall(const clang::Expr *E, bool End);

/// The array, container or pointer that the arithmetic of a pointer or an iterator starts from: x in `n + x - 1`,
/// `&x[n]` and `x.begin() + n`.
const clang::Expr *startOf(const clang::Expr *Pointer);

/// Whether an assignment of objects is trivial, so that the compiler copies the object as it copies a number.
bool isPlainAssignment(const clang::CXXOperatorCallExpr *E);

} // namespace hetcc
#endif
