// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds strides at which all rows lie, or the blocks of memory that contain the rows (RowGrid.h).
#include "Memory/RowGrid.h"

#include "Memory/Allocations.h"
#include "Memory/FootprintArithmetic.h"
#include "Memory/MappedMemory.h"

#include <algorithm>
#include <span>
#include <vector>

namespace hetrt {

using namespace footprint;

bool RowGrid::anyUsed() const { return std::ranges::any_of(At, isUsed); }

std::int64_t RowGrid::offset(std::size_t Row, const RowStrides &By) const {
  const auto Middle = static_cast<std::size_t>(middle());
  return static_cast<std::int64_t>(Row / Middle) * By.Planes + static_cast<std::int64_t>(Row % Middle) * By.Rows;
}

std::intptr_t RowGrid::origin(const RowStrides &By) const {
  const auto There = std::ranges::find_if(At, isUsed);
  return reinterpret_cast<std::intptr_t>(There->Begin) - offset(static_cast<std::size_t>(There - At.begin()), By);
}

bool RowGrid::overlap() const {
  std::vector<MemoryRange> Sorted;
  for (const RowPlace &Each : At)
    if (Each.Begin)
      Sorted.push_back(
          {reinterpret_cast<std::uintptr_t>(Each.Begin) + static_cast<std::uintptr_t>(Each.There.Lower * Size),
           Each.There.size() * static_cast<std::uint64_t>(Size)});
  std::ranges::sort(Sorted, {}, &MemoryRange::Begin);
  return std::ranges::adjacent_find(
             Sorted, [](const MemoryRange &A, const MemoryRange &B) { return B.Begin < A.end(); }) != Sorted.end();
}

namespace {

/// The distance in bytes between the first two used rows that are `Places` places apart in the table.
template <typename Chooser>
std::optional<std::int64_t> distance(const RowGrid &Of, std::size_t Places, Chooser MayBeFirst) {
  for (std::size_t Row = 0; Row + Places < Of.At.size(); ++Row)
    if (Of.At[Row].Begin && Of.At[Row + Places].Begin && MayBeFirst(Row))
      return reinterpret_cast<std::intptr_t>(Of.At[Row + Places].Begin) -
             reinterpret_cast<std::intptr_t>(Of.At[Row].Begin);
  return std::nullopt;
}

/// The block of memory (result of malloc(), or variable) around a row. Neighbouring rows often lie in one block, so
/// the blocks of the rows before are tried first.
Allocation blockOf(const RowGrid &Of, std::size_t Row, std::span<const Allocation> Known) {
  const auto Begin = static_cast<std::uintptr_t>(Of.begin(Row));
  for (const std::size_t Other : {Row - 1, Row - static_cast<std::size_t>(Of.middle())})
    if (Other < Row && Known[Other].Bytes && Begin >= Known[Other].Begin && Begin < Known[Other].end())
      return Known[Other];
  return allocationAround(Begin);
}

/// The distances in bytes between two rows, and between two planes, that lie in one block, from the first such pair.
/// Nothing where no two rows (or planes) lie in one block.
struct Inside {
  std::optional<std::int64_t> Planes, Rows;
};
Inside insideStrides(const RowGrid &Of, std::span<const Allocation> Around) {
  Inside Found;
  const auto Note = [&](std::optional<std::int64_t> &Into, std::size_t A, std::size_t B, std::int64_t Apart) {
    if (!Into && Around[A].Begin == Around[B].Begin)
      Into = (Of.begin(B) - Of.begin(A)) / Apart;
  };
  std::vector<std::optional<std::size_t>> Above(static_cast<std::size_t>(Of.middle()));
  std::optional<std::size_t> Before;
  for (std::size_t Row = 0; Row < Of.At.size(); ++Row) {
    if (!RowGrid::isUsed(Of.At[Row]))
      continue;
    if (Before && Of.planeOf(*Before) == Of.planeOf(Row))
      Note(Found.Rows, *Before, Row, static_cast<std::int64_t>(Row - *Before));
    auto &Same = Above[static_cast<std::size_t>(Of.rowIn(Row))];
    if (Same)
      Note(Found.Planes, *Same, Row, Of.planeOf(Row) - Of.planeOf(*Same));
    Before = Same = Row;
  }
  return Found;
}

/// Whether it is worthwhile to use the blocks in place of rows: they do not overlap, can be read, and take at most a
/// few times as much memory on a device as in the program.
bool areWorthIt(const RowGrid &Of, const Blocks &Made, std::span<const Allocation *const> In) {
  constexpr Wide Little = 1 << 20;
  std::vector<MemoryRange> Memory;
  Wide All = 0;
  for (const Allocation *Each : In)
    if (Each) {
      Memory.push_back({Each->Begin, Each->Bytes});
      All += Each->Bytes;
    }
  std::ranges::sort(Memory, {}, &MemoryRange::Begin);
  const auto Meet = [](const MemoryRange &A, const MemoryRange &B) { return B.Begin < A.end(); };
  return Wide(Made.At.size()) * Made.Width * Of.Size <= 4 * All + Little &&
         std::ranges::adjacent_find(Memory, Meet) == Memory.end() && hetrt::areReadable(Memory);
}

std::optional<Blocks> blocksOf(const RowGrid &Of, std::span<const Allocation> Around, const Inside &By) {
  const std::int64_t Planes = By.Planes.value_or(0) / Of.Size, Rows = By.Rows.value_or(0) / Of.Size;
  if (By.Planes.value_or(0) % Of.Size != 0 || By.Rows.value_or(0) % Of.Size != 0)
    return std::nullopt;
  const std::int64_t Across = By.Rows ? 1 : Of.middle(); // the number of blocks for one plane
  const auto Within = [&](std::size_t Row) { return Of.planeOf(Row) * Planes + Of.rowIn(Row) * Rows; };
  const auto BlockOf = [&](std::size_t Row) {
    return static_cast<std::size_t>((By.Planes ? 0 : Of.planeOf(Row) * Across) + (By.Rows ? 0 : Of.rowIn(Row)));
  };
  Blocks Made{RowTable(static_cast<std::size_t>((By.Planes ? 1 : Of.Extent[0]) * Across)), 0, {}, 0};
  std::vector<const Allocation *> In(Made.At.size());
  bool Any = false;
  for (std::size_t Row = 0; Row < Of.At.size(); ++Row)
    if (RowGrid::isUsed(Of.At[Row])) {
      const std::int64_t Ahead =
          (Of.begin(Row) - static_cast<std::intptr_t>(Around[Row].Begin)) / Of.Size - Within(Row);
      Made.First = Any ? std::max(Made.First, Ahead) : Ahead;
      Any = true;
    }
  for (std::size_t Row = 0; Row < Of.At.size(); ++Row) {
    if (!RowGrid::isUsed(Of.At[Row]))
      continue;
    RowPlace &Block = Made.At[BlockOf(Row)];
    std::byte *const Begin = Of.At[Row].Begin - (Within(Row) + Made.First) * Of.Size;
    const Allocation *&Known = In[BlockOf(Row)];
    if (Known && (Block.Begin != Begin || Known->Begin != Around[Row].Begin))
      return std::nullopt;
    Known = &Around[Row];
    Block.Begin = Begin;
    const Wide Address = reinterpret_cast<std::intptr_t>(Begin);
    Block.There = {static_cast<std::int64_t>(ceilingOf(Wide(Known->Begin) - Address, Of.Size)),
                   static_cast<std::int64_t>(floorOf(Wide(Known->end()) - Address, Of.Size))};
    Made.Width = std::max(Made.Width, Block.There.Upper);
  }
  Made.By = {By.Planes ? Planes : Across * Made.Width, By.Rows ? Rows : Made.Width};
  return areWorthIt(Of, Made, In) ? std::optional(std::move(Made)) : std::nullopt;
}

} // namespace

std::optional<RowStrides> evenStrides(const RowGrid &Of) {
  const std::int64_t Length = Of.Extent[Of.Rank - 1] * Of.Size;
  const auto Step = static_cast<std::size_t>(Of.middle());
  RowStrides Found;
  if (Of.Rank == 2) {
    Found.Rows = Found.Planes = distance(Of, 1, [](std::size_t) { return true; }).value_or(Length);
  } else {
    Found.Rows = distance(Of, 1, [&](std::size_t Row) { return Row % Step + 1 < Step; }).value_or(Length);
    Found.Planes = distance(Of, Step, [](std::size_t) { return true; }).value_or(Found.Rows * Of.Extent[1]);
  }
  if (Found.Rows < Length || Found.Rows % Of.Size != 0 || Found.Planes % Found.Rows != 0 ||
      Found.Planes / Found.Rows < Of.middle())
    return std::nullopt;
  const std::intptr_t Begin = Of.origin(Found);
  for (std::size_t Row = 0; Row < Of.At.size(); ++Row)
    if (Of.At[Row].Begin && reinterpret_cast<std::intptr_t>(Of.At[Row].Begin) != Begin + Of.offset(Row, Found))
      return std::nullopt;
  return Found;
}

std::optional<Blocks> commonBlocks(const RowGrid &Of) {
  std::vector<Allocation> Around(Of.At.size());
  for (std::size_t Row = 0; Row < Of.At.size(); ++Row)
    if (RowGrid::isUsed(Of.At[Row]) && (Around[Row] = blockOf(Of, Row, Around)).Bytes == 0)
      return std::nullopt;
  return blocksOf(Of, Around, insideStrides(Of, Around));
}

} // namespace hetrt
