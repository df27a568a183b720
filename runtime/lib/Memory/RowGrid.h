// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Describes where the rows behind a table of pointers lie in memory, and finds forms that need no table: one array with
// constant strides, or the blocks of memory that contain the rows.
#ifndef HETRT_MEMORY_ROWGRID_H
#define HETRT_MEMORY_ROWGRID_H

#include "Memory/Array.h"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace hetrt {

/// Bytes from one plane (the elements a[i] of `a[i][j][k]`) to the next, and from one row (a[i][j]) to the next. The
/// two are equal if there are two dimensions.
struct RowStrides {
  std::int64_t Planes = 0, Rows = 0;
};

/// The blocks of memory (results of malloc(), or variables) that contain the program's rows. A device gets the blocks
/// instead of the rows: each block becomes a row of one array, whose elements a kernel reaches with two strides.
struct Blocks {
  /// For each block: `Begin` is the address in the program that corresponds to element 0 of the block's row on the
  /// device. It may lie before the block, so that elements with equal indices have equal places in all blocks. `There`
  /// are the elements of the row that the block really contains.
  RowTable At;
  std::int64_t Width; ///< Elements of a row on the device.
  RowStrides By;      ///< The distances between the program's planes and rows, in elements on the device.
  std::int64_t First; ///< The place, counted from the device's first element, of the element whose indices are all 0.
};

/// The rows of an array of two or three dimensions. A plane is what the first index chooses; in two dimensions, each
/// plane is one row.
struct RowGrid {
  RowTable At; ///< A place for each row, as in HostPlace::RowsAt; `Begin` is null where no row was found.
  Extents Extent = OneElement; ///< Of the last dimension: elements of the longest row.
  unsigned Rank = 2;
  std::int64_t First = 0; ///< The lowest index of dimension 0.
  std::int64_t Size = 1;  ///< Bytes of an element.

  static bool isUsed(const RowPlace &Row) { return !Row.There.empty(); }
  bool anyUsed() const;
  std::int64_t middle() const { return Rank > 2 ? Extent[1] : 1; } ///< rows of a plane
  std::int64_t planeOf(std::size_t Row) const { return static_cast<std::int64_t>(Row) / middle(); }
  std::int64_t rowIn(std::size_t Row) const { return static_cast<std::int64_t>(Row) % middle(); }
  std::intptr_t begin(std::size_t Row) const { return reinterpret_cast<std::intptr_t>(At[Row].Begin); }

  /// Bytes from the first row's place to the place of another row, if the rows have these strides.
  std::int64_t offset(std::size_t Row, const RowStrides &By) const;

  /// The address at which the row with the lowest indices begins. If that row is not used, the address at which it
  /// would begin with these strides. A row must be used.
  std::intptr_t origin(const RowStrides &By) const;

  /// Whether two rows have used elements in common.
  bool overlap() const;
};

/// The strides in bytes at which all used rows lie; nothing if there are none.
std::optional<RowStrides> evenStrides(const RowGrid &Of);

/// The blocks of memory that contain the rows, if a kernel can reach all rows with two strides. That is so if planes or
/// rows in one block lie at one distance, which may be negative, and all planes or rows that do not share a block lie
/// in blocks of their own. Nothing if the blocks overlap, cannot be read, or would take much more memory on a device
/// than in the program.
std::optional<Blocks> commonBlocks(const RowGrid &Of);

} // namespace hetrt

#endif
