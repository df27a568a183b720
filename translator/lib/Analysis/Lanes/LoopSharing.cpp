// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lanes (threads of a GPU that execute one iteration of a region together) can share an inner loop if its iterations
// are independent: no iteration uses an element that another iteration writes, and variables that all iterations use
// are only reduced into, as in `sum += x`.
#include "Analysis/Lanes/LoopSharing.h"
#include "Analysis/Region/Region.h"
#include "Analysis/Syntax/Changes.h"
#include "Analysis/Syntax/Combining.h"
#include "Analysis/Syntax/DynamicVisitor.h"
#include "Analysis/Syntax/MessageText.h"
#include "Analysis/Syntax/NamedObjects.h"
#include "Analysis/Syntax/Statements.h"
#include "Analysis/Variables/ThreadVariables.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/OpenMPClause.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"

using namespace hetcc;
using namespace clang;

LoopSharing::LoopSharing(const Region &R, ASTContext &Context, const SharingRules &Rules)
    : R(R), Context(Context), Rules(Rules), Subs(R, Context), Finder(R), Whole(Finder.of({R.Loop.For->getBody()})) {}

const Capture *LoopSharing::reduction(const ValueDecl *Var) const {
  auto It = llvm::find_if(R.Body.Captures,
                          [&](const Capture &C) { return C.What.Decl == Var && C.Kind == CaptureKind::Reduction; });
  return It == R.Body.Captures.end() ? nullptr : &*It;
}

std::vector<InnerLoop> hetcc::countedLoopsIn(const Stmt *S, ASTContext &Context) {
  std::vector<InnerLoop> All;
  S = withoutDirectives(S);
  if (auto *For = dyn_cast<ForStmt>(S))
    if (auto Loop = countedLoop(For, Context))
      All.push_back(*Loop);
  for (const Stmt *Child : partsOf(S))
    llvm::append_range(All, countedLoopsIn(Child, Context));
  return All;
}

std::optional<int64_t> hetcc::constantTrips(const InnerLoop &Loop, ASTContext &Context) {
  auto Number = [&](const Expr *E) {
    auto Value = E->isValueDependent() ? std::nullopt : E->getIntegerConstantExpr(Context);
    return Value && Value->isRepresentableByInt64() ? std::optional(Value->getExtValue()) : std::nullopt;
  };
  auto First = Number(Loop.First), Limit = Number(Loop.Limit);
  int64_t Distance = 0;
  if (!First || !Limit || llvm::SubOverflow(Loop.Upwards ? *Limit : *First, Loop.Upwards ? *First : *Limit, Distance))
    return std::nullopt;
  int64_t Step = Loop.Upwards ? Loop.Step : -Loop.Step;
  return Distance < 0 ? 0 : Loop.Inclusive ? Distance / Step + 1 : Distance / Step + (Distance % Step != 0);
}

unsigned hetcc::loopDepth(const Stmt *S, ASTContext &Context) {
  S = withoutDirectives(S);
  unsigned Inside = 0;
  for (const Stmt *Child : partsOf(S))
    Inside = std::max(Inside, loopDepth(Child, Context));
  auto *For = dyn_cast<ForStmt>(S);
  auto Loop = For ? countedLoop(For, Context) : std::nullopt;
  bool Few = Loop && constantTrips(*Loop, Context).value_or(FewTrips) < FewTrips;
  return Inside + (isLoop(S) && !Few);
}

namespace {

/// Sets `UsedOutside` if the code uses a counter outside of the loops that set it first.
struct CounterUses : DynamicVisitor {
  const ValueDecl *Counter = nullptr;
  bool UsedOutside = false;
  bool dataTraverseStmtPre(Stmt *S) override {
    if (const Stmt *Inside = withoutDirectives(S); Inside != S)
      return TraverseStmt(Inside), false;
    auto *For = dyn_cast<ForStmt>(S);
    auto *Assign = For ? dyn_cast_or_null<BinaryOperator>(For->getInit()) : nullptr;
    if (!Assign || Assign->getOpcode() != BO_Assign || namedDirectly(Assign->getLHS()) != Counter)
      return true;
    return TraverseStmt(Assign->getRHS()), false;
  }
  bool VisitDeclRefExpr(DeclRefExpr *Ref) override {
    return !(UsedOutside |= Ref->getDecl()->getCanonicalDecl() == Counter);
  }
};

} // namespace

bool LoopSharing::isLastPrivate(const ValueDecl *Var) const {
  return llvm::any_of(R.Body.Captures, [&](auto &C) { return C.What.Decl == Var && C.Last; });
}

bool LoopSharing::isOnlyCounter(const ValueDecl *Var) const {
  if (!isa<VarDecl>(Var) || Whole.Aliased.contains(Var) || isLastPrivate(Var))
    return false;
  CounterUses Uses;
  Uses.Counter = Var;
  Uses.TraverseStmt(R.Loop.For->getBody());
  return !Uses.UsedOutside;
}

/// Whether a directive before a loop says that its iterations are independent. It is one of Rules.Marks, or an OpenMP
/// directive that has no clause such as `ordered`, by which iterations may depend on each other.
bool LoopSharing::isMarked(const ForStmt *For, const OMPExecutableDirective *Mark) const {
  const SourceManager &SM = Context.getSourceManager();
  for (SourceLocation End : Rules.Marks)
    if (auto Next = Lexer::findNextToken(End, SM, Context.getLangOpts());
        Next && Next->getLocation() == SM.getExpansionLoc(For->getForLoc()))
      return true;
  return Mark && llvm::none_of(Mark->clauses(), [](const OMPClause *C) {
           return isa<OMPSafelenClause, OMPOrderedClause, OMPLinearClause>(C);
         });
}

/// Whether a `reduction` clause of the loop's directive lists `Var`, so that its values may be combined in any order.
bool LoopSharing::permits(const OMPExecutableDirective *Mark, const ValueDecl *Var) const {
  if (!Mark)
    return false;
  for (const auto *Clause : Mark->getClausesOfKind<OMPReductionClause>())
    if (llvm::any_of(Clause->varlists(), [&](const Expr *Item) { return namedDirectly(Item) == Var; }))
      return true;
  return false;
}

std::string LoopSharing::headObstacle(const Candidate &C) const {
  const ForStmt *For = C.Loop.For;
  QualType T = C.Counted.Counter->getType().getNonReferenceType();
  const Effects Head = Finder.of({C.Counted.First, C.Counted.Limit});
  if (For->getConditionVariable() || !T->isIntegerType() || T->isBooleanType() || T->isEnumeralType() ||
      T.isVolatileQualified() || Context.getTypeSize(T) > 64 || C.Counted.Counter->getType()->isReferenceType())
    return "its counter is of a type that is not divided";
  if (Head.Unknown || Head.Through || !Head.Changed.empty() || Head.writesWindows())
    return "its bounds change something";
  for (const ValueDecl *V : Head.Read)
    if (V == C.Counted.Counter || C.Body.varies(V) || reduction(V))
      return "its bounds depend on '" + nameInMessages(*V) + "', which it changes";
  for (const Access *A : Head.Touched)
    if (C.Body.writes(A->Window))
      return "its bounds depend on '" + nameInMessages(*R.Windows[A->Window].Array.Decl) + "', which it writes";
  return "";
}

std::string LoopSharing::bodyObstacle(const Candidate &C) const {
  if (C.Body.Unknown)
    return "it has a construct that is not looked into";
  if (C.Body.Leaves)
    return "it may end early";
  return C.Body.Through ? "it writes through a pointer" : "";
}

/// Why lanes cannot combine `Var` if an update of `Var` decides whether other code runs, as in `if (x < best) { best =
/// x; where = i; }`. Empty if the other code changes nothing.
std::string LoopSharing::guardedObstacle(const ValueDecl *Var, const Update &Of) const {
  for (const Expr *E : Of.Guarded)
    if (const Effects Does = Finder.of({E});
        Does.Unknown || Does.Through || !Does.Changed.empty() || Does.writesWindows())
      return "'" + Var->getNameAsString() + "' decides whether something is changed";
  return "";
}

/// Why iterations depend on each other through variables; empty if they do not. Adds the variables that lanes have to
/// combine to the Reductions of C.
std::string LoopSharing::variableObstacle(Candidate &C) const {
  const Updates All = findUpdates(C.Loop.For->getBody(), R.Members, Context);
  auto Combined = [&](const ValueDecl *V) {
    auto It = All.find(V);
    return It != All.end() && !It->second.Otherwise ? &It->second : nullptr;
  };
  auto Name = [](const ValueDecl *V) { return "'" + V->getNameAsString() + "'"; };
  for (const ValueDecl *V : C.Body.Read) // the loop reads V otherwise than to combine it with a value
    if (reduction(V) && !Combined(V))
      return Name(V) + " is used before the region has combined it";
  for (const ValueDecl *V : C.Body.Changed) {
    if (C.Body.Declared.contains(V) || isOnlyCounter(V))
      continue;
    const Update *Own = Combined(V);
    if (std::string Why = Own ? guardedObstacle(V, *Own) : ""; !Why.empty())
      return Why;
    if (const Capture *OfRegion = reduction(V)) {
      auto Wanted = OfRegion->Reduced.Declared ? std::nullopt : combiningOf(OfRegion->Reduced.Operator);
      if (!Own || Own->How != Wanted)
        return Name(V) + " is used before the region has combined it";
      continue;
    }
    if (auto *Var = dyn_cast<VarDecl>(V);
        Var && !Own && !isLastPrivate(V) && isSetInEachTurn(R, C.Loop.For, Var, Context))
      continue;
    if (Own && Whole.Aliased.contains(V))
      return "it sets " + Name(V) + ", which pointers or references may lead to";
    if (!Own || !Own->Whole || !isa<VarDecl>(V) || V->getType()->isReferenceType())
      return "it sets " + Name(V) + ", which is declared outside of it";
    if (V->getType()->isRealFloatingType()) {
      if ((Own->Strict || !Rules.Reassociate) && !permits(C.Loop.Mark, V))
        return Name(V) + " has to be combined in order";
      C.Reassociates = true;
    }
    C.Loop.Reductions.push_back({V, Own->How});
  }
  return "";
}

std::string LoopSharing::windowObstacle(const Candidate &C) const {
  const bool Marked = isMarked(C.Loop.For, C.Loop.Mark);
  auto Atomic = [](const Access *A) { return A->Atomic; };
  std::vector<InnerLoop> Inside = countedLoopsIn(C.Loop.For->getBody(), Context);
  for (unsigned W = 0; W < R.Windows.size(); ++W) {
    if (!C.Body.writes(W))
      continue;
    llvm::SmallVector<const Access *, 4> Of;
    llvm::copy_if(C.Body.Touched, std::back_inserter(Of), [&](const Access *A) { return A->Window == W; });
    // If the directive says that iterations are independent, the accesses need not be compared. This does not hold if
    // iterations update an element by `omp atomic`, because lanes update elements without atomic operations.
    if (Marked && llvm::none_of(Of, Atomic))
      continue;
    if (!Subs.areApart(C.Counted, Inside, C.Body, Of))
      return "several of its iterations may use an element of '" + nameInMessages(*R.Windows[W].Array.Decl) +
             "' that one writes";
  }
  return "";
}

Candidate LoopSharing::examine(const ForStmt *For, const OMPExecutableDirective *Mark) const {
  Candidate C;
  auto Counted = countedLoop(For, Context);
  if (!Counted || Counted->MayWrap) {
    C.Obstacle = "it does not count from one bound to another";
    return C;
  }
  C.Counted = *Counted;
  C.Loop = {For,
            Counted->Counter,
            Counted->First,
            Counted->Limit,
            Counted->Inclusive,
            Counted->Unequal,
            Counted->Step,
            Mark,
            {},
            {}};
  C.Body = Finder.of({For->getBody()});
  C.Obstacle = headObstacle(C);
  if (C.Obstacle.empty())
    C.Obstacle = bodyObstacle(C);
  if (C.Obstacle.empty())
    C.Obstacle = variableObstacle(C);
  if (C.Obstacle.empty())
    C.Obstacle = windowObstacle(C);
  C.HasFewTurns = constantTrips(C.Counted, Context).value_or(FewTrips) < FewTrips;
  return C;
}

bool LoopSharing::areOne(const Candidate &Outer, const Candidate &Inner) const {
  const Effects Head = Finder.of({Inner.Counted.First, Inner.Counted.Limit});
  auto Changes = [&](const ValueDecl *V) { return V == Outer.Counted.Counter || Outer.Body.varies(V); };
  auto Writes = [&](const Access *A) { return Outer.Body.writes(A->Window); };
  if (!Outer.isIndependent() || !Inner.isIndependent() || llvm::any_of(Head.Read, Changes) ||
      llvm::any_of(Head.Touched, Writes))
    return false;
  int64_t Rows = constantTrips(Outer.Counted, Context).value_or(FewTrips),
          Columns = constantTrips(Inner.Counted, Context).value_or(FewTrips);
  return Rows >= FewTrips || Columns >= FewTrips || Rows * Columns >= FewTrips;
}

namespace {

/// The accesses in the deepest loops of a statement.
struct Deepest {
  unsigned Depth = 0;
  llvm::SmallPtrSet<const Expr *, 16> Accesses;
};

void findDeepest(const Stmt *S, unsigned Depth, const Region &R, Deepest &Into) {
  const bool IsSubscript = isa<ArraySubscriptExpr, CXXOperatorCallExpr>(S);
  if (IsSubscript ||
      (mayNameElement(S) && llvm::any_of(R.Body.Accesses, [&](const Access &A) { return A.Whole == S; }))) {
    if (Depth > Into.Depth)
      Into = {Depth, {}};
    if (Depth == Into.Depth)
      Into.Accesses.insert(cast<Expr>(S));
  }
  for (const Stmt *Child : partsOf(S))
    findDeepest(Child, Depth + isa<ForStmt, WhileStmt, DoStmt>(S), R, Into);
}

} // namespace

/// The number of accesses in the deepest loops of `In` that are contiguous if lanes share C, minus the number of those
/// that are strided. `WritesAlone`: only writes count.
int LoopSharing::score(const Candidate &C, const ForStmt *In, bool WritesAlone) const {
  Deepest Inner;
  findDeepest(In, 0, R, Inner);
  int Score = 0;
  for (const Access &A : R.Body.Accesses) {
    if (!Inner.Accesses.contains(A.Whole) || (WritesAlone && !A.Write) || !llvm::is_contained(C.Body.Touched, &A))
      continue;
    Pace P = Subs.pace(A, C.Counted.Counter, C.Body);
    Score += P == Pace::Contiguous ? 1 : P == Pace::Strided ? -1 : 0;
  }
  return Score;
}

bool LoopSharing::isBetter(const Candidate &Inner, const Candidate &Outer) const {
  const ForStmt *In = Outer.Loop.For;
  for (bool WritesAlone : {false, true})
    if (int Own = score(Inner, In, WritesAlone), Other = score(Outer, In, WritesAlone); Own != Other)
      return Own > Other;
  return false;
}

/// Whether some loop around the shared loop reads the same elements by access A in each turn. From the second turn on,
/// these elements come from a cache, so it does not matter how far apart the elements of neighbouring iterations are.
bool LoopSharing::isReadAgain(const Access &A, const Candidate &Shared) const {
  if (Shared.Body.writes(A.Window))
    return false;
  for (const InnerLoop &Around : Subs.loopsAround(A)) {
    if (Around.Counter == Shared.Counted.Counter)
      return false;
    if (Subs.pace(A, Around.Counter, Whole) == Pace::Still)
      return true;
  }
  return false;
}

int LoopSharing::balance(const Candidate &Shared) const {
  Deepest Inner;
  findDeepest(Shared.Loop.For, 0, R, Inner);
  int Balance = 0;
  for (const Access *A : Shared.Body.Touched)
    if (Inner.Accesses.contains(A->Whole))
      Balance += int(Subs.paceOfIterator(*A) == Pace::Strided && !isReadAgain(*A, Shared)) -
                 int(Subs.pace(*A, Shared.Counted.Counter, Shared.Body) == Pace::Strided);
  return Balance;
}

std::string LoopSharing::contiguousNames(const Candidate &Shared) const {
  std::vector<std::string> Names;
  for (const Access *A : Shared.Body.Touched)
    if (Subs.pace(*A, Shared.Counted.Counter, Shared.Body) == Pace::Contiguous)
      if (std::string Name = "'" + nameInMessages(*R.Windows[A->Window].Array.Decl) + "'";
          !llvm::is_contained(Names, Name))
        Names.push_back(Name);
  return llvm::join(Names, ", ");
}
