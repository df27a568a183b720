// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Recognition of counted loops.
#include "Analysis/InnerLoop.h"
#include "Analysis/Body.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

using namespace hetcc;
using namespace clang;

namespace {

/// `int j = First` or `j = First`.
bool findCounter(const Stmt *Init, InnerLoop &Loop) {
  if (auto *Declaration = dyn_cast_or_null<DeclStmt>(Init); Declaration && Declaration->isSingleDecl()) {
    auto *Var = dyn_cast<VarDecl>(Declaration->getSingleDecl());
    Loop.Counter = Var ? Var->getCanonicalDecl() : nullptr;
    Loop.First = Var ? Var->getInit() : nullptr;
  } else if (auto *Assign = dyn_cast_or_null<BinaryOperator>(Init); Assign && Assign->getOpcode() == BO_Assign) {
    Loop.Counter = namedEntity(Assign->getLHS());
    Loop.First = Assign->getRHS();
  }
  return isa_and_nonnull<VarDecl>(Loop.Counter) && Loop.First && Loop.Counter->getType()->isIntegerType();
}

/// The amount by which `++j`, `j += 2` and the like move the counter; 0 if that is not known.
int64_t stepOf(const Expr *Increment, const InnerLoop &Loop, ASTContext &Context) {
  if (auto *Unary = dyn_cast_or_null<UnaryOperator>(Increment); Unary && Unary->isIncrementDecrementOp())
    return namedEntity(Unary->getSubExpr()) != Loop.Counter ? 0 : Unary->isIncrementOp() ? 1 : -1;
  auto *Binary = dyn_cast_or_null<BinaryOperator>(Increment);
  bool Moves = Binary && (Binary->getOpcode() == BO_AddAssign || Binary->getOpcode() == BO_SubAssign);
  if (!Moves || namedEntity(Binary->getLHS()) != Loop.Counter || Binary->getRHS()->isValueDependent())
    return 0;
  auto Amount = Binary->getRHS()->getIntegerConstantExpr(Context);
  if (!Amount || !Amount->isRepresentableByInt64() || Amount->isMinSignedValue())
    return 0;
  return Binary->getOpcode() == BO_AddAssign ? Amount->getExtValue() : -Amount->getExtValue();
}

/// `j < Limit`, the counter on either side.
bool findLimit(const Expr *Condition, int64_t Step, InnerLoop &Loop) {
  auto *Binary = dyn_cast_or_null<BinaryOperator>(Condition ? Condition->IgnoreParenImpCasts() : nullptr);
  if (!Binary || !Binary->isComparisonOp())
    return false;
  bool OnLeft = namedEntity(Binary->getLHS()) == Loop.Counter;
  if (!OnLeft && namedEntity(Binary->getRHS()) != Loop.Counter)
    return false;
  Loop.Limit = OnLeft ? Binary->getRHS() : Binary->getLHS();
  auto Relation = OnLeft ? Binary->getOpcode() : BinaryOperator::reverseComparisonOp(Binary->getOpcode());
  if (!Loop.Limit->getType()->isIntegerType())
    return false; // turns are not counted in fractions
  Loop.Step = Step;
  Loop.Upwards = Step > 0;
  Loop.Unequal = Relation == BO_NE;
  Loop.Inclusive = Relation == BO_LE || Relation == BO_GE;
  if (Relation == BO_NE)
    return Step == 1 || Step == -1;
  return Step > 0 ? Relation == BO_LT || Relation == BO_LE : Step < 0 && (Relation == BO_GT || Relation == BO_GE);
}

} // namespace

std::optional<InnerLoop> hetcc::countedLoop(const ForStmt *For, ASTContext &Context) {
  InnerLoop Loop;
  if (!findCounter(For->getInit(), Loop) || !findLimit(For->getCond(), stepOf(For->getInc(), Loop, Context), Loop))
    return std::nullopt;
  Changes Found = changes(For->getBody(), Loop.Counter);
  return Found.Assigned || Found.Aliased ? std::nullopt : std::optional(Loop);
}

void InnerLoops::walk(const Stmt *S) {
  if (isa<ArraySubscriptExpr, CXXOperatorCallExpr>(S) && !Open.empty())
    Around[cast<Expr>(S)] = Open;
  auto *For = dyn_cast<ForStmt>(S);
  auto Loop = For ? countedLoop(For, Context) : std::nullopt;
  for (const Stmt *Child : partsOf(S)) {
    bool Counts = Loop && Child == withoutDirectives(For->getBody());
    if (Counts)
      Open.push_back(*Loop);
    walk(Child);
    if (Counts)
      Open.pop_back();
  }
}

llvm::ArrayRef<InnerLoop> InnerLoops::around(const Expr *Subscript) const {
  auto It = Around.find(Subscript);
  if (It == Around.end())
    return {};
  return It->second;
}

std::optional<Polynomial> InnerLoops::atFirst(Polynomial Index, const Expr *Subscript, const Affine &Values) const {
  for (const InnerLoop &Loop : llvm::reverse(around(Subscript))) {
    auto Parts = Index.split(Loop.Counter);
    if (!Parts)
      return std::nullopt;
    if (Parts->first == Polynomial())
      continue;
    auto First = Values.evaluate(Loop.First);
    if (!First)
      return std::nullopt;
    Index = Parts->second + Parts->first * *First;
  }
  return Index.valid() ? std::optional(Index) : std::nullopt;
}
