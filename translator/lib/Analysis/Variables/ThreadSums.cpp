// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reductions by hand, which programs wrote before `reduction` accepted arrays, and still write:
//
//   double mine[N] = {0};               // in the team: each thread's own
//   #pragma omp for nowait
//   for (i = 0; i < n; i++) mine[key[i]] += x[i];
//   #pragma omp critical
//   for (k = 0; k < N; k++) all[k] += mine[k];
//
// With a static schedule, OpenMP defines which thread runs which iterations, and a program may rely on this: it counts
// in one loop, and in the next loop each thread writes to the places that its own counts give. So the analysis checks
// all uses of the variable from the loop to the end of the variable's lifetime.
#include "Analysis/Variables/ThreadSums.h"
#include "Analysis/Region/Region.h"
#include "Analysis/Syntax/Changes.h"
#include "Analysis/Syntax/Combining.h"
#include "Analysis/Syntax/InnerLoop.h"
#include "Analysis/Syntax/NamedObjects.h"
#include "Analysis/Syntax/Statements.h"
#include "Analysis/Syntax/Types.h"
#include "Analysis/Syntax/Updates.h"
#include "Analysis/Variables/Reductions.h"
#include "Analysis/Variables/ThreadVariables.h"
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
  return Ref ? dyn_cast_or_null<VarDecl>(namedDirectly(Ref)) : nullptr;
}

/// The array `v` of an expression `v[e]...[e]`; for other expressions, the expression without parentheses and casts.
const Expr *withoutSubscripts(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  while (auto *Element = dyn_cast<ArraySubscriptExpr>(E))
    E = Element->getBase()->IgnoreParenImpCasts();
  return E;
}

/// The name of a variable in `v` or `v[e]...[e]`; null for any other expression.
const DeclRefExpr *wholeOrElement(const Expr *E) { return dyn_cast<DeclRefExpr>(withoutSubscripts(E)); }

/// Appends to Path the statements that lead from statement `From` down to `To` inside of it, both included; false and
/// no change if `To` is not in `From`.
bool findPath(const Stmt *From, const Stmt *To, llvm::SmallVectorImpl<const Stmt *> &Path) {
  Path.push_back(From);
  if (From == To ||
      llvm::any_of(From->children(), [&](const Stmt *Child) { return Child && findPath(Child, To, Path); }))
    return true;
  Path.pop_back();
  return false;
}

/// Finds out whether one variable of a loop is a ThreadSum.
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
    if (changes(Life, Var, Loop.Members).Aliased || anyIn(Life, [](const Stmt *S) { return isa<LabelStmt>(S); }))
      return false;
    bool Combined = combinedByTeam();
    for (size_t I = Path.size() - 1; I-- > *First && !Returns;)
      if (!scanAfter(cast<CompoundStmt>(Path[I]), Path[I + 1], Combined))
        return false;
    return Combined && llvm::all_of(Targets, [&](const ValueDecl *Each) { return isOnlyCombined(Each, *First); });
  }

  // Results of find(): the values of the fields of the same names in ThreadSum.
  llvm::SmallVector<const VarDecl *, 1> Leading;
  bool OfObject = false;

private:
  bool isOwn(const VarDecl *Of) const { return isOwnInTeam(Loop, Of); }

  /// Whether `Of` is a pointer parameter that never changes. If a caller has made the team, and all threads have the
  /// same value of the parameter, all threads combine into the same memory.
  bool mayLead(const VarDecl *Of) const {
    const QualType T = Of->getType();
    return !Loop.Site.Team && isa<ParmVarDecl>(Of) && T->isPointerType() && !T->isVariablyModifiedType() &&
           !T.isVolatileQualified() && neverChanges(Of, *Loop.Site.Function);
  }

  bool mayTravel() const {
    const QualType Type = Var->getType(), Element = Context.getBaseElementType(Type);
    const bool Known = InLoop.Whole ? Type->isArithmeticType() : Context.getAsConstantArrayType(Type) != nullptr;
    return Known && !Type->isVariablyModifiedType() && !Element.isVolatileQualified() && Element->isArithmeticType();
  }

  /// Whether the loop only combines values into the variable. If the variable's value decides whether an expression is
  /// evaluated, as for e in `if (e < v) v = e;`, the expression must have no side effects, because a device begins with
  /// another value, and so may evaluate the expression in other iterations.
  bool isCombinedInLoop() const {
    const bool Decides = InLoop.How == Combining::Both || InLoop.How == Combining::Either;
    return !InLoop.Otherwise && !InLoop.Strict && !(Decides && !InLoop.Guarded.empty()) &&
           llvm::none_of(InLoop.Guarded, [&](const Expr *E) { return E->HasSideEffects(Context); });
  }

  /// The index in Path of the statement that declares the variable; 0 if the thread has the variable for the whole
  /// team. nullopt if the place is not known.
  std::optional<size_t> beginOfLife() const {
    for (size_t I = 0; I < Path.size(); ++I)
      if (auto *Compound = dyn_cast<CompoundStmt>(Path[I]))
        for (const Stmt *Each : Compound->body())
          if (auto *Declared = dyn_cast<DeclStmt>(Each); Declared && llvm::is_contained(Declared->decls(), Var))
            return I;
    const SourceManager &SM = Context.getSourceManager();
    const bool AllOfTeam = Loop.Site.Team
                               ? SM.isBeforeInTranslationUnit(Var->getLocation(), Loop.Site.Team->getBeginLoc())
                               : isa<ParmVarDecl>(Var);
    return AllOfTeam ? std::optional<size_t>(0) : std::nullopt;
  }

  /// Whether a clause of the team's directive combines the threads' values when the team ends.
  bool combinedByTeam() const {
    if (!Loop.Site.Team)
      return false;
    for (const auto *Clause : Loop.Site.Team->getClausesOfKind<OMPReductionClause>()) {
      auto Operation = Clause->reduction_ops().begin();
      for (const Expr *Item : Clause->varlists())
        if (!declaredReduction(*Operation++) && namedDirectly(Item) == Var)
          return Clause->getModifier() == OMPC_REDUCTION_unknown && combiningOf(operatorOf(*Clause)) == InLoop.How;
    }
    return false;
  }

  /// Whether the statements after `Part` in a compound statement only scale the variable, combine further values into
  /// it, or combine it into a shared variable. In the last case, sets Combined.
  bool scanAfter(const CompoundStmt *All, const Stmt *Part, bool &Combined) {
    for (const Stmt *Each : llvm::make_range(std::next(llvm::find(All->body(), Part)), All->body_end())) {
      if (isa<ReturnStmt>(Each) && !mentions(Each, Var, Loop.Members)) // no statement after `return` is executed
        return Returns = true;
      if (mayLeave(Each))
        return false;
      if (!mentions(Each, Var, Loop.Members) || accumulates(Each) || (!Combined && scales(Each)))
        continue;
      if (!combines(Each, false))
        return false;
      Combined = true;
    }
    return true;
  }

  bool names(const Stmt *S, const ValueDecl *Decl) const {
    auto *E = dyn_cast<Expr>(S);
    return E && isa<DeclRefExpr, MemberExpr>(E) && Loop.named(E) == Decl;
  }

  /// Whether threads wait for each other at the end of a statement.
  static bool isBarrier(const Stmt *S) {
    auto *Directive = dyn_cast<OMPExecutableDirective>(S);
    return Directive && (isa<OMPBarrierDirective>(S) ||
                         (isa<OMPSingleDirective, OMPForDirective, OMPForSimdDirective, OMPSectionsDirective>(S) &&
                          !Directive->hasClausesOfKind<OMPNowaitClause>()));
  }

  /// Whether threads only combine values into the shared variable `Target` until a barrier. If a thread read Target
  /// earlier, as in `{ base = n; n += count; }`, it would see which threads have combined their values. A statement
  /// after the barrier that combines Var once more must obey the same rule.
  bool isOnlyCombined(const ValueDecl *Target, size_t First) const {
    llvm::SmallVector<const Stmt *, 4> Behind; // statements that run after all threads have combined their values
    if (!isOnlyCombined(Target, First, Behind))
      return false;
    return !isLent(Path.front(), Target, First == 0 ? Behind : llvm::ArrayRef<const Stmt *>());
  }
  bool isOnlyCombined(const ValueDecl *Target, size_t First, llvm::SmallVectorImpl<const Stmt *> &Behind) const {
    bool HasCombined = false, HasWaited = false;
    for (size_t I = Path.size() - 1; I-- > First;) {
      const auto *All = cast<CompoundStmt>(Path[I]);
      for (const Stmt *Each : llvm::make_range(std::next(llvm::find(All->body(), Path[I + 1])), All->body_end())) {
        if (HasWaited && !mentions(Each, Var, Loop.Members)) {
          Behind.push_back(withoutDirectives(Each));
          continue;
        }
        const Updates Its = findUpdates(Each, Loop.Members, Context);
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

  /// Whether a statement only combines further values into the variable, by the same operation.
  bool accumulates(const Stmt *S) const {
    const Updates All = findUpdates(S, Loop.Members, Context);
    auto Found = All.find(Var);
    return Found != All.end() && !Found->second.Otherwise && Found->second.How == InLoop.How &&
           Found->second.Guarded.empty();
  }

  /// The operand that is scaled in a floating-point product or quotient E with a constant factor or divisor: x in
  /// `2.0 * x` or `x / 2.0`. Null for other expressions.
  const Expr *scaled(const Expr *E, BinaryOperatorKind Op, const Expr *Left, const Expr *Right) const {
    if (InLoop.How != Combining::Sum || !E->getType()->isRealFloatingType() || (Op != BO_Mul && Op != BO_Div))
      return nullptr;
    if (Right->isEvaluatable(Context))
      return Left;
    return Op == BO_Mul && Left->isEvaluatable(Context) ? Right : nullptr;
  }

  /// Whether a statement scales the variable, as `sum *= 4.0`. If each thread scales its sum, the total is scaled as
  /// well.
  bool scales(const Stmt *S) const {
    auto *E = dyn_cast<CompoundAssignOperator>(S);
    if (!E || variableOf(E->getLHS()->IgnoreParens()) != Var)
      return false;
    return scaled(E, BinaryOperator::getOpForCompoundAssignment(E->getOpcode()), E->getLHS(), E->getRHS()) ==
           E->getLHS();
  }

  /// An expression without constant factors and divisors around it: `sum` for `2.0 * sum`.
  const Expr *withoutFactors(const Expr *E) const {
    auto *Binary = dyn_cast<BinaryOperator>(E->IgnoreParenImpCasts());
    const Expr *Rest = Binary ? scaled(Binary, Binary->getOpcode(), Binary->getLHS(), Binary->getRHS()) : nullptr;
    return Rest ? withoutFactors(Rest) : E;
  }

  /// The member of `*this` that an expression names; null for other expressions. If the function itself makes the team,
  /// all threads have the same `this`. Otherwise sets OfObject, so that the threads compare `this` at run time.
  const Expr *ownMember(const Expr *E) {
    auto *Member = dyn_cast<MemberExpr>(E->IgnoreParenImpCasts());
    auto *Field = Member ? dyn_cast<FieldDecl>(Member->getMemberDecl()) : nullptr;
    if (!Field || Field->isBitField() || Field->getType()->isReferenceType() ||
        !isa<CXXThisExpr>(Member->getBase()->IgnoreParenImpCasts()) || isInLambda(Loop))
      return nullptr;
    OfObject |= !Loop.Site.Team;
    return Member;
  }

  /// Whether a statement that every thread executes only combines the variable into shared variables. `Alone`: the
  /// statement is under `critical` or `atomic`, so that one thread executes it at a time.
  bool combines(const Stmt *S, bool Alone) {
    if (!S || isa<NullStmt>(S))
      return true;
    if (auto *Directive = dyn_cast<OMPExecutableDirective>(S))
      return isa<OMPCriticalDirective, OMPAtomicDirective>(S) && combines(Directive->getRawStmt(), true);
    if (auto *Compound = dyn_cast<CompoundStmt>(S))
      return llvm::all_of(Compound->body(), [&](const Stmt *Each) { return combines(Each, Alone); });
    if (auto *For = dyn_cast<ForStmt>(S); For && mentions(S, Var, Loop.Members)) {
      const auto Counted = countedLoop(For, Context);
      if (!Counted || !isSame(Counted->First) || !isSame(Counted->Limit))
        return false;
      Counters.push_back(Counted->Counter);
      const bool Good = combines(For->getBody(), Alone);
      Counters.pop_back();
      return Good;
    }
    return !mentions(S, Var, Loop.Members) || (Alone && isCombination(S));
  }

  bool isCombination(const Stmt *S) {
    const Updates All = findUpdates(S, Loop.Members, Context);
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
    unsigned Calls = 0; // one call is allowed in a minimum or maximum, which may be a call of fmin() or the like
    return !anyIn(S, [&](const Stmt *Part) {
      Calls += isa<CallExpr>(Part);
      const VarDecl *Named = variableOf(Part);
      return (Named == Var && !Seen.contains(Part)) || (Named && Named != Var && Named != Shared && !isSame(Named)) ||
             (!names(Part, Decl) && changesMember(Part)) || (isa<CXXThisExpr>(Part) && !Member && !Loop.Site.Team);
    }) && Calls <= (Of.How == Combining::Least || Of.How == Combining::Most);
  }

  /// Whether the shared variable's type is not wider than the type of the thread's variable. Devices add values of
  /// several threads to one thread's variable, which must not overflow, or be rounded, if the shared sum would not.
  bool fits(QualType Target) const {
    const QualType Own = Context.getBaseElementType(Var->getType());
    return (Own->isIntegerType() ? Target->isIntegerType() : Target->isRealFloatingType()) &&
           Context.getTypeSize(Target) <= Context.getTypeSize(Own);
  }

  /// The variable, member or array (for an element) that an assignment or increment changes, or whose address `&`
  /// takes; null for other statements.
  static const Expr *changedBy(const Stmt *S) {
    const Expr *Changed = nullptr;
    if (auto *Binary = dyn_cast<BinaryOperator>(S); Binary && Binary->isAssignmentOp())
      Changed = Binary->getLHS();
    else if (auto *Unary = dyn_cast<UnaryOperator>(S);
             Unary && (Unary->isIncrementDecrementOp() || Unary->getOpcode() == UO_AddrOf))
      Changed = Unary->getSubExpr();
    return Changed ? withoutSubscripts(Changed) : nullptr;
  }

  /// Whether S takes the address of `Of`, so that code may use `Of` by another name. An address that is passed to a
  /// function in one of the statements `MayHandOn` does not count.
  bool isLent(const Stmt *S, const ValueDecl *Of, llvm::ArrayRef<const Stmt *> MayHandOn, bool Within = false) const {
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

  /// Whether code of the team may change a shared variable, so that threads may see different values of it.
  bool isChanged(const VarDecl *Of) const {
    return changes(Path.front(), Of, Loop.Members).Assigned || anyIn(Path.front(), [&](const Stmt *Part) {
             const Expr *Changed = changedBy(Part);
             return Changed && names(Changed, Of);
           });
  }

  /// Whether an expression names a member that code of the team changes, in this or another object of the class.
  bool changesMember(const Stmt *S) const {
    auto *Member = dyn_cast<MemberExpr>(S);
    return Member && isa<FieldDecl>(Member->getMemberDecl()) && anyIn(Path.front(), [&](const Stmt *Part) {
             auto *Changed = dyn_cast_or_null<MemberExpr>(changedBy(Part));
             return Changed && Changed->getMemberDecl() == Member->getMemberDecl();
           });
  }

  /// Whether a variable or expression has the same value in all threads that evaluate it.
  bool isSame(const VarDecl *Of) const { return llvm::is_contained(Counters, Of) || (!isOwn(Of) && !isChanged(Of)); }
  bool isSame(const Expr *E) const {
    return !anyIn(E, [&](const Stmt *Part) {
      const VarDecl *Named = variableOf(Part);
      return isa<CallExpr>(Part) || changesMember(Part) || (Named && !isSame(Named));
    });
  }

  const Region &Loop;
  const ArrayRef<const Stmt *> Path; ///< the statements from the team's statement (or the function's body) down to the
                                     ///< loop
  const VarDecl *const Var;
  const Update &InLoop;
  ASTContext &Context;
  llvm::SmallVector<const ValueDecl *, 2> Targets;  ///< the shared variables into which Var is combined
  bool Returns = false;                             ///< a `return` follows the combination, so that no later statement
                                                    ///< is executed
  llvm::SmallVector<const ValueDecl *, 4> Counters; ///< the counters of the loops around a combination
};

} // namespace

std::vector<ThreadSum> hetcc::threadSums(const Region &Loop, ASTContext &Context) {
  std::vector<ThreadSum> Found;
  auto *Directive = dyn_cast_or_null<OMPExecutableDirective>(Loop.Site.Marker->getElse());
  if (!Directive || !Loop.Site.Source->joinsTeam() || (Loop.Site.Team && !isa<OMPParallelDirective>(Loop.Site.Team)))
    return Found;
  const Stmt *Whole =
      Loop.Site.Team ? Loop.Site.Team->getInnermostCapturedStmt()->getCapturedStmt() : Loop.Site.Function->getBody();
  llvm::SmallVector<const Stmt *, 8> Path;
  if (!findPath(Whole, Loop.Site.Marker, Path))
    return Found;
  const Stmt *Body = Loop.Loop.For->getBody();
  for (const auto &[Decl, InLoop] : findUpdates(Body, Loop.Members, Context)) {
    auto *Var = dyn_cast<VarDecl>(Decl);
    const bool OfClause = llvm::any_of(Directive->clauses(), [&](const OMPClause *Clause) {
      return llvm::any_of(const_cast<OMPClause *>(Clause)->children(),
                          [&](const Stmt *S) { return Var && mentions(S, Var, Loop.Members); });
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
