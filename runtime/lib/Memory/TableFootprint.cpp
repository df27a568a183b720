// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes the arrays of a call from its views. A view is one of the region's names for an array (TableViews.h). The
// checks are in TableChecks.cpp.
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

/// Resolves one call: reads the views, finds their extents, and makes one Array of all views of the same memory.
class Resolver {
public:
  Resolver(const CallTables &Of, Directory *Known, ResolvedCall &Into) : Of(Of), Known(Known), Into(Into) {
    Into = {};
    Into.Space = {Of.Call.trip_count, Of.Call.lower, Of.Call.step};
    Into.WhyNoCopies = Into.Outside = Status::success();
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

  /// Returns the error if a clause describes the array. If only the compiler has described the array, the program is
  /// not wrong: notes the error as WhyNoCopies (the reason why devices cannot have copies of the call's arrays)
  /// and returns success. The cores run the call then, or devices that use the arrays in place.
  Status fault(const View &Whose, Status Result) {
    if (Result.ok() || Whose.isDeclared())
      return Result;
    if (Into.WhyNoCopies.ok())
      Into.WhyNoCopies = Result;
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
    for (View &Each : Views) // the tables that ends of boxes go through got their extents in the loop above
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

  /// Finds out which views are tables: their integers are ends of other views' boxes, as `row` in `for (k = row[i]; k <
  /// row[i + 1]; ++k)`.
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
    if (What.has(HETRT_ROWS)) // without the lengths of rows, the extent of dimension 0 cannot be found either
      if (Status Result = measureRows(What, Into.Space); !Result.ok()) {
        isForCores(Result);
        return Status::success();
      }
    if (!What.isDeclared())
      if (Status Result = checkRows(What, Into.Space, Views); !Result.ok())
        return fault(What, Result);
    const bool Asks =
        What.has(HETRT_FIND_EXTENT) || What.has(HETRT_ELEMENTS) || (What.has(HETRT_PRESENT) && What.Extent[0] == 0);
    // A clause with `present` requires a data region. An array that no clause names need not be in one, if its extent
    // can be found in another way.
    const bool MustBe = What.has(HETRT_PRESENT) && (What.isDeclared() || !Asks);
    if (Status Result = MustBe ? fault(What, checkPresent(What)) : Status::success(); !Result.ok())
      return Result;
    return Asks ? fault(What, findExtent(What, Into.Space, Known, Views)) : Status::success();
  }

  /// Follows the pointers of each table of pointers to rows, once for all views of the table. If the rows cannot be
  /// followed, the cores run the call, whether or not a clause names the rows.
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

  /// Notes that only cores can run the call. Devices that work on the host's memory in place cannot run it either,
  /// since kernels cannot follow pointers to rows; they only know strides.
  void isForCores(const Status &Result) {
    Into.ForCores = true;
    if (Into.WhyNoCopies.ok())
      Into.WhyNoCopies = Result;
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
    if (!What.isDeclared()) // only an array that a clause names may be absent
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

  /// Whether a kernel that works in place finds the elements at the program's address. For this, the strides with which
  /// the kernel forms subscripts have to be known.
  static bool canBeInPlace(const View &What) {
    const auto Inner = std::span(What.Extent).subspan(1, std::clamp(What.Info->rank, 1u, MaxRank) - 1);
    const bool KnowsRows = std::ranges::all_of(Inner, [](std::int64_t Each) { return Each > 0; });
    return What.ElementSize > 0 && !What.RowsAt && !What.KernelStrides && What.FirstIndex != UnknownNumber &&
           (KnowsRows || !What.has(HETRT_STRIDED));
  }

  /// Adds a view to the array that it is another name of, or makes a new array.
  void place(const View &What) {
    const auto Same = [&](unsigned Array) { return areOneArray(Views[Names[Array].front()], What); };
    unsigned Array = 0;
    while (Array < Names.size() && (What.IsAbsent || Views[Names[Array].front()].IsAbsent || !Same(Array)))
      ++Array;
    Into.ArrayOf.push_back(Array);
    if (Array == Names.size()) {
      Names.emplace_back();
      Into.Arrays.push_back(PassArray{arrayOf(What)});
    }
    Names[Array].push_back(What.Number);
    hetrt::Array &Made = Into.Arrays[Array];
    Made.Persist |= What.has(HETRT_PERSIST) && !What.IsAbsent;
    if (What.has(HETRT_WRITES_ANYWHERE) && !What.IsAbsent)
      Made.Stored = StoredBytes::ChangedAnywhere;
    Made.Subscripts.TakeStrides &= What.has(HETRT_STRIDED);
    if (!What.isDeclared())
      Made.Described = Description::ByCompiler;
  }

  /// An array of this view's shape. A view that is absent makes an array without address and elements.
  static Array arrayOf(const View &What) {
    Array Made;
    Made.Info = What.Info;
    Made.ElementSize = What.ElementSize;
    Made.Rank = What.Info->rank;
    Made.Subscripts.TakeStrides = true; // place() clears it if a view of the array is not HETRT_STRIDED
    for (unsigned D = 0; D < Made.Rank && D < MaxRank; ++D)
      Made.Extent[D] = What.IsAbsent ? 0 : What.Extent[D];
    if (What.IsAbsent)
      return Made;
    Made.Host.Base = What.first();
    Made.Host.Pointer = What.Base;
    Made.Host.RowsAt = What.RowsAt;
    Made.Subscripts.Strides = What.KernelStrides;
    Made.FirstIndex = What.Elements ? What.Elements->Lower : What.FirstIndex;
    return Made;
  }

  /// The footprint of all boxes of an array's views.
  Footprint footprintOf(const Array &What, std::span<const unsigned> Own, std::vector<unsigned> &Tables) const {
    bool Flat = false;
    unsigned All = 0;
    for (const unsigned V : Own) {
      Flat |= Views[V].has(HETRT_FLAT);
      for (const ViewBox &Each : Views[V].Boxes)
        All |= Each.Flags;
    }
    FootprintWriter Writer(Into.Space, What.Extent, 0, Flat, Views, Views[Own.front()].Elements);
    if (What.isComparedWhole())
      Writer.add(BoxFormula{.Flags = (All & (BoxReads | BoxWrites)) | unsigned(BoxReads)});
    for (const unsigned V : Own)
      for (const ViewBox &Each : Views[V].Boxes)
        if (!What.isComparedWhole() && !Views[V].IsAbsent)
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
    const auto Meeting = What.isComparedWhole() ? std::nullopt : What.Uses.meetingWrites();
    if (What.Uses.writesAnywhere() || Meeting) {
      if (Status Result = checkAnywhere(Own, Meeting.has_value()); !Result.ok())
        return Result;
      What.Stored = StoredBytes::ChangedAnywhere;
      What.Uses = footprintOf(What, Own, Tables);
    }
    const auto DeclaresWrites = [&](unsigned V) {
      return std::ranges::any_of(Views[V].Boxes,
                                 [](const ViewBox &Each) { return Each.writes() && Each.isDeclared(); });
    };
    if (!isBlock() && !What.isComparedWhole() && What.Uses.mayWrite() && std::ranges::none_of(Own, DeclaresWrites))
      What.Stored = StoredBytes::ChangedInWindow;
    for (const unsigned Each : Tables)
      What.Indirect.Through.push_back(Views[Each].Info);
    What.Indirect.HasSegments =
        !First.IsAbsent && std::ranges::all_of(Own, [&](unsigned V) { return hasSegments(Views[V]); });
    if (const Box Kept = What.Uses.indices(); Kept != wholeOf(What.Extent)) {
      What.Subscripts.Strides = OneElement;
      for (unsigned D = MaxRank - 1; D-- > 0;)
        (*What.Subscripts.Strides)[D] = (*What.Subscripts.Strides)[D + 1] * What.Extent[D + 1];
      if (!First.Elements)
        What.FirstIndex *= static_cast<std::int64_t>(What.perIndex());
      for (unsigned D = 0; D < MaxRank; ++D)
        What.Extent[D] = Kept[D].Upper;
    }
    for (const unsigned V : Own)
      join(Views[V], What);
    return Status::success();
  }

  /// Whether each box of the view begins and ends, in dimension 0, at integers of tables and nothing else.
  static bool hasSegments(const View &What) {
    return What.isSegmented() && std::ranges::all_of(What.Boxes, [](const ViewBox &Each) {
             bool Plain = Each.Lower[0].size() == 1 && Each.Upper[0].size() == 1;
             for (const auto *End : {&Each.Lower[0], &Each.Upper[0]})
               for (const Term &Of : *End)
                 Plain &= Of.Table && Of.Scale == 1 && Of.Divisor == 1;
             return Plain;
           });
  }

  /// Called where it cannot be proved that different iterations write different elements. If only the compiler
  /// describes the writes, a device then works on a full copy, and the bytes that it changed are written back. If a
  /// clause describes them, returns an error, since a clause promises that iterations write different elements.
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

  /// The error of checkAnywhere(), with the elements that the first two iterations write.
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

  /// Notes in `Made` its integers, if other arrays are indexed by it, and the array by which it is indexed, if there is
  /// one.
  void join(const View &What, Array &Made) {
    if (What.IsIndices) {
      static_cast<IntegerTable &>(Made.Indirect.Integers) = integersOf(What);
      Made.Indirect.Integers.Info = What.Info;
    }
    if (What.has(HETRT_GATHER) && What.Info->through < Views.size())
      Made.Indirect.IndexedBy = static_cast<int>(Into.ArrayOf[What.Info->through]);
  }

  /// The memory that the loop may touch of an array: from the first byte to the last, or that of each row, if the rows
  /// are behind pointers.
  std::vector<MemoryRange> touched(const Array &What) const {
    if (!What.Host.Base || What.bytes() == 0)
      return {};
    if (!What.Indirect.Through.empty()) // the tables, which say which elements are used, are not checked yet, so all
                                        // elements count
      return {{reinterpret_cast<std::uintptr_t>(What.Host.Base), What.bytes()}};
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

  /// Sets WhyNoCopies if the region may change values that the runtime reads
  /// before the pass, such as pointers to rows or ends of boxes. The cores, which see such changes, then run the call.
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

  /// Whether the view `Of` is the table whose elements are the objects that contain the pointers to the rows of the
  /// view `Rows`, and the loop writes other members of these objects only.
  static bool keepsPointers(const View &Of, const View &Rows) {
    return Of.has(HETRT_KEEPS_POINTERS) && Rows.Info->through == Of.Number + 1;
  }

  /// Sets WhyNoCopies if the region writes the memory `Memory`, whose values the runtime has read before the pass:
  /// pointers to rows, or ends of boxes, that the view `Whose` contains (null: no view). Writes through a view do not
  /// count if that view keeps the pointers (keepsPointers()). Nor do they count if the view is `Whose` and only single
  /// members of its elements are ends of boxes, since the loop writes other members.
  void keep(std::span<const MemoryRange> Memory, const char *Else, const View *Whose = nullptr) {
    const auto IsOther = [&](const View &Each) {
      return !Whose || !(keepsPointers(Each, *Whose) || (&Each == Whose && !AreElements[Each.Number]));
    };
    for (const View &Each : Views)
      if (Into.WhyNoCopies.ok() && Each.isWritten() && IsOther(Each) && meet(touched(Each), Memory))
        Into.WhyNoCopies = Status::programFault(HETRT_ERROR_ARGUMENT, Each.clause() + ": " + Else);
  }

  const CallTables &Of;
  Directory *const Known;
  ResolvedCall &Into;
  std::vector<View> Views;
  std::vector<bool> AreTables; ///< For each view: whether its integers are ends of other views' boxes.
  /// For each view: whether whole elements, not only members of elements, are ends of other views' boxes.
  std::vector<bool> AreElements;
  std::vector<std::vector<unsigned>> Names; ///< The numbers of the views of each array.
  std::vector<std::vector<MemoryRange>> Touched;
};

} // namespace

void ResolvedCall::takeInPlace() {
  for (Array &Each : Arrays) {
    if (Each.Described == Description::ByClauses)
      continue;
    Each.Described = Description::None;
    Each.Extent[0] = 0; // the extent that was found is not reliable; 0 means that it is not known
    for (std::int64_t &Inner : std::span(Each.Extent).subspan(1))
      Inner = std::max<std::int64_t>(Inner, 1);
  }
}

Status resolveCall(const CallTables &Of, Directory *Known, ResolvedCall &Into) {
  return Resolver(Of, Known, Into).resolve();
}

} // namespace hetrt
