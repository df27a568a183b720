// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Follows the pointers to rows.
#include "Memory/RowPointers.h"

#include "Memory/FootprintArithmetic.h"
#include "Memory/MappedMemory.h"

#include <cstring>
#include <fmt/format.h>
#include <optional>

namespace hetrt {

using namespace footprint;

namespace {

Status unfit(const View &What, const std::string &Found) {
  return Status::programFault(HETRT_ERROR_ARGUMENT,
                              What.clause() + ": wanted rows behind pointers that can be copied: found " + Found);
}

unsigned rankOf(const View &What) { return std::min(What.Info->rank, MaxRank); }

/// Of one box in one dimension, by the values that its guard leaves of the iterator's first and last; a superset.
/// Without an end where it does not say one.
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

/// What a box may use of the indices that exist.
Box usedBy(const View &What, const ViewBox &Of, const IterationSpace &Space) {
  Box Found = wholeOf(What.Extent);
  for (unsigned D = 0; D < rankOf(What); ++D) {
    const Interval Exists{D ? 0 : What.FirstIndex, What.Extent[D] + (D ? 0 : What.FirstIndex)};
    Found[D] = alongOf(Of, D, Space).clipped(Exists);
  }
  return Found;
}

std::byte *pointerAt(const std::byte *Table, std::int64_t Index) {
  std::byte *Found = nullptr;
  std::memcpy(&Found, Table + Index * static_cast<std::int64_t>(sizeof Found), sizeof Found);
  return Found;
}

/// Bytes between rows; of two dimensions, both are the same.
struct Strides {
  std::int64_t Planes = 0, Rows = 0;
};

/// The rows of one table of pointers.
class Rows {
public:
  Rows(std::span<View *const> Of, const IterationSpace &Space)
      : Views(Of), Front(*Of.front()), Rank(rankOf(Front)), Size(static_cast<std::int64_t>(Front.ElementSize)) {
    Interval Outer{Front.FirstIndex, Front.FirstIndex};
    for (const View *Each : Views) {
      Outer.Lower = std::min(Outer.Lower, Each->FirstIndex);
      Outer.Upper = std::max(Outer.Upper, Each->FirstIndex + Each->Extent[0]);
      for (unsigned D = 1; D < Rank; ++D)
        Extent[D] = std::max(Extent[D], Each->Extent[D]);
      for (const ViewBox &Box : Each->Boxes)
        if (const hetrt::Box Part = usedBy(*Each, Box, Space); !isEmpty(Part))
          Used.push_back(Part);
    }
    First = Outer.Lower;
    Extent[0] = static_cast<std::int64_t>(Outer.size());
  }

  Status follow() {
    constexpr Wide Most = 1 << 28;
    if (Wide(Extent[0]) * middle() > Most)
      return unfit(Front, fmt::format("{} times {} rows", Extent[0], middle()));
    if (Status Result = Rank > 2 ? followPlanes() : readTable(Front.Base, rowsUsed(0)); !Result.ok())
      return Result;
    At.resize(static_cast<std::size_t>(Extent[0] * middle()));
    for (const Box &Each : Used)
      for (std::int64_t I = Each[0].Lower; I < Each[0].Upper; ++I)
        for (std::int64_t J = Rank > 2 ? Each[1].Lower : 0, End = Rank > 2 ? Each[1].Upper : 1; J < End; ++J) {
          std::byte *const Row = Rank > 2 ? pointerAt(pointerAt(Front.Base, I), J) : pointerAt(Front.Base, I);
          if (!Row)
            return unfit(Front, Rank > 2 ? fmt::format("a null pointer for row {} of plane {}", J, I)
                                         : fmt::format("a null pointer for row {}", I));
          At[static_cast<std::size_t>((I - First) * middle() + J)] = Row;
        }
    return Status::success();
  }

  /// The distances in bytes at which all rows lie that are used, of planes and of rows, if they are those of an array.
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
      if (At[Row] && reinterpret_cast<std::intptr_t>(At[Row]) != Begin + offset(Row, Found))
        return std::nullopt;
    return Found;
  }

  /// Whether two rows have elements in common, as far as any row is used.
  bool overlap() const {
    Interval Columns{Far, -Far};
    for (const Box &Each : Used)
      Columns = {std::min(Columns.Lower, Each[Rank - 1].Lower), std::max(Columns.Upper, Each[Rank - 1].Upper)};
    std::vector<std::byte *> Sorted;
    std::ranges::copy_if(At, std::back_inserter(Sorted), [](const std::byte *Row) { return Row != nullptr; });
    std::ranges::sort(Sorted);
    return std::ranges::adjacent_find(Sorted, [&](const std::byte *A, const std::byte *B) {
             return B - A < static_cast<std::ptrdiff_t>(Columns.size()) * Size;
           }) != Sorted.end();
  }

  /// One array: the strides are inner extents.
  void putEven(const Strides &By) {
    Extents Made = Extent;
    Made[Rank - 1] = By.Rows / Size;
    if (Rank > 2)
      Made[1] = By.Planes / By.Rows;
    put(reinterpret_cast<std::byte *>(origin(By) - First * By.Planes), Made, nullptr);
  }

  void putTable() {
    std::byte *const Begin = *std::ranges::find_if(At, [](const std::byte *Row) { return Row != nullptr; });
    put(Begin, Extent, std::make_shared<const RowTable>(std::move(At)));
  }

  bool used() const { return !Used.empty(); }

private:
  std::int64_t middle() const { return Rank > 2 ? Extent[1] : 1; }

  /// The smallest interval of a dimension around what boxes use; in the middle dimension, of one plane.
  Interval rowsUsed(unsigned D, std::optional<std::int64_t> Plane = {}) const {
    std::optional<Interval> All;
    for (const Box &Each : Used)
      if (!Plane || (*Plane >= Each[0].Lower && *Plane < Each[0].Upper))
        All = All ? Interval{std::min(All->Lower, Each[D].Lower), std::max(All->Upper, Each[D].Upper)} : Each[D];
    return All.value_or(Interval{0, 0});
  }

  static MemoryRange bytesOf(const std::byte *Table, const Interval &Of) {
    return {reinterpret_cast<std::uintptr_t>(Table) + static_cast<std::uint64_t>(Of.Lower) * sizeof(void *),
            static_cast<std::uint64_t>(Of.size()) * sizeof(void *)};
  }

  Status readTable(const std::byte *Table, const Interval &Of) const {
    const MemoryRange Bytes = bytesOf(Table, Of);
    return areReadable(std::span(&Bytes, 1))
               ? Status::success()
               : unfit(Front,
                       fmt::format("memory that cannot be read where the pointers to {} rows should be", Of.size()));
  }

  /// In an array of three dimensions, the pointers lead to planes, which are tables of pointers to rows. Checks that
  /// both can be read as far as the loop uses them.
  Status followPlanes() const {
    const Interval Outer = rowsUsed(0);
    if (Status Result = readTable(Front.Base, Outer); !Result.ok())
      return Result;
    std::vector<MemoryRange> Tables;
    for (std::int64_t I = Outer.Lower; I < Outer.Upper; ++I) {
      const Interval Inner = rowsUsed(1, I);
      if (Inner.empty())
        continue;
      const std::byte *const Plane = pointerAt(Front.Base, I);
      if (!Plane)
        return unfit(Front, fmt::format("a null pointer for plane {}", I));
      Tables.push_back(bytesOf(Plane, Inner));
    }
    return areReadable(Tables) ? Status::success()
                               : unfit(Front, "memory that cannot be read where the pointers to rows should be");
  }

  /// Between the first two rows that are used and lie so many places apart in the table.
  template <typename Chooser> std::optional<std::int64_t> distance(std::size_t Places, Chooser MayBeFirst) const {
    for (std::size_t Row = 0; Row + Places < At.size(); ++Row)
      if (At[Row] && At[Row + Places] && MayBeFirst(Row))
        return reinterpret_cast<std::intptr_t>(At[Row + Places]) - reinterpret_cast<std::intptr_t>(At[Row]);
    return std::nullopt;
  }

  std::int64_t offset(std::size_t Row, const Strides &By) const {
    const auto Middle = static_cast<std::size_t>(middle());
    return static_cast<std::int64_t>(Row / Middle) * By.Planes + static_cast<std::int64_t>(Row % Middle) * By.Rows;
  }

  /// Where the row of the first indices begins, or would begin.
  std::intptr_t origin(const Strides &By) const {
    const auto There = std::ranges::find_if(At, [](const std::byte *Row) { return Row != nullptr; });
    return reinterpret_cast<std::intptr_t>(*There) - offset(static_cast<std::size_t>(There - At.begin()), By);
  }

  void put(std::byte *Base, const Extents &Found, const std::shared_ptr<const RowTable> &Table) {
    for (View *Each : Views) {
      for (unsigned D = 1; D < Rank; ++D)
        for (ViewBox &Box : Each->Boxes)
          if (Box.Upper[D].empty())
            Box.Upper[D].push_back({.Offset = Each->Extent[D]});
      Each->Base = Base;
      Each->FirstIndex = First;
      Each->Extent = Found;
      Each->RowsAt = Table;
    }
  }

  std::span<View *const> Views;
  const View &Front;
  const unsigned Rank;
  const std::int64_t Size;
  std::int64_t First = 0;      ///< The lowest index of dimension 0.
  Extents Extent = OneElement; ///< Of all views together.
  std::vector<Box> Used;       ///< What their boxes use.
  RowTable At;                 ///< As Array::RowsAt.
};

/// Whether there are any rows; what is wrong with a view others say.
bool hasAnyRow(const View &What) {
  return What.Base && What.ElementSize > 0 &&
         std::ranges::all_of(std::span(What.Extent).first(rankOf(What)), [](std::int64_t Each) { return Each > 0; });
}

} // namespace

Status measureRows(View &What, const IterationSpace &Space) {
  for (unsigned D = 1; D < rankOf(What); ++D) {
    if (What.Extent[D] != 0 || What.isDeclared())
      continue;
    Interval All{0, 0};
    for (const ViewBox &Each : What.Boxes) {
      const Interval Own = alongOf(Each, D, Space);
      if (Own.Lower <= -Far || Own.Upper >= Far)
        return unfit(What, "uses of which nothing says how far they go into a row");
      if (!Own.empty())
        All = {std::min(All.Lower, Own.Lower), std::max(All.Upper, Own.Upper)};
    }
    if (All.Lower < 0)
      return unfit(What, "uses before the first element of a row");
    What.Extent[D] = All.Upper;
  }
  return Status::success();
}

Status joinRows(std::span<View *const> Of, const IterationSpace &Space) {
  std::vector<View *> Names; // one without rows says nothing of the others
  std::ranges::copy_if(Of, std::back_inserter(Names), [](const View *Each) { return hasAnyRow(*Each); });
  if (Names.empty())
    return Status::success();
  Rows All(Names, Space);
  if (!All.used())
    return Status::success();
  if (Status Result = All.follow(); !Result.ok())
    return Result;
  if (const auto Even = All.evenStrides()) {
    All.putEven(*Even);
    return Status::success();
  }
  if (std::ranges::any_of(Names, &View::isWritten) && All.overlap())
    return unfit(*Names.front(), "rows that overlap, and the loop writes them");
  All.putTable();
  return Status::success();
}

} // namespace hetrt
