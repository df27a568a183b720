// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads the program's integers that are ends of boxes (LoadedEnds.h).
#include "Memory/LoadedEnds.h"

#include "Memory/Directory.h"
#include "Memory/FootprintArithmetic.h"
#include "Memory/MappedMemory.h"

namespace hetrt {

using namespace footprint;

namespace {

/// The elements of the table `Through` that a term reads for these values of the iterator, including those between them
/// that a step larger than 1 skips. Empty if the table lacks some of these elements.
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

/// Whether the ends of dimension D of a box may stay terms. Terms that go through a table may, only if they are ends of
/// segments, in dimension 0 and with integers that never decrease.
bool mayStay(const ViewBox &Of, unsigned D, const ValueRange &Values, std::span<const View> All) {
  bool Stays = true;
  for (const auto *End : {&Of.Lower[D], &Of.Upper[D]})
    for (const Term &Each : *End)
      if (Each.Table && Stays)
        Stays = D == 0 && !Each.Reading &&
                !falls(integersOf(All[Each.Table - 1]), positionsOf(Each, Values, All[Each.Table - 1]));
  return Stays;
}

/// The smallest box around the indices that a box has in all iterations, and the dimensions in which iterations differ.
struct Level {
  std::optional<Box> Hull{};
  unsigned Differ = 0; ///< A bit for each dimension in which iterations differ.

  void add(const Box &Part, bool Exists) {
    if (!Exists) // the box is empty in this iteration but not in all, so iterations differ in every dimension
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
        To.push_back({Each, Each.Table ? IntegerReader(Each, All[Each.Table - 1]) : IntegerReader{}});
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
    Can = Through.Base && Through.isInOrder() && IntegerReader(Each, Through).fits();
    if (!Can)
      return;
    const Interval Taken = positionsOf(Each, Values, Through);
    const std::uint64_t Bytes = Taken.size() * Through.ElementSize;
    const std::byte *const First = Through.Base + Taken.Lower * static_cast<std::int64_t>(Through.ElementSize);
    Can = Bytes > 0 && isReadable(reinterpret_cast<std::uintptr_t>(First), Bytes) &&
          (!Known || Known->writeBackOverlapping(First, Bytes).ok());
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

/// Whether the conversions of a term change none of the integers that it reads.
static bool keepsAll(const Term &Of, const ValueRange &Values, const View &Through) {
  const IntegerReader Reader(Of, Through);
  const Interval Taken = positionsOf(Of, Values, Through);
  for (std::int64_t Index = Taken.Lower; Index < Taken.Upper; ++Index)
    if (Reader.changes(Index))
      return false;
  return true;
}

/// Removes conversions that change nothing from the ends of the first dimension, so that these may stay terms.
static void dropConversions(ViewBox &Of, const ValueRange &Values, std::span<const View> All) {
  for (auto *Side : {&Of.Lower, &Of.Upper})
    for (Term &Each : (*Side)[0])
      if (Each.Table && Each.Reading && !readsMembers(Each) && keepsAll(Each, Values, All[Each.Table - 1])) {
        Each.Add = hetrt_plus(Each.Add, Each.Within);
        Each.Reading = 0;
        Each.Within = 0;
      }
}

/// Removes terms that read converted integers or members, which footprints cannot evaluate. A box without such an end
/// is larger, so it is not surely written or attained any more. In an array whose rows are not separate (`IsFlat`), an
/// index in a row may lead into the rows behind it, so without an end there the box is the whole array. Returns whether
/// there were any such terms.
static bool dropReadings(ViewBox &Of, bool IsFlat) {
  bool Dropped = false, OfRows = false;
  for (auto *Side : {&Of.Lower, &Of.Upper})
    for (std::vector<Term> &End : *Side)
      if (std::erase_if(End, [](const Term &Each) { return Each.Reading != 0; })) {
        Dropped = true;
        OfRows |= &End != &Side->front();
      }
  if (OfRows && IsFlat)
    Of.Lower = Of.Upper = {};
  if (Dropped)
    Of.Flags &= ~unsigned(BoxSurely | BoxAttained);
  return Dropped;
}

void levelEnds(View &What, const IterationSpace &Space, std::span<const View> All, Directory *Known) {
  if (What.isDeclared()) {
    for (ViewBox &Each : What.Boxes)
      dropReadings(Each, What.has(HETRT_FLAT));
    return;
  }
  What.Loaded = What.has(HETRT_ROWS) ? What.Boxes : std::vector<ViewBox>();
  for (std::size_t Box = 0; Box < What.Boxes.size(); ++Box) {
    ViewBox &Each = What.Boxes[Box];
    if (Each.usesTables() && canRead(Each, Space, All, Known)) {
      const ValueRange Values = valuesOf(Space, Each);
      dropConversions(Each, Values, All);
      unsigned Dimensions = 0;
      for (unsigned D = 0; D < MaxRank; ++D)
        Dimensions |= mayStay(Each, D, Values, All) ? 0 : 1u << D;
      if (Dimensions)
        level(Each, Space, All, Dimensions);
    }
    if (dropReadings(Each, What.has(HETRT_FLAT)) && Box < What.Loaded.size())
      What.Loaded[Box] = Each;
  }
}

} // namespace hetrt
