// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Follows the program's pointers to rows (as those of `double **a`), and finds out in which form a device gets the
// rows. See RowPointers.h.
#include "Memory/RowPointers.h"

#include "Memory/Allocations.h"
#include "Memory/FootprintArithmetic.h"
#include "Memory/LoadedEnds.h"
#include "Memory/MappedMemory.h"
#include "Memory/RowGrid.h"

#include <cstring>
#include <fmt/format.h>
#include <map>
#include <optional>

namespace hetrt {

using namespace footprint;

namespace {

Status unfit(const View &What, const std::string &Found) {
  return Status::programFault(HETRT_ERROR_ARGUMENT,
                              What.clause() + ": wanted rows behind pointers that can be copied: found " + Found);
}

/// Stands for the length of rows whose length is not known yet. No row is this long.
constexpr std::int64_t LongestRow = std::int64_t(1) << 32;

unsigned rankOf(const View &What) { return std::min(What.Info->rank, MaxRank); }

/// The indices of one dimension that a box may use, computed from the first and the last value of the iterator that the
/// box's guard allows; perhaps more than the box uses. -Far or Far stands for an end that the box does not have.
Interval alongOf(const ViewBox &Of, unsigned D, const IterationSpace &Space) {
  const Wide First = Space.Lower, Last = First + Wide(Space.TripCount - 1) * Space.Step;
  Wide Lowest = std::min(First, Last), Highest = std::max(First, Last), Lower = -Far, Upper = Far;
  if (Of.isUnknown())
    return {-Far, Far};
  if (Of.Only) {
    Lowest = std::max<Wide>(Lowest, Of.Only->Least);
    Highest = std::min<Wide>(Highest, Of.Only->Greatest);
  }
  if (Lowest > Highest)
    return {0, 0};
  const auto At = [](const Term &Each, Wide Value) { return floorOf(Value * Each.Slope + Each.Offset, Each.Divisor); };
  for (const Term &Each : Of.Lower[D])
    if (!Each.Table)
      Lower = std::max(Lower, std::min(At(Each, Lowest), At(Each, Highest)));
  for (const Term &Each : Of.Upper[D])
    if (!Each.Table)
      Upper = std::min(Upper, std::max(At(Each, Lowest), At(Each, Highest)));
  return {clampedToNear(Lower), clampedToNear(std::max(Lower, Upper))};
}

/// The indices of an array that exist.
Box existing(const View &What) {
  Box All = wholeOf(What.Extent);
  All[0] = {What.FirstIndex, What.FirstIndex + What.Extent[0]};
  return All;
}

/// The indices of the array `What` that exist and that a box may use.
Box usedBy(const View &What, const ViewBox &Of, const IterationSpace &Space) {
  Box Found = existing(What);
  for (unsigned D = 0; D < rankOf(What); ++D)
    Found[D] = alongOf(Of, D, Space).clipped(Found[D]);
  return Found;
}

/// The objects of one dimension that lead to the rows, or to arrays of such objects in the next dimension: pointers, or
/// objects that contain a pointer, as std::vector does. Says where in such an object the pointer to the first element
/// is, and perhaps the pointer behind the last one, which gives the row's length.
class Holders {
public:
  Holders(const hetrt_array_info &Info, unsigned Dimension)
      : Holders(Info.holder[std::min<std::size_t>(Dimension, std::size(Info.holder) - 1)]) {}

  std::size_t bytes() const { return Bytes; }
  bool sayLengths() const { return End != 0; }
  std::byte *rowOf(const std::byte *Table, std::int64_t Index) const { return pointer(Table, Index, Begin); }
  /// How many elements, or objects, of `Size` bytes the row with this index has.
  std::int64_t length(const std::byte *Table, std::int64_t Index, std::int64_t Size) const {
    return (reinterpret_cast<std::intptr_t>(pointer(Table, Index, End)) -
            reinterpret_cast<std::intptr_t>(rowOf(Table, Index))) /
           Size;
  }
  MemoryRange range(const std::byte *Table, const Interval &Of) const {
    return {reinterpret_cast<std::uintptr_t>(Table) + static_cast<std::uint64_t>(Of.Lower) * Bytes,
            static_cast<std::uint64_t>(Of.size()) * Bytes};
  }

private:
  explicit Holders(const hetrt_row_holder &Of)
      : Bytes((Of.size ? Of.size : 1) * sizeof(void *)), Begin(Of.begin), End(Of.end) {}
  std::byte *pointer(const std::byte *Table, std::int64_t Index, unsigned Place) const {
    std::byte *Found = nullptr;
    std::memcpy(&Found, Table + Index * static_cast<std::int64_t>(Bytes) + Place * sizeof Found, sizeof Found);
    return Found;
  }

  std::size_t Bytes;
  unsigned Begin, End;
};

bool areReadable(const MemoryRange &Of) { return hetrt::areReadable(std::span(&Of, 1)); }

bool sayLengths(const View &What, unsigned Dimension) { return Holders(*What.Info, Dimension).sayLengths(); }

/// Sets `Found` to the length of the longest row in each dimension but the first, where the objects contain the lengths
/// of rows (std::vector). In other dimensions the length is known from the view. False if the objects cannot be read.
bool longestRows(const View &What, Extents &Found) {
  std::vector<std::pair<const std::byte *, std::int64_t>> Tables{{What.Base, What.Extent[0]}};
  for (unsigned D = 1; D < rankOf(What); ++D) {
    const Holders Of(*What.Info, D - 1);
    const std::int64_t Size = static_cast<std::int64_t>(
        D + 1 < rankOf(What) ? Holders(*What.Info, D).bytes() : static_cast<std::size_t>(What.ElementSize));
    std::vector<std::pair<const std::byte *, std::int64_t>> Next;
    if (Of.sayLengths())
      Found[D] = 0;
    for (const auto &[Table, Count] : Tables) {
      if (Count <= 0)
        continue;
      const bool IsThere = Table && areReadable(Of.range(Table, {0, Count}));
      if (!IsThere && (D == 1 || sayLengths(What, D - 2)))
        return false;
      for (std::int64_t I = 0; I < Count && IsThere; ++I) { // if the pointers of this table cannot be read, it adds no
                                                            // rows
        Next.emplace_back(Of.rowOf(Table, I), Of.sayLengths() ? Of.length(Table, I, Size) : Found[D]);
        Found[D] = std::max(Found[D], Next.back().second);
      }
    }
    Tables = std::move(Next);
  }
  return true;
}

/// Whether the indices of the box in more than one dimension change with the iteration, as in a triangle: `a[i][j]`
/// with j <= i.
bool isSkewed(const ViewBox &Of) {
  unsigned Varying = 0;
  for (unsigned D = 0; D < MaxRank; ++D)
    Varying += std::ranges::any_of(Of.Lower[D], &Term::moves) || std::ranges::any_of(Of.Upper[D], &Term::moves);
  return Varying > 1;
}

/// Whether integers of the program's choose the rows that iterations use, as in `a[perm[i]][j]`.
bool choosesRows(const ViewBox &Of, unsigned Rank) {
  const auto Chooses = [](const Term &Each) { return Each.Table != 0; };
  bool Found = false;
  for (unsigned D = 0; D + 1 < Rank; ++D)
    Found |= std::ranges::any_of(Of.Lower[D], Chooses) || std::ranges::any_of(Of.Upper[D], Chooses);
  return Found;
}

/// The rows behind one table of pointers (as `T **a`), for all views, that is, names in the region, of this table. Used
/// by joinRows(): measure(), follow() and so on find the rows, and put...() change the views.
class Rows {
public:
  Rows(std::span<View *const> Of, const IterationSpace &Space, std::span<const View> All)
      : Views(Of), Front(*Of.front()), Space(Space), All(All), Outermost(*Front.Info, 0),
        Innermost(*Front.Info, rankOf(Front) - 2) {
    Grid.Rank = rankOf(Front);
    Grid.Size = static_cast<std::int64_t>(Front.ElementSize);
    Interval Outer{Front.FirstIndex, Front.FirstIndex};
    for (const View *Each : Views) {
      Outer.Lower = std::min(Outer.Lower, Each->FirstIndex);
      Outer.Upper = std::max(Outer.Upper, Each->FirstIndex + Each->Extent[0]);
      for (unsigned D = 1; D < Grid.Rank; ++D)
        Grid.Extent[D] = std::max(Grid.Extent[D], Each->Extent[D]);
    }
    Grid.First = Outer.Lower;
    Grid.Extent[0] = static_cast<std::int64_t>(Outer.size());
  }

  /// Finds which rows are used, and which part of each, from the boxes alone. The pointers are not read.
  Status measure() {
    constexpr Wide Most = 1 << 28;
    if (Wide(Grid.Extent[0]) * Grid.middle() > Most)
      return unfit(Front, fmt::format("{} times {} rows", Grid.Extent[0], Grid.middle()));
    Grid.At.resize(static_cast<std::size_t>(Grid.Extent[0] * Grid.middle()));
    for (const View *Each : Views)
      for (std::size_t I = 0; I < Each->Boxes.size(); ++I)
        measure(*Each, Each->Boxes[I], I < Each->Loaded.size() ? Each->Loaded[I] : Each->Boxes[I]);
    return Status::success();
  }

  bool used() const { return Grid.anyUsed(); }

  /// Follows the pointers to all rows that are used. Returns an error where one is null, or cannot be read.
  Status follow() {
    if (Status Result = Grid.Rank > 2 ? followPlanes() : readTable(Front.Base, rowsUsed(0, Grid.Extent[0]));
        !Result.ok())
      return Result;
    for (std::size_t Row = 0; Row < Grid.At.size(); ++Row) {
      if (!RowGrid::isUsed(Grid.At[Row]))
        continue;
      const std::int64_t I = Grid.First + static_cast<std::int64_t>(Row) / Grid.middle(),
                         J = static_cast<std::int64_t>(Row) % Grid.middle();
      const std::byte *const Table = Grid.Rank > 2 ? Outermost.rowOf(Front.Base, I) : Front.Base;
      if (!keep(Grid.At[Row], Innermost.sayLengths() ? Innermost.length(Table, Grid.Rank > 2 ? J : I, Grid.Size) : Far))
        continue;
      Grid.At[Row].Begin = Innermost.rowOf(Table, Grid.Rank > 2 ? J : I);
      if (!Grid.At[Row].Begin)
        return unfit(Front, Grid.Rank > 2 ? fmt::format("a null pointer for row {} of plane {}", J, I)
                                          : fmt::format("a null pointer for row {}", I));
    }
    return Status::success();
  }

  /// Lets rows of unknown length reach to the end of the allocations in which they begin. On a device all rows are as
  /// long as the longest one, so it is an error if the device would need much more memory than the allocations have.
  Status endRows() {
    const bool Bottomless = std::ranges::any_of(Views, &View::IsBottomless);
    std::vector<MemoryRange> Parts;
    std::map<std::uintptr_t, std::uint64_t> Blocks;
    Wide Most = 0, Count = 0;
    for (RowPlace &Row : Grid.At) {
      if (!RowGrid::isUsed(Row))
        continue;
      const auto Begin = reinterpret_cast<std::uintptr_t>(Row.Begin);
      const Allocation Found = allocationAround(Begin);
      if (Found.Bytes == 0 || (Bottomless && Found.Begin != Begin))
        return unfit(Front, "uses of which nothing says how far they go into a row");
      Blocks[Found.Begin] = Found.Bytes;
      if (!keep(Row, static_cast<std::int64_t>((Found.end() - Begin) / Front.ElementSize))) {
        Row.Begin = nullptr;
        continue;
      }
      Parts.push_back(
          {Begin + static_cast<std::uintptr_t>(Row.There.Lower * Grid.Size), Row.There.size() * Front.ElementSize});
      Most = std::max(Most, Wide(Row.There.Upper));
      ++Count;
    }
    Wide All = 0;
    for (const auto &[Begin, Bytes] : Blocks)
      All += Bytes;
    constexpr Wide Little = 1 << 20;
    if (Most * Count * Grid.Size > 4 * All + Little)
      return unfit(Front, "rows of no known length in memory that has others behind them");
    if (!hetrt::areReadable(Parts))
      return unfit(Front, "rows that cannot be read");
    Grid.Extent[Grid.Rank - 1] = static_cast<std::int64_t>(Most);
    return Status::success();
  }

  /// The strides in bytes at which all used rows lie, if the loop may use one array with these strides in place of the
  /// pointers; else nothing.
  std::optional<RowStrides> evenStrides() const {
    const auto Found = hetrt::evenStrides(Grid);
    return Found && mayFill(*Found) ? Found : std::nullopt;
  }

  /// The blocks of memory that contain the rows, if a kernel can use these. An iteration that leaves its row (by
  /// `a[i][j + 1]`, for example) still stays in the row's block. Nothing if a clause describes the rows, since such
  /// iterations must stay in them.
  std::optional<Blocks> commonBlocks() const {
    return std::ranges::any_of(Views, &View::isDeclared) ? std::nullopt : hetrt::commonBlocks(Grid);
  }

  /// Whether two rows have used elements in common.
  bool overlap() const { return Grid.overlap(); }

  /// Replaces the pointers in all views by one array with constant strides, which become its inner extents.
  void putEven(const RowStrides &By) {
    Extents Made = Grid.Extent;
    Made[Grid.Rank - 1] = By.Rows / Grid.Size;
    if (Grid.Rank > 2)
      Made[1] = By.Planes / By.Rows;
    put(reinterpret_cast<std::byte *>(Grid.origin(By) - Grid.First * By.Planes), Made, nullptr);
  }

  /// Replaces the pointers in all views by a table of the rows (HostPlace::RowsAt).
  void putTable() {
    std::byte *const Begin = std::ranges::find_if(Grid.At, RowGrid::isUsed)->Begin;
    put(Begin, Grid.Extent, std::make_shared<const RowTable>(std::move(Grid.At)));
  }

  /// Replaces the pointers in all views by the blocks of memory. Since rows are not known in a block, iterations may
  /// read or write any element of it.
  void putBlocks(Blocks Of) {
    const auto Count = static_cast<std::int64_t>(Of.At.size());
    std::byte *const Begin = std::ranges::find_if(Of.At, RowGrid::isUsed)->Begin;
    put(Begin, Grid.Rank > 2 ? Extents{Count, 1, Of.Width, 1} : Extents{Count, Of.Width, 1, 1},
        std::make_shared<const RowTable>(std::move(Of.At)));
    for (View *Each : Views) {
      for (ViewBox &Box : Each->Boxes) {
        Box.Lower = Box.Upper = {};
        Box.Flags &= ~unsigned(BoxSurely | BoxAttained);
      }
      Each->FirstIndex = Grid.First * Of.By.Planes - Of.First;
      Each->KernelStrides = Grid.Rank > 2 ? Extents{Of.By.Planes, Of.By.Rows, 1, 1} : Extents{Of.By.Planes, 1, 1, 1};
    }
  }

private:
  /// Cuts a row's used part to its first `Length` elements. Returns whether any of these are used.
  bool keep(RowPlace &Row, std::int64_t Length) {
    const Interval Left = Row.There.clipped({0, std::max<std::int64_t>(Length, 0)});
    SomeUseFewer |= Left != Row.There;
    Row.There = Left.empty() ? Interval{} : Left;
    return RowGrid::isUsed(Row);
  }

  /// Notes which rows one box uses, and which part of each. If the box is the same for all of its rows, one look is
  /// enough; otherwise each iteration uses a part of other rows, and each iteration is looked at. If that would take
  /// too long, all rows of the box count as the longest.
  void measure(const View &What, const ViewBox &Of, const ViewBox &Loaded) {
    const bool UsesFewer = !std::ranges::equal(Of.Upper, Loaded.Upper, sameTables) ||
                           !std::ranges::equal(Of.Lower, Loaded.Lower, sameTables);
    SomeUseFewer |= UsesFewer;
    const bool CanRead = UsesFewer || !Loaded.usesTables();
    if (!(isSkewed(Loaded) || choosesRows(Loaded, Grid.Rank)) || !CanRead)
      return use(usedBy(What, Of, Space));
    const BoxReader Reader(Loaded, Space, All);
    if (!Reader.fits())
      return use(usedBy(What, Of, Space));
    const Box There = existing(What);
    std::size_t Left = 8 * Grid.At.size() + 4096;
    forEachValue(Loaded, Space, [&](std::int64_t Value) {
      Box Part = Reader.at(Value);
      for (unsigned D = 0; D < MaxRank; ++D)
        Part[D] = Part[D].clipped(There[D]);
      const std::size_t Rows = isEmpty(Part) ? 0 : Part[0].size() * (Grid.Rank > 2 ? Part[1].size() : 1);
      if (Rows <= Left)
        use(Part);
      Left = Rows <= Left ? Left - Rows : 0;
    });
    if (Left == 0)
      use(usedBy(What, Of, Space));
  }

  /// Whether the terms of both ends go through the same tables, or through none.
  static bool sameTables(const std::vector<Term> &A, const std::vector<Term> &B) {
    return std::ranges::equal(A, B, {}, &Term::Table, &Term::Table);
  }

  void use(const Box &Part) {
    if (isEmpty(Part))
      return;
    const Interval Columns = Part[Grid.Rank - 1];
    for (std::int64_t I = Part[0].Lower; I < Part[0].Upper; ++I)
      for (std::int64_t J = Grid.Rank > 2 ? Part[1].Lower : 0, End = Grid.Rank > 2 ? Part[1].Upper : 1; J < End; ++J) {
        Interval &Own = Grid.At[static_cast<std::size_t>((I - Grid.First) * Grid.middle() + J)].There;
        Own = Own.empty() ? Columns : Interval{std::min(Own.Lower, Columns.Lower), std::max(Own.Upper, Columns.Upper)};
      }
  }

  /// Whether rows at a fixed stride may count as equally long, although integers of the program say how many elements
  /// each row has. If so, a device also gets the memory between the end of a shorter row and the next row. So this
  /// memory must be readable, and the loop must not write the rows.
  bool mayFill(const RowStrides &By) const {
    const bool Alike =
        std::ranges::all_of(Grid.At, [&](const RowPlace &Each) { return Each.There == Grid.At.front().There; });
    if (!SomeUseFewer || Alike)
      return true;
    if (std::ranges::any_of(Views, &View::isWritten))
      return false;
    const MemoryRange Whole{
        static_cast<std::uintptr_t>(Grid.origin(By)),
        static_cast<std::uint64_t>(Grid.offset(Grid.At.size() - 1, By) + Grid.Extent[Grid.Rank - 1] * Grid.Size)};
    return areReadable(std::span(&Whole, 1));
  }

  /// The smallest interval around the used rows among `Count` places of the table, from place `From` on. With `Each` >
  /// 1, a place is a plane of `Each` rows, and is used if one of its rows is.
  Interval rowsUsed(std::int64_t From, std::int64_t Count, std::int64_t Each = 1) const {
    Interval Found{Count, 0};
    for (std::int64_t I = 0; I < Count; ++I)
      for (std::int64_t J = 0; J < Each; ++J)
        if (RowGrid::isUsed(Grid.At[static_cast<std::size_t>(From + I * Each + J)]))
          Found = {std::min(Found.Lower, I), I + 1};
    return Found;
  }

  /// Checks that the pointers at the places `Places` of a table can be read. Place 0 has the index Grid.First in the
  /// program.
  Status readTable(const std::byte *Table, const Interval &Places) {
    Followed.push_back(Outermost.range(Table, {Grid.First + Places.Lower, Grid.First + Places.Upper}));
    return areReadable(Followed)
               ? Status::success()
               : unfit(Front, fmt::format("memory that cannot be read where the pointers to {} rows should be",
                                          Places.size()));
  }

  /// In an array of three dimensions, the pointers lead to planes, which are tables of pointers to rows. Checks that
  /// both kinds of tables can be read as far as the loop uses them.
  Status followPlanes() {
    const Interval Outer = rowsUsed(0, Grid.Extent[0], Grid.middle());
    if (Status Result = readTable(Front.Base, Outer); !Result.ok())
      return Result;
    for (std::int64_t I = Outer.Lower; I < Outer.Upper; ++I) {
      if (Outermost.sayLengths()) {
        const std::int64_t Length =
            Outermost.length(Front.Base, Grid.First + I, static_cast<std::int64_t>(Innermost.bytes()));
        for (std::int64_t J = std::max<std::int64_t>(Length, 0); J < Grid.middle(); ++J)
          keep(Grid.At[static_cast<std::size_t>(I * Grid.middle() + J)], 0);
      }
      const Interval Inner = rowsUsed(I * Grid.middle(), Grid.middle());
      if (Inner.empty())
        continue;
      const std::byte *const Plane = Outermost.rowOf(Front.Base, Grid.First + I);
      if (!Plane)
        return unfit(Front, fmt::format("a null pointer for plane {}", Grid.First + I));
      Followed.push_back(Innermost.range(Plane, Inner));
    }
    return areReadable(Followed) ? Status::success()
                                 : unfit(Front, "memory that cannot be read where the pointers to rows should be");
  }

  void put(std::byte *Base, const Extents &Found, const std::shared_ptr<const RowTable> &Table) {
    std::ranges::sort(Followed, {}, &MemoryRange::Begin);
    for (View *Each : Views) {
      for (unsigned D = 1; D < Grid.Rank; ++D)
        for (ViewBox &Box : Each->Boxes)
          if (Box.Upper[D].empty())
            Box.Upper[D].push_back({.Offset = std::min(Each->Extent[D], Grid.Extent[D])});
      Each->Base = Base;
      Each->FirstIndex = Grid.First;
      Each->Extent = Found;
      Each->RowsAt = Table;
      Each->Followed = Followed;
    }
  }

  std::span<View *const> Views;
  const View &Front;
  const IterationSpace &Space;
  std::span<const View> All;
  const Holders Outermost, Innermost; ///< The objects that lead from dimension 0 to dimension 1, and those that lead to
                                      ///< the rows.
  RowGrid Grid;                       ///< Its extents contain those of all views.
  bool SomeUseFewer = false;          ///< In some rows, iterations use fewer elements than the boxes say.
  std::vector<MemoryRange> Followed;  ///< The memory of the pointers that were read.
};

/// Whether the array has any rows. False for a wrong view, such as one with a negative extent, which checkView()
/// reports.
bool hasAnyRow(const View &What) {
  return What.Base && What.ElementSize > 0 &&
         std::ranges::all_of(std::span(What.Extent).first(rankOf(What)), [](std::int64_t Each) { return Each > 0; });
}

} // namespace

bool haveSameHolders(const hetrt_array_info &A, const hetrt_array_info &B) {
  const auto Same = [](const hetrt_row_holder &Own, const hetrt_row_holder &Other) {
    return std::max<unsigned>(Own.size, 1) == std::max<unsigned>(Other.size, 1) && Own.begin == Other.begin &&
           Own.end == Other.end;
  };
  return Same(A.holder[0], B.holder[0]) && (A.rank < 3 || Same(A.holder[1], B.holder[1]));
}

Status measureRows(View &What, const IterationSpace &Space) {
  // If the number of objects is known, as in a container, the lengths of rows are read from the objects themselves.
  const bool IsCounted =
      !What.isDeclared() && !What.has(HETRT_FIND_EXTENT) && What.Extent[0] > 0 && What.FirstIndex == 0;
  bool Say = false;
  for (unsigned D = 1; D < rankOf(What); ++D) {
    if (IsCounted && sayLengths(What, D - 1)) {
      Say = true;
      continue;
    }
    if (What.Extent[D] != 0 || What.isDeclared())
      continue;
    Interval All{0, 0};
    for (const ViewBox &Each : What.Boxes) {
      const Interval Own = alongOf(Each, D, Space);
      // A box without an end in the last dimension makes the row endless: joinRows() then finds the row's end by its
      // allocation. But a box whose end is missing because a table could not be read is an error.
      const bool MayBeEndless = D + 1 == rankOf(What) && !Each.usesTables();
      if ((Own.Lower <= -Far || Own.Upper >= Far) && !MayBeEndless)
        return unfit(What, "uses of which nothing says how far they go into a row");
      What.IsEndless |= Own.Lower <= -Far || Own.Upper >= Far;
      if (!Own.empty())
        All = {std::min(All.Lower, Own.Lower), std::max(All.Upper, Own.Upper)};
    }
    if (D + 1 == rankOf(What) && What.IsEndless) { // joinRows() finds the rows, and the memory that they lie in
      What.IsBottomless = All.Lower < 0;
      What.Extent[D] = LongestRow;
      continue;
    }
    if (All.Lower < 0)
      return unfit(What, "uses before the first element of a row");
    What.Extent[D] = All.Upper;
  }
  Extents Found = What.Extent;
  if (Say && (!What.Base || !longestRows(What, Found)))
    return unfit(What, "memory that cannot be read where the pointers to rows should be");
  What.Extent = Found;
  return Status::success();
}

Status joinRows(std::span<View *const> Of, const IterationSpace &Space, std::span<const View> Tables) {
  std::vector<View *> Names; // views without rows are left out
  std::ranges::copy_if(Of, std::back_inserter(Names), [](const View *Each) { return hasAnyRow(*Each); });
  if (Names.empty())
    return Status::success();
  Rows All(Names, Space, Tables);
  if (Status Result = All.measure(); !Result.ok())
    return Result;
  const auto None = [&] { // no row is used, so no use shows how long rows are: an error if the length is not known
    return std::ranges::any_of(Names, &View::IsEndless) ? unfit(*Names.front(), "rows of which nothing is used")
                                                        : Status::success();
  };
  if (!All.used())
    return None();
  if (Status Result = All.follow(); !Result.ok() || !All.used())
    return Result.ok() ? None() : Result;
  const auto PutBlocks = [&All](std::optional<Blocks> Found, Status Else) {
    if (Found)
      All.putBlocks(std::move(*Found));
    return Found ? Status::success() : Else;
  };
  std::optional<Blocks> Common;
  const bool AreEndless = std::ranges::any_of(Names, &View::IsEndless);
  if (AreEndless) {
    Common = All.commonBlocks(); // before endRows() cuts the rows, since iterations may use all of a block
    if (Status Result = All.endRows(); !Result.ok())
      return PutBlocks(std::move(Common), Result);
    if (!All.used())
      return None();
  }
  if (const auto Even = All.evenStrides()) {
    All.putEven(*Even);
    return Status::success();
  }
  if (std::ranges::any_of(Names, &View::isWritten) && All.overlap())
    return PutBlocks(AreEndless ? std::move(Common) : All.commonBlocks(),
                     unfit(*Names.front(), "rows that overlap, and the loop writes them"));
  All.putTable();
  return Status::success();
}

} // namespace hetrt
