// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes the arrays of a call of its views. The checks are in TableChecks.cpp.
#include "Memory/TableFootprint.h"

#include "Memory/Directory.h"
#include "Memory/FootprintWriter.h"
#include "Memory/LoadedEnds.h"
#include "Memory/MappedMemory.h"
#include "Memory/RowPointers.h"

#include <bit>
#include <fmt/format.h>

namespace hetrt {

namespace {

/// Arrays of a call with what the views of each come to.
class Resolver {
public:
  Resolver(const CallTables &Of, Directory *Known, ResolvedCall &Into) : Of(Of), Known(Known), Into(Into) {
    Into = {};
    Into.Space = {Of.Call.trip_count, Of.Call.lower, Of.Call.step};
    Into.Misfit = Into.Outside = Status::success();
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
    if (Into.Outside.ok() && leavesVariable(Whose, Into.Space)) {
      Into.Outside = Result;
      Into.OutsideOf = Whose.Base;
    }
    return Status::success();
  }

  Status readViews() {
    for (unsigned A = 0; A < Of.Region.array_count; ++A)
      Views.push_back(readView(Of, A));
    findTables();
    if (Status Result = findSizes(/*OfTables=*/true); !Result.ok())
      return Result;
    for (View &Each : Views) // now that what they go through can be read
      levelEnds(Each, Into.Space, Views, Known);
    if (Status Result = findSizes(/*OfTables=*/false); !Result.ok())
      return Result;
    followRows();
    for (View &Each : Views) {
      countFrom(Each, Each.FirstIndex);
      Each.IsAbsent = isAbsent(Each);
    }
    return Status::success();
  }

  /// Of each view, whether ends of others go through it.
  void findTables() {
    AreTables.resize(Views.size());
    AreElements.resize(Views.size());
    for (const View &Each : Views)
      for (const ViewBox &Box : Each.Boxes)
        Box.forEachTerm([&](const Term &End) {
          if (!End.Table || End.Table > Views.size())
            return;
          AreTables[End.Table - 1] = true;
          if (!readsMembers(End))
            AreElements[End.Table - 1] = true;
        });
  }

  Status findSizes(bool OfTables) {
    for (View &Each : Views)
      if (AreTables[Each.Number] == OfTables)
        if (Status Result = findSize(Each); !Result.ok())
          return Result;
    return Status::success();
  }

  Status findSize(View &What) {
    if (What.has(HETRT_ROWS)) // without it, nothing else can be known of them
      if (Status Result = measureRows(What, Into.Space); !Result.ok()) {
        isForCores(Result);
        return Status::success();
      }
    if (!What.isDeclared())
      if (Status Result = checkRows(What, Into.Space, Views); !Result.ok())
        return fault(What, Result);
    const bool Asks =
        What.has(HETRT_FIND_EXTENT) || What.has(HETRT_ELEMENTS) || (What.has(HETRT_PRESENT) && What.Extent[0] == 0);
    // Who says nothing may have an array that is in no data region.
    const bool MustBe = What.has(HETRT_PRESENT) && (What.isDeclared() || !Asks);
    if (Status Result = MustBe ? fault(What, checkPresent(What)) : Status::success(); !Result.ok())
      return Result;
    return Asks ? fault(What, findExtent(What, Into.Space, Known, Views)) : Status::success();
  }

  /// All names of one table of pointers together. Rows that cannot be followed leave the call to the cores, by
  /// whichever name they are used.
  void followRows() {
    for (View &First : Views) {
      const auto IsOneWith = [&](const View &Other) {
        return Other.has(HETRT_ROWS) && Other.Base == First.Base && Other.Info->rank == First.Info->rank &&
               Other.ElementSize == First.ElementSize && haveSameHolders(*Other.Info, *First.Info);
      };
      if (Into.ForCores || !IsOneWith(First) || &*std::ranges::find_if(Views, IsOneWith) != &First)
        continue;
      std::vector<View *> Names;
      for (View &Each : Views)
        if (IsOneWith(Each))
          Names.push_back(&Each);
      if (Status Result = joinRows(Names, Into.Space, Views); !Result.ok())
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
    const std::uint64_t UnitBytes = What.has(HETRT_ELEMENTS) ? What.ElementSize : What.rowBytes();
    if (Known)
      return Known->findPresent(What.clause(), What.Base, static_cast<std::uint64_t>(Rows) * UnitBytes, Found);
    return Status::success();
  }

  bool isAbsent(const View &What) const {
    if (!What.isDeclared()) // no clause says that there is one
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
    return What.ElementSize > 0 && !What.RowsAt && !What.KernelStrides && What.FirstIndex != UnknownNumber &&
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
    Made.Pointer = What.Base;
    Made.RowsAt = What.RowsAt;
    Made.KernelStrides = What.KernelStrides;
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
      What.KernelStrides = OneElement;
      for (unsigned D = MaxRank - 1; D-- > 0;)
        (*What.KernelStrides)[D] = (*What.KernelStrides)[D + 1] * What.Extent[D + 1];
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
  /// home. A clause is the user's word that they are.
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
      keep(std::span(&Loaded, 1), "the region writes what it also uses by value");
    }
    for (const View &Each : Views) {
      keep(Each.Followed, "the region writes pointers to rows that it uses", &Each);
      if (AreTables[Each.Number] && !isBlock())
        keep(touched(Each), "the region writes what says how far it goes in other arrays", &Each);
    }
  }

  /// Whether a view is of the objects that lead to the rows of another one, and keeps the pointers in them.
  static bool keepsPointers(const View &Of, const View &Rows) {
    return Of.has(HETRT_KEEPS_POINTERS) && Rows.Info->through == Of.Number + 1;
  }

  /// What the region must not write. `Whose`: it is where the pointers of this view are, or what ends go through; of
  /// elements of which ends take members, the loop writes others.
  void keep(std::span<const MemoryRange> Memory, const char *Else, const View *Whose = nullptr) {
    const auto IsOther = [&](const View &Each) {
      return !Whose || !(keepsPointers(Each, *Whose) || (&Each == Whose && !AreElements[Each.Number]));
    };
    for (const View &Each : Views)
      if (Into.Misfit.ok() && Each.isWritten() && IsOther(Each) && meet(touched(Each), Memory))
        Into.Misfit = Status::programFault(HETRT_ERROR_ARGUMENT, Each.clause() + ": " + Else);
  }

  const CallTables &Of;
  Directory *const Known;
  ResolvedCall &Into;
  std::vector<View> Views;
  std::vector<bool> AreTables;              ///< Of each view, whether ends of others go through it,
  std::vector<bool> AreElements;            ///< and not by members of its elements alone.
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
