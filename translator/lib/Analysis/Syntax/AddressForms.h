// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analysis: questions about types and single expressions that concern addresses.
#ifndef HETCC_LIB_ANALYSIS_SYNTAX_ADDRESSFORMS_H
#define HETCC_LIB_ANALYSIS_SYNTAX_ADDRESSFORMS_H

#include "clang/AST/Expr.h"
#include "clang/AST/Type.h"
#include "llvm/ADT/ArrayRef.h"
#include <utility>

namespace clang {
class CallExpr;
class VarDecl;
} // namespace clang

namespace hetcc {

/// The object that a member function is called on, or null for other functions; and the arguments of the call.
std::pair<const clang::Expr *, llvm::ArrayRef<const clang::Expr *>> objectAndArguments(const clang::CallExpr &Call);

/// Whether a conversion between pointers or references drops the `const` of what they lead to.
bool dropsConst(clang::QualType From, clang::QualType To);

/// Whether a cast drops the `const` of what its operand names or leads to.
bool castsConstAway(const clang::CastExpr &Cast);

/// Whether an operator compares two addresses, or takes their distance.
bool comparesAddresses(const clang::BinaryOperator *E);

/// Whether a conversion lets an object that holds pointers be read as one that holds none, as in `memcpy(&to, &from,
/// n)`, `*(long *)&pointer` or `std::bit_cast`; or whether the use of a union's member reads a pointer in another
/// member as bytes.
bool makesBytes(const clang::CastExpr *E);
bool makesBytes(const clang::MemberExpr *E);

/// Whether a conversion between pointers or references lets an object be read as one that holds pointers, though its
/// own type differs, as in `(struct list *)bytes` or `*(int **)&number`.
bool makesPointers(const clang::CastExpr *E);

/// Whether a conversion between pointers lets an object be used by another type than its own.
bool changesObject(const clang::CastExpr *E);

/// Whether values of a type hold pointers or references to other objects. `ToChange`: only pointers and references by
/// which the other objects can be changed count, so none to `const`.
bool holdsPointers(clang::QualType T, bool ToChange);

/// The variable that a glvalue is a part of, without following pointers; null if there is no such variable.
const clang::VarDecl *variable(const clang::Expr *E);

} // namespace hetcc
#endif
