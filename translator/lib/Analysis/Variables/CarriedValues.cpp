// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds private variables that carry values from iteration to iteration:
//
//     #pragma omp parallel for firstprivate(seed) reduction(+ : hits)
//     for (i = 0; i < n; i++) hits += next(&seed) < p;
//
// A reduction variable carries values, too, if iterations do more than combine values into it (RunningUses.h).
//
// In OpenMP, a thread's variable keeps its value from one iteration of the thread to the next. On a device, each
// iteration, or each range of iterations, has a variable of its own. So such a loop would have other results on a
// device.
#include "Analysis/Calls/Callees.h"
#include "Analysis/Calls/OtherUnits.h"
#include "Analysis/Region/Region.h"
#include "Analysis/Syntax/Changes.h"
#include "Analysis/Syntax/Combining.h"
#include "Analysis/Syntax/ControlFlow.h"
#include "Analysis/Syntax/DynamicVisitor.h"
#include "Analysis/Syntax/LibraryFunctions.h"
#include "Analysis/Syntax/NamedObjects.h"
#include "Analysis/Syntax/Statements.h"
#include "Analysis/Variables/Fillings.h"
#include "Analysis/Variables/Reductions.h"
#include "Analysis/Variables/RunningUses.h"
#include "Analysis/Variables/ThreadVariables.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/OpenMPClause.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/SetVector.h"

using namespace hetcc;
using namespace clang;

namespace {

/// The member of the object `Var` that an expression `Var.member` names; null for other expressions, and for members of
/// base classes.
const FieldDecl *memberOf(const Expr *E, const VarDecl *Var) {
  auto *Member = dyn_cast<MemberExpr>(E->IgnoreParenImpCasts());
  auto *Field = Member && !Member->isArrow() ? dyn_cast<FieldDecl>(Member->getMemberDecl()) : nullptr;
  if (!Field || namedVariable(Member->getBase()->IgnoreParenImpCasts()) != Var)
    return nullptr;
  const RecordDecl *Class = Var->getType().getNonReferenceType()->getAsRecordDecl();
  if (Class->isUnion()) // its members share their memory
    return nullptr;
  return Field->getParent()->getCanonicalDecl() == Class->getCanonicalDecl() ? Field : nullptr;
}

bool hasMutableMembers(QualType T) {
  auto *Class = T->getAsCXXRecordDecl();
  return Class && Class->hasDefinition() && Class->hasMutableFields();
}

/// What a loop does to a private variable, or to one member of a private object.
struct ValueUses : DynamicVisitor {
  ValueUses(const VarDecl *Var, const FieldDecl *Member, Callees &Called, ASTContext &Context)
      : Var(Var), Member(Member), Called(Called), Context(Context) {}
  const VarDecl *const Var;
  const FieldDecl *const Member; ///< the examined member of Var; null if the whole variable is examined
  Callees &Called;
  ASTContext &Context;
  // The "value" is that of Var or, if Member is set, that of Var.Member.
  llvm::SmallPtrSet<const Stmt *, 8> Setters;         ///< statements that set the value without using the earlier value
  llvm::SmallPtrSet<const Stmt *, 8> NoUses;          ///< mentions of the variable that do not use the value
  llvm::SmallPtrSet<const Stmt *, 8> Reads;           ///< mentions of the variable that certainly use the value
  llvm::SmallSetVector<const FieldDecl *, 4> Members; ///< the members of the variable that the loop names
  llvm::SmallPtrSet<const Stmt *, 8> Objects;         ///< the name `v` in expressions `v.member` for these members
  bool IsUsedWhole = false;                           ///< the loop also names the variable outside of such expressions
  bool MayChange = false;                             ///< some mention of the variable may change the value

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
    return (isMention(S) && !NoUses.contains(S)) || Escapes.contains(S) ? Effect::Needs : Effect::None;
  }

  void sets(const Stmt *By, const Expr *Target) {
    Setters.insert(By);
    Target = Target->IgnoreParenImpCasts();
    NoUses.insert(Target);
    if (auto *Part = dyn_cast<MemberExpr>(Target))
      NoUses.insert(Part->getBase()->IgnoreParenImpCasts());
  }
  /// Notes an assignment to the value, or to the whole object if the value is that of a member.
  void assigned(const Stmt *By, const Expr *To) {
    if (isValue(To) || namedVariable(To->IgnoreParenImpCasts()) == Var)
      sets(By, To);
  }
  bool dataTraverseStmtPre(Stmt *S) override {
    if (auto *Selection = dyn_cast<GenericSelectionExpr>(S))
      return TraverseStmt(Selection->getResultExpr()), false;
    return !hasUnevaluatedOperands(S);
  }
  bool VisitMemberExpr(MemberExpr *E) override {
    const FieldDecl *Of = memberOf(E, Var);
    if (!Of)
      return true;
    const Expr *Object = E->getBase()->IgnoreParenImpCasts();
    Members.insert(Of);
    Objects.insert(Object);
    MayChange |= Of == Member && !OnlyRead.contains(E);
    if (Member) // only uses of this member count as uses, not every mention of the object's name
      NoUses.insert(Object);
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    if (namedVariable(E) == Var) {
      const bool IsPart = Objects.contains(E);
      IsUsedWhole |= !IsPart;
      MayChange |= !(IsPart && Member) && !OnlyRead.contains(E);
    }
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
    // The address of a member may lead to all other members.
    if (const Expr *At = objectAt(E); At && memberOf(At, Var) && !Filled.contains(At))
      escapes(E);
    if (E->isIncrementDecrementOp() && isValue(E->getSubExpr()))
      Reads.insert(E->getSubExpr()->IgnoreParenImpCasts());
    return true;
  }
  bool VisitArraySubscriptExpr(ArraySubscriptExpr *E) override {
    Subscripted.insert(E->getBase()->IgnoreParenImpCasts());
    return true;
  }
  bool VisitCastExpr(CastExpr *E) override {
    const Expr *Of = E->getSubExpr()->IgnoreParenImpCasts();
    if (E->getCastKind() == CK_ArrayToPointerDecay && memberOf(Of, Var) && !Subscripted.contains(Of))
      escapes(E);
    if (E->getCastKind() == CK_LValueToRValue && isValue(Of))
      Reads.insert(Of);
    if (E->getCastKind() == CK_LValueToRValue)
      OnlyRead.insert(Of);
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *E) override {
    if (E->getConstructor()->isTrivial() && E->getConstructor()->isCopyConstructor())
      OnlyRead.insert(E->getArg(0)->IgnoreParenImpCasts());
    return true;
  }
  bool VisitCallExpr(CallExpr *Call) override {
    notePassed(*Call);
    auto *Operator = dyn_cast<CXXOperatorCallExpr>(Call);
    auto *Method = Operator ? dyn_cast_or_null<CXXMethodDecl>(Operator->getDirectCallee()) : nullptr;
    if (Method && (Method->isCopyAssignmentOperator() || Method->isMoveAssignmentOperator()) && Method->isTrivial())
      assigned(Call, Call->getArg(0));
    for (unsigned I = 0; I < Call->getNumArgs(); ++I) {
      const Expr *To = objectAt(Call->getArg(I));
      if (!To || !(isValue(To) || memberOf(To, Var)) || !fills(*Call, I, *To))
        continue;
      Filled.insert(To);
      if (isValue(To))
        sets(Call, To);
    }
    return true;
  }

private:
  llvm::SmallPtrSet<const Stmt *, 8> OnlyRead;    ///< lvalues that are loaded, copied, or given to functions that only
                                                  ///< read them
  llvm::SmallPtrSet<const Stmt *, 8> Filled;      ///< lvalues whose addresses are given to functions that set them, and
                                                  ///< reach no other part of the object
  llvm::SmallPtrSet<const Stmt *, 8> Escapes;     ///< expressions for the addresses of members
  llvm::SmallPtrSet<const Stmt *, 8> Subscripted; ///< arrays in subscripts, whose addresses do not escape

  void escapes(const Expr *Address) {
    Escapes.insert(Address);
    IsUsedWhole = MayChange = true;
  }
  /// The object whose address an expression takes; null for other expressions.
  static const Expr *objectAt(const Expr *E) {
    auto *Address = dyn_cast<UnaryOperator>(E->IgnoreParenImpCasts());
    return Address && Address->getOpcode() == UO_AddrOf ? Address->getSubExpr()->IgnoreParenImpCasts() : nullptr;
  }

  /// Notes the objects that a called function of the unit only reads.
  void notePassed(const CallExpr &Call) {
    const FunctionDecl *Callee = Call.getDirectCallee();
    const FunctionUse *Uses =
        Callee && !hasMutableMembers(Var->getType().getNonReferenceType()) ? Called.usesOf(Callee) : nullptr;
    auto Note = [&](const Expr *Passed, size_t Parameter) {
      const Expr *To = objectAt(Passed);
      if (Parameter < Uses->size() && !(*Uses)[Parameter].Written && !(*Uses)[Parameter].CastsConstAway &&
          !(*Uses)[Parameter].Returned && !(*Uses)[Parameter].ReturnedWithoutConst)
        OnlyRead.insert(To ? To : Passed->IgnoreParenImpCasts());
    };
    if (!Uses || isa<CXXOperatorCallExpr>(Call))
      return;
    if (auto *Method = dyn_cast<CXXMemberCallExpr>(&Call))
      Note(Method->getImplicitObjectArgument(), Uses->size() - 1);
    for (unsigned I = 0; I < Call.getNumArgs(); ++I)
      Note(Call.getArg(I), I);
  }

  /// Whether a function sets the object `To`, to which its argument number `Number` points, before it reads the object.
  bool fills(const CallExpr &Call, unsigned Number, const Expr &To) const {
    const FunctionDecl *Callee = Call.getDirectCallee(), *Definition = nullptr;
    if (!Callee || isa<CXXOperatorCallExpr>(Call) || Number >= Callee->getNumParams() ||
        !Context.hasSameUnqualifiedType(Callee->getParamDecl(Number)->getType()->getPointeeType(), To.getType()))
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
    bool Surely = false;                    ///< Use reads the variable by its name, before the iteration has set it
    std::vector<FilledElsewhere> Elsewhere; ///< what functions of other units have to set if there is no such use
  };
  Answer find() const {
    const QualType T = Var->getType().getNonReferenceType();
    if (!mayChange(T))
      return {};
    if (T->isArrayType()) {
      Filling Of = fillingOf(Loop.Loop.For->getBody(), *Loop.Site.Function, Var, Context);
      return Of.SetsFirst ? Answer{nullptr, false, std::move(Of.Elsewhere)} : Answer{Loop.Loop.For, false, {}};
    }
    const RecordDecl *Class = T->getAsRecordDecl();
    if (!Class)
      return ofValue(nullptr);
    ValueUses Uses(Var, nullptr, *Loop.Site.Called, Context);
    Uses.TraverseStmt(const_cast<ForStmt *>(Loop.Loop.For));
    // A use of the whole object is a use of each of its parts.
    auto *WithBases = dyn_cast<CXXRecordDecl>(Class);
    if (Uses.IsUsedWhole && (Uses.Members.empty() || (WithBases && WithBases->getNumBases())))
      return ofValue(nullptr);
    if (Uses.IsUsedWhole)
      Uses.Members.insert(Class->field_begin(), Class->field_end());
    for (const FieldDecl *Each : Uses.Members)
      if (Answer Of = ofValue(Each); Of.Use)
        return Of;
    return {};
  }

private:
  bool mayChange(QualType T) const {
    const Changes Found = changes(Loop.Loop.For->getBody(), Var, Loop.Members,
                                  [&](const FunctionDecl &F) { return keepsNoAddress(Loop, F, Context); });
    return hasMutableMembers(T) || (!T.isConstQualified() && (Found.Assigned || Found.Aliased));
  }
  Answer ofValue(const FieldDecl *Member) const {
    ValueUses All(Var, Member, *Loop.Site.Called, Context);
    All.TraverseStmt(const_cast<ForStmt *>(Loop.Loop.For));
    if (!All.MayChange)
      return {};
    const Stmt *Use = needed(Loop.Loop.For, Loop.Site.Function, /*ValidFirst=*/false, Context,
                             [&](const Stmt *S) { return All.effectOf(S); });
    return {Use, Use && All.Reads.contains(Use), {}};
  }

  const Region &Loop;
  const VarDecl *const Var;
  ASTContext &Context;
};

/// An item of a clause's list: a variable, a member of the class of `this`, or elements that a pointer leads to.
struct Item {
  const ValueDecl *Entity;
  const VarDecl *Var; ///< null if the item is no variable
};

Item itemOf(const Expr *Named) {
  const Expr *Base = Named->IgnoreParenImpCasts();
  while (isa<ArraySectionExpr, ArraySubscriptExpr>(Base))
    Base = isa<ArraySectionExpr>(Base) ? cast<ArraySectionExpr>(Base)->getBase()->IgnoreParenImpCasts()
                                       : cast<ArraySubscriptExpr>(Base)->getBase()->IgnoreParenImpCasts();
  const ValueDecl *Entity = namedDirectly(Base);
  const bool IsAll = Base == Named->IgnoreParenImpCasts() || Base->getType()->isArrayType();
  return {Entity, IsAll ? dyn_cast_or_null<VarDecl>(Entity) : nullptr};
}

/// All items in the lists of a directive's clauses of the kinds `Clauses`.
template <typename... Clauses> std::vector<Item> itemsOf(const OMPExecutableDirective &Directive) {
  std::vector<Item> All;
  const auto Add = [&](const auto *Clause) {
    for (const Expr *Each : Clause->varlists())
      All.push_back(itemOf(Each));
  };
  (llvm::for_each(Directive.getClausesOfKind<Clauses>(), Add), ...);
  return All;
}

} // namespace

/// Returns the place that shows that results depend on the number of partials: the clause's item, if its final value
/// does, or a use of the item's running value in the loop. Null if the results do not depend on that number.
static const Stmt *dependsOnPartials(const Region &Loop, const Expr *Named, const ReducedItem &Of,
                                     ASTContext &Context) {
  if (Of.Declared && countsInitial(*Of.Declared, Context))
    return Named;
  const Stmt *Use = useOfRunningValue(Loop.Loop.For->getBody(), Of, *Loop.Site.Called, Context);
  // Some programs list a scratch variable in a `reduction` clause: each iteration sets the variable before using it,
  // and the program does not use its final value.
  const VarDecl *Var = itemOf(Named).Var;
  const bool IsScratch = Use && Var && Var->getType()->isScalarType() && isForgotten(Loop, *Var, Context) &&
                         !CarriedValue(Loop, Var, Context).find().Use;
  return IsScratch ? nullptr : Use;
}

void hetcc::checkCarried(Region &Loop, ASTContext &Context) {
  auto *Directive = dyn_cast_or_null<OMPExecutableDirective>(Loop.Site.Marker->getElse());
  if (!Directive || Loop.Site.isInBlock() || Loop.Site.InTarget || !Loop.Site.Source->isLoop())
    return;
  const auto Refuse = [&](const ValueDecl *Of, SourceLocation Use) {
    const std::string Name = Of ? Of->getNameAsString() : "the list of a clause";
    Loop.Fate.restrict(Loop.Site.Source->Automatic ? RunsOn::Plain : RunsOn::Host, Use,
                       "an iteration may use the value that an earlier one has left in '" + Name + "'",
                       "set '" + Name + "' in each iteration before it is used, or declare it inside the loop");
  };
  for (const Item &Each : itemsOf<OMPPrivateClause, OMPFirstprivateClause, OMPLastprivateClause>(*Directive)) {
    if (Each.Var && (Each.Var == Loop.Loop.Iterator || llvm::any_of(Loop.Loop.Collapsed, [&](const DeclRefExpr *Index) {
                       return namedVariable(Index) == Each.Var;
                     })))
      continue;
    const auto Found =
        Each.Var ? CarriedValue(Loop, Each.Var, Context).find() : CarriedValue::Answer{Loop.Loop.For, false, {}};
    llvm::append_range(Loop.Needs.Foreign.Filled, Found.Elsewhere);
    // If the user asks for devices by a clause of hetcc, only a certain use keeps the loop from devices.
    if (Found.Use && (Loop.Site.Source->Automatic || Found.Surely))
      Refuse(Each.Entity, Found.Use->getBeginLoc());
  }
  if (Loop.Site.Source->Automatic)
    for (const OMPReductionClause *Clause : Directive->getClausesOfKind<OMPReductionClause>())
      for (auto [Named, Operation] : llvm::zip_equal(Clause->varlists(), Clause->reduction_ops())) {
        const ReducedItem Of = {itemOf(Named).Entity, operatorOf(*Clause), declaredReduction(Operation)};
        if (const Stmt *Use = dependsOnPartials(Loop, Named, Of, Context))
          Refuse(Of.Var, Use->getBeginLoc());
      }
}
