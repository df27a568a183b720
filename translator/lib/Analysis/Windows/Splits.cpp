// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Splits flat subscripts of a `T *`, as `i * m + j`, into the dimensions that the factors of their counters suggest:
// here rows of m elements. The parts become the ends of a box (the part of the array that one iteration uses).
#include "Analysis/Windows/BoxFinder.h"
#include "clang/AST/Decl.h"

using namespace hetcc;
using namespace clang;

/// The strides of the dimensions, from the largest to 1, each of which divides the one before: the factors of the
/// iterator and of counters in all subscripts. nullopt if a factor is not constant in the loop, or if there are too
/// many.
std::optional<llvm::SmallVector<Polynomial, 4>> BoxFinder::chain(ArrayRef<Subscripts> All) const {
  llvm::SmallVector<Polynomial, 4> Found = {number(1)};
  auto Add = [&](const ValueDecl *Counter, const Polynomial &Index) {
    auto Parts = Index.split(Counter);
    if (!Parts)
      return false;
    for (auto &[P, C] : Parts->first.terms()) { // a diagonal `i * m + i` has two factors: m and 1
      const Polynomial Size = Polynomial::term(P, std::abs(C));
      if (!Size.allVariables([&](const ValueDecl *V) { return Values.isInvariant(V); }))
        return false;
      if (!llvm::is_contained(Found, Size))
        Found.push_back(Size);
    }
    return true;
  };
  for (const Subscripts &S : All) {
    if (!S.isPolynomial())
      continue;
    const Polynomial &Index = S.Indices[0]->Value;
    if (!Add(R.Loop.Iterator, Index))
      return std::nullopt;
    for (const PathStep &Step : Ways.around(S.Of->Whole))
      if (Step.What == PathStep::Kind::Loop && !Add(Step.Counted.Counter, Index))
        return std::nullopt;
  }
  llvm::sort(Found, [](const Polynomial &A, const Polynomial &B) {
    auto &[P, C] = *A.terms().begin();
    auto &[Q, D] = *B.terms().begin();
    return P.size() != Q.size() ? P.size() > Q.size() : C > D;
  });
  // A factor that does not divide the next larger one is not the stride of a dimension: the subscript moves by it
  // within a row.
  for (size_t I = 1; I < Found.size();)
    if (dividedBy(Found[I - 1], Found[I]))
      ++I;
    else
      Found.erase(Found.begin() + ptrdiff_t(I));
  return Found.size() <= MostDimensions ? std::optional(Found) : std::nullopt;
}

void BoxFinder::findStrides(ArrayUse &Use, ArrayRef<Subscripts> All) {
  auto Found = chain(All);
  Strides = Found ? *Found : llvm::SmallVector<Polynomial, 4>{number(1)};
  Use.Split = Strides.size() > 1;
  for (size_t D = 1; D < Strides.size(); ++D)
    Use.Inner.push_back(*dividedBy(Strides[D - 1], Strides[D]));
}

/// Distributes a flat index over the dimensions. Each dimension, from the largest stride on, gets the multiples of its
/// stride in the rest of the index.
void BoxFinder::distribute(const Polynomial &Index, Box &B) const {
  Polynomial Rest = Index;
  for (const Polynomial &Stride : Strides) {
    Polynomial Own, Left;
    const auto Size = Stride.asConstant();
    for (auto &[P, C] : Rest.terms()) {
      const Polynomial Each = Polynomial::term(P, C);
      if (auto Quotient = dividedBy(Each, Stride))
        Own = Own + *Quotient;
      else if (Size && P.empty()) {
        const int64_t Rounded = llvm::divideFloorSigned(C, *Size);
        Own = Own + number(Rounded);
        Left = Left + number(C - Rounded * *Size);
      } else
        Left = Left + Each;
    }
    B.Dimensions.push_back({{plain(Own)}, {plain(Own + number(1))}});
    Rest = Left;
  }
}

/// Moves whole rows from inner dimensions to outer ones, so that each inner dimension begins within its extent. Called
/// after the counters of inner loops have been replaced, because only then is it known to which dimension an offset
/// belongs.
void BoxFinder::straighten(Box &B, const ArrayUse &Use) const {
  for (size_t D = B.Dimensions.size(); D-- > 1;) {
    Interval &Own = B.Dimensions[D], &Outer = B.Dimensions[D - 1];
    if (Own.Lower.empty() || Own.Upper.empty() || !Own.Lower[0].isPlain() || !Use.Inner[D - 1])
      continue;
    const Polynomial &Length = *Use.Inner[D - 1];
    int64_t Rows = 0;
    if (auto First = Own.Lower[0].Value.asConstant(); First && Length.asConstant())
      Rows = llvm::divideFloorSigned(*First, *Length.asConstant());
    else if (!First && !Length.asConstant())
      for (int64_t Each : {-1, 1})
        if (auto At = (Own.Lower[0].Value + -(Length * number(Each))).asConstant(); At && *At >= (Each < 0 ? 1 : 0))
          Rows = Each;
    if (Rows == 0 || !llvm::all_of(llvm::concat<Term>(Own.Lower, Own.Upper, Outer.Lower, Outer.Upper),
                                   [](const Term &T) { return T.isPlain(); }))
      continue;
    for (Term &T : llvm::concat<Term>(Own.Lower, Own.Upper))
      T.Value = T.Value + -(Length * number(Rows));
    for (Term &T : llvm::concat<Term>(Outer.Lower, Outer.Upper))
      T.Value = T.Value + number(Rows);
  }
}
