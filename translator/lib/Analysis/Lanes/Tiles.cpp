// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two kinds of loops that the threads of a GPU's block can run by tiles (copies of pieces of arrays in shared memory):
//
// `for (j...) { sum = 0; for (k...) sum += a[i][k] * a[j][k]; c[i][j] = sum; }`, where lanes share the loop over j.
// Each lane reads another row of `a`, so each read takes one memory request per lane. With tiles, the threads of the
// block copy pieces of all their rows by contiguous requests. The copies need barriers, so all threads of the block
// must reach the loop over k equally often, and threads without an iteration of the loop over j repeat its last one.
// Only elements that the loop certainly reads may be copied: those of arrays that are not written, at indices that
// every iteration uses.
//
// `for (j...) { sum = 0; for (i...) sum += f(x[j], a[i]); y[j] = sum; }`, where lanes share the loop over i and combine
// `sum` after it. All iterations over j read the same `a` (a "stream"), so the threads of a block copy pieces of `a`
// together.
#include "Analysis/Lanes/Tiles.h"
#include "Analysis/Region/Region.h"
#include "Analysis/Syntax/DynamicVisitor.h"
#include "Analysis/Syntax/Statements.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/FoldingSet.h"
#include "llvm/ADT/bit.h"

using namespace hetcc;
using namespace clang;

namespace {

bool jumps(const Stmt *S) {
  return anyIn(S, [](const Stmt *Each) {
    return isa<BreakStmt, ContinueStmt, ReturnStmt, GotoStmt, LabelStmt, IndirectGotoStmt>(Each);
  });
}

/// Finds a tiling for one shared loop of a region.
class TilingFinder {
public:
  TilingFinder(const Region &R, ASTContext &Context, const LoopSharing &Sharing, const Candidate &Shared)
      : R(R), Context(Context), Sharing(Sharing), Shared(Shared) {}
  std::optional<Tiling> find();
  std::optional<Tiling> findStreams(ArrayRef<const Stmt *> FirstLane);

private:
  bool isUniform(const Expr *E) const;
  bool isUniform(const InnerLoop &Loop) const;
  bool sortStatements(const CompoundStmt &Body);
  bool touchesWritten(const Effects &Does) const;
  bool findAccesses();
  bool isReadAhead(const Access &A) const;
  bool isStream(const Access &A) const;
  bool findStreamed();
  std::optional<TiledAccess> tiled(const Access &A) const;
  bool isMadeOf(const Expr *E, llvm::SmallPtrSetImpl<const ValueDecl *> &Counters) const;
  bool alwaysReached(const Stmt *In, const Expr *E) const;

  const Region &R;
  ASTContext &Context;
  const LoopSharing &Sharing;
  const Candidate &Shared;
  InnerLoop Inner;
  Effects Body; ///< the effects of the inner loop's body
  Tiling Found;
};

} // namespace

/// Whether an expression has the same value in all threads, because it consists of constants and of captured variables
/// that the region does not change.
bool TilingFinder::isUniform(const Expr *E) const {
  llvm::SmallPtrSet<const ValueDecl *, 2> Counters;
  return isMadeOf(E, Counters) && Counters.empty();
}

bool TilingFinder::isUniform(const InnerLoop &Loop) const { return isUniform(Loop.First) && isUniform(Loop.Limit); }

/// Whether an expression consists of constants, captured variables, the region's iterator and the loops' counters. Adds
/// the iterator and the counters in it to `Counters`.
bool TilingFinder::isMadeOf(const Expr *E, llvm::SmallPtrSetImpl<const ValueDecl *> &Counters) const {
  E = E->IgnoreParens();
  if (auto *Cast = dyn_cast<CastExpr>(E)) // a conversion; only conversions between integers are allowed
    return Cast->getType()->isIntegerType() && isMadeOf(Cast->getSubExpr(), Counters);
  if (auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    if (isa<EnumConstantDecl>(Ref->getDecl()))
      return true;
    auto *Decl = cast<ValueDecl>(Ref->getDecl()->getCanonicalDecl());
    if (Decl == R.Loop.Iterator->getCanonicalDecl() || Decl == Shared.Counted.Counter || Decl == Inner.Counter)
      return Counters.insert(Decl), true;
    return Decl->getType()->isIntegerType() && llvm::any_of(R.Body.Captures, [&](const Capture &C) {
             return C.What.Decl == Decl && (C.Kind == CaptureKind::Value || C.Kind == CaptureKind::Constant);
           });
  }
  if (auto *Unary = dyn_cast<UnaryOperator>(E))
    return (Unary->getOpcode() == UO_Minus || Unary->getOpcode() == UO_Plus) && isMadeOf(Unary->getSubExpr(), Counters);
  auto *Binary = dyn_cast<BinaryOperator>(E);
  if (Binary && (Binary->isAdditiveOp() || Binary->getOpcode() == BO_Mul))
    return isMadeOf(Binary->getLHS(), Counters) && isMadeOf(Binary->getRHS(), Counters);
  return isa<IntegerLiteral>(E);
}

/// Whether each execution of the statement `In` evaluates expression E, which is a part of it.
bool TilingFinder::alwaysReached(const Stmt *In, const Expr *E) const {
  In = withoutDirectives(In);
  if (In == E)
    return true;
  if (isLoop(In) || isa<IfStmt, SwitchStmt, AbstractConditionalOperator, StmtExpr>(In))
    return false;
  if (auto *Binary = dyn_cast<BinaryOperator>(In); Binary && Binary->isLogicalOp())
    return alwaysReached(Binary->getLHS(), E);
  return llvm::any_of(partsOf(In), [&](const Stmt *Part) { return alwaysReached(Part, E); });
}

bool TilingFinder::touchesWritten(const Effects &Does) const {
  return llvm::any_of(Does.Touched, [&](const Access *A) { return R.Windows[A->Window].Written; });
}

/// Finds the inner loop in the shared loop's body, and the statements that use arrays which the region writes. Threads
/// without an iteration skip these statements (Tiling::SkippedByIdleThreads). False if such a statement changes
/// variables, which later code of these threads might need.
bool TilingFinder::sortStatements(const CompoundStmt &In) {
  for (const Stmt *Part : In.body()) {
    const Effects Does = Sharing.effects().of({Part});
    if (Does.Unknown || Does.Through || Does.Leaves)
      return false;
    auto *For = dyn_cast<ForStmt>(Part);
    if (auto Loop = For && !Found.Loop.For ? countedLoop(For, Context) : std::nullopt) {
      if (Loop->MayWrap)
        return false;
      Found.Loop.For = For;
      Inner = *Loop;
      Body = Sharing.effects().of({For->getBody()});
      if (touchesWritten(Does) || Body.varies(Inner.Counter))
        return false;
    } else if (touchesWritten(Does)) {
      if (isa<DeclStmt>(Part) || Does.changedOutside())
        return false;
      Found.SkippedByIdleThreads.push_back(Part);
    }
  }
  return Found.Loop.For != nullptr;
}

/// Whether the elements of an access may be copied to a tile before the loop reads them: the region does not write the
/// array, the indices are in the text of the access, and the access is contiguous in the inner loop.
bool TilingFinder::isReadAhead(const Access &A) const {
  const Window &W = R.Windows[A.Window];
  return !W.Written && !W.MoveOut && !W.Pointed && !W.Container && !W.Rows && !W.Strided && !A.ByPointer &&
         !A.Addressed && !A.Write && !A.Indices.empty() && !W.ElementType.isVolatileQualified() &&
         !A.Whole->getType()->isArrayType() && Sharing.subscripts().pace(A, Inner.Counter, Body) == Pace::Contiguous;
}

/// The tile that replaces an access; nullopt if a tile cannot replace it.
std::optional<TiledAccess> TilingFinder::tiled(const Access &A) const {
  const QualType T = R.Windows[A.Window].ElementType;
  if (!T->isArithmeticType() || Context.getTypeSize(T) > 64 || !isReadAhead(A) ||
      !alwaysReached(Found.Loop.For->getBody(), A.Whole))
    return std::nullopt;
  llvm::SmallPtrSet<const ValueDecl *, 2> Counters;
  for (const Expr *Index : A.Indices)
    if (!isMadeOf(Index, Counters))
      return std::nullopt;
  const bool OfLane = Counters.contains(Shared.Counted.Counter),
             OfIteration = Counters.contains(R.Loop.Iterator->getCanonicalDecl());
  if (OfLane == OfIteration)
    return std::nullopt;
  return TiledAccess{unsigned(&A - R.Body.Accesses.data()), OfLane};
}

bool TilingFinder::findAccesses() {
  uint64_t Bytes = 0;
  for (const Access *A : Body.Touched)
    if (auto Tile = tiled(*A)) {
      Found.Accesses.push_back(*Tile);
      Bytes += uint64_t(TileRows) * (TileRows + 1) * Context.getTypeSize(R.Windows[A->Window].ElementType) / 8;
    }
  // A block has 48 KiB of shared memory without a special request, and 8 KiB stay free for other uses.
  constexpr uint64_t Most = 40 << 10;
  return Bytes <= Most && llvm::any_of(Found.Accesses, [](const TiledAccess &A) { return A.OfLane; });
}

/// Whether the arithmetic of an index does not wrap around, so that consecutive iterations access consecutive elements.
static bool isWide(const Expr *Index, const ASTContext &Context) {
  const Expr *Plain = Index->IgnoreParenImpCasts();
  auto Fits = [&](QualType T) { return T->isSignedIntegerType() || Context.getTypeSize(T) == 64; };
  return isa<DeclRefExpr>(Plain) || !anyIn(Plain, [&](const Stmt *Each) {
           auto *E = dyn_cast<Expr>(Each);
           return E && (!Fits(E->getType()) || Context.getTypeSize(E->getType()) < Context.getTypeSize(Context.IntTy) ||
                        isa<ExplicitCastExpr>(E));
         });
}

/// Whether an access is a stream: all iterations of the region read the same elements, in the same order, and the
/// elements may be copied as bytes.
bool TilingFinder::isStream(const Access &A) const {
  const QualType T = R.Windows[A.Window].ElementType;
  constexpr int64_t Alignment = 16; // the alignment of tiles, in bytes
  const RecordDecl *Record = T->getAsRecordDecl();
  if (!(T->isArithmeticType() || (Record && !Record->hasVolatileMember())) || !T.isTriviallyCopyableType(Context) ||
      !Context.hasSameUnqualifiedType(A.Whole->getType(), T) ||
      Context.getTypeAlignInChars(T).getQuantity() > Alignment || !isReadAhead(A))
    return false;
  llvm::SmallPtrSet<const ValueDecl *, 2> Counters;
  return llvm::all_of(A.Indices,
                      [&](const Expr *Index) { return isMadeOf(Index, Counters) && isWide(Index, Context); }) &&
         Counters.size() == 1 && Counters.contains(Inner.Counter);
}

/// Finds the streams of the shared loop. False if an access that depends on the loop's counter is not a stream, because
/// this access would still wait for memory in each iteration.
bool TilingFinder::findStreamed() {
  // Most and Fewest are iterations per piece; with Fewest, all lanes have work.
  constexpr uint64_t Memory = 8 << 10, Most = 512, Fewest = TileRows;
  SmallVector<llvm::FoldingSetNodeID, 4> Tiles;
  SmallVector<bool, 4> Reached; // for each tile: whether every iteration of the loop reads it
  uint64_t Bytes = 0;
  for (const Access *A : Body.Touched) {
    if (Sharing.subscripts().pace(*A, Inner.Counter, Body) == Pace::Still)
      continue;
    if (!isStream(*A))
      return false;
    llvm::FoldingSetNodeID Place;
    A->Whole->Profile(Place, Context, /*Canonical=*/true);
    const auto Tile = unsigned(llvm::find(Tiles, Place) - Tiles.begin());
    const bool Always = alwaysReached(Found.Loop.For->getBody(), A->Whole);
    Found.Accesses.push_back({unsigned(A - R.Body.Accesses.data()), false, Tile});
    if (Tile < Tiles.size()) {
      Reached[Tile] |= Always;
      continue;
    }
    Tiles.push_back(Place);
    Reached.push_back(Always);
    const auto Size = uint64_t(Context.getTypeSizeInChars(R.Windows[A->Window].ElementType).getQuantity());
    Found.Streams.push_back(unsigned(std::min(Size, Memory)));
    Bytes += Size;
  }
  if (!Bytes || Memory / Bytes < Fewest || llvm::is_contained(Reached, false))
    return false;
  Found.Turns = unsigned(std::min(llvm::bit_floor(Memory / Bytes), Most));
  return true;
}

/// Requires the loop to be a direct part of the region's body, so that all threads of a block reach it once per
/// iteration. Threads without an iteration repeat the last one. Only lane 0 may use arrays that the region writes;
/// otherwise these threads could read elements that the last iteration is writing.
std::optional<Tiling> TilingFinder::findStreams(ArrayRef<const Stmt *> FirstLane) {
  auto *Whole = dyn_cast<CompoundStmt>(R.Loop.For->getBody());
  const SharedLoop &L = Shared.Loop;
  if (!Whole || !llvm::is_contained(Whole->body(), L.For) || !R.Loop.isInteger() || !L.Inner.empty() || L.Within ||
      L.Reductions.empty() || R.hasReductions() || R.hasLastValues() || L.Unequal || L.Step != 1 ||
      !isUniform(Shared.Counted) || jumps(L.For->getBody()))
    return std::nullopt;
  for (const Stmt *Part : Whole->body())
    if (const Effects Does = Sharing.effects().of({Part});
        Does.Leaves || hasContinue(Part) || (touchesWritten(Does) && !llvm::is_contained(FirstLane, Part)))
      return std::nullopt;
  Inner = Shared.Counted;
  Body = Sharing.effects().of({L.For->getBody()});
  Found.Loop = L;
  if (Body.varies(Inner.Counter) || !findStreamed())
    return std::nullopt;
  return Found;
}

std::optional<Tiling> TilingFinder::find() {
  const Stmt *Whole = R.Loop.For->getBody();
  while (auto *Braces = dyn_cast_or_null<CompoundStmt>(Whole))
    Whole = Braces->size() == 1 ? Braces->body_front() : nullptr;
  auto *In = dyn_cast<CompoundStmt>(Shared.Loop.For->getBody());
  if (Whole != Shared.Loop.For || !In || !R.Loop.isInteger() || !Shared.isIndependent() ||
      !Shared.Loop.Reductions.empty() || R.hasReductions() || R.hasLastValues() || jumps(In))
    return std::nullopt;
  auto IsPlain = [&](const InnerLoop &Loop) { return !Loop.Unequal && isUniform(Loop); };
  if (!IsPlain(Shared.Counted) || !sortStatements(*In) || !IsPlain(Inner) || Inner.Step != 1 || !Inner.Upwards)
    return std::nullopt;
  Found.Loop.Counter = Inner.Counter;
  Found.Loop.First = Inner.First, Found.Loop.Limit = Inner.Limit;
  Found.Loop.Inclusive = Inner.Inclusive;
  if (!findAccesses())
    return std::nullopt;
  return Found;
}

std::optional<Tiling> hetcc::findTiling(const Region &R, ASTContext &Context, const LoopSharing &Sharing,
                                        const Candidate &Shared) {
  return TilingFinder(R, Context, Sharing, Shared).find();
}

std::optional<Tiling> hetcc::findStreams(const Region &R, ASTContext &Context, const LoopSharing &Sharing,
                                         const Candidate &Shared, ArrayRef<const Stmt *> FirstLane) {
  return TilingFinder(R, Context, Sharing, Shared).findStreams(FirstLane);
}
