// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analysis: calls that name an element of an array that a member of an object leads to, as those of
// `T &operator()(int i, int j) { return data[i + j * nx]; }` do, or `m[i][j]` with `T *operator[](int i)`. The call
// stays as it is, and what is known of it is what would be known of the subscript in it.
#ifndef HETCC_LIB_ANALYSIS_ELEMENTCALLS_H
#define HETCC_LIB_ANALYSIS_ELEMENTCALLS_H

#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace hetcc {

struct ElementCall {
  const clang::MemberExpr *Array = nullptr; ///< `o.data`, which stands nowhere in the source
  const clang::Expr *Index = nullptr;       ///< in words of the caller; null: 0
  /// The members of the object that Index names, `o.nx`: integers, which stand nowhere in the source either.
  llvm::SmallVector<const clang::MemberExpr *, 2> Members;
};

/// The call by which an expression names something: itself, or that of the pointer that it follows; null if there is
/// none.
const clang::CallExpr *callBehind(const clang::Expr *E);

/// The element that an expression names by a call; nothing where the function, or one that it calls, does more than to
/// return that.
std::optional<ElementCall> elementCall(const clang::Expr *E, clang::ASTContext &Context);

} // namespace hetcc
#endif
