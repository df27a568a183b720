// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Variables that C programs declare before a loop and set in each iteration: `k = 2 * i - d;`, then `x[k]`.
#include "Analysis/Values/ForwardSubstitution.h"
#include "Analysis/Syntax/Changes.h"
#include "Analysis/Syntax/InnerLoop.h"
#include "Analysis/Syntax/NamedObjects.h"
#include "Analysis/Syntax/Statements.h"
#include "llvm/ADT/FoldingSet.h"

using namespace hetcc;
using namespace clang;

namespace {

/// Walks a body in the order of its text. The variable's value is known from a statement that sets the variable up to
/// the end of the compound statement around it. The search fails if control may reach a read of the variable without
/// passing such a statement.
class TurnAssignments {
public:
  TurnAssignments(const VarDecl *Var, IsInvariant Invariant, const MemberEntities &Members, ASTContext &Context)
      : Var(Var), Invariant(Invariant), Members(Members), Context(Context) {}

  const Expr *find(const Stmt *Body) {
    walk(Body, false);
    return Good ? Value : nullptr;
  }

private:
  void walk(const Stmt *S, bool Known) {
    if (!S || !Good)
      return;
    if (isa<CompoundStmt>(S))
      return statements(S, Known);
    if (auto *For = dyn_cast<ForStmt>(S))
      return loop(For, Known);
    // Control may jump to a label, and so skip the statements before the label.
    if (isa<SwitchCase, LabelStmt, LambdaExpr, BlockExpr>(S))
      Good &= !mentions(S, Var, Members);
    auto *E = dyn_cast<Expr>(S);
    if (E && namedDirectly(E) == Var)
      Good &= Known;
    else if (auto *Binary = dyn_cast<BinaryOperator>(S); Binary && Binary->isAssignmentOp() && isVar(Binary->getLHS()))
      Good = false;
    else if (auto *Unary = dyn_cast<UnaryOperator>(S);
             Unary && Unary->isIncrementDecrementOp() && isVar(Unary->getSubExpr()))
      Good = false;
    for (const Stmt *Child : partsOf(S))
      walk(Child, Known);
  }

  void statements(const Stmt *Compound, bool Known) {
    for (const Stmt *Child : partsOf(Compound)) {
      Known = Known && !mayBeEntered(Child); // control may jump into Child, and so skip the assignment
      auto *E = dyn_cast_or_null<Expr>(Child);
      auto *Set = E ? dyn_cast<BinaryOperator>(E->IgnoreParens()) : nullptr;
      if (!Set || Set->getOpcode() != BO_Assign || !isVar(Set->getLHS())) {
        walk(Child, Known);
        continue;
      }
      walk(Set->getRHS(), Known);
      set(Set->getRHS());
      Known = true;
    }
  }

  void loop(const ForStmt *For, bool Known) {
    const Stmt *Body = withoutDirectives(For->getBody());
    const auto Counted = countedLoop(For, Context, Counting::Pointers);
    for (const Stmt *Part : partsOf(For))
      if (Part != Body)
        walk(Part, Known);
    if (Counted)
      Counters.push_back(Counted->Counter);
    walk(Body, Known);
    if (Counted)
      Counters.pop_back();
  }

  /// Handles an assignment of `To`. All assignments must have the same expression, which may contain only variables
  /// that keep their values in an iteration, and the counters of the loops around the assignment.
  void set(const Expr *To) {
    llvm::FoldingSetNodeID Own;
    To->Profile(Own, Context, /*Canonical=*/true);
    Good &= !Value || Own == Id;
    Good &= isInvariant(To);
    Value = To;
    Id = Own;
  }

  bool isInvariant(const Stmt *S) const {
    auto *E = dyn_cast<Expr>(S);
    if (const ValueDecl *D = E ? Members.named(E) : nullptr)
      return llvm::is_contained(Counters, D) || (D != Var && Invariant(D));
    return llvm::all_of(partsOf(S), [&](const Stmt *Child) { return isInvariant(Child); });
  }

  bool isVar(const Expr *E) const { return namedDirectly(E) == Var; }

  const VarDecl *const Var;
  const IsInvariant Invariant;
  const MemberEntities &Members;
  ASTContext &Context;
  llvm::SmallVector<const ValueDecl *, 4> Counters; ///< the counters of the loops around the current statement
  bool Good = true;
  const Expr *Value = nullptr;
  llvm::FoldingSetNodeID Id; ///< the profile of Value
};

} // namespace

const Expr *hetcc::forwardSubstitute(const Stmt *Body, const VarDecl *Var, IsInvariant Invariant,
                                     const MemberEntities &Members, ASTContext &Context) {
  if (!Var->getType()->isIntegerType() || Var->getType().isVolatileQualified() || changes(Body, Var, Members).Aliased)
    return nullptr;
  return TurnAssignments(Var, Invariant, Members, Context).find(Body);
}
