// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Expresses subscripts in terms of the dimensions of their window. Counters of inner loops are replaced by their
// bounds.
#include "Analysis/Values/Offsets.h"
#include "clang/AST/ASTContext.h"

using namespace hetcc;
using namespace clang;

Offsets::Offsets(const Region &R, ASTContext &Context)
    : R(R), Values(R, Context), Loops(R.Loop.For->getBody(), Context) {}

std::optional<Polynomial> Offsets::index(const Access &A, const Window &W, unsigned D) const {
  if (!W.Flat && D >= A.Indices.size())
    return std::nullopt;
  auto Value = Values.evaluate(A.Indices[W.Flat ? 0 : D]);
  if (W.Flat && D > 0 && Value) {
    auto Outer = Values.stride(W, D - 1);
    Value = Outer ? std::optional(Value->withoutMultiples(*Outer)) : std::nullopt;
  }
  return Value && Value->valid() ? Value : std::nullopt;
}

std::optional<Polynomial> Offsets::stride(const Window &W, unsigned D) const {
  return W.Flat ? Values.stride(W, D) : Polynomial::constant(1);
}

std::optional<Polynomial> Offsets::indexAtFirst(const Access &A, const Window &W, unsigned D) const {
  auto Index = index(A, W, D);
  return Index ? Values.atFirst(*Index, Loops.around(A.Whole)) : std::nullopt;
}

/// The least value of an index, or with `Upper` the largest, for all values of the counters of the inner loops around
/// the access; nullopt if it is not known.
std::optional<Polynomial> Offsets::bound(Polynomial Value, const Access &A, const Polynomial &Stride,
                                         bool Upper) const {
  for (const InnerLoop &Loop : llvm::reverse(Loops.around(A.Whole))) {
    auto Parts = Value.split(Loop.Counter);
    if (!Parts)
      return std::nullopt;
    auto &[Factor, Rest] = *Parts;
    auto Sign = Factor.asConstant();
    if (!Sign)
      Sign = Factor.multipleOf(Stride); // the sign of the factor is that of the multiple, since a stride is positive
    if (Sign == 0)
      continue;
    bool AtFirst = Sign && (*Sign > 0) == (Loop.Upwards != Upper);
    auto End = Sign && !(AtFirst && Loop.MayWrap) ? Values.evaluate(AtFirst ? Loop.First : Loop.Limit) : std::nullopt;
    if (!End)
      return std::nullopt;
    if (!AtFirst && !Loop.Inclusive)
      End = *End + Polynomial::constant(Loop.Upwards ? -1 : 1);
    Value = Rest + Factor * *End;
  }
  return Value.valid() ? std::optional(Value) : std::nullopt;
}

std::optional<Range> Offsets::of(const Access &A, const Window &W, unsigned D) const {
  auto Index = index(A, W, D);
  auto Stride = stride(W, D);
  if (!Index || !Stride)
    return std::nullopt;
  std::optional<Range> Ends[2];
  for (bool Upper : {false, true}) {
    auto Value = bound(*Index, A, *Stride, Upper);
    auto Parts = Value ? Value->split(R.Loop.Iterator) : std::nullopt;
    if (!Parts || !(Parts->first == *Stride))
      return std::nullopt;
    Ends[Upper] = Parts->second.quotient(*Stride);
    if (!Ends[Upper])
      return std::nullopt;
  }
  if (Ends[0]->Least > Ends[1]->Most)
    return std::nullopt; // an inner loop around the access never runs
  return Range{Ends[0]->Least, Ends[1]->Most, Ends[0]->Exact && Ends[1]->Exact};
}
