// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What programs wrote before `reduction` took arrays, and still write:
//
//   double mine[N] = {0};               // in the team: each thread's own
//   #pragma omp for nowait
//   for (i = 0; i < n; i++) mine[key[i]] += x[i];
//   #pragma omp critical
//   for (k = 0; k < N; k++) all[k] += mine[k];
//
// With a static schedule OpenMP says which thread runs which iterations, and a program may rely on that (it counts in
// one loop, and writes where the counts say in the next). So everything is looked at that happens to the variable from
// the loop on until it ceases to be.
#include "Analysis/ThreadSums.h"
#include "Analysis/Body.h"
#include "Analysis/InnerLoop.h"
#include "Analysis/Reductions.h"
#include "Analysis/ThreadVariables.h"
#include "Analysis/Updates.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/OpenMPClause.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Basic/SourceManager.h"

using namespace hetcc;
using namespace clang;

namespace {

const VarDecl *variableOf(const Stmt *S) {
  auto *Ref = dyn_cast_or_null<DeclRefExpr>(S);
  return Ref ? dyn_cast_or_null<VarDecl>(namedEntity(Ref)) : nullptr;
}

/// Of `v[e]...[e]`, the array; any other expression itself.
const Expr *withoutSubscripts(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  while (auto *Element = dyn_cast<ArraySubscriptExpr>(E))
    E = Element->getBase()->IgnoreParenImpCasts();
  return E;
}

/// The use of a variable in `v` or `v[e]...[e]`; null for any other expression.
const DeclRefExpr *wholeOrElement(const Expr *E) { return dyn_cast<DeclRefExpr>(withoutSubscripts(E)); }

/// The statements from one to another inside of it, both of them too; empty if it is not in there.
bool findPath(const Stmt *From, const Stmt *To, llvm::SmallVectorImpl<const Stmt *> &Path) {
  Path.push_back(From);
  if (From == To ||
      llvm::any_of(From->children(), [&](const Stmt *Child) { return Child && findPath(Child, To, Path); }))
    return true;
  Path.pop_back();
  return false;
}

/// Looks at one variable.
class SumFinder {
public:
  SumFinder(const Region &Loop, ArrayRef<const Stmt *> Path, const VarDecl *Var, const Update &InLoop,
            ASTContext &Context)
      : Loop(Loop), Path(Path), Var(Var), InLoop(InLoop), Context(Context) {}

  bool find() {
    if (!isOwn(Var) || isOfEachThread(Var) || !mayTravel() || !isCombinedInLoop())
      return false;
    const auto First = beginOfLife();
    if (!First || !llvm::all_of(Path.slice(*First).drop_back(), [](const Stmt *S) { return isa<CompoundStmt>(S); }))
      return false;
    const Stmt *Life = Path[*First];
    if (changes(Life, Var).Aliased || anyIn(Life, [](const Stmt *S) { return isa<LabelStmt>(S); }))
      return false;
    bool Combined = combinedByTeam();
    for (size_t I = Path.size() - 1; I-- > *First && !Returns;)
      if (!lookBehind(cast<CompoundStmt>(Path[I]), Path[I + 1], Combined))
        return false;
    return Combined && llvm::all_of(Targets, [&](const ValueDecl *Each) { return isOnlyCombined(Each, *First); });
  }

  /// Of what is found: see ThreadSum.
  llvm::SmallVector<const VarDecl *, 1> Leading;
  bool OfObject = false;

private:
  bool isOwn(const VarDecl *Of) const { return isOwnInTeam(Loop, Of); }

  /// Whether it leads each thread of a caller's team to one thing, if all of them have the same value.
  bool mayLead(const VarDecl *Of) const {
    const QualType T = Of->getType();
    return !Loop.Team && isa<ParmVarDecl>(Of) && T->isPointerType() && !T->isVariablyModifiedType() &&
           !T.isVolatileQualified() && neverChanges(Of, *Loop.Function);
  }

  bool mayTravel() const {
    const QualType Type = Var->getType(), Element = Context.getBaseElementType(Type);
    const bool Known = InLoop.Whole ? Type->isArithmeticType() : Context.getAsConstantArrayType(Type) != nullptr;
    return Known && !Type->isVariablyModifiedType() && !Element.isVolatileQualified() && Element->isArithmeticType();
  }

  /// What is evaluated only where the variable has some value is evaluated more often where a device begins anew.
  bool isCombinedInLoop() const {
    const bool Decides = InLoop.How == Combining::Both || InLoop.How == Combining::Either;
    return !InLoop.Otherwise && !InLoop.Strict && !(Decides && !InLoop.Guarded.empty()) &&
           llvm::none_of(InLoop.Guarded, [&](const Expr *E) { return E->HasSideEffects(Context); });
  }

  /// The place in the path from which the variable is the thread's.
  std::optional<size_t> beginOfLife() const {
    for (size_t I = 0; I < Path.size(); ++I)
      if (auto *Compound = dyn_cast<CompoundStmt>(Path[I]))
        for (const Stmt *Each : Compound->body())
          if (auto *Declared = dyn_cast<DeclStmt>(Each); Declared && llvm::is_contained(Declared->decls(), Var))
            return I;
    const SourceManager &SM = Context.getSourceManager();
    const bool AllOfTeam =
        Loop.Team ? SM.isBeforeInTranslationUnit(Var->getLocation(), Loop.Team->getBeginLoc()) : isa<ParmVarDecl>(Var);
    return AllOfTeam ? std::optional<size_t>(0) : std::nullopt;
  }

  /// Whether a clause of the team's directive combines the threads' values when the team ends.
  bool combinedByTeam() const {
    if (!Loop.Team)
      return false;
    for (const auto *Clause : Loop.Team->getClausesOfKind<OMPReductionClause>()) {
      auto Operation = Clause->reduction_ops().begin();
      for (const Expr *Item : Clause->varlists())
        if (!declaredReduction(*Operation++) && namedEntity(Item) == Var)
          return Clause->getModifier() == OMPC_REDUCTION_unknown && combiningOf(operatorOf(*Clause)) == InLoop.How;
    }
    return false;
  }

  /// What each thread does in a compound statement behind one of its parts.
  bool lookBehind(const CompoundStmt *All, const Stmt *Part, bool &Combined) {
    for (const Stmt *Each : llvm::make_range(std::next(llvm::find(All->body(), Part)), All->body_end())) {
      if (isa<ReturnStmt>(Each) && !mentions(Each, Var)) // what stands behind is never reached
        return Returns = true;
      if (mayLeave(Each))
        return false;
      if (!mentions(Each, Var) || accumulates(Each) || (!Combined && scales(Each)))
        continue;
      if (!combines(Each, false))
        return false;
      Combined = true;
    }
    return true;
  }

  static bool names(const Stmt *S, const ValueDecl *Decl) {
    auto *E = dyn_cast<Expr>(S);
    return E && isa<DeclRefExpr, MemberExpr>(E) && namedEntity(E) == Decl;
  }

  /// Whether threads wait for each other at the end of a statement.
  static bool isBarrier(const Stmt *S) {
    auto *Directive = dyn_cast<OMPExecutableDirective>(S);
    return Directive && (isa<OMPBarrierDirective>(S) ||
                         (isa<OMPSingleDirective, OMPForDirective, OMPForSimdDirective, OMPSectionsDirective>(S) &&
                          !Directive->hasClausesOfKind<OMPNowaitClause>()));
  }

  /// Whether threads only add to what all share, until they have waited for each other: what one reads there before
  /// others have added to it says what its own value was (`{ base = n; n += count; }`). A statement
  /// behind that which combines the variable once more is held to the same.
  bool isOnlyCombined(const ValueDecl *Target, size_t First) const {
    llvm::SmallVector<const Stmt *, 4> Behind; // where all have combined, and nothing leads back
    if (!isOnlyCombined(Target, First, Behind))
      return false;
    return !isLent(Path.front(), Target, First == 0 ? Behind : llvm::ArrayRef<const Stmt *>());
  }
  bool isOnlyCombined(const ValueDecl *Target, size_t First, llvm::SmallVectorImpl<const Stmt *> &Behind) const {
    bool HasCombined = false, HasWaited = false;
    for (size_t I = Path.size() - 1; I-- > First;) {
      const auto *All = cast<CompoundStmt>(Path[I]);
      for (const Stmt *Each : llvm::make_range(std::next(llvm::find(All->body(), Path[I + 1])), All->body_end())) {
        if (HasWaited && !mentions(Each, Var)) {
          Behind.push_back(withoutDirectives(Each));
          continue;
        }
        const Updates Its = findUpdates(Each, Context);
        const auto Found = Its.find(Target);
        if (Found == Its.end() ? anyIn(Each, [&](const Stmt *Part) { return names(Part, Target); })
                               : Found->second.Otherwise || Found->second.How != InLoop.How)
          return false;
        HasCombined |= Found != Its.end();
        if (isa<ReturnStmt>(Each))
          return true;
        HasWaited |= HasCombined && isBarrier(Each);
      }
    }
    return true;
  }

  /// More of the same operation.
  bool accumulates(const Stmt *S) const {
    const Updates All = findUpdates(S, Context);
    auto Found = All.find(Var);
    return Found != All.end() && !Found->second.Otherwise && Found->second.How == InLoop.How &&
           Found->second.Guarded.empty();
  }

  /// The factor or divisor in `E op factor`, if all threads have the same one; null if it is none.
  const Expr *scaled(const Expr *E, BinaryOperatorKind Op, const Expr *Left, const Expr *Right) const {
    if (InLoop.How != Combining::Sum || !E->getType()->isRealFloatingType() || (Op != BO_Mul && Op != BO_Div))
      return nullptr;
    if (Right->isEvaluatable(Context))
      return Left;
    return Op == BO_Mul && Left->isEvaluatable(Context) ? Right : nullptr;
  }

  /// `sum *= 4.0`: the sum of what threads have is scaled as well.
  bool scales(const Stmt *S) const {
    auto *E = dyn_cast<CompoundAssignOperator>(S);
    if (!E || variableOf(E->getLHS()->IgnoreParens()) != Var)
      return false;
    return scaled(E, BinaryOperator::getOpForCompoundAssignment(E->getOpcode()), E->getLHS(), E->getRHS()) ==
           E->getLHS();
  }

  /// Of `2.0 * sum`, the sum.
  const Expr *withoutFactors(const Expr *E) const {
    auto *Binary = dyn_cast<BinaryOperator>(E->IgnoreParenImpCasts());
    const Expr *Rest = Binary ? scaled(Binary, Binary->getOpcode(), Binary->getLHS(), Binary->getRHS()) : nullptr;
    return Rest ? withoutFactors(Rest) : E;
  }

  /// The member of the function's own object that an expression is; null for any other. In the team's function all
  /// threads have one object.
  const Expr *ownMember(const Expr *E) {
    auto *Member = dyn_cast<MemberExpr>(E->IgnoreParenImpCasts());
    auto *Field = Member ? dyn_cast<FieldDecl>(Member->getMemberDecl()) : nullptr;
    if (!Field || Field->isBitField() || Field->getType()->isReferenceType() ||
        !isa<CXXThisExpr>(Member->getBase()->IgnoreParenImpCasts()) || isInLambda(Loop))
      return nullptr;
    OfObject |= !Loop.Team;
    return Member;
  }

  /// Whether a statement, which every thread comes to, only combines the variable with what all threads share. Alone:
  /// no other thread is at it.
  bool combines(const Stmt *S, bool Alone) {
    if (!S || isa<NullStmt>(S))
      return true;
    if (auto *Directive = dyn_cast<OMPExecutableDirective>(S))
      return isa<OMPCriticalDirective, OMPAtomicDirective>(S) && combines(Directive->getRawStmt(), true);
    if (auto *Compound = dyn_cast<CompoundStmt>(S))
      return llvm::all_of(Compound->body(), [&](const Stmt *Each) { return combines(Each, Alone); });
    if (auto *For = dyn_cast<ForStmt>(S); For && mentions(S, Var)) {
      const auto Counted = countedLoop(For, Context);
      if (!Counted || !isSame(Counted->First) || !isSame(Counted->Limit))
        return false;
      Counters.push_back(Counted->Counter);
      const bool Good = combines(For->getBody(), Alone);
      Counters.pop_back();
      return Good;
    }
    return !mentions(S, Var) || (Alone && isCombination(S));
  }

  bool isCombination(const Stmt *S) {
    const Updates All = findUpdates(S, Context);
    if (All.size() != 1)
      return false;
    const auto &[Decl, Of] = All.front();
    if (Of.Otherwise || Of.Strict || Of.How != InLoop.How || !fits(Of.Target->getType()))
      return false;
    auto *Shared = dyn_cast<VarDecl>(Decl);
    const bool Leads = Shared && isOwn(Shared);
    const Expr *Member = Shared ? nullptr : ownMember(Of.Target);
    if ((!Shared && !Member) || (Leads && !mayLead(Shared)))
      return false;
    Targets.push_back(Decl);
    if (Leads && !llvm::is_contained(Leading, Shared))
      Leading.push_back(Shared);
    llvm::SmallPtrSet<const Stmt *, 4> Seen = {wholeOrElement(Of.Target)};
    for (const Expr *Value : Of.Values) {
      auto *Test = dyn_cast<BinaryOperator>(Value->IgnoreParenImpCasts());
      for (const Expr *Each : Test && Test->isComparisonOp() ? std::vector<const Expr *>{Test->getLHS(), Test->getRHS()}
                                                             : std::vector{Value}) {
        const DeclRefExpr *Use = wholeOrElement(withoutFactors(Each));
        if (!Use || (variableOf(Use) != Var && (!Shared || variableOf(Use) != Shared)))
          return false;
        Seen.insert(Use);
      }
    }
    unsigned Calls = 0; // of fmin() and its like, which the update is
    return !anyIn(S, [&](const Stmt *Part) {
      Calls += isa<CallExpr>(Part);
      const VarDecl *Named = variableOf(Part);
      return (Named == Var && !Seen.contains(Part)) || (Named && Named != Var && Named != Shared && !isSame(Named)) ||
             (!names(Part, Decl) && changesMember(Part)) || (isa<CXXThisExpr>(Part) && !Member && !Loop.Team);
    }) && Calls <= (Of.How == Combining::Least || Of.How == Combining::Most);
  }

  /// The sum of several threads' may only come around, overflow or be rounded where that of all does.
  bool fits(QualType Target) const {
    const QualType Own = Context.getBaseElementType(Var->getType());
    return (Own->isIntegerType() ? Target->isIntegerType() : Target->isRealFloatingType()) &&
           Context.getTypeSize(Target) <= Context.getTypeSize(Own);
  }

  /// Of an assignment, an increment, or an address that is taken: the variable or member, or the array of the element.
  static const Expr *changedBy(const Stmt *S) {
    const Expr *Changed = nullptr;
    if (auto *Binary = dyn_cast<BinaryOperator>(S); Binary && Binary->isAssignmentOp())
      Changed = Binary->getLHS();
    else if (auto *Unary = dyn_cast<UnaryOperator>(S);
             Unary && (Unary->isIncrementDecrementOp() || Unary->getOpcode() == UO_AddrOf))
      Changed = Unary->getSubExpr();
    return Changed ? withoutSubscripts(Changed) : nullptr;
  }

  /// Whether the team has another name for it, but for what some statements hand to functions.
  static bool isLent(const Stmt *S, const ValueDecl *Of, llvm::ArrayRef<const Stmt *> MayHandOn, bool Within = false) {
    Within |= llvm::is_contained(MayHandOn, S);
    auto IsAddress = [&](const Stmt *Part) {
      auto *Address = dyn_cast<UnaryOperator>(Part);
      const Expr *At = Address && Address->getOpcode() == UO_AddrOf ? changedBy(Part) : nullptr;
      return At && names(At, Of);
    };
    auto IsGiven = [&](const Stmt *Part) {
      auto *Given = dyn_cast<Expr>(Part);
      return Within && isa<CallExpr>(S) && Given && IsAddress(Given->IgnoreParenImpCasts());
    };
    return IsAddress(S) || llvm::any_of(partsOf(S), [&](const Stmt *Part) {
             return !IsGiven(Part) && isLent(Part, Of, MayHandOn, Within);
           });
  }

  /// Whether the team changes a variable that it shares, while threads come by one after another.
  bool isChanged(const VarDecl *Of) const {
    return changes(Path.front(), Of).Assigned || anyIn(Path.front(), [&](const Stmt *Part) {
             const Expr *Changed = changedBy(Part);
             return Changed && names(Changed, Of);
           });
  }

  /// Whether an expression is a member that the team changes in some object.
  bool changesMember(const Stmt *S) const {
    auto *Member = dyn_cast<MemberExpr>(S);
    return Member && isa<FieldDecl>(Member->getMemberDecl()) && anyIn(Path.front(), [&](const Stmt *Part) {
             auto *Changed = dyn_cast_or_null<MemberExpr>(changedBy(Part));
             return Changed && Changed->getMemberDecl() == Member->getMemberDecl();
           });
  }

  /// Whether all threads come to the same.
  bool isSame(const VarDecl *Of) const { return llvm::is_contained(Counters, Of) || (!isOwn(Of) && !isChanged(Of)); }
  bool isSame(const Expr *E) const {
    return !anyIn(E, [&](const Stmt *Part) {
      const VarDecl *Named = variableOf(Part);
      return isa<CallExpr>(Part) || changesMember(Part) || (Named && !isSame(Named));
    });
  }

  const Region &Loop;
  const ArrayRef<const Stmt *> Path; ///< from the team's statement to the loop
  const VarDecl *const Var;
  const Update &InLoop;
  ASTContext &Context;
  llvm::SmallVector<const ValueDecl *, 2> Targets;  ///< what all share, that it is combined into
  bool Returns = false;                             ///< every thread, behind what has been looked at
  llvm::SmallVector<const ValueDecl *, 4> Counters; ///< of the loops around a combination
};

} // namespace

std::vector<ThreadSum> hetcc::threadSums(const Region &Loop, ASTContext &Context) {
  std::vector<ThreadSum> Found;
  auto *Directive = dyn_cast_or_null<OMPExecutableDirective>(Loop.Marker->getElse());
  if (!Directive || !Loop.Source->joinsTeam() || (Loop.Team && !isa<OMPParallelDirective>(Loop.Team)))
    return Found;
  const Stmt *Whole = Loop.Team ? Loop.Team->getInnermostCapturedStmt()->getCapturedStmt() : Loop.Function->getBody();
  llvm::SmallVector<const Stmt *, 8> Path;
  if (!findPath(Whole, Loop.Marker, Path))
    return Found;
  const Stmt *Body = Loop.Loop.For->getBody();
  for (const auto &[Decl, InLoop] : findUpdates(Body, Context)) {
    auto *Var = dyn_cast<VarDecl>(Decl);
    const bool OfClause = llvm::any_of(Directive->clauses(), [&](const OMPClause *Clause) {
      return llvm::any_of(const_cast<OMPClause *>(Clause)->children(),
                          [&](const Stmt *S) { return Var && mentions(S, Var); });
    });
    SumFinder Finder(Loop, Path, Var, InLoop, Context);
    if (!Var || OfClause || !Finder.find())
      continue;
    const Stmt *Use = nullptr;
    anyIn(Body, [&](const Stmt *Part) { return variableOf(Part) == Var && (Use = Part); });
    Found.push_back({Var, cast<Expr>(Use), InLoop.How, std::move(Finder.Leading), Finder.OfObject});
  }
  return Found;
}
