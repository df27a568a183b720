// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Turns boxes of several dimensions into intervals of one index, which counts an array's elements as they lie in
// memory: in `a[m][n]`, the element `a[i][j]` has the index i * n + j.
//
// The lower end of the interval is the index of the box's first element: the sum over the dimensions of their lower
// ends, each times the number of elements that share an index of this dimension. As a lower end is the greatest of its
// terms, this sum is the greatest of all sums of one term of each dimension. The upper end comes after the box's last
// element, so all dimensions but the innermost count up to their last index.
#include "Memory/Footprint.h"
#include "Memory/FootprintArithmetic.h"

namespace hetrt {

using namespace footprint;

namespace {

/// The sum of one term of each dimension, each times its stride, as a term. Returns nothing if the sum is not a term,
/// or is too far from 0 in some iteration.
std::optional<Term> sumOf(std::span<const Term> Parts, std::span<const Wide> Strides, std::uint64_t TripCount) {
  Wide Slope = 0, Offset = 0;
  std::optional<Term> Other; // the term that is not affine
  Wide OtherStride = 1;
  for (std::size_t D = 0; D < Parts.size(); ++D) {
    if (!Parts[D].affine()) {
      if (Other || Parts[D].Divisor != 1)
        return std::nullopt;
      Other = Parts[D];
      OtherStride = Strides[D];
      continue;
    }
    // Terms and strides are bounded by isNear(), so that products fit; the sums are checked below.
    Slope += Parts[D].Slope * Strides[D];
    Offset += Parts[D].Offset * Strides[D];
  }
  Wide Last = 0;
  if (!isNear(Slope) || !isNear(Offset) ||
      __builtin_mul_overflow(Slope, Wide(std::max<std::uint64_t>(TripCount, 1) - 1), &Last) || !isNear(Last + Offset))
    return std::nullopt;
  if (!Other)
    return Term{.Slope = static_cast<std::int64_t>(Slope), .Offset = static_cast<std::int64_t>(Offset)};
  const Wide Scale = Other->Scale * OtherStride, Add = Other->Add * OtherStride + Offset;
  if (Slope != 0 || Scale < 1 || !isNear(Scale) || !isNear(Add))
    return std::nullopt;
  Other->Scale = static_cast<std::int64_t>(Scale);
  Other->Add = static_cast<std::int64_t>(Add);
  return Other;
}

} // namespace

class Footprint::Flattening {
public:
  Flattening(const Footprint &From, const std::optional<Interval> &Elements) : From(From) {
    Wide Behind = 1; // the number of elements that share one index of dimension D
    for (unsigned D = MaxRank; D-- > 0;) {
      Stride[D] = clampedToNear(Behind);
      Behind = Stride[D] * From.Indices[D].size();
      Flat.Indices[D] = {0, 1};
    }
    Flat.Indices[0] = {clampedToNear(From.Indices[0].Lower * Stride[0]),
                       clampedToNear(From.Indices[0].Upper * Stride[0])};
    if (Elements) {
      Flat.Indices[0] = {0, static_cast<std::int64_t>(Elements->size())};
      Begin = Elements->Lower;
    }
    Flat.TripCount = From.TripCount;
    Flat.Tables = From.Tables;
  }

  void add(MovingBox What) {
    // A dimension without an end in a box ends where the row ends. The one flat dimension has no rows, so the ends of
    // rows have to be written into inner dimensions here. Cutting the box to the array would give the same ends later.
    for (unsigned D = 1; D < MaxRank; ++D) {
      if (What.Lower[D].Limit == NoLower && !What.Lower[D].Count)
        What.Lower[D].Limit = From.Indices[D].Lower;
      if (What.Upper[D].Limit == NoUpper && !What.Upper[D].Count)
        What.Upper[D].Limit = From.Indices[D].Upper;
    }
    MovingBox Made = What;
    Made.Moves = What.Moves ? 1 : 0;
    for (unsigned D = 0; D < MaxRank; ++D) {
      Made.Lower[D] = {NoLower};
      Made.Upper[D] = {NoUpper};
    }
    bool Exact = true, Empty = false;
    Made.Lower[0] = endOf(What, true, Exact);
    Made.Upper[0] = endOf(What, false, Exact);
    unsigned Several = 0; // the number of dimensions in which iterations have more than one index
    for (unsigned D = 0; D < MaxRank; ++D) {
      const BoxEnd &Lower = What.Lower[D], &Upper = What.Upper[D];
      const bool Rows =
          !Lower.Count && !Upper.Count && Lower.Limit == From.Indices[D].Lower && Upper.Limit == From.Indices[D].Upper;
      // If the box has only a part of each of several rows, the flat interval also contains the elements between these
      // parts, which are not surely written.
      if (!Exact || (Several > 0 && !Rows))
        Made.Flags &= ~unsigned(BoxSurely);
      Empty |= Lower.Limit >= Upper.Limit;
      Several += !From.isOneIndex(What, D);
    }
    // The box touches the first and the last index of each dimension. If it has several indices in more than one
    // dimension, its corners, which are the ends of the flat interval, need not be touched.
    if (!Exact || Several > 1)
      Made.Flags &= ~unsigned(BoxAttained);
    if (Empty)
      Made.Domain = {};
    Flat.Boxes.push_back(Made);
  }

  Footprint take() {
    Flat.settle();
    return std::move(Flat);
  }

private:
  BoxEnd endOf(const MovingBox &Of, bool IsLower, bool &Exact) {
    BoxEnd Into{IsLower ? NoLower : NoUpper, static_cast<std::uint32_t>(Flat.Terms.size()), 0};
    std::array<Term, MaxRank> Parts;
    addSums(Of, IsLower, Parts, 0, Into, Exact);
    return Into;
  }

  /// Adds to `Into` the sums of all combinations of one term for each dimension from `D` inwards. `Parts` has the terms
  /// chosen for the dimensions outside of `D`.
  void addSums(const MovingBox &Of, bool IsLower, std::array<Term, MaxRank> &Parts, unsigned D, BoxEnd &Into,
               bool &Exact) {
    if (D == MaxRank)
      return addSum(sumOf(Parts, Stride, From.TripCount), IsLower, Into, Exact);
    From.forEachTerm(IsLower ? Of.Lower[D] : Of.Upper[D], [&](const Term &Part) {
      Parts[D] = Part;
      if (!IsLower && D + 1 < MaxRank)
        (Part.Table ? Parts[D].Add : Parts[D].Offset) -= Part.Table ? 1 : Part.Divisor;
      addSums(Of, IsLower, Parts, D + 1, Into, Exact);
    });
  }

  /// Adds a sum to an end. If the sum is missing, fewer terms limit the end, so the box gets larger than it is (`Exact`
  /// becomes false).
  void addSum(std::optional<Term> Sum, bool IsLower, BoxEnd &Into, bool &Exact) {
    if (Sum)
      (Sum->Table ? Sum->Add : Sum->Offset) -= Begin;
    if (!Sum) {
      Exact = false;
    } else if (Sum->moves() || Sum->Table) {
      Flat.Terms.push_back(*Sum);
      ++Into.Count;
    } else {
      Into.Limit = IsLower ? std::max(Into.Limit, Sum->Offset) : std::min(Into.Limit, Sum->Offset);
    }
  }

  const Footprint &From;
  Footprint Flat;
  std::array<Wide, MaxRank> Stride;
  std::int64_t Begin = 0; ///< The element that gets index 0.
};

Footprint Footprint::linearised(const std::optional<Interval> &Elements) const {
  Flattening Flat(*this, Elements);
  for (const MovingBox &Each : Boxes)
    Flat.add(Each);
  return Flat.take();
}

} // namespace hetrt
