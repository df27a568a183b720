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

class BodyNames {
public:
  BodyNames(const Region &R, clang::ASTContext &Context) : R(R), Context(Context) {}

  // ---- The walk comes to a declaration, before any use of what it declares.

  void declare(const clang::ValueDecl *D) { Locals.insert(canonical(D)); }
  /// A pointer of the body leads into one window as long as it lives.
  void follow(const clang::ValueDecl *Pointer, int Window) { Followed[canonical(Pointer)] = Window; }

  // ---- Uses. Variables are those that namedEntity() tells, which are canonical.

  /// Whether the body has declared it.
  bool isLocal(const clang::ValueDecl *D) const { return Locals.contains(D); }
  /// The window that a pointer leads into; nothing for all others.
  std::optional<int> followed(const clang::ValueDecl *D) const {
    const auto At = Followed.find(D);
    return At == Followed.end() ? std::nullopt : std::optional(At->second);
  }

  /// Whether an object is one and the same for all iterations, and no window's.
  bool isOneForAll(const Designated &O) const;

  /// A member in a view whose object may be another one, or may change, from iteration to iteration; null: there is
  /// none.
  const clang::MemberExpr *ownMember(const View &V) const;

  /// The view that an expression is of an array of the loop, which has its elements in the array's type.
  const View *view(const clang::Expr *E) const;

private:
  static const clang::ValueDecl *canonical(const clang::ValueDecl *D) {
    return llvm::cast<clang::ValueDecl>(D->getCanonicalDecl());
  }

  const Region &R;
  clang::ASTContext &Context;
  llvm::SmallPtrSet<const clang::ValueDecl *, 16> Locals;
  llvm::DenseMap<const clang::ValueDecl *, int> Followed;
};

} // namespace hetcc
#endif
