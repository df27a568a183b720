// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Body: of which objects a body uses only parts (PartsOfObjects.cpp).
#ifndef HETCC_LIB_ANALYSIS_BODY_USEDPARTS_H
#define HETCC_LIB_ANALYSIS_BODY_USEDPARTS_H

#include "clang/AST/Expr.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace hetcc {

/// The members of objects that the body uses, as far as it has been visited.
class UsedParts {
public:
  /// Notes that expression E uses only a part of the object around it, if this part holds no pointers.
  void note(const clang::MemberExpr &E, clang::ASTContext &Context);
  /// Notes that only parts without pointers are used of the object that E names.
  void noteAlone(const clang::Expr &E) { Only.insert(E.IgnoreParenImpCasts()); }
  bool isOnlyPart(const clang::Expr &E) const { return Only.contains(E.IgnoreParenImpCasts()); }

  /// Notes the members in an expression whose address may be used to reach the objects around them, so that no device
  /// gets a copy of such a member alone.
  void noteSurroundings(const clang::Expr *E);
  bool mayLeadOut(const clang::MemberExpr *E) const { return Surrounded.contains(E); }

private:
  llvm::SmallPtrSet<const clang::Expr *, 8> Only; ///< objects of which the body uses only parts without pointers
  /// Members whose address may be used to reach the rest of the object around them.
  llvm::SmallPtrSet<const clang::MemberExpr *, 4> Surrounded;
};

} // namespace hetcc
#endif
