// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Treats subscripts as polynomials in loop counters, to tell which iterations of a loop access the same element.
#include "Analysis/Lanes/Subscripts.h"
#include "clang/AST/ASTContext.h"

using namespace hetcc;
using namespace clang;

Subscripts::Subscripts(const Region &R, ASTContext &Context)
    : R(R), Context(Context), Values(R, Context), Loops(R.Loop.For->getBody(), Context), Finder(R) {}

std::optional<Polynomial> Subscripts::index(const Access &A, unsigned D) const {
  auto Value = D < A.Indices.size() ? Values.evaluate(A.Indices[D]) : std::nullopt;
  return Value && Value->valid() ? Value : std::nullopt;
}

/// Whether a value is the same in all places of one iteration of the region.
bool Subscripts::isFixed(const Polynomial &P) const {
  return P.allVariables([&](const ValueDecl *V) { return V == R.Loop.Iterator || Values.isInvariant(V); });
}

/// Whether the factor of a counter is known not to be 0. The product of extents of the window is not 0, because the
/// array has elements if the loop accesses one.
bool Subscripts::isNonzero(const Polynomial &Factor, const Window &W) const {
  if (auto Number = Factor.asConstant())
    return *Number != 0;
  for (unsigned D = 0; D + 1 < W.Shape.rank() && W.Flat; ++D)
    if (auto Stride = Values.stride(W, D); Stride && *Stride == Factor)
      return true;
  return false;
}

/// Whether the arithmetic of a subscript may wrap around, so that two values of a counter give the same index. Only
/// types of less than 64 bits are checked, because no subscript is large enough to wrap around in 64 bits.
bool Subscripts::wrapsEarly(const Expr *E) const { return Values.wrapsBelow(E, 64); }

/// Whether a sum of counters times factors, as `8 * j + k` with k < 8, differs for different values of `Counter`. If
/// the factor of a counter is larger than the greatest sum of all other parts, the sum determines this counter. The
/// counter is then removed, and the rest is checked in the same way.
bool Subscripts::separates(Extents All, const ValueDecl *Counter, const Window &W) const {
  if (All.size() == 1)
    return All.front().Counter == Counter && isNonzero(All.front().Factor, W);
  for (auto Largest = All.begin(); Largest != All.end(); ++Largest) {
    Polynomial Left = Largest->Factor;
    bool Known = true; // the other counters' factors are known not to be 0
    for (auto Other = All.begin(); Other != All.end(); ++Other)
      if (Other != Largest) {
        Left = Left + -(Other->Factor * Other->Most);
        Known &= isNonzero(Other->Factor, W);
      }
    if (auto More = Left.asConstant(); !Known || !More || *More < 1)
      continue;
    if (Largest->Counter == Counter)
      return true;
    All.erase(Largest);
    return separates(std::move(All), Counter, W);
  }
  return false;
}

/// Whether all accesses are in the given loop, and no other loop in `Inside` has the same counter.
bool Subscripts::isCountedBy(const InnerLoop &Loop, llvm::ArrayRef<InnerLoop> Inside,
                             llvm::ArrayRef<const Access *> Of) const {
  auto Counts = [&](const InnerLoop &Other) { return Other.Counter == Loop.Counter; };
  return llvm::count_if(Inside, Counts) == 1 &&
         llvm::all_of(Of, [&](const Access *A) { return llvm::any_of(Loops.around(A->Whole), Counts); });
}

/// The greatest difference of two values of a loop's counter, as a polynomial of variables that IsKept accepts; nullopt
/// if it is not known.
std::optional<Polynomial> Subscripts::span(const InnerLoop &Loop, const Window &Of,
                                           llvm::function_ref<bool(const ValueDecl *)> IsKept) const {
  const auto IsExtent = [&](const Polynomial &P) { return isNonzero(P, Of); }; // the window's extents are not 0
  auto Lowest = Values.surely(Loop.Upwards ? Loop.First : Loop.Limit, IsExtent),
       Highest = Values.surely(Loop.Upwards ? Loop.Limit : Loop.First, IsExtent);
  if (Loop.MayWrap || !Lowest || !Highest || !Lowest->allVariables(IsKept) || !Highest->allVariables(IsKept))
    return std::nullopt;
  Polynomial Most = *Highest + -*Lowest + Polynomial::constant(Loop.Inclusive ? 0 : -1);
  return Most.valid() ? std::optional(Most) : std::nullopt;
}

/// The parts Factor * Counter of the subscript in dimension D; the part of the loop's own counter comes first. nullopt
/// if the subscript does not depend on this counter, or has other parts that are not constant in the loop.
std::optional<Subscripts::Extents> Subscripts::extents(const InnerLoop &Loop, llvm::ArrayRef<InnerLoop> Inside,
                                                       llvm::function_ref<bool(const ValueDecl *)> IsKept,
                                                       llvm::ArrayRef<const Access *> Of, unsigned D) const {
  auto Own = index(*Of.front(), D)->split(Loop.Counter);
  if (!Own || Own->first == Polynomial())
    return std::nullopt;
  Extents Found = {{Loop.Counter, Own->first, Polynomial()}};
  Polynomial Rest = Own->second;
  for (const InnerLoop &Each : Inside) {
    auto Parts = Rest.split(Each.Counter);
    if (!Parts)
      return std::nullopt;
    if (Parts->first == Polynomial())
      continue;
    auto Most = isCountedBy(Each, Inside, Of) ? span(Each, R.Windows[Of.front()->Window], IsKept) : std::nullopt;
    if (!Most)
      return std::nullopt;
    Found.push_back({Each.Counter, Parts->first, *Most});
    Rest = Parts->second;
  }
  // The span of the loop's own counter is needed only for the comparison with the factors of other counters.
  auto Most = Found.size() > 1 ? span(Loop, R.Windows[Of.front()->Window], IsKept) : std::optional(Polynomial());
  if (!Most || !Rest.allVariables(IsKept))
    return std::nullopt;
  Found.front().Most = *Most;
  for (Extent &Each : Found) {
    if (!Each.Factor.allVariables(IsKept) || !Each.Factor.valid())
      return std::nullopt;
    // The sign does not matter, because only the distance between two indices is compared.
    if (Each.Factor.asConstant().value_or(0) < 0)
      Each.Factor = -Each.Factor;
  }
  return Found;
}

bool Subscripts::dimensionIsApart(const InnerLoop &Loop, llvm::ArrayRef<InnerLoop> Inside, const Effects &Body,
                                  llvm::ArrayRef<const Access *> Of, unsigned D) const {
  auto Index = index(*Of.front(), D);
  if (!Index)
    return false;
  for (const Access *A : Of)
    if (auto Own = index(*A, D); !Own || !(*Own == *Index))
      return false;
  auto IsKept = [&](const ValueDecl *V) { return V != Loop.Counter && !Body.varies(V); };
  auto All = extents(Loop, Inside, IsKept, Of, D);
  if (!All)
    return false;
  if (llvm::any_of(Of, [&](const Access *A) { return wrapsEarly(A->Indices[D]); }))
    return All->size() == 1 && All->front().Factor == Polynomial::constant(1);
  return separates(std::move(*All), Loop.Counter, R.Windows[Of.front()->Window]);
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

/// The number k with Later == Earlier + k * Factor, negated for a loop that counts downwards; nullopt if there is none.
static std::optional<int64_t> ahead(const Polynomial &Later, const Polynomial &Earlier, const Polynomial &Factor,
                                    bool Upwards) {
  const auto By = (Later + -Earlier).multipleOf(Factor);
  return By && !Upwards ? std::optional(-*By) : By;
}

bool Subscripts::isBeside(const Access &Outside, const InnerLoop &Loop, const Access &Inside) const {
  const auto Never = [](const Polynomial &) { return false; };
  const auto First = Values.surely(Loop.First, Never), Limit = Values.surely(Loop.Limit, Never);
  const bool Narrow = Context.getIntWidth(Loop.Counter->getType().getNonReferenceType()) < 32;
  if (!First || !isFixed(*First) || Narrow || Loop.MayWrap || Outside.Addressed || Inside.Addressed ||
      Outside.Indices.size() != Inside.Indices.size())
    return false;
  for (unsigned D = 0; D < Inside.Indices.size(); ++D) {
    const auto There = index(Outside, D), Moving = index(Inside, D);
    const auto Parts = Moving ? Moving->split(Loop.Counter) : std::nullopt;
    if (!There || !Parts || !isFixed(*There) || !isFixed(Parts->first) || !isFixed(Parts->second) ||
        !isNonzero(Parts->first, R.Windows[Inside.Window]) || wrapsEarly(Outside.Indices[D]) ||
        wrapsEarly(Inside.Indices[D]))
      continue;
    // Where both accesses have the same index, the counter times Factor is Met. So they have no element in common if
    // Met lies before Factor * First or beyond Factor * Limit.
    const Polynomial &Factor = Parts->first, Met = *There + -Parts->second;
    if (ahead(Factor * *First, Met, Factor, Loop.Upwards).value_or(0) > 0)
      return true;
    if (Limit && isFixed(*Limit) && !Loop.Unequal &&
        ahead(Met, Factor * *Limit, Factor, Loop.Upwards).value_or(-1) >= Loop.Inclusive)
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
    Index = Index ? Values.atFirst(*Index, Loops.around(A.Whole)) : std::nullopt;
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
