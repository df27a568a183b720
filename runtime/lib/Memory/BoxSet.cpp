// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sets of indices as disjoint boxes. Each operation looks at all boxes, so users of a set keep it to a few tens of
// boxes.
#include "Memory/BoxSet.h"

namespace hetrt {
namespace {

Box clipped(Box Part, const Box &To) {
  for (unsigned D = 0; D < MaxRank; ++D)
    Part[D] = Part[D].clipped(To[D]);
  return Part;
}

bool before(const Box &A, const Box &B) {
  for (unsigned D = 0; D < MaxRank; ++D)
    if (A[D].Lower != B[D].Lower)
      return A[D].Lower < B[D].Lower;
  return false;
}

/// Extends `Grown` by `Other` where the two boxes touch in one dimension and have equal intervals in all others, so
/// that both together are one box. Otherwise returns false.
bool join(Box &Grown, const Box &Other) {
  unsigned Differing = MaxRank;
  for (unsigned D = 0; D < MaxRank; ++D) {
    if (Grown[D] == Other[D])
      continue;
    if (Differing < MaxRank || (Grown[D].Upper != Other[D].Lower && Other[D].Upper != Grown[D].Lower))
      return false;
    Differing = D;
  }
  if (Differing == MaxRank)
    return false;
  Interval &Along = Grown[Differing];
  Along = {std::min(Along.Lower, Other[Differing].Lower), std::max(Along.Upper, Other[Differing].Upper)};
  return true;
}

std::uint64_t sizeOf(const Box &Part) {
  std::uint64_t Size = 1;
  for (Interval Along : Part)
    Size *= Along.size();
  return Size;
}

/// Adds the boxes that make up the flat indices `Flat` (elements in memory order) of dimension D and its inner
/// dimensions; the outer dimensions have the indices of `Outside`.
void addFlat(std::vector<Box> &Into, Box Outside, unsigned D, Interval Flat, const Extents &Extent) {
  if (Flat.empty())
    return;
  std::int64_t Inner = 1;
  for (unsigned I = D + 1; I < MaxRank; ++I) {
    Inner *= Extent[I];
    Outside[I] = {0, Extent[I]};
  }
  std::int64_t First = Flat.Lower / Inner;
  const std::int64_t Last = Flat.Upper / Inner, Begun = Flat.Lower % Inner, Left = Flat.Upper % Inner;
  auto Within = [&](std::int64_t Index, Interval Part) {
    Outside[D] = {Index, Index + 1};
    addFlat(Into, Outside, D + 1, Part, Extent);
  };
  if (First == Last)
    return Within(First, {Begun, Left});
  if (Begun)
    Within(First++, {Begun, Inner});
  Outside[D] = {First, Last};
  if (First < Last)
    Into.push_back(Outside);
  Within(Last, {0, Left});
}

} // namespace

std::vector<Box> boxesOf(Interval Flat, const Extents &Extent) {
  std::vector<Box> Boxes;
  addFlat(Boxes, {}, 0, Flat, Extent);
  return Boxes;
}

void BoxSet::keepLargest(std::size_t Count) {
  if (Parts.size() <= Count)
    return;
  std::sort(Parts.begin(), Parts.end(), [](const Box &A, const Box &B) { return sizeOf(A) > sizeOf(B); });
  Parts.resize(Count);
  std::sort(Parts.begin(), Parts.end(), before);
}

void BoxSet::add(Box Part) {
  if (isEmpty(Part))
    return;
  subtract(Part);
  for (auto Other = Parts.begin(); Other != Parts.end();) {
    if (join(Part, *Other)) {
      Parts.erase(Other);
      Other = Parts.begin(); // the extended box may now touch boxes that were already looked at, so begin again
    } else {
      ++Other;
    }
  }
  Parts.insert(std::upper_bound(Parts.begin(), Parts.end(), Part, before), Part);
}

void BoxSet::add(const BoxSet &Other) {
  for (const Box &Each : Other.Parts)
    add(Each);
}

/// Replaces each box by its parts outside of `Part`. Cuts along the outermost dimension first, so that the parts are
/// long runs of memory.
void BoxSet::subtract(const Box &Part) {
  std::vector<Box> Left;
  Left.reserve(Parts.size() + 1);
  for (Box &Each : Parts) {
    const Box Inside = clipped(Each, Part);
    if (isEmpty(Inside)) {
      Left.push_back(Each);
      continue;
    }
    for (unsigned D = 0; D < MaxRank; ++D) {
      for (Interval Outside : {Interval{Each[D].Lower, Inside[D].Lower}, Interval{Inside[D].Upper, Each[D].Upper}})
        if (!Outside.empty()) {
          Left.push_back(Each);
          Left.back()[D] = Outside;
        }
      Each[D] = Inside[D];
    }
  }
  std::sort(Left.begin(), Left.end(), before);
  Parts = std::move(Left);
}

void BoxSet::subtract(const BoxSet &Other) {
  for (const Box &Each : Other.Parts)
    subtract(Each);
}

BoxSet BoxSet::common(const Box &Part) const {
  BoxSet Inside;
  for (const Box &Each : Parts)
    Inside.add(clipped(Each, Part));
  return Inside;
}

BoxSet BoxSet::missing(const Box &Part) const {
  BoxSet Left(Part);
  Left.subtract(*this);
  return Left;
}

bool operator==(const BoxSet &A, const BoxSet &B) {
  BoxSet OnlyA = A, OnlyB = B;
  OnlyA.subtract(B);
  OnlyB.subtract(A);
  return OnlyA.empty() && OnlyB.empty();
}

} // namespace hetrt
