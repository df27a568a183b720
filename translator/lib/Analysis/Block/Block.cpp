// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the loops of a block with a `partition` clause that the devices run, and checks what else the block does with
// the arrays that are split.
#include "Analysis/Block/Block.h"
#include "Analysis/Block/Replicas.h"
#include "Analysis/Loop/LoopAnalysis.h"
#include "Analysis/Region/Region.h"
#include "Analysis/Region/Steps.h"
#include "Analysis/Syntax/Changes.h"
#include "Analysis/Syntax/DynamicVisitor.h"
#include "Analysis/Syntax/Markers.h"
#include "Analysis/Syntax/NamedObjects.h"
#include "Analysis/Syntax/Statements.h"
#include "Analysis/Variables/ThreadVariables.h"
#include "Diagnostics.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/OpenMPClause.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace hetcc;
using namespace clang;

namespace {

/// Whether two steps of loops are the same variable or the same number; null is a step of 1.
bool sameValue(const Expr *A, const Expr *B, ASTContext &Context) {
  if (!A || !B) {
    const Expr *Given = A ? A : B;
    auto Value = Given ? Given->getIntegerConstantExpr(Context) : std::nullopt;
    return !Given || (Value && *Value == 1);
  }
  auto Left = A->getIntegerConstantExpr(Context), Right = B->getIntegerConstantExpr(Context);
  if (Left && Right)
    return llvm::APSInt::compareValues(*Left, *Right) == 0;
  return namedDirectly(A) && namedDirectly(A) == namedDirectly(B);
}

/// Whether a loop has the bounds, the direction and the step of the block's `partition` clause.
bool isShared(const CanonicalLoop &Loop, const CanonicalLoop &Of, ASTContext &Context) {
  return namedDirectly(Loop.Lower) == namedDirectly(Of.Lower) && namedDirectly(Loop.Bound) == namedDirectly(Of.Bound) &&
         Loop.Relation == Of.Relation && Loop.Decreasing == Of.Decreasing && sameValue(Loop.Step, Of.Step, Context);
}

/// Walks a block: collects the loops that run from the `start` to the `end` of its `partition` clause, and reports uses
/// of split arrays outside of these loops.
class BlockWalk {
public:
  BlockWalk(const Region &Block, std::deque<Directive> &Written, ASTContext &Context, Diagnostics &Diags)
      : Block(Block), Written(Written), Context(Context), Diags(Diags), OverPlaces(Block.Site.Source->isOverPlaces()),
        HasCopies(Block.Site.Source->replicates() || (!OverPlaces && Block.Site.Source->Hetero.Devices != "cpu")) {}

  bool run(const Stmt *Body) {
    for (const Expr *Bound : {Block.Loop.Lower, Block.Loop.Bound})
      checkUnchanged(Body, Bound);
    if (Good)
      walk(Body);
    return Good;
  }
  std::vector<const ForStmt *> Loops;
  llvm::SmallPtrSet<const ForStmt *, 4> Bound;
  std::vector<unsigned> Inside; ///< the numbers (Directive::Id) of the directives in the block

private:
  void walk(const Stmt *S);
  void directive(const IfStmt *Marker);
  void construct(const OMPExecutableDirective *D);
  bool checkUnchanged(const Stmt *Body, const Expr *Bound);
  bool checkReached(SourceLocation Loc, llvm::StringRef What);
  bool checkAssigned(const Expr *Pointer);
  bool checkData(const IfStmt *Marker, Directive &D);
  bool checkBound(const Directive &D, const Stmt *Loop);
  bool checkPadding(const IfStmt *Marker, Directive &D);
  void regionInside(const IfStmt *Marker, Directive &D);
  void adviseSpread();
  void value(const Expr *E);
  void mention(const DeclRefExpr *Ref);
  bool isOurs(const ForStmt *For) const;

  const Region &Block;
  std::deque<Directive> &Written;
  ASTContext &Context;
  Diagnostics &Diags;
  const bool OverPlaces;
  const bool HasCopies; ///< some threads work on copies of the program's arrays
  bool Good = true;
  const OMPExecutableDirective *Around = nullptr; ///< the innermost OpenMP construct around the walked code
  bool InRegion = false;                          ///< the walked code is in a loop with a directive of its own
  /// All constructs around the walked code are `critical`, so every thread runs the code, one after the other.
  bool OneByOne = false;
};

bool BlockWalk::isOurs(const ForStmt *For) const {
  CanonicalLoop Loop;
  return readLoop(For, Loop) && isShared(Loop, Block.Loop, Context);
}

/// Checks that `bind_partition` stands before a loop from `start` to `end`, and names the id of the block's partition.
bool BlockWalk::checkBound(const Directive &D, const Stmt *Loop) {
  const PartitionClause &P = *Block.Site.Source->Partition;
  auto *For = dyn_cast_or_null<ForStmt>(Loop);
  if (D.Bound != P.Id)
    Diags.report(D.BoundLoc, message::err_unknown_id) << D.Bound << false << "";
  else if (!For || !isOurs(For))
    Diags.report(D.Begin, message::err_bind_loop) << P.Start->Text << P.End->Text;
  else
    return Bound.insert(For).second;
  return false;
}

/// Reports assignments to `Bound`, a bound of the `partition` clause: inside of the block the bound is that of the
/// thread's share, and must stay so.
bool BlockWalk::checkUnchanged(const Stmt *Body, const Expr *Bound) {
  const ValueDecl *Decl = namedDirectly(Bound);
  if (!changes(Body, Decl, Block.Members).Assigned)
    return true;
  const PartitionClause &P = *Block.Site.Source->Partition;
  Diags.report(Bound == Block.Loop.Lower ? P.Start->Begin : P.End->Begin, message::err_bound_changed)
      << Decl->getNameAsString();
  return Good = false;
}

/// Reports a statement, `What`, that every thread has to reach, but that stands in a construct which some threads may
/// not enter.
bool BlockWalk::checkReached(SourceLocation Loc, llvm::StringRef What) {
  if (!Around)
    return true;
  Diags.report(Loc, message::err_in_construct) << What << llvm::omp::getOpenMPDirectiveName(Around->getDirectiveKind());
  if (InRegion && !OverPlaces)
    adviseSpread();
  return Good = false;
}

/// Reports an assignment to a pointer to a split array if the threads share the pointer. A program swaps two arrays by
/// swapping their pointers, and each thread must swap its own copies of the pointers.
bool BlockWalk::checkAssigned(const Expr *Pointer) {
  auto *Decl = dyn_cast_or_null<VarDecl>(Block.named(Pointer));
  if (!Decl || findWindow(Block, Decl) < 0 ||
      !Context.getSourceManager().isBeforeInTranslationUnit(Decl->getLocation(), Block.Loop.Statement->getBeginLoc()))
    return true;
  if (isCopiedByThreads(Block, Decl))
    return true;
  Diags.report(Pointer->getBeginLoc(), message::err_shared_pointer) << Decl->getNameAsString();
  Diags.report(Block.Site.Source->Begin, message::note_remedy)
      << "add 'firstprivate(" + Decl->getNameAsString() + ")' to the directive";
  return Good = false;
}

/// Checks a data directive in the block. The directive acts on the host's array, but the devices work on copies here,
/// so the arrays that the directive names count as used outside of the loops.
bool BlockWalk::checkData(const IfStmt *Marker, Directive &D) {
  bindExpressions(D, *Marker);
  for (const DataItem &Item : D.Data)
    walk(Item.What.Object.Checked);
  return Good;
}

/// Checks that the arrays whose padding is exchanged are arrays that the block splits.
bool BlockWalk::checkPadding(const IfStmt *Marker, Directive &D) {
  bindExpressions(D, *Marker);
  for (PaddingItem &Item : D.Padding) {
    const ValueDecl *Decl = Block.named(Item.Array.Checked);
    int W = Decl ? findWindow(Block, Decl) : -1;
    const WindowSpec *Spec = W >= 0 ? Block.Windows[size_t(W)].Spec : nullptr;
    Item.Indexed = Spec && Spec->How == Association::Indexed;
    if (Spec && (Item.Indexed || (!Spec->Full && Spec->How == Association::Array))) {
      if (!Item.Indexed && llvm::none_of(Spec->Dimensions, [](const Dimension &Dim) { return Dim.Halo || Dim.Post; }))
        Diags.report(Item.Array.Begin, message::warn_padding_none) << Item.Array.Text << Item.Clause;
      continue;
    }
    Diags.report(Item.Array.Begin, Spec && !Spec->Full ? message::err_padding_none : message::err_padding_unknown)
        << Item.Array.Text << Item.Clause;
    return false;
  }
  return true;
}

/// Visits a region in a block over places; the devices of the thread's place share the region. The analysis of the
/// region checks its body. Here only the `bind_partition` directives in the body are checked, since a loop in the body
/// may belong to the partition of the block.
void BlockWalk::regionInside(const IfStmt *Marker, Directive &D) {
  struct Finder : DynamicVisitor {
    std::vector<const IfStmt *> Found;
    bool VisitIfStmt(IfStmt *If) override {
      if (markerId(If) >= 0)
        Found.push_back(If);
      return true;
    }
  } Markers;
  Markers.TraverseStmt(Marker->getElse());
  auto BelongsToOthers = [&](const Directive &Bind) {
    return Bind.Bound != Block.Site.Source->Partition->Id &&
           (D.Kind == DirectiveKind::Block || llvm::any_of(Block.Site.Around, [&](const Surrounding &Each) {
              return Each.Source->Partition->Id == Bind.Bound;
            }));
  };
  for (const IfStmt *Each : Markers.Found) {
    const Directive &Bind = Written[size_t(markerId(Each))];
    if (Bind.Kind != DirectiveKind::Bind || BelongsToOthers(Bind))
      continue;
    Inside.push_back(Bind.Id);
    D.BindsAround = checkBound(Bind, Each->getElse());
    Good &= D.BindsAround;
  }
}

void BlockWalk::directive(const IfStmt *Marker) {
  Directive &D = Written[size_t(markerId(Marker))];
  if (OverPlaces && D.isRegion())
    return regionInside(Marker, D);
  Inside.push_back(D.Id);
  if (D.Kind == DirectiveKind::Bind)
    Good &= checkBound(D, Marker->getElse());
  if (D.Kind == DirectiveKind::Padding)
    Good &= checkReached(D.Begin, "padding") && checkPadding(Marker, D);
  if (D.isOfData())
    checkData(Marker, D);
  if (D.Kind == DirectiveKind::Block) {
    Diags.report(D.Begin, message::err_partition_inside);
    adviseSpread();
    Good = false;
  }
  llvm::SaveAndRestore Region(InRegion, InRegion || D.isLoop());
  walk(Marker->getElse());
}

void BlockWalk::adviseSpread() {
  Diags.report(Block.Site.Source->Begin, message::note_remedy)
      << "add 'proc_bind(spread)' to this directive: its threads then stand for places, whose devices share what is "
         "inside";
}

void BlockWalk::construct(const OMPExecutableDirective *D) {
  llvm::SaveAndRestore Innermost(Around, D);
  llvm::SaveAndRestore All(OneByOne, isa<OMPCriticalDirective>(D) && (OneByOne || !Innermost.get()));
  walk(statementOf(D));
}

/// Walks a value that is assigned. A plain pointer is not walked, since assigning its value to another variable is
/// allowed: programs swap arrays in this way.
void BlockWalk::value(const Expr *E) {
  if (!E || (E->getType()->isPointerType() && Block.named(E)))
    return;
  walk(E);
}

void BlockWalk::mention(const DeclRefExpr *Ref) {
  const ValueDecl *Decl = namedDirectly(Ref);
  int W = Decl ? findWindow(Block, Decl) : -1;
  if (W < 0 || !HasCopies || !Good)
    return;
  // Any thread may read an array that each device has in full. In a replicated array a thread does not see what another
  // thread writes into the copy on its own device, so a use outside of the loops is reported.
  if (Block.Windows[W].Spec->Full && !(Block.Site.Source->replicates() && isReplicated(Block.Windows[W])))
    return;
  const PartitionClause &P = *Block.Site.Source->Partition;
  Diags.report(Ref->getBeginLoc(), message::err_host_touches)
      << Block.Windows[W].Spec->Array.Text << P.Start->Text << P.End->Text << Block.Site.Source->replicates();
  Good = false;
}

void BlockWalk::walk(const Stmt *S) {
  if (!S || isa<UnaryExprOrTypeTraitExpr>(S))
    return;
  if (auto *Lambda = dyn_cast<LambdaExpr>(S)) // the captures and the body count, whether or not the lambda is called
    return walk(Lambda->getBody());
  if (auto *If = dyn_cast<IfStmt>(S); If && markerId(If) >= 0)
    return directive(If);
  if (auto *Directive = dyn_cast<OMPExecutableDirective>(S))
    return construct(Directive);
  if (auto *For = dyn_cast<ForStmt>(S); For && isOurs(For)) {
    if (OneByOne || checkReached(For->getBeginLoc(), "a loop that all devices run"))
      Loops.push_back(For);
    return;
  }
  if (auto *Ref = dyn_cast<DeclRefExpr>(S))
    return mention(Ref);
  if (auto *Assign = dyn_cast<BinaryOperator>(S);
      Assign && Assign->getOpcode() == BO_Assign && Assign->getType()->isPointerType()) {
    if (!checkAssigned(Assign->getLHS()))
      return;
    value(Assign->getLHS());
    return value(Assign->getRHS());
  }
  if (auto *Declaration = dyn_cast<DeclStmt>(S)) {
    for (const Decl *D : Declaration->decls())
      if (auto *Var = dyn_cast<VarDecl>(D))
        value(Var->getInit());
    return;
  }
  for (const Stmt *Child : S->children())
    walk(Child);
}

/// Finds jumps by which control may leave a loop before its end.
class Leaves : public DynamicVisitor {
public:
  bool Found = false;
  bool VisitReturnStmt(ReturnStmt *) override { return !(Found = true); }
  bool VisitGotoStmt(GotoStmt *) override { return !(Found = true); }
  bool VisitBreakStmt(BreakStmt *) override { return !(Found |= Nested == 0); }
  bool dataTraverseStmtPre(Stmt *S) override {
    Nested += takesBreak(S);
    return !isa<LambdaExpr>(S);
  }
  bool dataTraverseStmtPost(Stmt *S) override {
    Nested -= takesBreak(S);
    return true;
  }

private:
  static bool takesBreak(const Stmt *S) { return isa<ForStmt, WhileStmt, DoStmt, SwitchStmt, CXXForRangeStmt>(S); }
  unsigned Nested = 0;
};

/// Checks what Sema checks of a loop after a directive. The loop L has no directive in the text, so Sema has not
/// checked it.
void checkLoop(Region &L, const Region &Block) {
  const Stmt *Body = L.Loop.For->getBody();
  Leaves Jumps;
  Jumps.TraverseStmt(Body);
  SourceLocation Loc = L.Loop.For->getBeginLoc();
  if (Jumps.Found)
    L.Fate.restrict(RunsOn::Host, Loc, "it may be left before its end", "let all iterations run");
  for (const ValueDecl *Fixed : {static_cast<const ValueDecl *>(L.Loop.Iterator), namedDirectly(Block.Loop.Lower),
                                 namedDirectly(Block.Loop.Bound)})
    if (Changes Found = changes(Body, Fixed, L.Members); Found.Assigned || Found.Aliased)
      L.Fate.restrict(RunsOn::Host, Loc, "its body may change '" + Fixed->getNameAsString() + "'",
                      "let the header alone count");
}

/// Removes the windows that a loop does not use, because their pointers may have any value while the loop runs. An
/// array that this loop does not write is not an output of the loop, even if other loops of the block write it.
void dropUnused(Region &L) {
  std::vector<Window> Used;
  std::vector<unsigned> Place(L.Windows.size());
  for (unsigned W = 0; W < L.Windows.size(); ++W) {
    Place[W] = unsigned(Used.size());
    if (!L.Windows[W].Read && !L.Windows[W].Written && !L.Windows[W].Pointed)
      continue;
    Used.push_back(L.Windows[W]);
    Used.back().MoveOut &= Used.back().Written;
  }
  for (Access &A : L.Body.Accesses)
    A.Window = Place[A.Window];
  L.Windows = std::move(Used);
}

/// Makes a directive for a loop that has none in the program: the directive has the windows and reductions of the
/// block, and no other clauses of the block.
Directive directiveFor(const Directive &Block, unsigned Id) {
  Directive D = Block;
  D.Id = Id;
  D.Kind = DirectiveKind::Loop;
  llvm::erase_if(D.OpenMP, [](const OpenMPClause &C) { return C.Name != "reduction"; });
  for (size_t W = 0; Block.isOverPlaces() && W < D.Windows.size(); ++W)
    nameKept(D.Windows[W], Block, W);
  return D;
}

/// Restricts the loops of a block over places that leave values in variables of the thread for later use, so that the
/// thread runs these loops itself. `Left` is the reason for the report.
void restrictThatLeave(RegionGroup &G, const Region &Block, const Verdict &Left) {
  for (RegionGroup &L : G.Loops)
    for (Region &Each : L.Instances)
      if (Each.Site.Marker == Block.Site.Marker &&
          llvm::any_of(Each.Body.Captures, [](const Capture &C) { return C.Kind == CaptureKind::Private; }))
        Each.Fate.restrict(Left.Where, Left.Loc, Left.Cause, Left.Remedy);
}

/// Adds a window for each pointer to memory that the block's thread has allocated on its device by hand, since such
/// memory needs no clause.
void nameAllocated(Region &L, ASTContext &Context) {
  std::vector<WindowSpec> &Windows = L.Site.Source->Windows;
  for (const ThreadVariable &Each : allocatedPointers(L, Context)) {
    const std::string Name = Each.Var->getNameAsString();
    if (llvm::any_of(Windows, [&](const WindowSpec &W) { return W.Allocated && W.Array.Text == Name; }))
      continue;
    WindowSpec Spec;
    Spec.Clause = "omp_target_allocate";
    Spec.Array.Text = Name;
    Spec.Array.Begin = Spec.Array.End = Each.Use->getBeginLoc();
    Spec.Allocated = Spec.Unsized = Spec.Full = Spec.In = Spec.Out = true;
    ClauseExpr Zero = Spec.Array;
    Zero.Text = "0";
    Dimension All;
    All.Cond = All.Num = Zero;
    Spec.Dimensions.push_back(std::move(All));
    Spec.Array.Checked = Each.Use;
    Windows.push_back(std::move(Spec));
  }
}

/// Reads a block's `partition` clause as the loop of a region. nullopt, after a message, if a bound is no integer
/// variable, or may not be a constant; and if there is no block, which is an error of clang's.
std::optional<CanonicalLoop> readClause(const RegionSite &Site, Verdict &Fate, ASTContext &Context,
                                        Diagnostics &Diags) {
  auto *Parallel = dyn_cast_or_null<OMPExecutableDirective>(Site.Marker->getElse());
  if (!Parallel)
    return std::nullopt;
  const PartitionClause &P = *Site.Source->Partition;
  for (const ClauseExpr *Bound : {&*P.Start, &*P.End})
    if (auto *Var = dyn_cast_or_null<VarDecl>(namedDirectly(Bound->Checked));
        !Var || !Var->getType().getNonReferenceType()->isIntegerType()) {
      Diags.report(Bound->Begin, message::err_bound_no_variable) << Bound->Text;
      return std::nullopt;
    }
  CanonicalLoop Loop;
  Loop.Statement = Parallel->getInnermostCapturedStmt()->getCapturedStmt();
  Loop.Clause = &P;
  Loop.Lower = P.Start->Checked;
  Loop.Bound = P.End->Checked;
  Loop.Step = P.Step ? P.Step->Checked : nullptr;
  Loop.Relation = P.Relation;
  Loop.Decreasing = P.Decreasing;
  Loop.IteratorType = P.Start->Checked->getType().getUnqualifiedType();
  for (const ClauseExpr *Bound : {&*P.Start, &*P.End})
    if (Site.Source->isOverPlaces() && isKnownNumber(*cast<VarDecl>(namedDirectly(Bound->Checked)), Context)) {
      Diags.report(Bound->Begin, message::err_bound_constant) << Bound->Text;
      return std::nullopt;
    }
  if (Context.getIntWidth(Loop.IteratorType) > 64)
    Fate.restrict(RunsOn::Plain, P.Start->Begin, "the bounds are wider than 64 bits", "use 64-bit bounds");
  return Loop;
}

/// Decides which of the block's windows are copied to the devices and back. An array that is written back is also
/// copied to the devices, since a path through the block may leave some elements unwritten. Shares of inner dimensions
/// are packed if all loops of the block allow packing.
void settleWindows(Region &Block, llvm::ArrayRef<RegionGroup> Loops) {
  for (Window &W : Block.Windows) {
    W.MoveOut = W.Spec->Out;
    W.MoveIn = W.Spec->In || W.Spec->Out;
    W.Strided = true;
    for (const RegionGroup &Each : Loops)
      for (const Region &L : Each.Instances)
        if (int Own = L.Site.Function == Block.Site.Function ? findWindow(L, W.Array.Decl) : -1; Own >= 0)
          W.Strided &= L.Windows[size_t(Own)].Strided;
  }
}

} // namespace

bool hetcc::analyseBlock(RegionGroup &G, std::deque<Directive> &Storage, std::deque<Directive> &Written,
                         ASTContext &Context, Diagnostics &Diags) {
  for (Region &Block : G.Instances) {
    bindExpressions(Block.Site);
    std::optional<CanonicalLoop> OfClause = readClause(Block.Site, Block.Fate, Context, Diags);
    if (!OfClause)
      return false;
    Block.Loop = std::move(*OfClause);
    if (!resolveWindows(Block, Context, Diags) || !checkReplicas(Block, Diags))
      return false;
    BlockWalk Walk(Block, Written, Context, Diags);
    if (!Walk.run(Block.Loop.Statement))
      return false;
    G.Inside = Walk.Inside;
    G.Bound = !Walk.Bound.empty();
    for (const ForStmt *For : Walk.Loops) {
      auto Same = llvm::find_if(G.Loops, [&](const RegionGroup &L) {
        return L.Instances.front().Loop.Statement->getBeginLoc() == For->getBeginLoc();
      });
      if (Same == G.Loops.end()) {
        G.Loops.emplace_back();
        Same = std::prev(G.Loops.end());
        Same->Bound = Walk.Bound.contains(For);
        Same->Ordinal = G.Ordinal + unsigned(G.Loops.size() << 16);
        const auto Id = unsigned(Written.size() + Storage.size());
        Same->Source = &Storage.emplace_back(directiveFor(*Block.Site.Source, Id));
      }
      RegionSite Site;
      Site.Source = Site.First = Same->Source, Site.Marker = Block.Site.Marker, Site.Function = Block.Site.Function,
      Site.LoopOfBlock = For;
      Site.OnPlace = Block.Site.Source->isOverPlaces(), Site.Called = Block.Site.Called;
      if (!Same->Instances.empty())
        Site.setCopy(directiveFor(*Block.Site.Source, Same->Source->Id));
      Region L(std::move(Site));
      // On a place, a team runs the loop in the host's memory, so memory allocated on devices does not occur.
      if (!L.Site.OnPlace)
        nameAllocated(L, Context);
      if (!analyse(L, Context, Diags))
        return false;
      checkLoop(L, Block);
      dropUnused(L);
      Same->Instances.push_back(std::move(L));
    }
    std::vector<const Region *> Own;
    for (const RegionGroup &L : G.Loops)
      for (const Region &Each : L.Instances)
        if (Each.Site.Marker == Block.Site.Marker)
          Own.push_back(&Each);
    Verdict Left;
    checkLeftValues(Block, Own, Context, Left);
    if (Block.Site.Source->isOverPlaces())
      restrictThatLeave(G, Block, Left);
    else
      Block.Fate.restrict(Left.Where, Left.Loc, Left.Cause, Left.Remedy);
  }
  return true;
}

void hetcc::settleBlock(RegionGroup &G) {
  const bool OverPlaces = G.Source->isOverPlaces();
  for (const Region &R : G.Instances)
    if (!OverPlaces || R.Fate.Where == RunsOn::Plain)
      G.Fate.restrict(R.Fate.Where, R.Fate.Loc, R.Fate.Cause, R.Fate.Remedy);
  for (const RegionGroup &L : G.Loops)
    G.Fate.restrict(L.Fate.Where, L.Fate.Loc, L.Fate.Cause, L.Fate.Remedy);
  for (RegionGroup &L : G.Loops) {
    L.Fate = G.Fate;
    for (Region &R : L.Instances)
      R.Fate = G.Fate;
  }
  for (Region &Block : G.Instances) {
    Block.Fate = G.Fate;
    settleWindows(Block, G.Loops);
  }
}

void hetcc::dropSerialLoops(RegionGroup &G, Diagnostics &Diags) {
  for (const RegionGroup &L : G.Loops) {
    if (L.Fate.Where == RunsOn::Everywhere)
      continue;
    Diags.report(L.Fate.Loc, message::warn_place_serial) << L.Fate.Cause;
    if (!L.Fate.Remedy.empty())
      Diags.report(L.Instances.front().Loop.Statement->getBeginLoc(), message::note_remedy) << L.Fate.Remedy;
  }
  llvm::erase_if(G.Loops, [](const RegionGroup &L) { return L.Fate.Where != RunsOn::Everywhere; });
}
