// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analysis: calls that name an element of an array that a member of an object leads to, such as `m(i, j)`
// with `T &operator()(int i, int j) { return data[i + j * nx]; }`, or `m[i][j]` with `T *operator[](int i)`. Device
// code has the same call; the analysis treats the call like the subscript in the function.
#ifndef HETCC_LIB_ANALYSIS_OBJECTS_ELEMENTCALLS_H
#define HETCC_LIB_ANALYSIS_OBJECTS_ELEMENTCALLS_H

#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace hetcc {

/// The subscript in a called function, in terms of the caller's variables: `o.data[i + j * o.nx]`.
struct ElementCall {
  const clang::MemberExpr *Array = nullptr; ///< `o.data`, an expression that is made for the analysis and is not in the
                                            ///< source
  const clang::Expr *Index = nullptr;       ///< the subscript in terms of the caller's variables; null stands for 0
  /// The integer members of the object in Index, `o.nx`; these expressions are not in the source either.
  llvm::SmallVector<const clang::MemberExpr *, 2> Members;
};

/// The call in `f(i)`, `f(i)[j]` and `*f(i)`; null for all other expressions.
const clang::CallExpr *callBehind(const clang::Expr *E);

/// The element that an expression names by a call; nothing if the function, or one that it calls, does more than return
/// the element.
std::optional<ElementCall> elementCall(const clang::Expr *E, clang::ASTContext &Context);

} // namespace hetcc
#endif
