// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the array that rows behind pointers are.
#include "Memory/RowPointers.h"

#include "Memory/FootprintArithmetic.h"
#include "Memory/MappedMemory.h"

#include <cstring>
#include <fmt/format.h>

namespace hetrt {

using namespace footprint;

namespace {

Status apart(const View &What, const std::string &Found) {
  return Status::programFault(HETRT_ERROR_ARGUMENT,
                              What.clause() + ": wanted rows at a fixed stride, one behind the other: found " + Found);
}

/// Of one box, by the values that its guard leaves of the iterator's first and last; a superset. Nothing where it does
/// not say both ends.
std::optional<Interval> columnsOf(const ViewBox &Of, Wide Lowest, Wide Highest) {
  if (Of.isUnknown() || Of.Lower[1].empty() || Of.Upper[1].empty())
    return std::nullopt;
  if (Of.Only) {
    Lowest = std::max<Wide>(Lowest, Of.Only->Least);
    Highest = std::min<Wide>(Highest, Of.Only->Greatest);
  }
  if (Lowest > Highest)
    return Interval{0, 0};
  Wide Lower = -Far, Upper = Far;
  for (const auto *Side : {&Of.Lower[1], &Of.Upper[1]})
    for (const Term &Each : *Side) {
      if (Each.Table)
        return std::nullopt;
      const Wide A = floorOf(Lowest * Each.Slope + Each.Offset, Each.Divisor),
                 B = floorOf(Highest * Each.Slope + Each.Offset, Each.Divisor);
      if (Side == &Of.Lower[1])
        Lower = std::max(Lower, std::min(A, B));
      else
        Upper = std::min(Upper, std::max(A, B));
    }
  return Interval{clampedToNear(Lower), clampedToNear(std::max(Lower, Upper))};
}

/// The columns that the loop may touch, a superset; nothing where some box does not say.
std::optional<Interval> columnsOf(const View &What, const IterationSpace &Space) {
  const Wide First = Space.Lower, Last = First + Wide(Space.TripCount - 1) * Space.Step;
  std::optional<Interval> All;
  for (const ViewBox &Each : What.Boxes) {
    const std::optional<Interval> Own = columnsOf(Each, std::min(First, Last), std::max(First, Last));
    if (!Own)
      return std::nullopt;
    if (!Own->empty())
      All = All ? Interval{std::min(All->Lower, Own->Lower), std::max(All->Upper, Own->Upper)} : *Own;
  }
  return All;
}

std::intptr_t rowAt(const View &What, std::int64_t Index) {
  std::intptr_t Row = 0;
  std::memcpy(&Row, What.Base + Index * static_cast<std::int64_t>(sizeof Row), sizeof Row);
  return Row;
}

} // namespace

Status joinRows(View &What, const IterationSpace &Space) {
  const std::int64_t First = What.FirstIndex, Count = What.Extent[0];
  const bool IsDeclared = What.Extent[1] != UnknownRow;
  if (!What.Base || Count <= 0 || What.Extent[1] <= 0 || What.ElementSize == 0) // what is wrong with it others say
    return Status::success();
  const std::optional<Interval> Columns = columnsOf(What, Space);
  if (!IsDeclared && (!Columns || Columns->Lower < 0))
    return apart(What, Columns ? "uses before the first element of a row"
                               : "uses of which nothing says how far they go into a row");
  const std::int64_t Length = IsDeclared ? What.Extent[1] : Columns->Upper;
  const auto Size = static_cast<std::int64_t>(What.ElementSize);
  if (!isReadable(reinterpret_cast<std::uintptr_t>(What.Base) + std::uint64_t(First) * sizeof(void *),
                  std::uint64_t(Count) * sizeof(void *)))
    return apart(What, fmt::format("memory that cannot be read where the pointers to {} rows should be", Count));
  const std::intptr_t Begin = rowAt(What, First);
  const std::int64_t Stride = Count > 1 ? rowAt(What, First + 1) - Begin : Length * Size;
  if (!Begin || Stride % Size != 0 || Stride / Size < Length)
    return apart(What, Begin ? fmt::format("row {} {} bytes behind the one before, and rows of {} bytes", First + 1,
                                           Stride, Length * Size)
                             : fmt::format("a null pointer for row {}", First));
  for (std::int64_t Row = 2; Row < Count; ++Row)
    if (const std::int64_t Found = rowAt(What, First + Row) - rowAt(What, First + Row - 1); Found != Stride)
      return apart(What, fmt::format("row {} {} bytes behind the one before, and row {} {} bytes", First + 1, Stride,
                                     First + Row, Found));
  What.Base = reinterpret_cast<std::byte *>(Begin - First * Stride);
  What.Extent[1] = Stride / Size;
  for (ViewBox &Each : What.Boxes)
    if (Each.Upper[1].empty())
      Each.Upper[1].push_back({.Offset = Length});
  return Status::success();
}

} // namespace hetrt
