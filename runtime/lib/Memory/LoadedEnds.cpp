// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads the integers that ends of boxes go through.
#include "Memory/LoadedEnds.h"

#include "Memory/Directory.h"
#include "Memory/FootprintArithmetic.h"
#include "Memory/MappedMemory.h"

namespace hetrt {

using namespace footprint;

namespace {

/// The elements of a table that a term takes, gaps of a step included; none if these are not all there.
Interval positionsOf(const Term &Of, const ValueRange &Values, const View &Through) {
  const Wide A = valueOf(Of, Values.Lowest), B = valueOf(Of, Values.Highest);
  const Wide First = std::min(A, B), Last = std::max(A, B);
  const bool Exist = First >= Through.FirstIndex && Last < Wide(Through.FirstIndex) + Through.Extent[0];
  return Exist ? Interval{static_cast<std::int64_t>(First), static_cast<std::int64_t>(Last) + 1} : Interval{};
}

bool falls(const IntegerTable &Of, const Interval &Positions) {
  for (std::int64_t Index = Positions.Lower + 1; Index < Positions.Upper; ++Index)
    if (Of.at(Index) < Of.at(Index - 1))
      return true;
  return false;
}

/// Whether the ends of a dimension are those of segments, or go through no table at all.
bool mayStay(const ViewBox &Of, unsigned D, const ValueRange &Values, std::span<const View> All) {
  bool Stays = true;
  for (const auto *End : {&Of.Lower[D], &Of.Upper[D]})
    for (const Term &Each : *End)
      if (Each.Table && Stays)
        Stays = D == 0 && !falls(integersOf(All[Each.Table - 1]), positionsOf(Each, Values, All[Each.Table - 1]));
  return Stays;
}

/// The smallest box around what a box has in any iteration, and whether that is the same in all of them in each
/// dimension.
struct Level {
  std::optional<Box> Hull{};
  unsigned Differ = 0; ///< A bit for each dimension.

  void add(const Box &Part, bool Exists) {
    if (!Exists) // one iteration has nothing, another one has
      Differ = ~0u;
    if (!Exists || !Hull) {
      Hull = Exists ? Part : Hull;
      return;
    }
    for (unsigned D = 0; D < MaxRank; ++D) {
      Interval &Own = (*Hull)[D];
      Differ |= Own == Part[D] ? 0 : 1u << D;
      Own = {std::min(Own.Lower, Part[D].Lower), std::max(Own.Upper, Part[D].Upper)};
    }
  }
};

} // namespace

BoxReader::BoxReader(const ViewBox &Of, const IterationSpace &Space, std::span<const View> All) {
  const ValueRange Values = valuesOf(Space, Of);
  Fits = !Of.isUnknown() && fitsValue(Values);
  for (unsigned D = 0; D < MaxRank; ++D) {
    Else[D] = {-Far, Far};
    Ends Made{.Dimension = D};
    const auto Add = [&](const std::vector<Term> &From, std::vector<End> &To) {
      for (const Term &Each : From) {
        const auto IsNearAt = [&](Wide Value) { return isNear(Value * Each.Slope) && isNear(Each.Offset); };
        Fits &= IsNearAt(Values.Lowest) && IsNearAt(Values.Highest);
        To.push_back({Each, Each.Table ? integersOf(All[Each.Table - 1]) : IntegerTable{}});
      }
    };
    Add(Of.Lower[D], Made.Lower);
    Add(Of.Upper[D], Made.Upper);
    if (!Made.Lower.empty() || !Made.Upper.empty())
      Along.push_back(std::move(Made));
  }
}

std::int64_t BoxReader::End::at(std::int64_t Value) const {
  std::int64_t Index = Of.Slope * Value + Of.Offset;
  if (Of.Divisor != 1)
    Index = static_cast<std::int64_t>(floorOf(Index, Of.Divisor));
  return Of.Table ? clampedToNear(Wide(Of.Scale) * Table.at(Index) + Of.Add) : Index;
}

Box BoxReader::at(std::int64_t Value) const {
  Box Found = Else;
  for (const Ends &Each : Along) {
    Interval &Own = Found[Each.Dimension];
    for (const End &Of : Each.Lower)
      Own.Lower = std::max(Own.Lower, Of.at(Value));
    for (const End &Of : Each.Upper)
      Own.Upper = std::min(Own.Upper, Of.at(Value));
  }
  return Found;
}

bool canRead(const ViewBox &Of, const IterationSpace &Space, std::span<const View> All, Directory *Known) {
  const ValueRange Values = valuesOf(Space, Of);
  if (Of.isUnknown() || Values.empty() || !fitsValue(Values))
    return false;
  bool Can = true;
  Of.forEachTerm([&](const Term &Each) {
    if (!Each.Table || !Can)
      return;
    Can = Each.Table <= All.size();
    if (!Can)
      return;
    const View &Through = All[Each.Table - 1];
    Can = Through.Base && Through.isInOrder() && Through.hasIntegers();
    if (!Can)
      return;
    const Interval Taken = positionsOf(Each, Values, Through);
    const std::uint64_t Bytes = Taken.size() * Through.ElementSize;
    const std::byte *const First = Through.Base + Taken.Lower * static_cast<std::int64_t>(Through.ElementSize);
    Can = Bytes > 0 && isReadable(reinterpret_cast<std::uintptr_t>(First), Bytes) &&
          (!Known || Known->bringHomeOverlapping(First, Bytes).ok());
  });
  return Can;
}

static void level(ViewBox &Of, const IterationSpace &Space, std::span<const View> All, unsigned Dimensions) {
  const BoxReader Reader(Of, Space, All);
  if (!Reader.fits())
    return;
  Level Found;
  forEachValue(Of, Space, [&](std::int64_t Value) {
    const Box Part = Reader.at(Value);
    Found.add(Part, !isEmpty(Part));
  });
  for (unsigned D = 0; D < MaxRank; ++D) {
    if (!(Dimensions >> D & 1))
      continue;
    const Interval Ends = Found.Hull ? (*Found.Hull)[D] : Interval{};
    for (Term &Each : Of.Lower[D])
      Each = Each.Table ? Term{.Offset = Ends.Lower} : Each;
    for (Term &Each : Of.Upper[D])
      Each = Each.Table ? Term{.Offset = Ends.Upper} : Each;
    if (Found.Differ >> D & 1)
      Of.Flags &= ~unsigned(BoxSurely | BoxAttained);
  }
}

void levelEnds(View &What, const IterationSpace &Space, std::span<const View> All, Directory *Known) {
  if (What.isDeclared())
    return;
  What.Loaded = What.has(HETRT_ROWS) ? What.Boxes : std::vector<ViewBox>();
  for (ViewBox &Each : What.Boxes) {
    if (!Each.usesTables() || !canRead(Each, Space, All, Known))
      continue;
    const ValueRange Values = valuesOf(Space, Each);
    unsigned Dimensions = 0;
    for (unsigned D = 0; D < MaxRank; ++D)
      Dimensions |= mayStay(Each, D, Values, All) ? 0 : 1u << D;
    if (Dimensions)
      level(Each, Space, All, Dimensions);
  }
}

} // namespace hetrt
