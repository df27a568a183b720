// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Body: what the names stand for in the part of a body that BodyScan has walked so far.
#ifndef HETCC_LIB_ANALYSIS_BODY_BODYNAMES_H
#define HETCC_LIB_ANALYSIS_BODY_BODYNAMES_H

#include "Analysis/Region/Region.h"
#include "Analysis/Region/View.h"
#include "Analysis/Syntax/NamedObjects.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace hetcc {

/// The variables that a body declares, and the objects and views (Views.h) that expressions of the body name. BodyScan
/// notes declarations here, and asks about uses.
class BodyNames {
public:
  BodyNames(const Region &R, clang::ASTContext &Context) : R(R), Context(Context) {}

  // ---- For declarations. Called before the declared variable is used.

  void declare(const clang::ValueDecl *D) { Locals.insert(canonical(D)); }
  /// Notes that a pointer of the body leads into one window (array of a data clause) as long as the pointer lives.
  void follow(const clang::ValueDecl *Pointer, int Window) { Followed[canonical(Pointer)] = Window; }

  // ---- For uses. Variables are canonical declarations, as Region::named() returns them.

  /// Whether the body has declared D.
  bool isLocal(const clang::ValueDecl *D) const { return Locals.contains(D); }
  /// The window that a pointer leads into, if follow() has noted it; nothing for all other variables.
  std::optional<int> followed(const clang::ValueDecl *D) const {
    const auto At = Followed.find(D);
    return At == Followed.end() ? std::nullopt : std::optional(At->second);
  }

  /// Whether all iterations use the same object, and the object is no array or pointer of a window.
  bool isOneForAll(const Designated &O) const;

  /// The member in a view that may differ between iterations, because iterations use different objects or have their
  /// own copies of the member; null if there is no such member.
  const clang::MemberExpr *ownMember(const View &V) const;

  /// The view that an expression is, if it is a view of an array of the loop, with elements of the array's type; else
  /// null.
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
