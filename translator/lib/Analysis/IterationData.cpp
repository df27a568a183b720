// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/IterationData.h"

#include "Analysis/DynamicVisitor.h"

using namespace hetcc;
using namespace clang;

namespace {

/// The variable that an assignment changes, or a part of it; null behind pointers.
const ValueDecl *changedBy(const Expr *E) {
  for (;;) {
    E = E->IgnoreParenImpCasts();
    if (auto *Ref = dyn_cast<DeclRefExpr>(E))
      return cast<ValueDecl>(Ref->getDecl()->getCanonicalDecl());
    if (auto *Member = dyn_cast<MemberExpr>(E); Member && !Member->isArrow())
      E = Member->getBase();
    else if (auto *Subscript = dyn_cast<ArraySubscriptExpr>(E);
             Subscript && Subscript->getBase()->IgnoreParenImpCasts()->getType()->isArrayType())
      E = Subscript->getBase();
    else
      return nullptr;
  }
}

class Assignments : public DynamicVisitor {
public:
  std::vector<std::pair<const ValueDecl *, const Expr *>> All; ///< what is changed, and what it gets

  bool VisitVarDecl(VarDecl *D) override {
    if (D->getInit())
      All.emplace_back(D->getCanonicalDecl(), D->getInit());
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *E) override {
    if (E->isAssignmentOp())
      if (const ValueDecl *To = changedBy(E->getLHS()))
        All.emplace_back(To, E->getRHS());
    return true;
  }
};

class Mentions : public DynamicVisitor {
public:
  explicit Mentions(const llvm::SmallPtrSetImpl<const ValueDecl *> &Wanted) : Wanted(Wanted) {}
  bool Any = false;
  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    Any |= Wanted.contains(cast<ValueDecl>(E->getDecl()->getCanonicalDecl()));
    return !Any;
  }

private:
  const llvm::SmallPtrSetImpl<const ValueDecl *> &Wanted;
};

} // namespace

IterationData::IterationData(const Stmt *Loop, const ValueDecl *Iterator) {
  Own.insert(cast<ValueDecl>(Iterator->getCanonicalDecl()));
  Assignments Found;
  Found.TraverseStmt(Loop);
  for (bool Grows = true; Grows;) {
    Grows = false;
    for (const auto &[To, From] : Found.All)
      Grows |= !Own.contains(To) && isIn(From) && Own.insert(To).second;
  }
}

bool IterationData::isIn(const Expr *E) const {
  Mentions Found(Own);
  Found.TraverseStmt(E);
  return Found.Any;
}
