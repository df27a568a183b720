// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analysis: what the names of a body stand for, as far as the walk over it has come.
#ifndef HETCC_LIB_ANALYSIS_BODYNAMES_H
#define HETCC_LIB_ANALYSIS_BODYNAMES_H

#include "Analysis/Region.h"
#include "Analysis/Views.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace hetcc {

struct BodyNames {
  BodyNames(const Region &R, clang::ASTContext &Context) : R(R), Context(Context) {}

  const Region &R;
  clang::ASTContext &Context;
  llvm::SmallPtrSet<const clang::ValueDecl *, 16> Locals; ///< declared inside the body
  /// Pointers of the body that lead into one window as long as they live.
  llvm::DenseMap<const clang::ValueDecl *, int> Followed;

  /// Whether an object is one and the same for all iterations, and no window's.
  bool isOneForAll(const Designated &O) const;

  /// A member in a view whose object may be another one, or may change, from iteration to iteration; null: there is
  /// none.
  const clang::MemberExpr *ownMember(const View &V) const;

  /// The view that an expression is of an array of the loop, which has its elements in the array's type.
  const View *view(const clang::Expr *E) const;
};

} // namespace hetcc
#endif
