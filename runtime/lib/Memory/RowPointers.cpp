// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Follows the program's pointers to rows (as those of `double **a`), and finds out in which form a device gets the
// rows. See RowPointers.h.
#include "Memory/RowPointers.h"

#include "Memory/Allocations.h"
#include "Memory/FootprintArithmetic.h"
#include "Memory/LoadedEnds.h"
#include "Memory/MappedMemory.h"

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

/// Stands for the length of rows whose length is not known yet. It is more than any row has.
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

/// The existing indices that a box may use.
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

/// Bytes from one plane (the elements a[i] of `a[i][j][k]`) to the next, and from one row (a[i][j]) to the next. The
/// two are equal if there are two dimensions.
struct Strides {
  std::int64_t Planes = 0, Rows = 0;
};

/// The blocks of memory (results of malloc(), or variables) that contain the program's rows. A device gets the blocks
/// instead of the rows: each block becomes a row of one array, at whose elements a kernel arrives with two strides.
struct Blocks {
  /// For each block: `Begin` is the address in the program that corresponds to element 0 of the block's row on the
  /// device. It may lie before the block, so that elements with equal indices have equal places in all blocks. `There`
  /// are the elements of the row that the block really contains.
  RowTable At;
  std::int64_t Width; ///< Elements of a row on the device.
  Strides By;         ///< The distances between the program's planes and rows, in elements on the device.
  std::int64_t First; ///< The place, counted from the device's first element, of the element whose indices are all 0.
};

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
      : Views(Of), Front(*Of.front()), Space(Space), All(All), Rank(rankOf(Front)), Outermost(*Front.Info, 0),
        Innermost(*Front.Info, Rank - 2), Size(static_cast<std::int64_t>(Front.ElementSize)) {
    Interval Outer{Front.FirstIndex, Front.FirstIndex};
    for (const View *Each : Views) {
      Outer.Lower = std::min(Outer.Lower, Each->FirstIndex);
      Outer.Upper = std::max(Outer.Upper, Each->FirstIndex + Each->Extent[0]);
      for (unsigned D = 1; D < Rank; ++D)
        Extent[D] = std::max(Extent[D], Each->Extent[D]);
    }
    First = Outer.Lower;
    Extent[0] = static_cast<std::int64_t>(Outer.size());
  }

  /// Finds which rows are used, and which part of each, from the boxes alone. The pointers are not read.
  Status measure() {
    constexpr Wide Most = 1 << 28;
    if (Wide(Extent[0]) * middle() > Most)
      return unfit(Front, fmt::format("{} times {} rows", Extent[0], middle()));
    At.resize(static_cast<std::size_t>(Extent[0] * middle()));
    for (const View *Each : Views)
      for (std::size_t I = 0; I < Each->Boxes.size(); ++I)
        measure(*Each, Each->Boxes[I], I < Each->Loaded.size() ? Each->Loaded[I] : Each->Boxes[I]);
    return Status::success();
  }

  bool used() const { return std::ranges::any_of(At, isUsed); }

  /// Follows the pointers to all rows that are used. Returns an error where one is null, or cannot be read.
  Status follow() {
    if (Status Result = Rank > 2 ? followPlanes() : readTable(Front.Base, rowsUsed(0, Extent[0])); !Result.ok())
      return Result;
    for (std::size_t Row = 0; Row < At.size(); ++Row) {
      if (!isUsed(At[Row]))
        continue;
      const std::int64_t I = First + static_cast<std::int64_t>(Row) / middle(),
                         J = static_cast<std::int64_t>(Row) % middle();
      const std::byte *const Table = Rank > 2 ? Outermost.rowOf(Front.Base, I) : Front.Base;
      if (!keep(At[Row], Innermost.sayLengths() ? Innermost.length(Table, Rank > 2 ? J : I, Size) : Far))
        continue;
      At[Row].Begin = Innermost.rowOf(Table, Rank > 2 ? J : I);
      if (!At[Row].Begin)
        return unfit(Front, Rank > 2 ? fmt::format("a null pointer for row {} of plane {}", J, I)
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
    for (RowPlace &Row : At) {
      if (!isUsed(Row))
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
          {Begin + static_cast<std::uintptr_t>(Row.There.Lower * Size), Row.There.size() * Front.ElementSize});
      Most = std::max(Most, Wide(Row.There.Upper));
      ++Count;
    }
    Wide All = 0;
    for (const auto &[Begin, Bytes] : Blocks)
      All += Bytes;
    constexpr Wide Little = 1 << 20;
    if (Most * Count * Size > 4 * All + Little)
      return unfit(Front, "rows of no known length in memory that has others behind them");
    if (!hetrt::areReadable(Parts))
      return unfit(Front, "rows that cannot be read");
    Extent[Rank - 1] = static_cast<std::int64_t>(Most);
    return Status::success();
  }

  /// The strides in bytes at which all used rows lie, if the loop may use one array with these strides in place of the
  /// pointers; else nothing.
  std::optional<Strides> evenStrides() const {
    const std::int64_t Length = Extent[Rank - 1] * Size;
    const auto Step = static_cast<std::size_t>(middle());
    Strides Found;
    if (Rank == 2) {
      Found.Rows = Found.Planes = distance(1, [](std::size_t) { return true; }).value_or(Length);
    } else {
      Found.Rows = distance(1, [&](std::size_t Row) { return Row % Step + 1 < Step; }).value_or(Length);
      Found.Planes = distance(Step, [](std::size_t) { return true; }).value_or(Found.Rows * Extent[1]);
    }
    if (Found.Rows < Length || Found.Rows % Size != 0 || Found.Planes % Found.Rows != 0 ||
        Found.Planes / Found.Rows < middle())
      return std::nullopt;
    const std::intptr_t Begin = origin(Found);
    for (std::size_t Row = 0; Row < At.size(); ++Row)
      if (At[Row].Begin && reinterpret_cast<std::intptr_t>(At[Row].Begin) != Begin + offset(Row, Found))
        return std::nullopt;
    return mayFill(Found) ? std::optional(Found) : std::nullopt;
  }

  /// The blocks of memory that contain the rows, if a kernel can reach all rows with two strides. That is so if planes
  /// or rows in one block lie at one distance, which may be negative, and all planes or rows that do not share a block
  /// lie in blocks of their own. An iteration that leaves its row (by `a[i][j + 1]`, for example) still stays in the
  /// row's block. Returns nothing if a clause describes the rows, since such iterations must stay in them.
  std::optional<Blocks> commonBlocks() const {
    if (std::ranges::any_of(Views, &View::isDeclared))
      return std::nullopt;
    std::vector<Allocation> Around(At.size());
    for (std::size_t Row = 0; Row < At.size(); ++Row)
      if (isUsed(At[Row]) && (Around[Row] = blockOf(Row, Around)).Bytes == 0)
        return std::nullopt;
    return blocksOf(Around, insideStrides(Around));
  }

  /// Whether two rows have used elements in common.
  bool overlap() const {
    std::vector<MemoryRange> Sorted;
    for (const RowPlace &Each : At)
      if (Each.Begin)
        Sorted.push_back(
            {reinterpret_cast<std::uintptr_t>(Each.Begin) + static_cast<std::uintptr_t>(Each.There.Lower * Size),
             Each.There.size() * Front.ElementSize});
    std::ranges::sort(Sorted, {}, &MemoryRange::Begin);
    return std::ranges::adjacent_find(
               Sorted, [](const MemoryRange &A, const MemoryRange &B) { return B.Begin < A.end(); }) != Sorted.end();
  }

  /// Replaces the pointers in all views by one array with constant strides, which become its inner extents.
  void putEven(const Strides &By) {
    Extents Made = Extent;
    Made[Rank - 1] = By.Rows / Size;
    if (Rank > 2)
      Made[1] = By.Planes / By.Rows;
    put(reinterpret_cast<std::byte *>(origin(By) - First * By.Planes), Made, nullptr);
  }

  /// Replaces the pointers in all views by a table of the rows (Array::RowsAt).
  void putTable() {
    std::byte *const Begin = std::ranges::find_if(At, isUsed)->Begin;
    put(Begin, Extent, std::make_shared<const RowTable>(std::move(At)));
  }

  /// Replaces the pointers in all views by the blocks of memory. Since rows are not known in a block, iterations may
  /// read or write any element of it.
  void putBlocks(Blocks Of) {
    const auto Count = static_cast<std::int64_t>(Of.At.size());
    std::byte *const Begin = std::ranges::find_if(Of.At, isUsed)->Begin;
    put(Begin, Rank > 2 ? Extents{Count, 1, Of.Width, 1} : Extents{Count, Of.Width, 1, 1},
        std::make_shared<const RowTable>(std::move(Of.At)));
    for (View *Each : Views) {
      for (ViewBox &Box : Each->Boxes) {
        Box.Lower = Box.Upper = {};
        Box.Flags &= ~unsigned(BoxSurely | BoxAttained);
      }
      Each->FirstIndex = First * Of.By.Planes - Of.First;
      Each->KernelStrides = Rank > 2 ? Extents{Of.By.Planes, Of.By.Rows, 1, 1} : Extents{Of.By.Planes, 1, 1, 1};
    }
  }

private:
  static bool isUsed(const RowPlace &Row) { return !Row.There.empty(); }

  /// Cuts a row's used part to its first `Length` elements. Returns whether any of these are used.
  bool keep(RowPlace &Row, std::int64_t Length) {
    const Interval Left = Row.There.clipped({0, std::max<std::int64_t>(Length, 0)});
    SomeUseFewer |= Left != Row.There;
    Row.There = Left.empty() ? Interval{} : Left;
    return isUsed(Row);
  }

  std::int64_t middle() const { return Rank > 2 ? Extent[1] : 1; }

  /// Notes which rows one box uses, and which part of each. If the box is the same for all of its rows, one look is
  /// enough; otherwise each iteration uses a part of other rows, and each iteration is looked at. If that would take
  /// too long, all rows of the box count as the longest.
  void measure(const View &What, const ViewBox &Of, const ViewBox &Loaded) {
    const bool UsesFewer = !std::ranges::equal(Of.Upper, Loaded.Upper, sameTables) ||
                           !std::ranges::equal(Of.Lower, Loaded.Lower, sameTables);
    SomeUseFewer |= UsesFewer;
    const bool CanRead = UsesFewer || !Loaded.usesTables();
    if (!(isSkewed(Loaded) || choosesRows(Loaded, Rank)) || !CanRead)
      return use(usedBy(What, Of, Space));
    const BoxReader Reader(Loaded, Space, All);
    if (!Reader.fits())
      return use(usedBy(What, Of, Space));
    const Box There = existing(What);
    std::size_t Left = 8 * At.size() + 4096;
    forEachValue(Loaded, Space, [&](std::int64_t Value) {
      Box Part = Reader.at(Value);
      for (unsigned D = 0; D < MaxRank; ++D)
        Part[D] = Part[D].clipped(There[D]);
      const std::size_t Rows = isEmpty(Part) ? 0 : Part[0].size() * (Rank > 2 ? Part[1].size() : 1);
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
    const Interval Columns = Part[Rank - 1];
    for (std::int64_t I = Part[0].Lower; I < Part[0].Upper; ++I)
      for (std::int64_t J = Rank > 2 ? Part[1].Lower : 0, End = Rank > 2 ? Part[1].Upper : 1; J < End; ++J) {
        Interval &Own = At[static_cast<std::size_t>((I - First) * middle() + J)].There;
        Own = Own.empty() ? Columns : Interval{std::min(Own.Lower, Columns.Lower), std::max(Own.Upper, Columns.Upper)};
      }
  }

  /// Whether rows at a fixed stride may count as equally long, although integers of the program say how many elements
  /// each row has. If so, a device also gets the memory between the end of a shorter row and the next row. So this
  /// memory must be readable, and the loop must not write the rows.
  bool mayFill(const Strides &By) const {
    const bool Alike = std::ranges::all_of(At, [&](const RowPlace &Each) { return Each.There == At.front().There; });
    if (!SomeUseFewer || Alike)
      return true;
    if (std::ranges::any_of(Views, &View::isWritten))
      return false;
    const MemoryRange Whole{static_cast<std::uintptr_t>(origin(By)),
                            static_cast<std::uint64_t>(offset(At.size() - 1, By) + Extent[Rank - 1] * Size)};
    return areReadable(std::span(&Whole, 1));
  }

  /// The smallest interval around the used rows among `Count` places of the table, from place `From` on. With `Each` >
  /// 1, a place is a plane of `Each` rows, and is used if one of its rows is.
  Interval rowsUsed(std::int64_t From, std::int64_t Count, std::int64_t Each = 1) const {
    Interval Found{Count, 0};
    for (std::int64_t I = 0; I < Count; ++I)
      for (std::int64_t J = 0; J < Each; ++J)
        if (isUsed(At[static_cast<std::size_t>(From + I * Each + J)]))
          Found = {std::min(Found.Lower, I), I + 1};
    return Found;
  }

  /// Checks that the pointers at the places `Places` of a table can be read. Place 0 has the index First in the
  /// program.
  Status readTable(const std::byte *Table, const Interval &Places) {
    Followed.push_back(Outermost.range(Table, {First + Places.Lower, First + Places.Upper}));
    return areReadable(Followed)
               ? Status::success()
               : unfit(Front, fmt::format("memory that cannot be read where the pointers to {} rows should be",
                                          Places.size()));
  }

  /// In an array of three dimensions, the pointers lead to planes, which are tables of pointers to rows. Checks that
  /// both kinds of tables can be read as far as the loop uses them.
  Status followPlanes() {
    const Interval Outer = rowsUsed(0, Extent[0], middle());
    if (Status Result = readTable(Front.Base, Outer); !Result.ok())
      return Result;
    for (std::int64_t I = Outer.Lower; I < Outer.Upper; ++I) {
      if (Outermost.sayLengths()) {
        const std::int64_t Length =
            Outermost.length(Front.Base, First + I, static_cast<std::int64_t>(Innermost.bytes()));
        for (std::int64_t J = std::max<std::int64_t>(Length, 0); J < middle(); ++J)
          keep(At[static_cast<std::size_t>(I * middle() + J)], 0);
      }
      const Interval Inner = rowsUsed(I * middle(), middle());
      if (Inner.empty())
        continue;
      const std::byte *const Plane = Outermost.rowOf(Front.Base, First + I);
      if (!Plane)
        return unfit(Front, fmt::format("a null pointer for plane {}", First + I));
      Followed.push_back(Innermost.range(Plane, Inner));
    }
    return areReadable(Followed) ? Status::success()
                                 : unfit(Front, "memory that cannot be read where the pointers to rows should be");
  }

  /// The distance in bytes between the first two used rows that are `Places` places apart in the table.
  template <typename Chooser> std::optional<std::int64_t> distance(std::size_t Places, Chooser MayBeFirst) const {
    for (std::size_t Row = 0; Row + Places < At.size(); ++Row)
      if (At[Row].Begin && At[Row + Places].Begin && MayBeFirst(Row))
        return reinterpret_cast<std::intptr_t>(At[Row + Places].Begin) - reinterpret_cast<std::intptr_t>(At[Row].Begin);
    return std::nullopt;
  }

  std::int64_t offset(std::size_t Row, const Strides &By) const {
    const auto Middle = static_cast<std::size_t>(middle());
    return static_cast<std::int64_t>(Row / Middle) * By.Planes + static_cast<std::int64_t>(Row % Middle) * By.Rows;
  }

  std::intptr_t begin(std::size_t Row) const { return reinterpret_cast<std::intptr_t>(At[Row].Begin); }
  std::int64_t planeOf(std::size_t Row) const { return static_cast<std::int64_t>(Row) / middle(); }
  std::int64_t rowIn(std::size_t Row) const { return static_cast<std::int64_t>(Row) % middle(); }

  /// The block of memory (result of malloc(), or variable) around a row. Neighbouring rows often lie in one block, so
  /// the blocks of the rows before are tried first.
  Allocation blockOf(std::size_t Row, std::span<const Allocation> Known) const {
    const auto Begin = static_cast<std::uintptr_t>(begin(Row));
    for (const std::size_t Other : {Row - 1, Row - static_cast<std::size_t>(middle())})
      if (Other < Row && Known[Other].Bytes && Begin >= Known[Other].Begin && Begin < Known[Other].end())
        return Known[Other];
    return allocationAround(Begin);
  }

  /// The distances in bytes between two rows, and between two planes, that lie in one block, from the first such pair.
  /// Nothing where no two rows (or planes) lie in one block.
  struct Inside {
    std::optional<std::int64_t> Planes, Rows;
  };
  Inside insideStrides(std::span<const Allocation> Around) const {
    Inside Found;
    const auto Note = [&](std::optional<std::int64_t> &Into, std::size_t A, std::size_t B, std::int64_t Apart) {
      if (!Into && Around[A].Begin == Around[B].Begin)
        Into = (begin(B) - begin(A)) / Apart;
    };
    std::vector<std::optional<std::size_t>> Above(static_cast<std::size_t>(middle()));
    std::optional<std::size_t> Before;
    for (std::size_t Row = 0; Row < At.size(); ++Row) {
      if (!isUsed(At[Row]))
        continue;
      if (Before && planeOf(*Before) == planeOf(Row))
        Note(Found.Rows, *Before, Row, static_cast<std::int64_t>(Row - *Before));
      auto &Same = Above[static_cast<std::size_t>(rowIn(Row))];
      if (Same)
        Note(Found.Planes, *Same, Row, planeOf(Row) - planeOf(*Same));
      Before = Same = Row;
    }
    return Found;
  }

  std::optional<Blocks> blocksOf(std::span<const Allocation> Around, const Inside &By) const {
    const std::int64_t Planes = By.Planes.value_or(0) / Size, Rows = By.Rows.value_or(0) / Size;
    if (By.Planes.value_or(0) % Size != 0 || By.Rows.value_or(0) % Size != 0)
      return std::nullopt;
    const std::int64_t Across = By.Rows ? 1 : middle(); // the number of blocks for one plane
    const auto Within = [&](std::size_t Row) { return planeOf(Row) * Planes + rowIn(Row) * Rows; };
    const auto BlockOf = [&](std::size_t Row) {
      return static_cast<std::size_t>((By.Planes ? 0 : planeOf(Row) * Across) + (By.Rows ? 0 : rowIn(Row)));
    };
    Blocks Made{RowTable(static_cast<std::size_t>((By.Planes ? 1 : Extent[0]) * Across)), 0, {}, 0};
    std::vector<const Allocation *> Of(Made.At.size());
    bool Any = false;
    for (std::size_t Row = 0; Row < At.size(); ++Row)
      if (isUsed(At[Row])) {
        const std::int64_t Ahead = (begin(Row) - static_cast<std::intptr_t>(Around[Row].Begin)) / Size - Within(Row);
        Made.First = Any ? std::max(Made.First, Ahead) : Ahead;
        Any = true;
      }
    for (std::size_t Row = 0; Row < At.size(); ++Row) {
      if (!isUsed(At[Row]))
        continue;
      RowPlace &Block = Made.At[BlockOf(Row)];
      std::byte *const Begin = At[Row].Begin - (Within(Row) + Made.First) * Size;
      const Allocation *&Known = Of[BlockOf(Row)];
      if (Known && (Block.Begin != Begin || Known->Begin != Around[Row].Begin))
        return std::nullopt;
      Known = &Around[Row];
      Block.Begin = Begin;
      const Wide Address = reinterpret_cast<std::intptr_t>(Begin);
      Block.There = {static_cast<std::int64_t>(ceilingOf(Wide(Known->Begin) - Address, Size)),
                     static_cast<std::int64_t>(floorOf(Wide(Known->end()) - Address, Size))};
      Made.Width = std::max(Made.Width, Block.There.Upper);
    }
    Made.By = {By.Planes ? Planes : Across * Made.Width, By.Rows ? Rows : Made.Width};
    return areWorthIt(Made, Of) ? std::optional(std::move(Made)) : std::nullopt;
  }

  /// Whether it is worthwhile to use the blocks in place of rows: they do not overlap, can be read, and take at most a
  /// few times as much memory on a device as in the program.
  bool areWorthIt(const Blocks &Made, std::span<const Allocation *const> Of) const {
    constexpr Wide Little = 1 << 20;
    std::vector<MemoryRange> Memory;
    Wide All = 0;
    for (const Allocation *Each : Of)
      if (Each) {
        Memory.push_back({Each->Begin, Each->Bytes});
        All += Each->Bytes;
      }
    std::ranges::sort(Memory, {}, &MemoryRange::Begin);
    const auto Meet = [](const MemoryRange &A, const MemoryRange &B) { return B.Begin < A.end(); };
    return Wide(Made.At.size()) * Made.Width * Size <= 4 * All + Little &&
           std::ranges::adjacent_find(Memory, Meet) == Memory.end() && hetrt::areReadable(Memory);
  }

  /// The address at which the row with the lowest indices begins. If that row is not used, the address at which it
  /// would begin with these strides.
  std::intptr_t origin(const Strides &By) const {
    const auto There = std::ranges::find_if(At, isUsed);
    return reinterpret_cast<std::intptr_t>(There->Begin) - offset(static_cast<std::size_t>(There - At.begin()), By);
  }

  void put(std::byte *Base, const Extents &Found, const std::shared_ptr<const RowTable> &Table) {
    std::ranges::sort(Followed, {}, &MemoryRange::Begin);
    for (View *Each : Views) {
      for (unsigned D = 1; D < Rank; ++D)
        for (ViewBox &Box : Each->Boxes)
          if (Box.Upper[D].empty())
            Box.Upper[D].push_back({.Offset = std::min(Each->Extent[D], Extent[D])});
      Each->Base = Base;
      Each->FirstIndex = First;
      Each->Extent = Found;
      Each->RowsAt = Table;
      Each->Followed = Followed;
    }
  }

  std::span<View *const> Views;
  const View &Front;
  const IterationSpace &Space;
  std::span<const View> All;
  const unsigned Rank;
  const Holders Outermost, Innermost; ///< The objects that lead from dimension 0 to dimension 1, and those that lead to
                                      ///< the rows.
  const std::int64_t Size;
  bool SomeUseFewer = false;         ///< In some rows, iterations use fewer elements than the boxes say.
  std::int64_t First = 0;            ///< The lowest index of dimension 0.
  Extents Extent = OneElement;       ///< Contains the extents of all views.
  RowTable At;                       ///< A place for each row, as in Array::RowsAt.
  std::vector<MemoryRange> Followed; ///< The memory of the pointers that were read.
};

/// Whether the array has any rows. checkView() reports errors of a view.
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
  // If the number of objects is known, as in a container, the objects themselves contain the lengths of their rows, so
  // these are read.
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
  const auto None = [&] { // no row is used: an error if the length of rows is not known, since no use says it
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
