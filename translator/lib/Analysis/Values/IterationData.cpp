// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Collects the variables that are assigned from the iterator, directly or by way of other variables.
#include "Analysis/Values/IterationData.h"
#include "Analysis/Syntax/NamedObjects.h"
#include "Analysis/Syntax/Statements.h"

#include "Analysis/Region/Region.h"
#include "Analysis/Syntax/DynamicVisitor.h"

using namespace hetcc;
using namespace clang;

namespace {

class Assignments : public DynamicVisitor {
public:
  explicit Assignments(const MemberEntities &Members) : Members(Members) {}
  std::vector<std::pair<const ValueDecl *, const Expr *>> All; ///< each assigned variable, and its new value

  bool VisitVarDecl(VarDecl *D) override {
    if (D->getInit())
      All.emplace_back(D->getCanonicalDecl(), D->getInit());
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *E) override {
    if (E->isAssignmentOp())
      if (const ValueDecl *To = Members.root(E->getLHS()))
        All.emplace_back(To, E->getRHS());
    return true;
  }

private:
  const MemberEntities &Members;
};

} // namespace

IterationData::IterationData(const Stmt *Loop, const ValueDecl *Iterator, const MemberEntities &Members)
    : Members(&Members) {
  Own.insert(cast<ValueDecl>(Iterator->getCanonicalDecl()));
  Assignments Found(Members);
  Found.TraverseStmt(Loop);
  for (bool Grows = true; Grows;) {
    Grows = false;
    for (const auto &[To, From] : Found.All)
      Grows |= !Own.contains(To) && isIn(From) && Own.insert(To).second;
  }
}

bool IterationData::isIn(const Expr *E) const {
  return anyIn(E, [&](const Stmt *Part) {
    auto *Named = dyn_cast<Expr>(Part);
    return Named && Own.contains(Members->named(Named));
  });
}
