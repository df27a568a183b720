// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Chooses the inner loops that lanes (threads that execute one iteration of a region together) share, and decides how
// the lanes run the rest of the body: either all lanes compute the same values, or only lane 0 runs a statement.
#include "Analysis/Lanes/NestFinder.h"
#include "Analysis/Lanes/FindNests.h"
#include "Analysis/Lanes/Tiles.h"
#include "Analysis/Region/Region.h"
#include "Analysis/Region/RegionGroup.h"
#include "Analysis/Syntax/DynamicVisitor.h"
#include "Analysis/Syntax/Markers.h"
#include "Analysis/Syntax/MessageText.h"
#include "Analysis/Syntax/Statements.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/OpenMPClause.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/ADT/StringExtras.h"

using namespace hetcc;
using namespace clang;

namespace {

/// The loop that an OpenMP loop directive belongs to; null if the directive is not one of a loop.
const ForStmt *loopOf(const OMPExecutableDirective *Directive) {
  const Stmt *S =
      isa<OMPLoopDirective>(Directive) && Directive->hasAssociatedStmt() ? Directive->getRawStmt() : nullptr;
  while (auto *Captured = dyn_cast_or_null<CapturedStmt>(S))
    S = Captured->getCapturedStmt();
  return dyn_cast_or_null<ForStmt>(S);
}

/// Finds the windows to whose elements the body declares references. The region's accesses do not contain the writes
/// through these references.
struct References : DynamicVisitor {
  explicit References(const EffectsFinder &Finder) : Finder(Finder) {}
  bool VisitVarDecl(VarDecl *Var) override {
    if (Var->getType()->isReferenceType() && Var->getInit())
      for (const Access *A : Finder.of({Var->getInit()}).Touched)
        Windows.insert(A->Window);
    return true;
  }
  const EffectsFinder &Finder;
  llvm::SmallSet<unsigned, 4> Windows;
};

/// The loop that a statement consists of, apart from braces and a directive; null if it is something else.
const ForStmt *onlyLoopIn(const Stmt *S) {
  while (auto *Braces = dyn_cast_or_null<CompoundStmt>(S))
    S = Braces->size() == 1 ? Braces->body_front() : nullptr;
  auto *Directive = dyn_cast_or_null<OMPExecutableDirective>(S);
  return Directive ? loopOf(Directive) : dyn_cast_or_null<ForStmt>(S);
}

/// How many nested loops a directive applies to: the number in `collapse`, else 1.
unsigned loopsOf(const OMPExecutableDirective &Directive, const ASTContext &Context) {
  auto *Clause = Directive.getSingleClause<OMPCollapseClause>();
  auto Number = Clause ? Clause->getNumForLoops()->getIntegerConstantExpr(Context) : std::nullopt;
  return Number ? unsigned(Number->getZExtValue()) : 1;
}

bool hasJump(const Stmt *S) { return isa<BreakStmt, ContinueStmt>(S) || llvm::any_of(partsOf(S), hasJump); }

} // namespace

void NestFinder::remark(const Stmt *Loop, LoopRemark::Kind What, std::string Why) {
  Remarks.push_back({Loop->getBeginLoc(), What, std::move(Why)});
}

void NestFinder::remarkInside(const Stmt *S, const std::string &Why) {
  S = withoutDirectives(S);
  if (isLoop(S))
    remark(S, LoopRemark::Alone, Why);
  for (const Stmt *Child : partsOf(S))
    remarkInside(Child, Why);
}

const Candidate &NestFinder::candidate(const ForStmt *For) {
  auto It = Candidates.find(For);
  if (It == Candidates.end())
    It = Candidates.emplace(For, Sharing.examine(For, Marks.lookup(For))).first;
  return It->second;
}

void NestFinder::findMarks(const Stmt *S) {
  auto *Directive = dyn_cast_or_null<OMPExecutableDirective>(S);
  const ForStmt *Loop = Directive ? loopOf(Directive) : nullptr;
  unsigned Count = Loop ? loopsOf(*Directive, Context) : 0;
  for (const ForStmt *For = Loop; For && Count; For = onlyLoopIn(For->getBody()), --Count)
    Marks[For] = Directive;
  if (Loop)
    findMarks(Loop);
  else if (S)
    for (const Stmt *Child : S->children())
      findMarks(Child);
}

/// The loop inside a statement that lanes should share, which is the best of those that they can share; null if there
/// is none.
const Candidate *NestFinder::bestInside(const Stmt *S) {
  const Candidate *Best = nullptr;
  auto Consider = [&](const Candidate *Other) {
    if (Other && Other->canBeShared() && (!Best || Sharing.isBetter(*Other, *Best)))
      Best = Other;
  };
  for (const Stmt *Child : partsOf(S)) {
    if (isa<SwitchStmt, CXXForRangeStmt>(Child))
      continue;
    if (auto *For = dyn_cast<ForStmt>(Child))
      Consider(&candidate(For));
    Consider(bestInside(Child));
  }
  return Best;
}

/// The loop that makes up the body of `Outer`, if it is the best loop there and lanes can share it together with
/// `Outer`; else null.
const Candidate *NestFinder::partner(const Candidate &Outer) {
  if (!Outer.isIndependent())
    return nullptr;
  const ForStmt *For = onlyLoopIn(Outer.Loop.For->getBody());
  if (!For)
    return nullptr;
  const Candidate &Inner = candidate(For);
  if (!Inner.isIndependent())
    return nullptr;
  const Candidate *Deeper = bestInside(For);
  bool Best = Sharing.isBetter(Inner, Outer) && !(Deeper && Sharing.isBetter(*Deeper, Inner));
  return Best && Sharing.areOne(Outer, Inner) ? &Inner : nullptr;
}

/// Chooses two loops that lanes share together. Reduction variables are combined once, after the outer loop, so the
/// inner loop gets no Reductions.
void NestFinder::chooseBoth(const Candidate &Outer, const Candidate &Inner) {
  SharedLoop &Loop = Candidates.at(Outer.Loop.For).Loop;
  Loop.Inner = {Inner.Loop};
  Loop.Inner.front().Reductions.clear();
  std::string Why = why(Inner, Outer);
  remark(Loop.For, LoopRemark::Shared, "together with the one inside" + (Why.empty() ? "" : "; " + Why));
  remark(Inner.Loop.For, LoopRemark::Shared, "together with the one around it");
  Chosen.push_back(Loop.For);
  remarkInside(Inner.Loop.For->getBody(), "lanes share the loop around it");
}

/// The text of a remark: which arrays lanes access contiguously in a shared loop, and which variables they combine.
std::string NestFinder::why(const Candidate &Contiguous, const Candidate &Combines) const {
  std::vector<std::string> Parts;
  if (std::string Names = Sharing.contiguousNames(Contiguous); !Names.empty())
    Parts.push_back("contiguous in " + Names);
  for (const LaneReduction &Each : Combines.Loop.Reductions)
    Parts.push_back("it combines '" + Each.Var->getNameAsString() + "'");
  return llvm::join(Parts, "; ");
}

void NestFinder::chooseLoop(const ForStmt *For) {
  const Candidate &Own = candidate(For);
  if (const Candidate *Both = partner(Own))
    return chooseBoth(Own, *Both);
  const Candidate *Inner = bestInside(For);
  const bool ByTiles = Own.canBeShared() && findTiling(R, Context, Sharing, Own);
  if (Own.canBeShared() && (ByTiles || !(Inner && Sharing.isBetter(*Inner, Own)))) {
    std::string Why = why(Own, Own);
    remark(For, LoopRemark::Shared, ByTiles ? "by tiles" + (Why.empty() ? "" : "; " + Why) : Why);
    Chosen.push_back(For);
    return remarkInside(For->getBody(), "lanes share the loop around it");
  }
  size_t Before = Chosen.size(), Place = Remarks.size();
  choose(For->getBody());
  bool Found = Chosen.size() > Before;
  std::string Why = Own.canBeShared() ? "more is contiguous in the loop inside" : Own.why();
  Remarks.insert(Remarks.begin() + Place, {For->getBeginLoc(), Found ? LoopRemark::Together : LoopRemark::Alone, Why});
}

void NestFinder::choose(const Stmt *S) {
  S = withoutDirectives(S);
  if (auto *For = dyn_cast<ForStmt>(S))
    return chooseLoop(For);
  if (isa<SwitchStmt, CXXForRangeStmt>(S)) {
    if (isLoop(S))
      remark(S, LoopRemark::Alone, "it does not count from one bound to another");
    for (const Stmt *Child : partsOf(S))
      remarkInside(Child, "the statement around it is not divided");
    return;
  }
  if (isLoop(S)) {
    size_t Before = Chosen.size(), Place = Remarks.size();
    for (const Stmt *Child : partsOf(S))
      choose(Child);
    Remarks.insert(Remarks.begin() + Place,
                   {S->getBeginLoc(), Chosen.size() > Before ? LoopRemark::Together : LoopRemark::Alone,
                    "it does not count from one bound to another"});
    return;
  }
  for (const Stmt *Child : partsOf(S))
    choose(Child);
}

// ---- Code outside of shared loops -----------------------------------------------------------------------------------

/// Whether a statement is or contains a shared loop.
bool NestFinder::shares(const Stmt *S) const {
  S = withoutDirectives(S);
  if (auto *For = dyn_cast<ForStmt>(S); For && llvm::is_contained(Chosen, For))
    return true;
  return llvm::any_of(partsOf(S), [&](const Stmt *Child) { return shares(Child); });
}

unsigned NestFinder::sharedDepth(const Stmt *S) const {
  if (!shares(S))
    return 0;
  if (auto *For = dyn_cast<ForStmt>(S); For && llvm::is_contained(Chosen, For))
    return loopDepth(S, Context);
  unsigned Inside = 0;
  for (const Stmt *Child : partsOf(S))
    Inside = std::max(Inside, sharedDepth(Child));
  return Inside + isLoop(S);
}

/// The depth of the deepest loop nest outside of shared loops. All lanes repeat such a nest.
unsigned NestFinder::otherDepth(const Stmt *S) const {
  if (!shares(S))
    return loopDepth(S, Context);
  if (auto *For = dyn_cast<ForStmt>(S); For && llvm::is_contained(Chosen, For))
    return 0;
  unsigned Inside = 0;
  for (const Stmt *Child : partsOf(S))
    Inside = std::max(Inside, otherDepth(Child));
  return Inside ? Inside + isLoop(S) : 0;
}

/// Whether lanes cannot simply all run code with these effects: the code writes a window, or uses a variable that the
/// region reduces into, of which each lane has its own partial.
bool NestFinder::concernsAll(const Effects &Of) const {
  auto Reduced = [&](const ValueDecl *V) { return Sharing.reduction(V) != nullptr; };
  return Of.writesWindows() || llvm::any_of(Of.Changed, Reduced) || llvm::any_of(Of.Read, Reduced);
}

std::string NestFinder::lineOf(const Stmt *S) const {
  const SourceManager &SM = Context.getSourceManager();
  return std::to_string(SM.getPresumedLineNumber(SM.getExpansionLoc(S->getBeginLoc())));
}

/// Why lanes cannot each evaluate the head of a loop or an `if` with the same result; empty if they can. `Parts` are
/// the condition and so on. `Repeated`: the head is evaluated more than once, so the body must not write elements that
/// the head reads.
std::string NestFinder::head(const Stmt *Of, ArrayRef<const Stmt *> Parts, bool Repeated) const {
  SmallVector<const Stmt *, 4> Given;
  llvm::copy_if(Parts, std::back_inserter(Given), [](const Stmt *S) { return S; });
  const Effects Does = Sharing.effects().of(Given);
  const Effects All = Sharing.effects().of({R.Loop.For->getBody()});
  std::string Line = lineOf(Of);
  if (concernsAll(Does))
    return "what line " + Line + " tests, it changes for all lanes";
  for (const Access *A : Does.Touched)
    if (Repeated && All.writes(A->Window))
      return "the loop in line " + Line + " goes on depending on '" + nameInMessages(*R.Windows[A->Window].Array.Decl) +
             "', which the body writes";
  return "";
}

/// Describes a statement by its parts, if lanes run the parts in different ways. Returns why they cannot; empty if they
/// can.
std::string NestFinder::decomposed(const Stmt *S, Flow &Into) {
  if (auto *Attributed = dyn_cast<AttributedStmt>(S)) { // the AttributedStmt of a `#pragma unroll`
    std::string Why = uniform(Attributed->getSubStmt(), Into);
    Into.For = nullptr;
    return Why;
  }
  if (auto *Braces = dyn_cast<CompoundStmt>(S)) {
    Into.What = Flow::Sequence;
    for (const Stmt *Child : Braces->body()) {
      Into.Parts.emplace_back();
      if (std::string Why = uniform(Child, Into.Parts.back()); !Why.empty())
        return Why;
    }
    return "";
  }
  if (auto *If = dyn_cast<IfStmt>(S)) {
    Into.What = Flow::Branches;
    SmallVector<const Stmt *, 3> Test = {If->getInit(), If->getConditionVariableDeclStmt(), If->getCond()};
    if (std::string Why = head(S, Test, false); !Why.empty())
      return Why;
    llvm::erase(Test, nullptr);
    Into.Own = {S, Segment::AllLanes, Sharing.effects().of(Test), nullptr};
    for (const Stmt *Branch : {If->getThen(), If->getElse()}) {
      Into.Parts.emplace_back();
      if (std::string Why = Branch ? uniform(Branch, Into.Parts.back()) : ""; !Why.empty())
        return Why;
    }
    return "";
  }
  const Stmt *Body = nullptr;
  SmallVector<const Stmt *, 4> Head;
  if (auto *For = dyn_cast<ForStmt>(S))
    Body = For->getBody(), Head = {For->getInit(), For->getConditionVariableDeclStmt(), For->getCond(), For->getInc()};
  else if (auto *While = dyn_cast<WhileStmt>(S))
    Body = While->getBody(), Head = {While->getConditionVariableDeclStmt(), While->getCond()};
  else if (auto *Do = dyn_cast<DoStmt>(S))
    Body = Do->getBody(), Head = {Do->getCond()};
  else
    return "a statement that changes both variables and arrays is not divided";
  if (std::string Why = head(S, Head, true); !Why.empty())
    return Why;
  Into.What = Flow::Loop;
  Into.Jumps = hasJump(Body);
  Into.For = dyn_cast<ForStmt>(S);
  Into.Parts.emplace_back();
  return uniform(Body, Into.Parts.back());
}

/// Describes how the lanes run a statement that all lanes of an iteration reach. Returns why lanes cannot run it; empty
/// if they can.
std::string NestFinder::uniform(const Stmt *S, Flow &Into) {
  if (isBindMarker(S))
    S = cast<IfStmt>(S)->getElse();
  if (auto *Directive = dyn_cast<OMPExecutableDirective>(S); Directive && loopOf(Directive)) {
    S = loopOf(Directive);
    Unmarked.push_back(cast<ForStmt>(S));
  }
  if (isa<OMPAtomicDirective>(S)) // a kernel has the statement without its `omp atomic`
    S = withoutDirectives(S);
  Into.What = Flow::Leaf;
  if (auto *For = dyn_cast<ForStmt>(S); For && llvm::is_contained(Chosen, For)) {
    Into.Own = {S, Segment::Shared, Sharing.effects().of({S}), &Candidates.at(For)};
    for (const SharedLoop &Inner : Candidates.at(For).Loop.Inner)
      Unmarked.push_back(Inner.For);
    return "";
  }
  if (shares(S))
    return decomposed(S, Into);
  const Effects Does = Sharing.effects().of({S});
  Into.Own = {S, Segment::AllLanes, Does, nullptr};
  if (!concernsAll(Does))
    return "";
  // A variable that the statement changes and that later code uses: if only lane 0 ran the statement, the other lanes
  // would not have the new value.
  const ValueDecl *Local = nullptr;
  for (const ValueDecl *V : Does.Changed)
    if (!Does.Declared.contains(V) && !Sharing.reduction(V))
      Local = V;
  bool Alone = !Local && !Does.Through && !Does.Leaves && !hasContinue(S) && !isa<DeclStmt>(S);
  if (!Alone)
    return decomposed(S, Into);
  Into.Own.What = Segment::FirstLane;
  FirstLane.push_back(S);
  return "";
}

// ---- The whole body
// ---------------------------------------------------------------------------------------------------

std::string NestFinder::bodyObstacle(const Effects &All) const {
  if (R.Needs.Library.count("printf"))
    return "the body prints";
  if (!R.Needs.HostLibrary.empty()) // if all lanes ran the body, each lane would allocate memory
    return "the body calls '" + *R.Needs.HostLibrary.begin() + "' of a library";
  if (All.Unknown || All.Leaves)
    return "the body has a construct that is not looked into";
  References Refer(Sharing.effects());
  Refer.TraverseStmt(R.Loop.For->getBody());
  for (unsigned W = 0; W < R.Windows.size(); ++W) {
    const Window &Win = R.Windows[W];
    if (Win.Written && (Win.Pointed || Refer.Windows.contains(W)))
      return "'" + nameInMessages(*Win.Array.Decl) + "' is written, and used through pointers or references too";
  }
  for (const Access &A : R.Body.Accesses)
    if (A.Write && !A.Assigned)
      return "'" + nameInMessages(*R.Windows[A.Window].Array.Decl) + "' is written by what it is handed to";
  return "";
}

/// A statement of the body before which, or at whose end, lanes meet; null if there is none. `Inside`: only statements
/// in branches and loops count.
static const Stmt *findMeeting(const Flow &F, const Nest &Of, bool Inside, bool Within = false) {
  if (F.Own.At && (Within || !Inside) && (F.Own.endsTogether() || llvm::is_contained(Of.Meetings, F.Own.At)))
    return F.Own.At;
  for (const Flow &Part : F.Parts)
    if (const Stmt *S = findMeeting(Part, Of, Inside, Within || F.What == Flow::Branches || F.What == Flow::Loop))
      return S;
  return nullptr;
}

/// Why the lanes of several iterations cannot meet at one barrier, as the column form (Nest::Columns) needs; empty if
/// they can. They cannot if a branch decides whether a barrier is reached, because iterations may take different
/// branches.
std::string NestFinder::columnObstacle(const Flow &Whole, const Nest &Of) const {
  if (R.hasReductions() || R.hasLastValues())
    return "the region's own variables are combined after the loop";
  if (const Stmt *S = findMeeting(Whole, Of, /*Inside=*/true))
    return "whether lanes meet in line " + lineOf(S) + ", or how often, depends on the iteration";
  if (const Stmt *S = findMeeting(Whole, Of, /*Inside=*/false); S && hasContinue(R.Loop.For->getBody()))
    return "a 'continue' may pass over line " + lineOf(S) + ", where lanes meet";
  return "";
}

/// Decides how lanes share the loops in Chosen, and sets `Into`. Returns why lanes cannot share them; empty if they
/// can.
std::string NestFinder::settle(Nest &Into) {
  const Stmt *Body = R.Loop.For->getBody();
  if (otherDepth(Body) >= sharedDepth(Body))
    return "lanes would repeat loops that take as long";
  Flow Whole;
  if (std::string Why = uniform(Body, Whole); !Why.empty())
    return Why;
  Into.FirstLane = FirstLane;
  Into.Unmarked = Unmarked;
  Into.Meetings = placeBarriers(Whole, Sharing);
  interchange(Whole, Into.Meetings);
  int Balance = 0;
  for (const ForStmt *For : Chosen) {
    const Candidate &C = Candidates.at(For);
    Into.Loops.push_back(C.Loop);
    Into.Reassociates |= C.Reassociates;
    Balance += Sharing.balance(C.Loop.Inner.empty() ? C : Candidates.at(C.Loop.Inner.front().For));
  }
  Into.Wants = Balance > 0 ? Nest::ManyLanes : Balance < 0 ? Nest::FewLanes : Nest::AnyLanes;
  if (Into.Wants == Nest::FewLanes)
    Into.WhyNoColumns = columnObstacle(Whole, Into);
  Into.Columns = Into.Wants == Nest::FewLanes && Into.WhyNoColumns.empty();
  Into.Tiles = findTiling(R, Context, Sharing, Candidates.at(Chosen.front()));
  if (Into.Tiles) // threads copy contiguous elements to tiles, whatever the arrangement of the lanes
    Into.Wants = Nest::ManyLanes, Into.Columns = false;
  else if (Chosen.size() == 1 && !Into.Columns)
    findStreamsIn(Into);
  return "";
}

/// Looks for a tiling with Streams (Nest.h) of the chosen loop. All threads of the block copy the tiles together, and
/// the copies are contiguous for any number of lanes, so the loop no longer needs many lanes.
void NestFinder::findStreamsIn(Nest &Of) {
  const ForStmt *For = Chosen.front();
  Of.Tiles = findStreams(R, Context, Sharing, Candidates.at(For), Of.FirstLane);
  if (!Of.Tiles)
    return;
  if (Of.Wants == Nest::ManyLanes)
    Of.Wants = Nest::AnyLanes;
  for (LoopRemark &Each : Remarks)
    if (Each.Loc == For->getBeginLoc())
      Each.Why = "by tiles" + (Each.Why.empty() ? "" : "; " + Each.Why);
}

/// Finds shared loops that are interchanged with a loop around them. Sets SharedLoop::Within of these, and changes
/// their remarks.
void NestFinder::interchange(const Flow &Whole, ArrayRef<const Stmt *> Meetings) {
  Interchanges Found;
  findInterchanges(Whole, Meetings, Sharing, Context, Found);
  for (auto [Shared, Around] : Found) {
    Candidates.at(Shared).Loop.Within = Around;
    for (LoopRemark &Each : Remarks)
      if (Each.Loc == Around->getBeginLoc())
        Each.What = LoopRemark::EachTurn, Each.Why.clear();
  }
}

void NestFinder::giveUp(Nest &Into, const std::string &Why) {
  for (LoopRemark &Each : Remarks)
    if (Each.What != LoopRemark::Alone)
      Each = {Each.Loc, LoopRemark::Alone, Each.What == LoopRemark::Together ? Each.Why : Why};
  Into = {};
  Into.Remarks = std::move(Remarks);
}

Nest NestFinder::find() {
  Nest Found;
  const Stmt *Body = R.Loop.For->getBody();
  if (std::string Why = bodyObstacle(Sharing.effects().of({Body})); !Why.empty()) {
    remarkInside(Body, Why);
    giveUp(Found, Why);
    return Found;
  }
  findMarks(Body);
  choose(Body);
  std::string Why = Chosen.empty() ? "" : settle(Found);
  if (!Why.empty())
    giveUp(Found, Why);
  else
    Found.Remarks = std::move(Remarks);
  return Found;
}

/// Whether two instances of a template have the same shared loop, by its place in the source.
static bool sameLoop(const SharedLoop &A, const SharedLoop &B) {
  auto SameReduction = [](const LaneReduction &Own, const LaneReduction &Other) {
    return Own.How == Other.How && Own.Var->getLocation() == Other.Var->getLocation();
  };
  auto Begin = [](const ForStmt *For) { return For ? For->getBeginLoc() : SourceLocation(); };
  return Begin(A.For) == Begin(B.For) && Begin(A.Within) == Begin(B.Within) && A.Step == B.Step &&
         llvm::equal(A.Reductions, B.Reductions, SameReduction) && llvm::equal(A.Inner, B.Inner, sameLoop);
}

static bool sameTiling(const Region &A, const Region &B) {
  const std::optional<Tiling> &Own = A.Lanes.Tiles, &Other = B.Lanes.Tiles;
  auto SameAccess = [&](const TiledAccess &T, const TiledAccess &U) {
    return T.OfLane == U.OfLane && T.Tile == U.Tile &&
           A.Body.Accesses[T.Access].Whole->getBeginLoc() == B.Body.Accesses[U.Access].Whole->getBeginLoc();
  };
  return Own.has_value() == Other.has_value() &&
         (!Own || (Own->Streams == Other->Streams && llvm::equal(Own->Accesses, Other->Accesses, SameAccess)));
}

static bool sameMapping(const Nest &A, const Nest &B) {
  auto SameStatements = [](ArrayRef<const Stmt *> Some, ArrayRef<const Stmt *> Others) {
    return llvm::equal(Some, Others, [](const Stmt *S, const Stmt *T) { return S->getBeginLoc() == T->getBeginLoc(); });
  };
  return SameStatements(A.FirstLane, B.FirstLane) && SameStatements(A.Meetings, B.Meetings) &&
         llvm::equal(A.Loops, B.Loops, sameLoop);
}

void hetcc::findNests(RegionGroup &G, ASTContext &Context, const SharingRules &Rules) {
  if (!G.hasDeviceForm())
    return;
  for (Region &R : G.Instances)
    R.Lanes = NestFinder(R, Context, Rules).find();
  bool Alike = llvm::all_of(G.Instances, [&](const Region &R) { return sameMapping(R.Lanes, G.Instances[0].Lanes); });
  bool Reassociates = llvm::any_of(G.Instances, [](const Region &R) { return R.Lanes.Reassociates; });
  bool Columns = llvm::all_of(G.Instances, [](const Region &R) { return R.Lanes.Columns; });
  bool Tiles = llvm::all_of(G.Instances, [&](const Region &R) { return sameTiling(R, G.Instances[0]); });
  for (Region &R : G.Instances) {
    if (!Tiles)
      R.Lanes.Tiles.reset();
    R.Lanes.Barriers = Rules.Barriers;
    R.Lanes.Reassociates = Reassociates;
    R.Lanes.Wants = G.Instances[0].Lanes.Wants;
    R.Lanes.Columns = Columns;
    if (R.Lanes.Wants == Nest::FewLanes && !Columns && R.Lanes.WhyNoColumns.empty())
      R.Lanes.WhyNoColumns = "instances of the template differ";
    if (Alike)
      continue;
    for (LoopRemark &Each : R.Lanes.Remarks)
      if (Each.What != LoopRemark::Alone)
        Each = {Each.Loc, LoopRemark::Alone, "instances of the template would divide it differently"};
    std::vector<LoopRemark> Remarks = std::move(R.Lanes.Remarks);
    R.Lanes = {};
    R.Lanes.Remarks = std::move(Remarks);
  }
}
