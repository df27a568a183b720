// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the extent of an array for which no clause gives one: from the array's type, the indices that the loop touches,
// and the data regions and allocations that contain the array.
#include "Memory/Allocations.h"
#include "Memory/Directory.h"
#include "Memory/FootprintArithmetic.h"
#include "Memory/FootprintWriter.h"
#include "Memory/MappedMemory.h"

#include <array>
#include <fmt/format.h>

namespace hetrt {

namespace {

/// The intervals of dimension 0 that the loop touches of an array. They count rows; but if flat subscripts (`x[i * m +
/// j]`) leave their rows, they count elements.
struct Hulls {
  /// The interval that certainly exists: iterations touch both of its ends, and a pointer stays inside of one object.
  std::optional<Interval> Sure{};
  std::optional<Interval> May{}; ///< The interval around all boxes; without an end where a box has no known end.
  bool InElements = false;
  std::uint64_t UnitBytes = 0; ///< The bytes of what the intervals count: of a row, or (InElements) of an element.
  std::int64_t Beyond = 0;     ///< Known ends of boxes lie between -Beyond and Beyond.

  bool isBounded() const { return May && May->Lower > -Beyond && May->Upper < Beyond; }
  bool isSure() const { return Sure && *Sure == *May; }
};

std::int64_t elementsOfRow(const View &What) { return static_cast<std::int64_t>(What.rowBytes() / What.ElementSize); }

/// Whether the inner extents are known, and not 0.
bool hasRows(const View &What) {
  return std::ranges::all_of(std::span(What.Extent).subspan(1), [](std::int64_t Each) { return Each > 0; });
}

/// Whether the program has one subscript, as in `x[i * m + j]`, which the region's tables split into several
/// dimensions.
bool isFlat(const View &What) {
  return What.has(HETRT_FLAT) && What.Info->rank > 1 && What.ElementSize > 0 && hasRows(What);
}

/// Whether the loop touches elements in rows of length 0, as `x[i * s + j]` does where s is 0.
bool leavesEmptyRows(const View &What, const IterationSpace &Space, std::span<const View> All) {
  constexpr std::int64_t Long = std::int64_t(1) << 20;
  if (!What.has(HETRT_FLAT) || What.Info->rank < 2 || hasRows(What))
    return false;
  Extents Wide = What.Extent;
  for (std::int64_t &Each : Wide)
    Each = std::max(Each, Long);
  Wide[0] = 2 * Long; // the box has the indices from -Long on, so that negative indices count, too
  FootprintWriter Writer(Space, Wide, -Long, false, All);
  for (const ViewBox &Each : What.Boxes)
    Writer.add(Each);
  const Footprint Made = Writer.take();
  return std::ranges::any_of(Made.boxes(),
                             [&](const MovingBox &Each) { return !isEmpty(Made.hull(Each, {0, Space.TripCount})); });
}

Hulls hullsOf(const View &What, const IterationSpace &Space, std::span<const View> All) {
  constexpr std::int64_t Most = std::int64_t(1) << 59;
  const bool Flat = isFlat(What);
  const std::int64_t Rows = Flat ? std::max<std::int64_t>(Most / elementsOfRow(What), 1) : Most;
  Extents Unlimited = What.Extent;
  Unlimited[0] = 2 * Rows;
  FootprintWriter Writer(Space, Unlimited, -Rows, Flat, All);
  for (const ViewBox &Each : What.Boxes)
    Writer.add(Each);
  Hulls Found{.InElements = Writer.isLinear(), .UnitBytes = What.rowBytes(), .Beyond = Rows};
  if (Found.InElements) {
    Found.UnitBytes = What.ElementSize;
    Found.Beyond *= elementsOfRow(What);
  }
  const Footprint Made = Writer.take();
  const auto Join = [](std::optional<Interval> &Into, const Interval &Hull) {
    Into = Into ? Interval{std::min(Into->Lower, Hull.Lower), std::max(Into->Upper, Hull.Upper)} : Hull;
  };
  for (const MovingBox &Each : Made.boxes())
    if (const Interval Hull = Made.hull(Each, {0, Space.TripCount})[0]; !Hull.empty()) {
      Join(Found.May, Hull);
      if ((Each.Flags & BoxAttained) && Made.hullIsSmallest(Each))
        Join(Found.Sure, Hull);
    }
  return Found;
}

bool contains(const Interval &Outer, const Interval &Inner) {
  return Inner.Lower >= Outer.Lower && Inner.Upper <= Outer.Upper;
}

MemoryRange memoryOf(const View &What, const Hulls &Of, const Interval &Part) {
  return {reinterpret_cast<std::uintptr_t>(What.Base) + static_cast<std::uint64_t>(Part.Lower) * Of.UnitBytes,
          Part.size() * Of.UnitBytes};
}

bool canBeRead(const View &What, const Hulls &Of, const Interval &Part) {
  const MemoryRange Memory = memoryOf(What, Of, Part);
  return isReadable(Memory.Begin, Memory.Bytes);
}

/// Whether the first and the last row of an array with flat subscripts can be read from end to end. Iterations touch
/// both rows, and the first and the last index of rows, but perhaps not both in one row: so the array may begin within
/// the first row, and end within the last.
bool haveWholeEnds(const View &What, const Hulls &Of, const Interval &Rows) {
  const std::array Ends = {memoryOf(What, Of, {Rows.Lower, Rows.Lower + 1}),
                           memoryOf(What, Of, {Rows.Upper - 1, Rows.Upper})};
  return areReadable(Ends);
}

/// The part of the allocation around the array that the loop may touch, in rows or elements as `Of` counts them. A row
/// of which only a part is in the allocation counts as well. Returns nothing if no allocation is known. Also returns
/// nothing if the allocation lacks elements that certainly exist, or cannot be read: the program must then have freed
/// the allocation after it was recorded.
std::optional<Interval> allocatedPart(const View &What, const Hulls &Of) {
  const auto Unit = static_cast<std::int64_t>(Of.UnitBytes);
  if (!What.Base || !hasRows(What) || Unit <= 0 || !Of.May)
    return std::nullopt;
  const auto Base = reinterpret_cast<std::intptr_t>(What.Base);
  const auto Address = static_cast<std::uintptr_t>(Base + (Of.Sure ? Of.Sure->Lower * Unit : 0));
  const Allocation Found = allocationAround(Address);
  if (Found.Bytes == 0)
    return std::nullopt;
  const footprint::Wide Begin = static_cast<std::intptr_t>(Found.Begin), End = static_cast<std::intptr_t>(Found.end());
  Interval There{static_cast<std::int64_t>(footprint::floorOf(Begin - Base, Unit)),
                 static_cast<std::int64_t>(footprint::ceilingOf(End - Base, Unit))};
  if (Of.InElements)
    There = {static_cast<std::int64_t>(footprint::ceilingOf(Begin - Base, Unit)),
             static_cast<std::int64_t>(footprint::floorOf(End - Base, Unit))};
  const Interval Used = There.clipped(*Of.May);
  const bool HasAll = !Of.Sure || contains(There, *Of.Sure);
  return HasAll && !Used.empty() && canBeRead(What, Of, Used) ? std::optional(Used) : std::nullopt;
}

/// Sets `Into` to the rows, or elements, that the array is assumed to have. The array may be assumed to have too many
/// of them as long as all can be read: they can then be copied to a device, and of elements that are perhaps written,
/// only the bytes that a device has changed are written back. Whether they can be read is checked here, before other
/// code reads them as ends of boxes of other arrays. For pointers to rows, joinRows() checks it.
Status findPart(const View &What, const Hulls &Of, Interval &Into) {
  const bool IsUnknown = !Of.isBounded();
  const bool CountsRows = isFlat(What) && !Of.InElements;
  if (!IsUnknown && Of.isSure() && (!CountsRows || haveWholeEnds(What, Of, *Of.May))) {
    Into = *Of.May;
    return Status::success();
  }
  if (const auto Part = What.has(HETRT_ROWS) ? std::nullopt : allocatedPart(What, Of)) {
    Into = *Part;
    return Status::success();
  }
  // With flat subscripts (`x[i * m + j]`), the intervals count whole rows, but the last row may exist only in part. So
  // the last row does not say where the array ends, and since no allocation says it either, the extent is unknown.
  if (IsUnknown || CountsRows)
    return Status::programFault(HETRT_ERROR_ARGUMENT,
                                What.clause() +
                                    ": how long the array is is not known: no clause and no type says it, and "
                                    "at its address there is no data region, and no block of the program's "
                                    "allocator of which the runtime knows");
  Into = *Of.May;
  if (What.has(HETRT_ROWS) || canBeRead(What, Of, Into))
    return Status::success();
  return Status::programFault(
      HETRT_ERROR_ARGUMENT,
      fmt::format("{}: how long the array is is not known: iterations use at most {} bytes from address {:#x} on, but "
                  "conditions "
                  "may keep them from some, and not all of these bytes can be read",
                  What.clause(), Into.size() * Of.UnitBytes,
                  reinterpret_cast<std::uintptr_t>(What.Base) + static_cast<std::uint64_t>(Into.Lower) * Of.UnitBytes));
}

Status doesNotReach(const View &What, const Hulls &Of, const Interval &There) {
  return Status::programFault(HETRT_ERROR_ARGUMENT,
                              fmt::format("{}: wanted elements {} to {}, which the loop touches; found that the "
                                          "{} has {} to {}",
                                          What.clause(), Of.Sure->Lower, Of.Sure->Upper - 1,
                                          What.has(HETRT_ELEMENTS) ? "array" : "data region", There.Lower,
                                          There.Upper - 1));
}

/// Sets the elements that exist of an array with flat subscripts, and the extent to as many rows as contain them.
Status takeElements(View &What, const Interval &Part) {
  What.Elements = Part;
  What.FirstIndex = 0;
  What.Extent[0] =
      static_cast<std::int64_t>(footprint::ceilingOf(std::max<std::int64_t>(Part.Upper, 1), elementsOfRow(What)));
  return Status::success();
}

/// The interval of the array that a persist clause has made persistent so far; empty if there is none.
Interval keptPart(const View &What, std::uint64_t UnitBytes, Directory *Known) {
  const DataRegion Kept = Known && What.Base ? Known->persistentPart(What.Base) : DataRegion{};
  const auto Unit = static_cast<std::int64_t>(UnitBytes);
  if (Kept.First == Kept.Last || Unit <= 0)
    return {0, 0};
  return {static_cast<std::int64_t>(footprint::floorOf(Kept.First - What.Base, Unit)),
          static_cast<std::int64_t>(footprint::ceilingOf(Kept.Last - What.Base, Unit))};
}

/// Returns findPart(), extended by keptPart(). So all loops use one copy of the array on a device, even if each loop
/// touches another part of the array.
Status findPartOrKept(const View &What, const Hulls &Of, Directory *Known, Interval &Into) {
  const Interval Kept = keptPart(What, Of.UnitBytes, Known);
  Status Result = findPart(What, Of, Into);
  if (Kept.empty())
    return Result;
  Into = Result.ok() ? Interval{std::min(Into.Lower, Kept.Lower), std::max(Into.Upper, Kept.Upper)} : Kept;
  return Status::success();
}

/// The number of bytes of the array from its address on, from its type or else from a data region around it; 0 if
/// neither is known.
std::uint64_t knownBytes(const View &What, Directory *Known) {
  if (What.has(HETRT_ELEMENTS))
    return static_cast<std::uint64_t>(std::max<std::int64_t>(What.Extent[0], 0)) * What.ElementSize;
  const auto *Base = static_cast<const std::byte *>(What.Base);
  return Known && Base ? static_cast<std::uint64_t>(Known->dataRegionAround(Base).Last - Base) : 0;
}

} // namespace

Status checkRows(const View &What, const IterationSpace &Space, std::span<const View> All) {
  if (!leavesEmptyRows(What, Space, All))
    return Status::success();
  return Status::programFault(HETRT_ERROR_ARGUMENT,
                              What.clause() + ": wanted rows of one element or more, found rows of none");
}

Status findExtent(View &What, const IterationSpace &Space, Directory *Known, std::span<const View> All) {
  const std::uint64_t Present = knownBytes(What, Known);
  if (const std::uint64_t Row = What.rowBytes(); Row && Present >= Row && !isFlat(What)) {
    What.FirstIndex = 0;
    What.Extent[0] = static_cast<std::int64_t>(Present / Row);
    return Status::success();
  }
  const Hulls Of = hullsOf(What, Space, All);
  Interval Part{0, Of.UnitBytes ? static_cast<std::int64_t>(Present / Of.UnitBytes) : 0};
  // With flat subscripts, the rows are not rows of the program's array, and the last one may exist only in part. If so,
  // elements are counted instead of rows.
  if (isFlat(What) && !Of.InElements && Present % Of.UnitBytes && (!Of.May || Of.May->Upper > Part.Upper))
    return takeElements(What, {0, static_cast<std::int64_t>(Present / What.ElementSize)});
  if (Part.empty()) {
    if (Status Result = findPartOrKept(What, Of, Known, Part); !Result.ok())
      return Result;
  } else if (Of.InElements && Of.Sure && !contains(Part, *Of.Sure)) {
    return doesNotReach(What, Of, Part);
  }
  if (Of.InElements)
    return takeElements(What, Part);
  What.FirstIndex = Part.Lower;
  What.Extent[0] = static_cast<std::int64_t>(Part.size());
  return Status::success();
}

} // namespace hetrt
