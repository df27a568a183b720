// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds private variables that carry values from iteration to iteration:
//
//     #pragma omp parallel for firstprivate(seed) reduction(+ : hits)
//     for (i = 0; i < n; i++) hits += next(&seed) < p;
//
// A reduction variable is such a variable if iterations use its value other than to update it.
//
// In OpenMP, a thread's variable keeps its value from one iteration of the thread to the next. On a device, each
// iteration, or each range of iterations, has a variable of its own. So such a loop would have other results there.
#include "Analysis/Body.h"
#include "Analysis/ControlFlow.h"
#include "Analysis/DynamicVisitor.h"
#include "Analysis/Fillings.h"
#include "Analysis/LibraryFunctions.h"
#include "Analysis/RunningValues.h"
#include "Analysis/ThreadVariables.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/OpenMPClause.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/SetVector.h"

using namespace hetcc;
using namespace clang;

namespace {

/// The member of the object `Var` that an expression `Var.member` names; null for other expressions.
const FieldDecl *memberOf(const Expr *E, const VarDecl *Var) {
  auto *Member = dyn_cast<MemberExpr>(E->IgnoreParenImpCasts());
  auto *Field = Member && !Member->isArrow() ? dyn_cast<FieldDecl>(Member->getMemberDecl()) : nullptr;
  return Field && namedVariable(Member->getBase()->IgnoreParenImpCasts()) == Var ? Field : nullptr;
}

/// What a loop does to a private variable, or to one member of a private object.
struct ValueUses : DynamicVisitor {
  ValueUses(const VarDecl *Var, const FieldDecl *Member, ASTContext &Context)
      : Var(Var), Member(Member), Context(Context) {}
  const VarDecl *const Var;
  const FieldDecl *const Member; ///< null: the whole variable
  ASTContext &Context;
  llvm::SmallPtrSet<const Stmt *, 8> Setters;         ///< statements that set the value, without using the earlier one
  llvm::SmallPtrSet<const Stmt *, 8> NoUses;          ///< mentions of the variable that do not use the value
  llvm::SmallPtrSet<const Stmt *, 8> Reads;           ///< mentions that certainly use it
  llvm::SmallSetVector<const FieldDecl *, 4> Members; ///< the members of the variable that the loop names

  bool isValue(const Expr *E) const {
    E = E->IgnoreParenImpCasts();
    return Member ? memberOf(E, Var) == Member : namedVariable(E) == Var;
  }
  bool isMention(const Stmt *S) const {
    auto *E = dyn_cast<Expr>(S);
    return E && (namedVariable(E) == Var || (Member && isa<MemberExpr>(E) && memberOf(E, Var) == Member));
  }
  Effect effectOf(const Stmt *S) const {
    if (Setters.contains(S))
      return Effect::Sets;
    return isMention(S) && !NoUses.contains(S) ? Effect::Needs : Effect::None;
  }

  void sets(const Stmt *By, const Expr *Target) {
    Setters.insert(By);
    Target = Target->IgnoreParenImpCasts();
    NoUses.insert(Target);
    if (auto *Part = dyn_cast<MemberExpr>(Target))
      NoUses.insert(Part->getBase()->IgnoreParenImpCasts());
  }
  /// Notes an assignment to the value, or to the object that it is a member of.
  void assigned(const Stmt *By, const Expr *To) {
    if (isValue(To) || namedVariable(To->IgnoreParenImpCasts()) == Var)
      sets(By, To);
  }
  bool VisitMemberExpr(MemberExpr *E) override {
    const FieldDecl *Of = memberOf(E, Var);
    if (Of)
      Members.insert(Of);
    if (Of && Member) // the object's name in the member's; the member counts on its own
      NoUses.insert(E->getBase()->IgnoreParenImpCasts());
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *E) override {
    if (E->getOpcode() == BO_Assign)
      assigned(E, E->getLHS());
    else if (E->isCompoundAssignmentOp() && isValue(E->getLHS()))
      Reads.insert(E->getLHS()->IgnoreParenImpCasts());
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *E) override {
    if (E->isIncrementDecrementOp() && isValue(E->getSubExpr()))
      Reads.insert(E->getSubExpr()->IgnoreParenImpCasts());
    return true;
  }
  bool VisitCastExpr(CastExpr *E) override {
    if (E->getCastKind() == CK_LValueToRValue && isValue(E->getSubExpr()))
      Reads.insert(E->getSubExpr()->IgnoreParenImpCasts());
    return true;
  }
  bool VisitCallExpr(CallExpr *Call) override {
    auto *Operator = dyn_cast<CXXOperatorCallExpr>(Call);
    auto *Method = Operator ? dyn_cast_or_null<CXXMethodDecl>(Operator->getDirectCallee()) : nullptr;
    if (Method && (Method->isCopyAssignmentOperator() || Method->isMoveAssignmentOperator()) && Method->isTrivial())
      assigned(Call, Call->getArg(0));
    for (unsigned I = 0; I < Call->getNumArgs(); ++I)
      if (auto *Address = dyn_cast<UnaryOperator>(Call->getArg(I)->IgnoreParenImpCasts());
          Address && Address->getOpcode() == UO_AddrOf && isValue(Address->getSubExpr()) && fills(*Call, I))
        sets(Call, Address->getSubExpr());
    return true;
  }

private:
  /// Whether a function sets the object that its argument number `Number` points to before it reads the object.
  bool fills(const CallExpr &Call, unsigned Number) const {
    const FunctionDecl *Callee = Call.getDirectCallee(), *Definition = nullptr;
    if (!Callee || Number >= Callee->getNumParams())
      return false;
    if (Callee->hasBody(Definition))
      return !Definition->isWeak() &&
             llvm::any_of(filledParameters(*Definition, Context), [&](const FilledParameter &Of) {
               return Of.Parameter == Number && !Of.Counted && Of.First <= 0 && Of.End >= 1;
             });
    return Callee->getIdentifier() && Callee->isExternC() && setsArgument(Callee->getName(), Number);
  }
};

/// Finds out whether a loop carries the value of one private variable.
class CarriedValue {
public:
  CarriedValue(const Region &Loop, const VarDecl *Var, ASTContext &Context) : Loop(Loop), Var(Var), Context(Context) {}

  struct Answer {
    const Stmt *Use = nullptr;              ///< a use of a value that an earlier iteration may have left; null: none
    bool Surely = false;                    ///< Use reads the variable by its name, and has not been set before
    std::vector<FilledElsewhere> Elsewhere; ///< what functions of other units have to set if there is no such use
  };
  Answer find() const {
    const QualType T = Var->getType().getNonReferenceType();
    const Changes Found =
        changes(Loop.Loop.For->getBody(), Var, [&](const FunctionDecl &F) { return keepsNoAddress(Loop, F, Context); });
    if (T.isConstQualified() || (!Found.Assigned && !Found.Aliased))
      return {};
    if (T->isArrayType()) {
      Filling Of = fillingOf(Loop.Loop.For->getBody(), *Loop.Function, Var, Context);
      return Of.SetsFirst ? Answer{nullptr, false, std::move(Of.Elsewhere)} : Answer{Loop.Loop.For, false, {}};
    }
    if (!T->isRecordType())
      return ofValue(nullptr);
    ValueUses Whole(Var, nullptr, Context);
    Whole.TraverseStmt(const_cast<ForStmt *>(Loop.Loop.For));
    for (const FieldDecl *Each : Whole.Members)
      if (Answer Of = ofValue(Each); Of.Use)
        return Of;
    return Whole.Members.empty() ? ofValue(nullptr) : Answer();
  }

private:
  Answer ofValue(const FieldDecl *Member) const {
    ValueUses All(Var, Member, Context);
    All.TraverseStmt(const_cast<ForStmt *>(Loop.Loop.For));
    const Stmt *Use = needed(Loop.Loop.For, Loop.Function, /*ValidFirst=*/false, Context,
                             [&](const Stmt *S) { return All.effectOf(S); });
    return {Use, Use && All.Reads.contains(Use), {}};
  }

  const Region &Loop;
  const VarDecl *const Var;
  ASTContext &Context;
};

/// Finds uses of a reduction variable's running value other than to update the variable:
///
///     s += x[i];                     // an update
///     if (m < x[i]) m = x[i];        // an update
///     y[i] = s;                      // a use of the running value
class RunningUse {
public:
  explicit RunningUse(const VarDecl *Var) : Var(Var) {}

  const Stmt *findIn(const Stmt *S) const {
    if (!S || isUpdate(S))
      return nullptr;
    if (auto *If = dyn_cast<IfStmt>(S);
        If && onlyUpdates(If->getThen()) && (!If->getElse() || onlyUpdates(If->getElse())))
      return nullptr;
    if (auto *Load = dyn_cast<CastExpr>(S);
        Load && Load->getCastKind() == CK_LValueToRValue && isValue(Load->getSubExpr()))
      return Load->getSubExpr();
    for (const Stmt *Part : S->children())
      if (const Stmt *Found = findIn(Part))
        return Found;
    return nullptr;
  }

private:
  /// Whether an expression names the variable, or an element of it if it is an array.
  bool isValue(const Expr *E) const {
    E = E->IgnoreParenImpCasts();
    while (auto *Element = dyn_cast<ArraySubscriptExpr>(E))
      E = Element->getBase()->IgnoreParenImpCasts();
    return namedVariable(E) == Var;
  }
  /// Whether a statement assigns to the variable; its new value may depend on the one before.
  bool isUpdate(const Stmt *S) const {
    if (auto *E = dyn_cast<Expr>(S))
      S = E->IgnoreParenImpCasts();
    if (auto *Full = dyn_cast<FullExpr>(S))
      return isUpdate(Full->getSubExpr());
    if (auto *Assign = dyn_cast<BinaryOperator>(S); Assign && Assign->isAssignmentOp())
      return isValue(Assign->getLHS()) && Assign->getLHS()->getType()->isScalarType();
    auto *Unary = dyn_cast<UnaryOperator>(S);
    return Unary && Unary->isIncrementDecrementOp() && isValue(Unary->getSubExpr());
  }
  bool onlyUpdates(const Stmt *S) const {
    if (auto *Braces = dyn_cast<CompoundStmt>(S))
      return llvm::all_of(Braces->body(), [&](const Stmt *Each) { return onlyUpdates(Each); });
    return isUpdate(S);
  }

  const VarDecl *const Var;
};

/// The variables that clauses of a directive list.
template <typename... Clauses>
llvm::SmallSetVector<const VarDecl *, 8> variablesOf(const OMPExecutableDirective &Directive) {
  llvm::SmallSetVector<const VarDecl *, 8> All;
  const auto Add = [&](const auto *Clause) {
    for (const Expr *Item : Clause->varlists())
      if (const VarDecl *Var = namedVariable(Item->IgnoreParenImpCasts()))
        All.insert(Var);
  };
  (llvm::for_each(Directive.getClausesOfKind<Clauses>(), Add), ...);
  return All;
}

} // namespace

void hetcc::checkCarried(Region &Loop, ASTContext &Context) {
  auto *Directive = dyn_cast_or_null<OMPExecutableDirective>(Loop.Marker->getElse());
  if (!Directive || Loop.InBlock || Loop.InTarget || !Loop.Source->isLoop())
    return;
  const auto Refuse = [&](const VarDecl &Var, SourceLocation Use) {
    const std::string Name = Var.getNameAsString();
    Loop.Fate.restrict(Loop.Source->Automatic ? RunsOn::Plain : RunsOn::Host, Use,
                       "an iteration may use the value that an earlier one has left in '" + Name + "'",
                       "set '" + Name + "' in each iteration before it is used, or declare it inside the loop");
  };
  for (const VarDecl *Var : variablesOf<OMPPrivateClause, OMPFirstprivateClause, OMPLastprivateClause>(*Directive)) {
    if (Var == Loop.Loop.Iterator ||
        llvm::any_of(Loop.Collapsed, [&](const DeclRefExpr *Each) { return namedVariable(Each) == Var; }))
      continue;
    auto Found = CarriedValue(Loop, Var, Context).find();
    llvm::append_range(Loop.Filled, Found.Elsewhere);
    // Where a clause of ours asks for devices, a use that is only possible is no reason to refuse them.
    if (!Found.Use || !(Loop.Source->Automatic || Found.Surely))
      continue;
    Refuse(*Var, Found.Use->getBeginLoc());
  }
  if (Loop.Source->Automatic)
    for (const VarDecl *Var : variablesOf<OMPReductionClause>(*Directive))
      if (const Stmt *Use = RunningUse(Var).findIn(Loop.Loop.For->getBody());
          Use && CarriedValue(Loop, Var, Context).find().Use)
        Refuse(*Var, Use->getBeginLoc());
}
