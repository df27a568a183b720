// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How far an array goes of which no clause says it: by what the loop touches, the data regions and the allocations that
// there are.
#include "Memory/Allocations.h"
#include "Memory/Directory.h"
#include "Memory/FootprintArithmetic.h"
#include "Memory/FootprintWriter.h"
#include "Memory/MappedMemory.h"

#include <fmt/format.h>

namespace hetrt {

namespace {

/// What the loop touches of an array: rows, or elements where flat subscripts leave their rows.
struct Hulls {
  std::optional<Interval> Sure{}; ///< Exists: every iteration touches the ends, and pointers move inside one object.
  std::optional<Interval> May{};  ///< Of all boxes; without an end where it is not known how far one goes.
  bool InElements = false;
  std::uint64_t UnitBytes = 0; ///< Of a row, or an element.
  std::int64_t Beyond = 0;     ///< As far as nothing goes.

  bool isBounded() const { return May && May->Lower > -Beyond && May->Upper < Beyond; }
  bool isSure() const { return Sure && *Sure == *May; }
};

std::int64_t elementsOfRow(const View &What) { return static_cast<std::int64_t>(What.rowBytes() / What.ElementSize); }

/// Whether its inner dimensions are known, and have elements.
bool hasRows(const View &What) {
  return std::ranges::all_of(std::span(What.Extent).subspan(1), [](std::int64_t Each) { return Each > 0; });
}

/// Whether its subscripts are one index in the program and several here.
bool isFlat(const View &What) {
  return What.has(HETRT_FLAT) && What.Info->rank > 1 && What.ElementSize > 0 && hasRows(What);
}

/// Whether the loop touches elements of rows that are of no length, as `x[i * s + j]` does where s is 0.
bool leavesEmptyRows(const View &What, const IterationSpace &Space, std::span<const View> All) {
  constexpr std::int64_t Long = std::int64_t(1) << 20;
  if (!What.has(HETRT_FLAT) || What.Info->rank < 2 || hasRows(What))
    return false;
  Extents Wide = What.Extent;
  for (std::int64_t &Each : Wide)
    Each = std::max(Each, Long);
  Wide[0] = 2 * Long; // from -Long on
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

bool canBeRead(const View &What, const Hulls &Of, const Interval &Part) {
  return isReadable(reinterpret_cast<std::uintptr_t>(What.Base) + static_cast<std::uint64_t>(Part.Lower) * Of.UnitBytes,
                    Part.size() * Of.UnitBytes);
}

/// What the loop may touch of the allocation that the array is in; rows that are there in part count. Nothing where
/// none is known, where it is not what is sure to exist, and where it cannot be read: then it is one of the past.
std::optional<Interval> allocatedPart(const View &What, const Hulls &Of) {
  const auto Unit = static_cast<std::int64_t>(Of.UnitBytes);
  if (!What.Base || !hasRows(What) || Unit <= 0 || !Of.May)
    return std::nullopt;
  const auto Base = reinterpret_cast<std::intptr_t>(What.Base);
  const auto Address = static_cast<std::uintptr_t>(Base + (Of.Sure ? Of.Sure->Lower * Unit : 0));
  const Allocation Found = blockAround(Address);
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

/// The rows, or elements, that the array is taken to have. What is readable can be copied whether or not it belongs to
/// the array, and of what is perhaps written, only bytes that a device has changed are written back. What is not sure
/// to exist is held to what can be read before anybody reads it, as here where others go through it; of pointers to
/// rows, joinRows() does so.
Status findPart(const View &What, const Hulls &Of, Interval &Into) {
  const bool IsUnknown = !Of.isBounded();
  if (!IsUnknown && Of.isSure()) {
    Into = *Of.May;
    return Status::success();
  }
  if (const auto Part = What.has(HETRT_ROWS) ? std::nullopt : allocatedPart(What, Of)) {
    Into = *Part;
    return Status::success();
  }
  // Of flat subscripts the last row may exist in part.
  if (IsUnknown || (isFlat(What) && !Of.InElements))
    return Status::programFault(HETRT_ERROR_ARGUMENT,
                                What.clause() + ": wanted an array whose extent is known, found one that neither its "
                                                "type, a clause, a data region, the loop nor an allocation says the "
                                                "end of");
  Into = *Of.May;
  if (What.has(HETRT_ROWS) || canBeRead(What, Of, Into))
    return Status::success();
  return Status::programFault(
      HETRT_ERROR_ARGUMENT,
      fmt::format(
          "{}: wanted an array whose extent is known, or {} bytes from address {:#x} on that can be read, since "
          "conditions may keep iterations from some of them; found some that cannot",
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

/// The array has these elements, and as many rows as hold them.
Status takeElements(View &What, const Interval &Part) {
  What.Elements = Part;
  What.FirstIndex = 0;
  What.Extent[0] =
      static_cast<std::int64_t>(footprint::ceilingOf(std::max<std::int64_t>(Part.Upper, 1), elementsOfRow(What)));
  return Status::success();
}

/// What a persist clause has kept of the array so far.
Interval keptPart(const View &What, std::uint64_t UnitBytes, Directory *Known) {
  const DataRegion Kept = Known && What.Base ? Known->persistentPart(What.Base) : DataRegion{};
  const auto Unit = static_cast<std::int64_t>(UnitBytes);
  if (Kept.First == Kept.Last || Unit <= 0)
    return {0, 0};
  return {static_cast<std::int64_t>(footprint::floorOf(Kept.First - What.Base, Unit)),
          static_cast<std::int64_t>(footprint::ceilingOf(Kept.Last - What.Base, Unit))};
}

/// findPart(), and what is kept: so loops use the same copies, whatever each of them touches.
Status findPartOrKept(const View &What, const Hulls &Of, Directory *Known, Interval &Into) {
  const Interval Kept = keptPart(What, Of.UnitBytes, Known);
  Status Result = findPart(What, Of, Into);
  if (Kept.empty())
    return Result;
  Into = Result.ok() ? Interval{std::min(Into.Lower, Kept.Lower), std::max(Into.Upper, Kept.Upper)} : Kept;
  return Status::success();
}

/// How long the array is from its address on, as its type says, or else a data region around it; 0: neither does.
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
  // Of rows that are no rows of the program's, the last one may be there in part: then it is elements that count.
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
