// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Puts numbers into the tables of a region. The checks are in TableChecks.cpp.
#include "Memory/TableFootprint.h"

#include "Memory/Allocations.h"
#include "Memory/Directory.h"
#include "Memory/FootprintArithmetic.h"
#include "Memory/MappedMemory.h"
#include "Memory/RowPointers.h"
#include "Memory/TableViews.h"

#include <bit>
#include <cstring>
#include <fmt/format.h>
#include <utility>

namespace hetrt {

std::byte *CallTables::base(unsigned Array) const {
  std::byte *Address = nullptr;
  std::memcpy(&Address, static_cast<const std::byte *>(Given.values) + Region.arrays[Array].pointer_offset,
              sizeof Address);
  return Address;
}

//===-- Views ----------------------------------------------------------------------------------------------------===//

unsigned ViewBox::moves() const {
  unsigned Moves = 0;
  for (unsigned D = 0; D < MaxRank; ++D)
    for (const auto *End : {&Lower[D], &Upper[D]})
      if (std::ranges::any_of(*End, [](const Term &Each) { return Each.moves(); }))
        Moves |= 1u << D;
  return Moves;
}

bool ViewBox::isUnknown() const {
  bool Unknown = Only && (Only->Least == UnknownNumber || Only->Greatest == UnknownNumber);
  forEachTerm([&](const Term &Each) {
    for (const std::int64_t Number : {Each.Slope, Each.Offset, Each.Divisor, Each.Scale, Each.Add})
      Unknown |= Number == UnknownNumber;
  });
  return Unknown;
}

bool ViewBox::usesTables() const {
  bool Uses = false;
  forEachTerm([&](const Term &Each) { Uses |= Each.Table != 0; });
  return Uses;
}

BoxFormula ViewBox::formula() const {
  BoxFormula Made{.Only = Only, .Flags = Flags};
  for (unsigned D = 0; D < MaxRank; ++D)
    Made.Along[D] = {Lower[D], Upper[D]};
  return Made;
}

bool View::isWritten() const { return std::ranges::any_of(Boxes, &ViewBox::writes); }

bool View::isSegmented() const { return std::ranges::any_of(Boxes, &ViewBox::usesTables); }

std::uint64_t View::rowBytes() const {
  std::uint64_t Bytes = ElementSize;
  for (unsigned D = 1; D < MaxRank; ++D)
    Bytes *= static_cast<std::uint64_t>(Extent[D]);
  return Bytes;
}

namespace {

/// Reads the tables with the numbers of a call.
class ViewReader {
public:
  explicit ViewReader(const CallTables &Of) : Of(Of) {}

  View read(unsigned Number) const {
    const hetrt_array_info &Info = Of.Region.arrays[Number];
    View Made{.Info = &Info, .Number = Number, .Base = Of.base(Number)};
    const std::int64_t Size = Of.number(Info.element_size);
    Made.ElementSize = Size > 0 ? static_cast<std::uint64_t>(Size) : 0;
    Made.FirstIndex = Of.number(Info.first);
    for (unsigned D = 0; D < Info.rank && D < MaxRank; ++D)
      Made.Extent[D] = Of.number(Info.extent[D]);
    Made.IsIndices = isIndices(Of.Region, Number);
    for (const hetrt_box_info &Each : boxesOf(Of.Region))
      if (Each.array == Number)
        add(box(Each, Info), Made);
    return Made;
  }

private:
  /// A guard that always holds is none, and a box whose guard never does is not there.
  static void add(ViewBox What, View &To) {
    if (What.Only && What.Only->Least == -INT64_MAX && What.Only->Greatest == INT64_MAX)
      What.Only.reset();
    const bool Known = What.Only && What.Only->Least != UnknownNumber && What.Only->Greatest != UnknownNumber;
    if (!Known || What.Only->Least <= What.Only->Greatest)
      To.Boxes.push_back(std::move(What));
  }

  std::int64_t atLeastOne(const hetrt_number &Number) const {
    return Number.slot || Number.constant ? Of.number(Number) : 1;
  }

  Term term(const hetrt_term &From) const {
    return {.Slope = Of.number(From.slope),
            .Offset = Of.number(From.offset),
            .Divisor = atLeastOne(From.divisor),
            .Table = From.table,
            .Scale = atLeastOne(From.scale),
            .Add = Of.number(From.add)};
  }

  std::vector<Term> terms(unsigned First, unsigned Count) const {
    std::vector<Term> Made;
    for (unsigned T = 0; T < Count; ++T)
      Made.push_back(term(Of.Region.terms[First + T]));
    return Made;
  }

  ViewBox box(const hetrt_box_info &From, const hetrt_array_info &Array) const {
    ViewBox Made{.Info = &From};
    const std::int64_t Surely = Of.number(From.surely);
    const auto Add = [&](bool Has, BoxFlag Flag) { Made.Flags |= Has ? unsigned(Flag) : 0; };
    Add(From.flags & HETRT_READ, BoxReads);
    Add(From.flags & HETRT_WRITE, BoxWrites);
    Add(From.flags & HETRT_ATTAINED, BoxAttained);
    Add(From.flags & HETRT_OWN, BoxOwn);
    Add((From.flags & HETRT_WRITE) && Surely != 0 && Surely != UnknownNumber, BoxSurely);
    if (From.flags & HETRT_GUARDED)
      Made.Only = {Of.number(From.from), Of.number(From.to)};
    for (unsigned D = 0; D < Array.rank && D < MaxRank; ++D) {
      const hetrt_ends &Ends = Of.Region.ends[From.first_end + D];
      Made.Lower[D] = terms(Ends.lower, Ends.lower_count);
      Made.Upper[D] = terms(Ends.upper, Ends.upper_count);
    }
    return Made;
  }

  const CallTables &Of;
};

/// Indices that count from the array's first element.
void countFrom(View &What, std::int64_t First) {
  What.FirstIndex = First;
  for (ViewBox &Each : What.Boxes)
    for (auto *Side : {&Each.Lower, &Each.Upper})
      for (Term &End : (*Side)[0]) {
        std::int64_t &Constant = End.Table ? End.Add : End.Offset;
        Constant = hetrt_plus(Constant, hetrt_negated(End.Table ? First : hetrt_times(First, End.Divisor)));
      }
}

//===-- Extents that nobody says ---------------------------------------------------------------------------------===//

/// The table that a term goes through, from the element with index 0 of the program's.
IntegerTable integersOf(const View &What) {
  return {What.Base, What.ElementSize, !What.has(HETRT_UNSIGNED),
          static_cast<std::uint64_t>(std::max<std::int64_t>(What.FirstIndex + What.Extent[0], 0))};
}

/// Makes the footprint of boxes that may go through arrays of the call.
class FootprintWriter {
public:
  FootprintWriter(const IterationSpace &Space, const Extents &Extent, std::int64_t First, bool Flat,
                  std::span<const View> All, const std::optional<Interval> &Elements = {})
      : Builder(Space, Extent, First, Flat, Elements), All(All) {}

  void add(ViewBox What) {
    for (auto *Side : {&What.Lower, &What.Upper})
      for (std::vector<Term> &End : *Side)
        for (Term &Each : End)
          if (Each.Table)
            Each.Table = table(Each.Table - 1);
    Builder.add(What.formula());
  }
  void add(const BoxFormula &What) { Builder.add(What); }

  bool isLinear() const { return Builder.isLinear(); }
  Footprint take() { return Builder.take(); }
  const std::vector<unsigned> &tables() const { return Numbers; } ///< The arrays that they are.

private:
  std::uint32_t table(unsigned Number) {
    const auto There = std::ranges::find(Numbers, Number);
    if (There != Numbers.end())
      return static_cast<std::uint32_t>(There - Numbers.begin()) + 1;
    Numbers.push_back(Number);
    return Builder.addTable(integersOf(All[Number]));
  }

  FootprintBuilder Builder;
  std::span<const View> All;
  std::vector<unsigned> Numbers;
};

/// What the loop touches of an array: rows, or elements where flat subscripts leave their rows.
struct Hulls {
  std::optional<Interval> Sure{}; ///< Exists: every iteration touches the ends, and pointers move inside one object.
  std::optional<Interval> May{};  ///< Of all boxes; without an end where nobody knows how far one goes.
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
  Allocation Found = allocationAround(Address);
  if (Found.Bytes == 0)
    Found = smallAllocationAround(Address);
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
/// the array, and of what is perhaps written, only bytes that a device has changed go home. What is not sure to exist
/// is held to what can be read before anybody reads it, as here where others go through it; of pointers to rows,
/// joinRows() does so.
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
                                          "data region has {} to {}",
                                          What.clause(), Of.Sure->Lower, Of.Sure->Upper - 1, There.Lower,
                                          There.Upper - 1));
}

/// What a data region around the array says of its extent, or else its boxes.
Status findExtent(View &What, const IterationSpace &Space, Directory *Known, std::span<const View> All) {
  const std::uint64_t Present = Known && What.Base ? Known->presentBytes(What.Base) : 0;
  if (const std::uint64_t Row = What.rowBytes(); Row && Present >= Row && !isFlat(What)) {
    What.FirstIndex = 0;
    What.Extent[0] = static_cast<std::int64_t>(Present / Row);
    return Status::success();
  }
  const Hulls Of = hullsOf(What, Space, All);
  Interval Part{0, Of.UnitBytes ? static_cast<std::int64_t>(Present / Of.UnitBytes) : 0};
  if (Part.empty()) {
    if (Status Result = findPart(What, Of, Part); !Result.ok())
      return Result;
  } else if (Of.InElements && Of.Sure && !contains(Part, *Of.Sure)) {
    return doesNotReach(What, Of, Part);
  }
  What.FirstIndex = Of.InElements ? 0 : Part.Lower;
  What.Extent[0] = static_cast<std::int64_t>(Part.size());
  if (Of.InElements) {
    What.Elements = Part;
    What.Extent[0] =
        static_cast<std::int64_t>(footprint::ceilingOf(std::max<std::int64_t>(Part.Upper, 1), elementsOfRow(What)));
  }
  return Status::success();
}

//===-- Arrays ---------------------------------------------------------------------------------------------------===//

/// Arrays of a call with what the views of each come to.
class Resolver {
public:
  Resolver(const CallTables &Of, Directory *Known, ResolvedCall &Into) : Of(Of), Known(Known), Into(Into) {
    Into = {};
    Into.Space = {Of.Call.trip_count, Of.Call.lower, Of.Call.step};
    Into.Misfit = Status::success();
  }

  Status resolve() {
    if (Status Result = readViews(); !Result.ok() || Into.ForCores)
      return Result;
    for (const View &Each : Views)
      if (Status Result = fault(Each, checkView(Each, Views, Into.Space)); !Result.ok())
        return Result;
    for (const View &Each : Views)
      place(Each);
    Into.ForCores |= !std::ranges::all_of(Views, canBeInPlace);
    for (unsigned Array = 0; Array < Into.Arrays.size(); ++Array)
      if (Status Result = writeFootprint(Array); !Result.ok())
        return Result;
    findTouched();
    if (Status Result = checkPairs(); !Result.ok())
      return Result;
    checkLoaded();
    return Status::success();
  }

private:
  bool isBlock() const { return Of.Region.flags & HETRT_PARTITION; }

  /// An error where a clause says it; what the compiler has found leaves the call to the cores.
  Status fault(const View &Whose, Status Result) {
    if (Result.ok() || Whose.isDeclared())
      return Result;
    if (Into.Misfit.ok())
      Into.Misfit = Result;
    return Status::success();
  }

  Status readViews() {
    const ViewReader Reader(Of);
    for (unsigned A = 0; A < Of.Region.array_count; ++A)
      Views.push_back(Reader.read(A));
    for (View &Each : Views)
      if (Status Result = findSize(Each); !Result.ok())
        return Result;
    followRows();
    for (View &Each : Views) {
      countFrom(Each, Each.FirstIndex);
      Each.IsAbsent = isAbsent(Each);
    }
    return Status::success();
  }

  Status findSize(View &What) {
    if (What.has(HETRT_ROWS)) // without it, nothing else can be known of them
      if (Status Result = measureRows(What, Into.Space); !Result.ok()) {
        isForCores(Result);
        return Status::success();
      }
    const bool Asks = What.has(HETRT_FIND_EXTENT) || (What.has(HETRT_PRESENT) && What.Extent[0] == 0);
    // Who says nothing may have an array that is in no data region.
    const bool MustBe = What.has(HETRT_PRESENT) && (What.isDeclared() || !Asks);
    if (Status Result = MustBe ? fault(What, checkPresent(What)) : Status::success(); !Result.ok())
      return Result;
    return Asks ? fault(What, findExtent(What, Into.Space, Known, Views)) : Status::success();
  }

  /// All names of one table of pointers together. Rows that cannot be followed leave the call to the cores, whoever
  /// named them.
  void followRows() {
    for (View &First : Views) {
      const auto IsOneWith = [&](const View &Other) {
        return Other.has(HETRT_ROWS) && Other.Base == First.Base && Other.Info->rank == First.Info->rank &&
               Other.ElementSize == First.ElementSize;
      };
      if (Into.ForCores || !IsOneWith(First) || &*std::ranges::find_if(Views, IsOneWith) != &First)
        continue;
      std::vector<View *> Names;
      for (View &Each : Views)
        if (IsOneWith(Each))
          Names.push_back(&Each);
      if (Status Result = joinRows(Names, Into.Space); !Result.ok())
        isForCores(Result);
    }
  }

  /// Nor can devices that reach the host's memory do without copies: kernels know of strides only.
  void isForCores(const Status &Result) {
    Into.ForCores = true;
    if (Into.Misfit.ok())
      Into.Misfit = Result;
  }

  Status checkPresent(const View &What) const {
    std::uint64_t Found = 0;
    const std::int64_t Rows = What.has(HETRT_FIND_EXTENT) ? 0 : std::max<std::int64_t>(What.Extent[0], 0);
    if (Known)
      return Known->findPresent(What.clause(), What.Base, static_cast<std::uint64_t>(Rows) * What.rowBytes(), Found);
    return Status::success();
  }

  bool isAbsent(const View &What) const {
    if (!What.isDeclared()) // nobody said that there is one
      return false;
    const bool Empty = !What.Base || std::ranges::any_of(What.Extent, [](std::int64_t Each) { return Each == 0; });
    if (!Empty || What.has(HETRT_GATHER) || What.IsIndices || What.isSegmented())
      return false;
    return std::ranges::none_of(Views, [&](const View &Other) {
      bool Goes = false;
      for (const ViewBox &Each : Other.Boxes)
        Each.forEachTerm([&](const Term &End) { Goes |= End.Table == What.Number + 1; });
      return Goes;
    });
  }

  /// Whether a kernel finds the elements where the program has them, given the address: the strides with which it
  /// forms subscripts are known.
  static bool canBeInPlace(const View &What) {
    const auto Inner = std::span(What.Extent).subspan(1, std::clamp(What.Info->rank, 1u, MaxRank) - 1);
    const bool KnowsRows = std::ranges::all_of(Inner, [](std::int64_t Each) { return Each > 0; });
    return What.ElementSize > 0 && !What.RowsAt && What.FirstIndex != UnknownNumber &&
           (KnowsRows || !What.has(HETRT_STRIDED));
  }

  /// Finds the array of a view, or makes one.
  void place(const View &What) {
    const auto Same = [&](unsigned Array) { return areOneArray(Views[Names[Array].front()], What); };
    unsigned Array = 0;
    while (Array < Names.size() && (What.IsAbsent || Views[Names[Array].front()].IsAbsent || !Same(Array)))
      ++Array;
    Into.ArrayOf.push_back(Array);
    if (Array == Names.size()) {
      Names.emplace_back();
      Into.Arrays.push_back(arrayOf(What));
    }
    Names[Array].push_back(What.Number);
    hetrt::Array &Made = Into.Arrays[Array];
    Made.Persist |= What.has(HETRT_PERSIST) && !What.IsAbsent;
    Made.Difference |= What.has(HETRT_WRITES_ANYWHERE) && !What.IsAbsent;
    Made.Strided &= What.has(HETRT_STRIDED);
    Made.Named &= What.isDeclared();
  }

  /// Without its address where it is not there: an array without elements.
  static Array arrayOf(const View &What) {
    Array Made;
    Made.Info = What.Info;
    Made.ElementSize = What.ElementSize;
    Made.Rank = What.Info->rank;
    Made.Strided = true; // as far as all of its views say so
    for (unsigned D = 0; D < Made.Rank && D < MaxRank; ++D)
      Made.Extent[D] = What.IsAbsent ? 0 : What.Extent[D];
    if (What.IsAbsent)
      return Made;
    Made.Base = What.first();
    Made.RowsAt = What.RowsAt;
    Made.FirstIndex = What.Elements ? What.Elements->Lower : What.FirstIndex;
    return Made;
  }

  /// All boxes of an array's views.
  Footprint footprintOf(const Array &What, std::span<const unsigned> Own, std::vector<unsigned> &Tables) const {
    bool Flat = false;
    unsigned All = 0;
    for (const unsigned V : Own) {
      Flat |= Views[V].has(HETRT_FLAT);
      for (const ViewBox &Each : Views[V].Boxes)
        All |= Each.Flags;
    }
    FootprintWriter Writer(Into.Space, What.Extent, 0, Flat, Views, Views[Own.front()].Elements);
    if (What.Difference)
      Writer.add(BoxFormula{.Flags = (All & (BoxReads | BoxWrites)) | unsigned(BoxReads)});
    for (const unsigned V : Own)
      for (const ViewBox &Each : Views[V].Boxes)
        if (!What.Difference && !Views[V].IsAbsent)
          Writer.add(Each);
    if (std::ranges::all_of(Own, [&](unsigned V) { return Views[V].Boxes.empty() || Views[V].IsAbsent; }))
      Writer.add(BoxFormula{});
    Tables = Writer.tables();
    return Writer.take();
  }

  Status writeFootprint(unsigned Number) {
    Array &What = Into.Arrays[Number];
    const std::vector<unsigned> &Own = Names[Number];
    const View &First = Views[Own.front()];
    std::vector<unsigned> Tables;
    What.Uses = footprintOf(What, Own, Tables);
    const auto Meeting = What.Difference ? std::nullopt : What.Uses.meetingWrites();
    if (What.Uses.writesAnywhere() || Meeting) {
      if (Status Result = checkAnywhere(Own, Meeting.has_value()); !Result.ok())
        return Result;
      What.Difference = true;
      What.Uses = footprintOf(What, Own, Tables);
    }
    const auto DeclaresWrites = [&](unsigned V) {
      return std::ranges::any_of(Views[V].Boxes,
                                 [](const ViewBox &Each) { return Each.writes() && Each.isDeclared(); });
    };
    What.Perhaps = !isBlock() && What.Uses.writesPerhaps() && std::ranges::none_of(Own, DeclaresWrites);
    for (const unsigned Each : Tables)
      What.Through.push_back(Views[Each].Info);
    What.HasSegments = !First.IsAbsent && std::ranges::all_of(Own, [&](unsigned V) { return hasSegments(Views[V]); });
    if (const Box Kept = What.Uses.indices(); Kept != wholeOf(What.Extent)) {
      What.Rows = What.Extent;
      if (!First.Elements)
        What.FirstIndex *= static_cast<std::int64_t>(What.perIndex());
      for (unsigned D = 0; D < MaxRank; ++D)
        What.Extent[D] = Kept[D].Upper;
    }
    for (const unsigned V : Own)
      join(Views[V], What);
    return Status::success();
  }

  /// Every box ends where the integers of tables say, in the first dimension.
  static bool hasSegments(const View &What) {
    return What.isSegmented() && std::ranges::all_of(What.Boxes, [](const ViewBox &Each) {
             bool Plain = Each.Lower[0].size() == 1 && Each.Upper[0].size() == 1;
             for (const auto *End : {&Each.Lower[0], &Each.Upper[0]})
               for (const Term &Of : *End)
                 Plain &= Of.Table && Of.Scale == 1 && Of.Divisor == 1;
             return Plain;
           });
  }

  /// What iterations write cannot be shown to be disjoint: a device has a full copy, and the bytes that it changed go
  /// home. Whoever writes a clause says that they are.
  Status checkAnywhere(std::span<const unsigned> Own, bool Meet) {
    for (const unsigned V : Own) {
      const View &What = Views[V];
      for (const ViewBox &Each : What.Boxes)
        if (Each.writes() && Each.isDeclared())
          return writesMeet(What, Each);
    }
    const View &First = Views[Own.front()];
    if (isBlock())
      return fault(
          First, Status::programFault(HETRT_ERROR_ARGUMENT, First.clause() +
                                                                ": wanted writes of which each iteration of the block "
                                                                "has its own" +
                                                                (Meet ? ", found that two of them meet" : "")));
    return Status::success();
  }

  /// With the numbers of the first two iterations.
  Status writesMeet(const View &What, const ViewBox &Box) const {
    unsigned Moves = 0;
    for (const ViewBox &Each : What.Boxes)
      Moves |= Each.writes() ? Each.moves() : 0;
    const std::string Wanted = What.clause() + ": an array that is written follows the loop in 1 dimension";
    if (std::popcount(Moves) != 1)
      return Status::programFault(HETRT_ERROR_ARGUMENT, fmt::format("{}, found {}", Wanted, std::popcount(Moves)));
    FootprintWriter Writer(Into.Space, What.Extent, 0, false, Views);
    Writer.add(Box);
    const Footprint Made = Writer.take();
    const auto Text = [&](std::uint64_t Iteration) {
      std::string Indices;
      const hetrt::Box At = Made.at(Made.boxes().front(), std::min(Iteration, Into.Space.TripCount - 1));
      for (unsigned D = 0; D < What.Info->rank; ++D)
        Indices += fmt::format("[{}:{}]", At[D].Lower + (D ? 0 : What.FirstIndex), At[D].size());
      return Indices;
    };
    return Status::programFault(
        HETRT_ERROR_ARGUMENT,
        fmt::format("{}, so that each iteration has elements of its own: found that iterations write {}{} and {}{}",
                    Wanted, What.Info->name, Text(0), What.Info->name, Text(1)));
  }

  /// Joins an array and the one that it is indexed by.
  void join(const View &What, Array &Made) {
    if (What.IsIndices) {
      static_cast<IntegerTable &>(Made.Integers) = integersOf(What);
      Made.Integers.Info = What.Info;
    }
    if (What.has(HETRT_GATHER) && What.Info->through < Views.size())
      Made.IndexedBy = static_cast<int>(Into.ArrayOf[What.Info->through]);
  }

  /// What the loop may touch of an array: the bytes between the first and the last, or those of rows behind pointers.
  std::vector<MemoryRange> touched(const Array &What) const {
    if (!What.Base || What.bytes() == 0)
      return {};
    if (!What.Through.empty()) // nothing has checked yet that the tables can be read
      return {{reinterpret_cast<std::uintptr_t>(What.Base), What.bytes()}};
    return memoryOf(What, What.Uses.held(Into.all()));
  }

  void findTouched() {
    for (const Array &Each : Into.Arrays)
      Touched.push_back(touched(Each));
  }

  std::span<const MemoryRange> touched(const View &What) const {
    return What.IsAbsent ? std::span<const MemoryRange>() : Touched[Into.ArrayOf[What.Number]];
  }

  Status checkPairs() {
    for (unsigned W = 1; W < Views.size(); ++W)
      for (unsigned V = 0; V < W; ++V) {
        const View &A = Views[V], &B = Views[W];
        if ((!A.isWritten() && !B.isWritten()) || A.IsAbsent || B.IsAbsent)
          continue;
        const Status Result = checkViews(A, B, isBlock(), meet(touched(A), touched(B)));
        if (Status Serious = fault(A.isDeclared() ? B : A, Result); !Serious.ok())
          return Serious;
      }
    return Status::success();
  }

  /// Values that the region itself may change are not to be trusted.
  void checkLoaded() {
    for (unsigned L = 0; L < Of.Region.loaded_count && Of.Given.loaded; ++L) {
      const MemoryRange Loaded{reinterpret_cast<std::uintptr_t>(Of.Given.loaded[L].first), Of.Given.loaded[L].bytes};
      for (const View &Each : Views)
        if (Each.isWritten() && meet(touched(Each), std::span(&Loaded, 1)) && Into.Misfit.ok())
          Into.Misfit = Status::programFault(HETRT_ERROR_ARGUMENT,
                                             Each.clause() + ": the region writes what it also uses by value");
    }
  }

  const CallTables &Of;
  Directory *const Known;
  ResolvedCall &Into;
  std::vector<View> Views;
  std::vector<std::vector<unsigned>> Names; ///< The views of each array.
  std::vector<std::vector<MemoryRange>> Touched;
};

} // namespace

void ResolvedCall::takeInPlace() {
  for (Array &Each : Arrays) {
    Each.Unbounded = !Each.Named;
    if (!Each.Unbounded)
      continue;
    Each.Extent[0] = 0; // what has been found of it means nothing
    for (std::int64_t &Inner : std::span(Each.Extent).subspan(1))
      Inner = std::max<std::int64_t>(Inner, 1);
  }
}

Status resolveCall(const CallTables &Of, Directory *Known, ResolvedCall &Into) {
  return Resolver(Of, Known, Into).resolve();
}

} // namespace hetrt
