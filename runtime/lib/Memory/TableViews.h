// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A view is one of the names that a region has for an array, with the numbers of a call: an address, a shape, and boxes
// as formulas. Views exist only while a call is resolved (TableFootprint.h).
#ifndef HETRT_MEMORY_TABLEVIEWS_H
#define HETRT_MEMORY_TABLEVIEWS_H

#include "Device/RegionTables.h"
#include "Memory/FootprintArithmetic.h"
#include "Memory/MappedMemory.h"

#include <bit>

namespace hetrt {

class Directory;
struct CallTables;

/// A box of the region's tables, with the numbers of a call. Indices count from the array's first element once
/// countFrom() was called.
struct ViewBox {
  const hetrt_box_info *Info = nullptr;
  std::array<std::vector<Term>, MaxRank> Lower{}, Upper{}; ///< Term::Table is 1 + the number of a view.
  std::optional<BoxFormula::Guard> Only{};
  unsigned Flags = 0; ///< BoxFlag

  bool isDeclared() const { return Info->flags & HETRT_DECLARED; }
  bool writes() const { return Flags & BoxWrites; }
  unsigned moves() const; ///< A bit for each dimension in which the box moves with the iteration.
  bool isUnknown() const; ///< Whether some number could not be computed.
  bool usesTables() const;
  BoxFormula formula() const;

  template <typename Visitor> void forEachTerm(Visitor Visit) const {
    for (const auto *Side : {&Lower, &Upper})
      for (const std::vector<Term> &End : *Side)
        for (const Term &Each : End)
          Visit(Each);
  }
};

/// The values of the iterator for which a box holds, both ends included; computed without wrap-around.
struct ValueRange {
  footprint::Wide Lowest, Highest;
  bool empty() const { return Lowest > Highest; }
};
ValueRange valuesOf(const IterationSpace &Space);
ValueRange valuesOf(const IterationSpace &Space, const ViewBox &What);
/// The index that a term has at a value of the iterator, before its table is read.
inline footprint::Wide valueOf(const Term &Of, footprint::Wide Value) {
  return footprint::floorOf(footprint::Wide(Of.Slope) * Value + Of.Offset, Of.Divisor);
}
inline bool fitsValue(const ValueRange &Of) { return Of.Lowest >= INT64_MIN && Of.Highest <= INT64_MAX; }

/// One of the region's names for an array.
struct View {
  const hetrt_array_info *Info = nullptr;
  unsigned Number = 0;
  std::byte *Base = nullptr; ///< The program's pointer, which is the address of the element with index 0 in the
                             ///< program.
  std::uint64_t ElementSize = 0;
  Extents Extent = OneElement;
  std::int64_t FirstIndex = 0;
  /// For flat subscripts (`x[i * m + j]`) that leave their rows: the elements that exist, which need not be whole rows.
  /// They count from the first element of row 0, and FirstIndex is 0.
  std::optional<Interval> Elements{};
  std::shared_ptr<const RowTable> RowsAt{}; ///< As HostPlace::RowsAt. If set, Base is the address of the first row.
  /// The same as KernelSubscripts::Strides. Set for rows behind pointers if a device gets the blocks of memory that
  /// contain the rows (RowPointers.cpp), so iterations may use all elements of the blocks. RowsAt then has the blocks
  /// instead of rows, and FirstIndex counts elements instead of rows.
  std::optional<Extents> KernelStrides{};
  std::vector<ViewBox> Boxes{};
  std::vector<ViewBox> Loaded{};       ///< Only of rows behind pointers: the boxes as they were before levelEnds().
  std::vector<MemoryRange> Followed{}; ///< The memory of the pointers to rows.
  /// For rows behind pointers. Endless: neither a clause nor a box says where rows end. Bottomless: boxes also have
  /// negative indices in a row.
  bool IsEndless = false, IsBottomless = false;
  bool IsIndices = false; ///< The elements are indices by which another array is gathered (as col in `x[col[k]]`).
  /// There is no array: the pointer is null, or there are no elements. The program does not touch such an array, so
  /// nothing is copied for it, and the call runs. A view whose boxes go through another view, or that other views go
  /// through, is never absent, since the runtime reads elements.
  bool IsAbsent = false;

  bool has(unsigned Flag) const { return Info->flags & Flag; }
  bool isDeclared() const { return Info->clause; }
  bool isWritten() const;
  bool isSegmented() const;
  /// Whether each index of the array's one dimension belongs to an iteration, as in `row` of
  /// `for (k = row[i]; k < row[i+1]; ++k)`.
  bool isInOrder() const { return Info->rank == 1 && !isSegmented() && !has(HETRT_GATHER); }
  /// Whether the array's elements can be read as integers.
  bool hasIntegers() const { return ElementSize <= 8 && std::has_single_bit(ElementSize); }
  std::uint64_t rowBytes() const; ///< The bytes of all elements that share one index of dimension 0.
  std::byte *first() const {
    if (RowsAt)
      return Base;
    return Base + (Elements ? Elements->Lower * static_cast<std::int64_t>(ElementSize)
                            : FirstIndex * static_cast<std::int64_t>(rowBytes()));
  }
  std::string clause() const { return clauseOf(*Info); }
};

/// Reads the view number `Number` of a region.
View readView(const CallTables &Of, unsigned Number);

/// Lets the indices of all boxes count from the array's first element, whose index in the program is `First`.
void countFrom(View &What, std::int64_t First);

/// The view's elements as integers, from the element with the program's index 0 on.
IntegerTable integersOf(const View &What);

/// Reads the integer that a term finds in its table, and converts it as the program does (for example from int to
/// unsigned).
class IntegerReader {
public:
  IntegerReader() = default;
  IntegerReader(const Term &Of, const View &Through);

  bool fits() const { return Fits; } ///< Whether the integer that is read lies inside of one element.
  footprint::Wide at(std::int64_t Index) const { return converted(unconverted(Index)); }
  /// Whether conversions change the integer with this index.
  bool changes(std::int64_t Index) const { return at(Index) != unconverted(Index); }

private:
  footprint::Wide unconverted(std::int64_t Index) const;
  footprint::Wide converted(footprint::Wide Value) const;

  const std::byte *Base = nullptr;
  std::uint64_t Distance = 8, Bytes = 8;
  bool HasSign = true, Fits = false;
  std::uint32_t Conversions = 0;
  std::int64_t Within = 0;
};
/// Whether a term reads members of elements.
bool readsMembers(const Term &Of);

/// Checks that no iteration touches elements in rows of length 0.
Status checkRows(const View &What, const IterationSpace &Space, std::span<const View> All);

/// Finds the extent of an array, by its type, a data region or allocation around it, or its boxes.
Status findExtent(View &What, const IterationSpace &Space, Directory *Known, std::span<const View> All);

/// Returns what is wrong with a view by itself: numbers, addresses, boxes that leave the array, tables (views that
/// boxes go through) that are too short.
Status checkView(const View &What, std::span<const View> All, const IterationSpace &Space);

/// Whether iterations certainly touch an element behind the end of a variable, or before its beginning, by the boxes
/// that the compiler has found and the variable's declaration.
bool leavesVariable(const View &What, const IterationSpace &Space);

/// Returns an error if two declared views of the same memory, one of them written, contradict each other. `Meet`: the
/// memory that the loop uses of one and of the other overlaps.
Status checkViews(const View &A, const View &B, bool IsBlock, bool Meet);

/// Whether two views are one array, so that one copy serves both.
bool areOneArray(const View &A, const View &B);

} // namespace hetrt

#endif
