// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Subscripts as polynomials in counters, and what follows from them.
#include "Analysis/Subscripts.h"
#include "clang/AST/ASTContext.h"

using namespace hetcc;
using namespace clang;

Subscripts::Subscripts(const Region &R, ASTContext &Context)
    : R(R), Context(Context), Values(R, Context), Loops(R.Loop.For->getBody(), Context), Finder(R) {}

std::optional<Polynomial> Subscripts::index(const Access &A, unsigned D) const {
  auto Value = D < A.Indices.size() ? Values.evaluate(A.Indices[D]) : std::nullopt;
  return Value && Value->valid() ? Value : std::nullopt;
}

/// Whether a value is the same whenever it is formed in one iteration of the region.
bool Subscripts::isFixed(const Polynomial &P) const {
  return P.allVariables([&](const ValueDecl *V) { return V == R.Loop.Iterator || Values.isInvariant(V); });
}

/// Whether the factor of a counter is not 0. A product of extents is not, since there is an element.
bool Subscripts::isNonzero(const Polynomial &Factor, const Window &W) const {
  if (auto Number = Factor.asConstant())
    return *Number != 0;
  for (unsigned D = 0; D + 1 < W.Spec->Dimensions.size() && W.Flat; ++D)
    if (auto Stride = Values.stride(W, D); Stride && *Stride == Factor)
      return true;
  return false;
}

/// Whether arithmetic may come back to a number: of unsigned types that have less than 64 bits, or of signed ones that
/// wrap. No subscript gets as far in 64 bits.
bool Subscripts::wrapsEarly(const Expr *E, unsigned Depth) const {
  if (Depth > 32)
    return true;
  E = E->IgnoreParens();
  QualType T = E->getType();
  auto Narrow = [&] {
    bool Wraps = T->isUnsignedIntegerType() || Context.getLangOpts().isSignedOverflowDefined();
    return T->isIntegerType() && Wraps && Context.getIntWidth(T) < 64;
  };
  if (auto *Binary = dyn_cast<BinaryOperator>(E))
    return Narrow() || wrapsEarly(Binary->getLHS(), Depth + 1) || wrapsEarly(Binary->getRHS(), Depth + 1);
  if (auto *Unary = dyn_cast<UnaryOperator>(E))
    return Narrow() || wrapsEarly(Unary->getSubExpr(), Depth + 1);
  if (auto *Cast = dyn_cast<CastExpr>(E))
    return wrapsEarly(Cast->getSubExpr(), Depth + 1);
  // A constant local stands for its value, see Affine.
  auto *Var = dyn_cast_or_null<VarDecl>(namedEntity(E));
  bool Local = Var && Var != R.Loop.Iterator && !Values.isInvariant(Var) && Var->isLocalVarDecl() &&
               Var->getType().isConstQualified() && Var->getInit();
  return Local && wrapsEarly(Var->getInit(), Depth + 1);
}

/// Whether a sum of counters times factors is another one for each value of one of the counters. A counter whose factor
/// is larger than all that the others make up can be told from the sum; without it, the next one can.
bool Subscripts::separates(llvm::SmallVector<Extent, 4> Extents, const ValueDecl *Counter, const Window &W) const {
  if (Extents.size() == 1)
    return Extents.front().Counter == Counter && isNonzero(Extents.front().Factor, W);
  for (auto Largest = Extents.begin(); Largest != Extents.end(); ++Largest) {
    Polynomial Left = Largest->Factor;
    bool Known = true; // that the factors of the others are positive
    for (auto Other = Extents.begin(); Other != Extents.end(); ++Other)
      if (Other != Largest) {
        Left = Left + -(Other->Factor * Other->Most);
        Known &= isNonzero(Other->Factor, W);
      }
    if (auto More = Left.asConstant(); !Known || !More || *More < 1)
      continue;
    if (Largest->Counter == Counter)
      return true;
    Extents.erase(Largest);
    return separates(std::move(Extents), Counter, W);
  }
  return false;
}

/// Whether all of the accesses stand in this loop, and no other one has its counter.
bool Subscripts::isCountedBy(const InnerLoop &Loop, llvm::ArrayRef<InnerLoop> Inside,
                             llvm::ArrayRef<const Access *> Of) const {
  auto Counts = [&](const InnerLoop &Other) { return Other.Counter == Loop.Counter; };
  return llvm::count_if(Inside, Counts) == 1 &&
         llvm::all_of(Of, [&](const Access *A) { return llvm::any_of(Loops.around(A->Whole), Counts); });
}

bool Subscripts::dimensionIsApart(const InnerLoop &Loop, llvm::ArrayRef<InnerLoop> Inside, const Effects &Body,
                                  llvm::ArrayRef<const Access *> Of, unsigned D) const {
  auto Index = index(*Of.front(), D);
  if (!Index)
    return false;
  for (const Access *A : Of)
    if (auto Own = index(*A, D); !Own || !(*Own == *Index))
      return false;
  auto Own = Index->split(Loop.Counter);
  if (!Own || Own->first == Polynomial())
    return false;
  llvm::SmallVector<Extent, 4> Extents = {{Loop.Counter, Own->first, Polynomial()}};
  auto IsKept = [&](const ValueDecl *V) { return V != Loop.Counter && !Body.varies(V); };
  Polynomial Rest = Own->second;
  for (const InnerLoop &Each : Inside) {
    auto Parts = Rest.split(Each.Counter);
    if (!Parts)
      return false;
    if (Parts->first == Polynomial())
      continue;
    if (!isCountedBy(Each, Inside, Of))
      return false;
    auto First = Values.evaluate(Each.Upwards ? Each.First : Each.Limit),
         Last = Values.evaluate(Each.Upwards ? Each.Limit : Each.First);
    if (!First || !Last || !First->allVariables(IsKept) || !Last->allVariables(IsKept))
      return false;
    Extents.push_back({Each.Counter, Parts->first, *Last + -*First + Polynomial::constant(Each.Inclusive ? 0 : -1)});
    Rest = Parts->second;
  }
  const Window &W = R.Windows[Of.front()->Window];
  for (Extent &Each : Extents) {
    if (!Each.Factor.allVariables(IsKept) || !Each.Factor.valid() || !Each.Most.valid())
      return false;
    if (Each.Factor.asConstant().value_or(0) < 0) // backwards is as far
      Each.Factor = -Each.Factor;
  }
  if (!Rest.allVariables(IsKept))
    return false;
  if (llvm::any_of(Of, [&](const Access *A) { return wrapsEarly(A->Indices[D]); })) {
    auto Number = Own->first.asConstant();
    return Extents.size() == 1 && Number && (*Number == 1 || *Number == -1);
  }
  // How far the counter itself goes matters where others have larger factors.
  if (Extents.size() > 1) {
    auto First = Values.evaluate(Loop.Upwards ? Loop.First : Loop.Limit),
         Last = Values.evaluate(Loop.Upwards ? Loop.Limit : Loop.First);
    if (First && Last && First->allVariables(IsKept) && Last->allVariables(IsKept))
      Extents.front().Most = *Last + -*First + Polynomial::constant(Loop.Inclusive ? 0 : -1);
    else
      return false;
  }
  return separates(std::move(Extents), Loop.Counter, W);
}

bool Subscripts::areApart(const InnerLoop &Loop, llvm::ArrayRef<InnerLoop> Inside, const Effects &Body,
                          llvm::ArrayRef<const Access *> Of) const {
  size_t Given = Of.front()->Indices.size();
  if (llvm::any_of(Of, [&](const Access *A) { return A->Indices.size() != Given || A->Addressed; }))
    return false;
  for (unsigned D = 0; D < Given; ++D)
    if (dimensionIsApart(Loop, Inside, Body, Of, D))
      return true;
  return false;
}

bool Subscripts::meetAtOneValue(const InnerLoop &LoopA, const Access &A, const InnerLoop &LoopB,
                                const Access &B) const {
  auto FirstA = Values.evaluate(LoopA.First), FirstB = Values.evaluate(LoopB.First);
  if (LoopA.Step != LoopB.Step || !FirstA || !FirstB || !(*FirstA == *FirstB) || !isFixed(*FirstA) ||
      A.Indices.size() != B.Indices.size())
    return false;
  for (unsigned D = 0; D < A.Indices.size(); ++D) {
    auto IndexA = index(A, D), IndexB = index(B, D);
    if (!IndexA || !IndexB || wrapsEarly(A.Indices[D]) || wrapsEarly(B.Indices[D]))
      continue;
    auto PartsA = IndexA->split(LoopA.Counter), PartsB = IndexB->split(LoopB.Counter);
    if (PartsA && PartsB && *PartsA == *PartsB && isFixed(PartsA->first) && isFixed(PartsA->second) &&
        isNonzero(PartsA->first, R.Windows[A.Window]))
      return true;
  }
  return false;
}

Pace Subscripts::pace(const Access &A, const ValueDecl *Counter, const Effects &Body) const {
  Pace Found = Pace::Still;
  for (unsigned D = 0; D < A.Indices.size(); ++D) {
    bool Last = D + 1 == A.Indices.size();
    auto Index = index(A, D);
    auto Parts = Index ? Index->split(Counter) : std::nullopt;
    if (!Parts) {
      const Effects Of = Finder.of({A.Indices[D]});
      if (llvm::any_of(Of.Read, [&](const ValueDecl *V) { return V == Counter || Body.varies(V); }))
        return Pace::Strided;
      continue;
    }
    if (Parts->first == Polynomial())
      continue;
    auto Factor = Parts->first.asConstant();
    if (!Last || !Factor || (*Factor != 1 && *Factor != -1))
      return Pace::Strided;
    Found = Pace::Contiguous;
  }
  return Found;
}

Pace Subscripts::paceOfIterator(const Access &A) const {
  Pace Found = Pace::Still;
  for (unsigned D = 0; D < A.Indices.size(); ++D) {
    auto Index = index(A, D);
    for (const InnerLoop &Loop : llvm::reverse(Loops.around(A.Whole))) {
      auto Parts = Index ? Index->split(Loop.Counter) : std::nullopt;
      if (!Parts)
        return Pace::Strided;
      if (Parts->first == Polynomial())
        continue;
      auto First = Values.evaluate(Loop.First);
      if (!First)
        return Pace::Strided;
      Index = Parts->second + Parts->first * *First;
    }
    auto Parts = Index ? Index->split(R.Loop.Iterator) : std::nullopt;
    if (!Parts)
      return Pace::Strided;
    if (Parts->first == Polynomial())
      continue;
    auto Factor = Parts->first.asConstant();
    if (D + 1 != A.Indices.size() || !Factor || (*Factor != 1 && *Factor != -1))
      return Pace::Strided;
    Found = Pace::Contiguous;
  }
  return Found;
}
