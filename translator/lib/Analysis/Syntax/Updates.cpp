// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Recognises updates: `s += e`, `s = s + e`, `if (e < s) s = e`, `s = fmin(s, e)` and the like.
#include "Analysis/Syntax/Updates.h"
#include "Analysis/Syntax/Combining.h"
#include "Analysis/Syntax/DynamicVisitor.h"
#include "Analysis/Syntax/NamedObjects.h"
#include "Analysis/Syntax/Statements.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace hetcc;
using namespace clang;

bool hetcc::sameExpression(const Expr *A, const Expr *B, const ASTContext &Context) {
  llvm::FoldingSetNodeID Left, Right;
  A->IgnoreParenImpCasts()->Profile(Left, Context, /*Canonical=*/true);
  B->IgnoreParenImpCasts()->Profile(Right, Context, /*Canonical=*/true);
  return Left == Right;
}

namespace {

bool isNumber(QualType T, const ASTContext &Context) {
  return (T->isRealFloatingType() || T->isIntegerType()) && !T->isEnumeralType() && Context.getTypeSize(T) <= 64;
}

/// Recognises one statement or expression as an update.
class Recognizer {
public:
  explicit Recognizer(const ASTContext &Context) : Context(Context) {}

  std::optional<SingleUpdate> recognize(const Stmt *S) const {
    if (auto *If = dyn_cast<IfStmt>(S))
      return conditional(If);
    auto *E = dyn_cast<Expr>(S);
    E = E ? E->IgnoreParens() : nullptr;
    if (auto *Unary = dyn_cast_or_null<UnaryOperator>(E); Unary && Unary->isIncrementDecrementOp())
      return target(Unary->getSubExpr(), combiningOf(BO_Add, Unary->getType(), Unary->getType()), {}, Unary);
    if (auto *Compound = dyn_cast_or_null<CompoundAssignOperator>(E))
      return target(Compound->getLHS(),
                    combiningOf(BinaryOperator::getOpForCompoundAssignment(Compound->getOpcode()),
                                Compound->getLHS()->getType(), Compound->getComputationLHSType()),
                    {Compound->getRHS()}, Compound);
    if (auto *Assign = dyn_cast_or_null<BinaryOperator>(E); Assign && Assign->getOpcode() == BO_Assign)
      return assignment(Assign);
    return std::nullopt;
  }

private:
  std::optional<SingleUpdate> target(const Expr *Target, std::optional<Combining> How, ArrayRef<const Expr *> Values,
                                     const Expr *Operation, const Expr *Guarded = nullptr) const {
    if (!How || !isNumber(Target->getType(), Context))
      return std::nullopt;
    return SingleUpdate{Target->IgnoreParens(), *How, {Values.begin(), Values.end()}, Operation, Guarded};
  }

  /// The other operand if exactly one of A and B is the target; else null. Sets `First` if A is the target.
  const Expr *other(const Expr *Target, const Expr *A, const Expr *B, bool &First) const {
    First = sameExpression(Target, A, Context);
    if (First == sameExpression(Target, B, Context))
      return nullptr;
    return First ? B : A;
  }
  bool hasTypeOf(const Expr *Value, const Expr *Target) const {
    return Context.hasSameUnqualifiedType(Value->IgnoreParenImpCasts()->getType(), Target->getType());
  }

  /// Recognises `s = s + e`, `s = e < s ? e : s` and `s = fmin(s, e)`.
  std::optional<SingleUpdate> assignment(const BinaryOperator *Assign) const {
    const Expr *Target = Assign->getLHS(), *Value = Assign->getRHS()->IgnoreParenImpCasts();
    bool First = false;
    if (auto *Binary = dyn_cast<BinaryOperator>(Value)) {
      const Expr *Rest = other(Target, Binary->getLHS(), Binary->getRHS(), First);
      if (!Rest || (Binary->getOpcode() == BO_Sub && !First))
        return std::nullopt;
      return target(Target, combiningOf(Binary->getOpcode(), Target->getType(), Binary->getType()), {Rest}, Binary,
                    Binary->isLogicalOp() && First ? Rest : nullptr);
    }
    if (auto *Choice = dyn_cast<ConditionalOperator>(Value)) {
      auto *Test = dyn_cast<BinaryOperator>(Choice->getCond()->IgnoreParenImpCasts());
      const Expr *Rest = Test ? other(Target, Choice->getTrueExpr(), Choice->getFalseExpr(), First) : nullptr;
      if (!Rest || !hasTypeOf(Rest, Target))
        return std::nullopt;
      bool Straight = sameExpression(Test->getLHS(), Choice->getTrueExpr(), Context) &&
                      sameExpression(Test->getRHS(), Choice->getFalseExpr(), Context);
      bool Crossed = sameExpression(Test->getRHS(), Choice->getTrueExpr(), Context) &&
                     sameExpression(Test->getLHS(), Choice->getFalseExpr(), Context);
      if (!Straight && !Crossed)
        return std::nullopt;
      auto Op = Straight ? Test->getOpcode() : BinaryOperator::reverseComparisonOp(Test->getOpcode());
      return target(Target, Test->isRelationalOp() ? extremeOf(Op) : std::nullopt, {Rest, Test}, Test, Rest);
    }
    auto *Call = dyn_cast<CallExpr>(Value);
    const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
    if (!Callee || !Callee->getIdentifier() || Call->getNumArgs() != 2)
      return std::nullopt;
    bool OfLibrary = Callee->isExternC() && !Callee->hasBody();
    auto How = llvm::StringSwitch<std::optional<Combining>>(Callee->getName())
                   .Cases("fmin", "fminf", OfLibrary ? std::optional(Combining::Least) : std::nullopt)
                   .Cases("fmax", "fmaxf", OfLibrary ? std::optional(Combining::Most) : std::nullopt)
                   .Case("min", Callee->isInStdNamespace() ? std::optional(Combining::Least) : std::nullopt)
                   .Case("max", Callee->isInStdNamespace() ? std::optional(Combining::Most) : std::nullopt)
                   .Default(std::nullopt);
    const Expr *Rest = other(Target, Call->getArg(0), Call->getArg(1), First);
    return Rest && hasTypeOf(Rest, Target) ? target(Target, How, {Rest}, Call) : std::nullopt;
  }

  /// Recognises `if (e < s) s = e;`.
  std::optional<SingleUpdate> conditional(const IfStmt *If) const {
    const Stmt *Then = If->getThen();
    while (auto *Braces = dyn_cast_or_null<CompoundStmt>(Then))
      Then = Braces->size() == 1 ? Braces->body_front() : nullptr;
    auto *Assign = dyn_cast_or_null<BinaryOperator>(Then);
    auto *Test = dyn_cast_or_null<BinaryOperator>(If->getCond()->IgnoreParenImpCasts());
    if (If->getElse() || If->getInit() || If->getConditionVariable() || !Assign || Assign->getOpcode() != BO_Assign ||
        !Test || !Test->isRelationalOp())
      return std::nullopt;
    const Expr *Target = Assign->getLHS(), *Value = Assign->getRHS();
    bool Straight = sameExpression(Test->getLHS(), Value, Context) && sameExpression(Test->getRHS(), Target, Context);
    bool Crossed = sameExpression(Test->getRHS(), Value, Context) && sameExpression(Test->getLHS(), Target, Context);
    if ((!Straight && !Crossed) || !hasTypeOf(Value, Target))
      return std::nullopt;
    auto Op = Straight ? Test->getOpcode() : BinaryOperator::reverseComparisonOp(Test->getOpcode());
    return target(Target, extremeOf(Op), {Value, Test}, Test, Value);
  }

  const ASTContext &Context;
};

/// Whether the options in effect (`#pragma STDC FENV_ACCESS` and the like) require floating-point operations to keep
/// their order.
bool isStrict(const Expr *Operation, const ASTContext &Context) {
  FPOptions Rules = Operation->getFPFeaturesInEffect(Context.getLangOpts());
  return Rules.getAllowFEnvAccess() || Rules.getExceptionMode() == LangOptions::FPE_Strict ||
         Rules.getRoundingMode() == llvm::RoundingMode::Dynamic;
}

/// Collects the updates of all variables in a statement.
class Collector : public DynamicVisitor {
public:
  Collector(const MemberEntities &Members, const ASTContext &Context, Updates &All)
      : Recognize(Context), Members(Members), Context(Context), All(All) {}

  bool dataTraverseStmtPre(Stmt *S) override {
    if (const Stmt *Inside = withoutDirectives(S); Inside != S) {
      if (Statements.contains(S))
        Statements.begin(Inside);
      return TraverseStmt(Inside), false;
    }
    Statements.note(S);
    auto Update = Statements.contains(S) ? Recognize.recognize(S) : std::nullopt;
    if (!Update)
      return true;
    take(*Update);
    // Only the values are visited: the use of s in the comparison `e < s` is part of the update.
    for (const Expr *Value : Update->Values)
      if (!isa<BinaryOperator>(Value) || Value != Update->Operation)
        TraverseStmt(Value);
    return false;
  }
  bool VisitDeclRefExpr(DeclRefExpr *Ref) override {
    Used.insert(cast<ValueDecl>(Ref->getDecl()->getCanonicalDecl()));
    return true;
  }
  bool VisitMemberExpr(MemberExpr *E) override {
    if (const ValueDecl *D = Members.named(E))
      Used.insert(D);
    return true;
  }
  void begin(const Stmt *Part) { Statements.begin(Part); }
  void finish() {
    for (auto &[Var, Own] : All)
      Own.Otherwise |= Used.contains(Var);
  }

private:
  void take(const SingleUpdate &One) {
    const Expr *Object = One.Target;
    bool Whole = true;
    while (auto *Element = dyn_cast<ArraySubscriptExpr>(Object)) {
      TraverseStmt(Element->getIdx());
      Object = Element->getBase()->IgnoreParenImpCasts();
      Whole = false;
    }
    const ValueDecl *Var = Members.named(Object);
    if (!Var) {
      TraverseStmt(Object);
      return;
    }
    auto [At, New] = All.insert({Var, {One.How, Whole, false, false, {}, One.Target, {}}});
    Update &Own = At->second;
    Own.Values.append(One.Values);
    if (One.Guarded)
      Own.Guarded.push_back(One.Guarded);
    Own.Otherwise |= Own.How != One.How || Own.Whole != Whole;
    Own.Strict |= One.Target->getType()->isRealFloatingType() && isStrict(One.Operation, Context);
  }

  Recognizer Recognize;
  const MemberEntities &Members;
  const ASTContext &Context;
  Updates &All;
  UnusedValues Statements; ///< the expressions that are statements; only these are updates, since `y = s += x` also
                           ///< reads s
  llvm::SmallPtrSet<const ValueDecl *, 16> Used;
};

} // namespace

std::optional<SingleUpdate> hetcc::updateOf(const Stmt *S, const ASTContext &Context) {
  return S ? Recognizer(Context).recognize(S) : std::nullopt;
}

void UnusedValues::note(const Stmt *S) {
  if (auto *For = dyn_cast<ForStmt>(S))
    Statements.insert(For->getBody()), Statements.insert(For->getInc());
  else if (auto *Range = dyn_cast<CXXForRangeStmt>(S))
    Statements.insert(Range->getBody());
  else if (auto *If = dyn_cast<IfStmt>(S))
    Statements.insert(If->getThen()), Statements.insert(If->getElse());
  else if (auto *While = dyn_cast<WhileStmt>(S))
    Statements.insert(While->getBody());
  else if (auto *Do = dyn_cast<DoStmt>(S))
    Statements.insert(Do->getBody());
  else if (auto *Value = dyn_cast<StmtExpr>(S); Value && !Statements.contains(S))
    WithValue.insert(Value->getSubStmt());
  else if (auto *Braces = dyn_cast<CompoundStmt>(S); Braces && WithValue.contains(S))
    Statements.insert(Braces->body_begin(), Braces->body_empty() ? Braces->body_end() : Braces->body_end() - 1);
  else if (isa<CompoundStmt, SwitchCase, AttributedStmt>(S))
    Statements.insert(S->child_begin(), S->child_end());
  else if (auto *Comma = dyn_cast<BinaryOperator>(S); Comma && Comma->getOpcode() == BO_Comma) {
    Statements.insert(Comma->getLHS());
    if (Statements.contains(S))
      Statements.insert(Comma->getRHS());
  } else if (auto *Full = dyn_cast<FullExpr>(S); Full && Statements.contains(S))
    Statements.insert(Full->getSubExpr());
  else if (auto *Cast = dyn_cast<CastExpr>(S); Cast && Cast->getCastKind() == CK_ToVoid && Statements.contains(S))
    Statements.insert(Cast->getSubExpr());
}

Updates hetcc::findUpdates(const Stmt *Part, const MemberEntities &Members, const ASTContext &Context) {
  Updates All;
  Collector Collect(Members, Context, All);
  Collect.begin(Part);
  Collect.TraverseStmt(Part);
  Collect.finish();
  return All;
}
