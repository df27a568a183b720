// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds out where pointers of a body lead, that is, their Place: the array and the index.
#include "Analysis/Objects/Views.h"
#include "Analysis/Region/Region.h"
#include "Analysis/Region/View.h"
#include "Analysis/Syntax/Expressions.h"
#include "Analysis/Syntax/InnerLoop.h"
#include "Analysis/Syntax/NamedObjects.h"
#include "Analysis/Syntax/Statements.h"
#include "Analysis/Syntax/Types.h"
#include "Analysis/Values/Affine.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

using namespace hetcc;
using namespace clang;

namespace {

/// Finds the loops of a body that count by a pointer, as `for (p = a; p < a + n; ++p)`. If the body uses the pointer
/// outside of its loops as well (Elsewhere), the pointer may point into any array.
class PointerCounters {
public:
  explicit PointerCounters(ASTContext &Context) : Context(Context) {}
  void walk(const Stmt *S) {
    auto *Ref = dyn_cast<DeclRefExpr>(S);
    if (Ref && Ref->getType()->isPointerType() && !llvm::is_contained(Open, namedDirectly(Ref)))
      Elsewhere.insert(namedDirectly(Ref));
    const auto Loop = countedLoop(S, Context);
    const bool Counts = Loop && Loop->Counter->getType()->isPointerType();
    if (Counts) {
      Loops[Loop->Counter].push_back(*Loop);
      Open.push_back(Loop->Counter);
    }
    for (const Stmt *Part : partsOf(S))
      walk(Part);
    if (Counts)
      Open.pop_back();
  }
  llvm::DenseMap<const ValueDecl *, std::vector<InnerLoop>> Loops;
  llvm::SmallPtrSet<const ValueDecl *, 4> Elsewhere;

private:
  ASTContext &Context;
  llvm::SmallVector<const ValueDecl *, 2> Open;
};

} // namespace

std::optional<Polynomial> Affine::ofIterator(const Expr *E) const {
  if (!R.Loop.isPointer() || R.Loop.Clause)
    return evaluate(E);
  if (E == R.Loop.Lower && R.Loop.BaseWindow >= 0 &&
      R.Windows[size_t(R.Loop.BaseWindow)].Spec->Array.Variable == ElementsName)
    return Polynomial();
  const auto At = place(E);
  const bool Fits =
      At && R.Loop.BaseWindow >= 0 && At->Rows.empty() && At->Array == R.Windows[size_t(R.Loop.BaseWindow)].Array.Decl;
  return Fits ? At->Index : std::nullopt;
}

bool Affine::isSameRow(const Place &A, const Place &B) const {
  return A.Array == B.Array && llvm::equal(A.Rows, B.Rows, [&](const Expr *Own, const Expr *Other) {
           llvm::FoldingSetNodeID OwnId, OtherId;
           Own->Profile(OwnId, Context, /*Canonical=*/true);
           Other->Profile(OtherId, Context, /*Canonical=*/true);
           return OwnId == OtherId;
         });
}

/// The pointers that count inner loops. Each runs from one place in a row of an array to another place in the same row.
const llvm::DenseMap<const ValueDecl *, Place> &Affine::pointerCounters() const {
  if (Counters)
    return *Counters;
  Counters.emplace();
  PointerCounters Found(Context);
  if (R.Loop.For)
    Found.walk(R.Loop.For->getBody());
  // Repeated, because a loop may begin at the counter of another loop, which must be known first.
  for (bool Added = true; std::exchange(Added, false);)
    for (auto &[Counter, Loops] : Found.Loops) {
      std::optional<Place> Common;
      const bool Known = llvm::all_of(Loops, [&, Own = Counter](const InnerLoop &Each) {
        const auto First = place(Each.First), Limit = place(Each.Limit);
        const bool Fits = First && Limit && isSameRow(*First, *Limit) && (!Common || isSameRow(*First, *Common)) &&
                          !Counters->contains(Own);
        Common = First;
        return Fits;
      });
      if (!Known || Found.Elsewhere.contains(Counter))
        continue;
      Common->Index = Polynomial::variable(Counter);
      Added |= Counters->insert({Counter, *Common}).second;
    }
  return *Counters;
}

std::optional<Place> Affine::placeOf(const ValueDecl *D, unsigned Depth) const {
  if (D == R.Loop.Iterator && R.Loop.BaseWindow >= 0)
    return Place{R.Windows[size_t(R.Loop.BaseWindow)].Array.Decl, {}, Polynomial::variable(D)};
  if (findWindow(R, D) >= 0)
    return Place{D, {}, Polynomial()};
  if (auto Found = pointerCounters().find(D); Found != pointerCounters().end())
    return Found->second;
  const Expr *Meant = meaning(D);
  return Meant ? place(Meant, nullptr, Depth + 1) : std::nullopt;
}

/// Whether an expression is a subscript of a pointer, or of a container.
static bool isSubscript(const Expr *E) {
  auto *Call = dyn_cast<CXXOperatorCallExpr>(E);
  return isa<ArraySubscriptExpr>(E) || (Call && Call->getOperator() == OO_Subscript && Call->getNumArgs() == 2 &&
                                        !elementOfContainer(Call->getArg(0)->getType()).isNull());
}

/// The beginning of the row that `p[i]` or `*p` designates, where p points to rows; nullopt for other expressions.
std::optional<Place> Affine::row(const Expr *Array, unsigned Depth) const {
  Array = Array->IgnoreParens();
  const Expr *Pointer = nullptr, *Index = nullptr;
  if (const auto Level = isSubscript(Array) ? subscript(Array) : std::nullopt)
    Pointer = Level->Base, Index = Level->Index;
  else if (auto *Unary = dyn_cast<UnaryOperator>(Array); Unary && Unary->getOpcode() == UO_Deref)
    Pointer = Unary->getSubExpr();
  auto At = Pointer ? place(Pointer, nullptr, Depth + 1) : std::nullopt;
  if (!At)
    return std::nullopt;
  At->Rows.push_back(moved(Pointer, Index));
  At->Index = Polynomial();
  return At;
}

const Expr *Affine::moved(const Expr *Pointer, const Expr *By) const {
  if (!By)
    return Pointer;
  const auto At = place(Pointer);
  if (At && At->Index && *At->Index == Polynomial()) // if p points to element 0, p[i] has index i
    return By;
  return BinaryOperator::Create(Context, const_cast<Expr *>(Pointer), const_cast<Expr *>(By), BO_Add,
                                Pointer->getType(), VK_PRValue, OK_Ordinary, By->getExprLoc(), FPOptionsOverride());
}

std::optional<Place> Affine::place(const View &V, std::vector<Polynomial> *Unless, unsigned Depth) const {
  const ValueDecl *Array = R.named(V.Array);
  const int Of = Array ? findWindow(R, Array) : -1;
  if (Of < 0 || !Context.hasSameUnqualifiedType(R.Windows[size_t(Of)].ElementType, V.Element))
    return std::nullopt;
  Place At{Array, {}, Polynomial()};
  for (const View::Term &Each : V.Terms) {
    const auto By = Each.Count ? evaluate(Each.Count, Substitution(), Unless, Depth + 1) : Polynomial::constant(1);
    if (!By) {
      At.Index = std::nullopt;
      break;
    }
    *At.Index = *At.Index + *By * (Each.Step ? Polynomial::variable(Each.Step) : Polynomial::constant(Each.Number));
  }
  return At;
}

std::optional<Place> Affine::place(const Expr *E, std::vector<Polynomial> *Unless, unsigned Depth) const {
  constexpr unsigned Deepest = 32;
  if (Depth > Deepest)
    return std::nullopt;
  if (const View *V = viewOf(E, R, Context))
    return place(*V, Unless, Depth);
  E = withoutCopies(E);
  if (const ValueDecl *D = R.named(E))
    return placeOf(D, Depth);
  if (const Expr *Of = rangeOfCall(E, false)) {
    if (const auto Row = rowAccess(Of->IgnoreParenImpCasts());
        Row && Row->Indices.size() < R.Windows[Row->Window].DeclaredRank)
      return Place{R.Windows[Row->Window].Array.Decl, {Row->Indices.begin(), Row->Indices.end()}, Polynomial()};
    return R.named(Of) ? placeOf(R.named(Of), Depth) : std::nullopt;
  }
  if (const Expr *Of = rangeOfCall(E, true)) {
    auto At = R.named(Of) ? placeOf(R.named(Of), Depth) : std::nullopt;
    if (At)
      At->Index = std::nullopt;
    return At;
  }
  if (auto *Cast = dyn_cast<CastExpr>(E))
    return placeOf(*Cast, Unless, Depth);
  if (auto *Call = dyn_cast<CXXOperatorCallExpr>(E)) {
    const OverloadedOperatorKind Operator = Call->getOperator();
    if (Operator == OO_Arrow && leadsToElements(Call->getArg(0)->getType()))
      return place(Call->getArg(0), Unless, Depth + 1);
    if (Call->getNumArgs() != 2 || (Operator != OO_Plus && Operator != OO_Minus) || !leadsToElements(E->getType()))
      return std::nullopt;
    const bool Left = leadsToElements(Call->getArg(0)->getType());
    return movedPlace(Call->getArg(Left ? 0 : 1), withoutCopies(Call->getArg(Left ? 1 : 0)), Operator == OO_Minus,
                      Unless, Depth);
  }
  if (auto *Sum = dyn_cast<BinaryOperator>(E); Sum && Sum->isAdditiveOp() && leadsToElements(Sum->getType())) {
    const bool Left = leadsToElements(Sum->getLHS()->getType());
    return movedPlace(Left ? Sum->getLHS() : Sum->getRHS(), Left ? Sum->getRHS() : Sum->getLHS(),
                      Sum->getOpcode() == BO_Sub, Unless, Depth);
  }
  auto *Address = dyn_cast<UnaryOperator>(E);
  if (!Address || Address->getOpcode() != UO_AddrOf)
    return std::nullopt;
  return placeOfElement(Address->getSubExpr()->IgnoreParens(), Unless, Depth);
}

std::optional<Place> Affine::placeOf(const CastExpr &Cast, std::vector<Polynomial> *Unless, unsigned Depth) const {
  const Expr *From = behindRange(Cast.getSubExpr());
  switch (Cast.getCastKind()) {
  case CK_ArrayToPointerDecay:
    return R.named(From) ? place(From, Unless, Depth + 1) : row(From, Depth + 1);
  case CK_LValueToRValue: {
    if (const auto Row = Cast.getType()->isPointerType() ? rowAccess(From) : std::nullopt;
        Row && Row->Indices.size() < R.Windows[Row->Window].DeclaredRank)
      return Place{R.Windows[Row->Window].Array.Decl, {Row->Indices.begin(), Row->Indices.end()}, Polynomial()};
    auto At = isSubscript(From->IgnoreParens()) ? row(From, Depth + 1) : std::nullopt;
    // If the cast loads a pointer to a row, `Of` is the window of the array that contains the pointer.
    const int Of = At ? findWindow(R, At->Array) : -1;
    const bool Leads = Of >= 0 && R.Windows[size_t(Of)].Rows && At->Rows.size() < R.Windows[size_t(Of)].DeclaredRank;
    return isSubscript(From->IgnoreParens()) ? Leads ? At : std::nullopt : place(From, Unless, Depth + 1);
  }
  case CK_NoOp:
    return place(From, Unless, Depth + 1);
  default: // after a cast to another type, the index would count elements of another size
    return std::nullopt;
  }
}

std::optional<Place> Affine::movedPlace(const Expr *Pointer, const Expr *By, bool Backwards,
                                        std::vector<Polynomial> *Unless, unsigned Depth) const {
  auto At = place(Pointer, Unless, Depth + 1);
  auto Distance = At ? evaluate(By, Substitution(), Unless, Depth + 1) : std::nullopt;
  if (At && At->Index && Distance)
    At->Index = *At->Index + (Backwards ? -*Distance : *Distance);
  else if (At)
    At->Index = std::nullopt;
  return At;
}

std::optional<Place> Affine::placeOfElement(const Expr *Element, std::vector<Polynomial> *Unless,
                                            unsigned Depth) const {
  if (const View *V = viewOf(Element, R, Context))
    return place(*V, Unless, Depth);
  if (const auto Row = rowAccess(Element); // `&rows[i][j]`
      Row && !Row->Arrow && Row->Indices.size() == R.Windows[Row->Window].DeclaredRank)
    return Place{R.Windows[Row->Window].Array.Decl,
                 {Row->Indices.begin(), Row->Indices.end() - 1},
                 evaluate(Row->Indices.back(), Substitution(), Unless, Depth + 1)};
  if (auto *Level = dyn_cast<ArraySubscriptExpr>(Element))
    return movedPlace(Level->getBase(), Level->getIdx(), false, Unless, Depth);
  if (auto *Call = dyn_cast<CXXOperatorCallExpr>(Element);
      Call && !elementOfIterator(Call->getArg(0)->getType()).isNull())
    return Call->getOperator() == OO_Star        ? place(Call->getArg(0), Unless, Depth + 1)
           : Call->getOperator() == OO_Subscript ? movedPlace(Call->getArg(0), Call->getArg(1), false, Unless, Depth)
                                                 : std::nullopt;
  if (auto Level = subscript(Element); Level && !elementOfContainer(Level->Base->getType()).isNull()) {
    auto At = R.named(Level->Base) ? placeOf(R.named(Level->Base), Depth) : std::nullopt;
    if (At)
      At->Index = evaluate(Level->Index, Substitution(), Unless, Depth + 1);
    return At;
  }
  auto *Deref = dyn_cast<UnaryOperator>(Element);
  return Deref && Deref->getOpcode() == UO_Deref ? place(Deref->getSubExpr(), Unless, Depth + 1) : std::nullopt;
}
