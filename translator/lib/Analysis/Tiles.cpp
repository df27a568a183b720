// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `for (j...) { sum = 0; for (k...) sum += a[i][k] * a[j][k]; c[i][j] = sum; }`, whose lanes share the loop over j:
// they read rows of their own, a request for each, where a block of threads can bring pieces of all of its rows to
// shared memory by requests that are contiguous. That needs barriers, so all threads of a block have to come to the
// loop over k equally often, and those without a turn of their own go along with the last turn; and what is read ahead
// has to be what is read in the end: arrays that nobody writes, at indices that each turn comes to.
#include "Analysis/Tiles.h"
#include "Analysis/Body.h"
#include "Analysis/DynamicVisitor.h"
#include "clang/AST/ASTContext.h"

using namespace hetcc;
using namespace clang;

namespace {

bool jumps(const Stmt *S) {
  return anyIn(S, [](const Stmt *Each) {
    return isa<BreakStmt, ContinueStmt, ReturnStmt, GotoStmt, LabelStmt, IndirectGotoStmt>(Each);
  });
}

class TilingFinder {
public:
  TilingFinder(const Region &R, ASTContext &Context, const LoopSharing &Sharing, const Candidate &Shared)
      : R(R), Context(Context), Sharing(Sharing), Shared(Shared) {}
  std::optional<Tiling> find();

private:
  bool isUniform(const Expr *E) const;
  bool isUniform(const InnerLoop &Loop) const;
  bool sortStatements(const CompoundStmt &Body);
  bool findAccesses();
  std::optional<TiledAccess> tiled(const Access &A) const;
  bool isMadeOf(const Expr *E, llvm::SmallPtrSetImpl<const ValueDecl *> &Counters) const;
  bool alwaysReached(const Stmt *In, const Expr *E) const;

  const Region &R;
  ASTContext &Context;
  const LoopSharing &Sharing;
  const Candidate &Shared;
  InnerLoop Inner;
  Effects Body; ///< of the inner loop's
  Tiling Found;
};

} // namespace

/// Whether an expression has one value in all threads: it is made of numbers and of values that the loop does not
/// change.
bool TilingFinder::isUniform(const Expr *E) const {
  llvm::SmallPtrSet<const ValueDecl *, 2> Counters;
  return isMadeOf(E, Counters) && Counters.empty();
}

bool TilingFinder::isUniform(const InnerLoop &Loop) const { return isUniform(Loop.First) && isUniform(Loop.Limit); }

/// Whether an expression is made of numbers, such values, and counters of the loops, which are noted.
bool TilingFinder::isMadeOf(const Expr *E, llvm::SmallPtrSetImpl<const ValueDecl *> &Counters) const {
  E = E->IgnoreParens();
  if (auto *Cast = dyn_cast<CastExpr>(E)) // between numbers
    return Cast->getType()->isIntegerType() && isMadeOf(Cast->getSubExpr(), Counters);
  if (auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    if (isa<EnumConstantDecl>(Ref->getDecl()))
      return true;
    auto *Decl = cast<ValueDecl>(Ref->getDecl()->getCanonicalDecl());
    if (Decl == R.Loop.Iterator->getCanonicalDecl() || Decl == Shared.Counted.Counter || Decl == Inner.Counter)
      return Counters.insert(Decl), true;
    return Decl->getType()->isIntegerType() && llvm::any_of(R.Captures, [&](const Capture &C) {
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

/// Whether each execution of a statement comes to an expression in it.
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

/// Finds the inner loop, and what threads without a turn of their own leave out: all that touches what the region
/// writes, as long as nothing follows from it that they need.
bool TilingFinder::sortStatements(const CompoundStmt &In) {
  auto TouchesWritten = [&](const Effects &Does) {
    return llvm::any_of(Does.Touched, [&](const Access *A) { return R.Windows[A->Window].Written; });
  };
  for (const Stmt *Part : In.body()) {
    const Effects Does = Sharing.effects().of({Part});
    if (Does.Unknown || Does.Through || Does.Leaves)
      return false;
    auto *For = dyn_cast<ForStmt>(Part);
    if (auto Loop = For && !Found.Loop.For ? countedLoop(For, Context) : std::nullopt) {
      Found.Loop.For = For;
      Inner = *Loop;
      Body = Sharing.effects().of({For->getBody()});
      if (TouchesWritten(Does) || Body.varies(Inner.Counter))
        return false;
    } else if (TouchesWritten(Does)) {
      if (isa<DeclStmt>(Part) || Does.changedOutside())
        return false;
      Found.Own.push_back(Part);
    }
  }
  return Found.Loop.For != nullptr;
}

/// Whether a tile takes the place of an access, and whose rows it has.
std::optional<TiledAccess> TilingFinder::tiled(const Access &A) const {
  const Window &W = R.Windows[A.Window];
  const QualType T = W.ElementType;
  if (W.Written || W.MoveOut || W.Pointed || W.Container || W.Rows || W.Strided || A.ByPointer || A.Addressed ||
      A.Write || A.Indices.empty() || !T->isArithmeticType() || T.isVolatileQualified() ||
      Context.getTypeSize(T) > 64 || A.Whole->getType()->isArrayType())
    return std::nullopt;
  llvm::SmallPtrSet<const ValueDecl *, 2> Counters;
  for (const Expr *Index : A.Indices)
    if (!isMadeOf(Index, Counters))
      return std::nullopt;
  const bool OfLane = Counters.contains(Shared.Counted.Counter),
             OfIteration = Counters.contains(R.Loop.Iterator->getCanonicalDecl());
  if (OfLane == OfIteration || Sharing.subscripts().pace(A, Inner.Counter, Body) != Pace::Contiguous ||
      !alwaysReached(Found.Loop.For->getBody(), A.Whole))
    return std::nullopt;
  return TiledAccess{unsigned(&A - R.Accesses.data()), OfLane};
}

bool TilingFinder::findAccesses() {
  uint64_t Bytes = 0;
  for (const Access *A : Body.Touched)
    if (auto Tile = tiled(*A)) {
      Found.Accesses.push_back(*Tile);
      Bytes += uint64_t(TileRows) * (TileRows + 1) * Context.getTypeSize(R.Windows[A->Window].ElementType) / 8;
    }
  constexpr uint64_t Most = 40 << 10; // of the 48 KiB that a block has without asking for more
  return Bytes <= Most && llvm::any_of(Found.Accesses, [](const TiledAccess &A) { return A.OfLane; });
}

std::optional<Tiling> TilingFinder::find() {
  const Stmt *Whole = R.Loop.For->getBody();
  while (auto *Braces = dyn_cast_or_null<CompoundStmt>(Whole))
    Whole = Braces->size() == 1 ? Braces->body_front() : nullptr;
  auto *In = dyn_cast<CompoundStmt>(Shared.Loop.For->getBody());
  if (Whole != Shared.Loop.For || !In || !R.Loop.isInteger() || !Shared.Independent ||
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
