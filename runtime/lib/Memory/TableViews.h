// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a region calls an array, with the numbers of a call: an address, a shape, and boxes as formulas. Lives while a
// call is resolved.
#ifndef HETRT_MEMORY_TABLEVIEWS_H
#define HETRT_MEMORY_TABLEVIEWS_H

#include "Device/RegionTables.h"
#include "Memory/FootprintArithmetic.h"
#include "Memory/MappedMemory.h"

#include <bit>

namespace hetrt {

class Directory;
struct CallTables;

/// A box of the tables with numbers. Indices count from the array's first element.
struct ViewBox {
  const hetrt_box_info *Info = nullptr;
  std::array<std::vector<Term>, MaxRank> Lower{}, Upper{}; ///< Tables by 1 + the number of the view.
  std::optional<BoxFormula::Guard> Only{};
  unsigned Flags = 0; ///< BoxFlag

  bool isDeclared() const { return Info->flags & HETRT_DECLARED; }
  bool writes() const { return Flags & BoxWrites; }
  unsigned moves() const; ///< A bit for each dimension.
  bool isUnknown() const; ///< Some number could not be formed.
  bool usesTables() const;
  BoxFormula formula() const;

  template <typename Visitor> void forEachTerm(Visitor Visit) const {
    for (const auto *Side : {&Lower, &Upper})
      for (const std::vector<Term> &End : *Side)
        for (const Term &Each : End)
          Visit(Each);
  }
};

/// The iterator's values for which a box holds, both included; without the wrap-around of 64 bits.
struct ValueRange {
  footprint::Wide Lowest, Highest;
  bool empty() const { return Lowest > Highest; }
};
ValueRange valuesOf(const IterationSpace &Space);
ValueRange valuesOf(const IterationSpace &Space, const ViewBox &What);
/// A term at one of them, without its table.
inline footprint::Wide valueOf(const Term &Of, footprint::Wide Value) {
  return footprint::floorOf(footprint::Wide(Of.Slope) * Value + Of.Offset, Of.Divisor);
}
inline bool fitsValue(const ValueRange &Of) { return Of.Lowest >= INT64_MIN && Of.Highest <= INT64_MAX; }

struct View {
  const hetrt_array_info *Info = nullptr;
  unsigned Number = 0;
  std::byte *Base = nullptr; ///< Of the element with index 0 of the program's.
  std::uint64_t ElementSize = 0;
  Extents Extent = OneElement;
  std::int64_t FirstIndex = 0;
  /// Of flat subscripts that leave their rows: the elements that exist, counted from the first one of row 0, which need
  /// be no whole rows. FirstIndex is 0 then.
  std::optional<Interval> Elements{};
  std::shared_ptr<const RowTable> RowsAt{}; ///< As Array::RowsAt. Base is the first of them, whatever its indices.
  /// Of rows behind pointers that lie in blocks of memory, of which each may use anything: as Array::KernelStrides.
  /// RowsAt are the blocks then, and FirstIndex counts elements.
  std::optional<Extents> KernelStrides{};
  std::vector<ViewBox> Boxes{};
  std::vector<ViewBox> Loaded{};       ///< Of rows behind pointers: its boxes as they were before levelEnds().
  std::vector<MemoryRange> Followed{}; ///< Where the pointers to rows are.
  /// Of rows behind pointers: neither boxes nor what leads there say how far each goes, or where it begins.
  bool IsEndless = false, IsBottomless = false;
  bool IsIndices = false;              ///< Others are gathered by its elements.
  /// There is no array: a null pointer, or no elements. The program does not touch what is not there, so nothing is
  /// moved, and the call runs. Where others go through it, or it goes through another, its elements are looked at.
  bool IsAbsent = false;

  bool has(unsigned Flag) const { return Info->flags & Flag; }
  bool isDeclared() const { return Info->clause; }
  bool isWritten() const;
  bool isSegmented() const;
  /// Whether each index of its one dimension belongs to iterations, as of an array that others go through.
  bool isInOrder() const { return Info->rank == 1 && !isSegmented() && !has(HETRT_GATHER); }
  /// Whether its elements can be read as integers.
  bool hasIntegers() const { return ElementSize <= 8 && std::has_single_bit(ElementSize); }
  std::uint64_t rowBytes() const; ///< Of one index of dimension 0.
  std::byte *first() const {
    if (RowsAt)
      return Base;
    return Base + (Elements ? Elements->Lower * static_cast<std::int64_t>(ElementSize)
                            : FirstIndex * static_cast<std::int64_t>(rowBytes()));
  }
  std::string clause() const { return clauseOf(*Info); }
};

/// What a region calls its array number `Number`.
View readView(const CallTables &Of, unsigned Number);

/// Lets indices count from the array's first element, which has this index in the program.
void countFrom(View &What, std::int64_t First);

/// The table that a term goes through, from the element with index 0 of the program's.
IntegerTable integersOf(const View &What);

/// What a term finds in its table, read and converted as the program does.
class IntegerReader {
public:
  IntegerReader() = default;
  IntegerReader(const Term &Of, const View &Through);

  bool fits() const { return Fits; } ///< Elements are as large as what is read of them.
  footprint::Wide at(std::int64_t Index) const { return converted(unconverted(Index)); }
  /// Whether one is another number for being converted.
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
/// Of a term that reads members of elements.
bool readsMembers(const Term &Of);

/// That no iteration touches elements of rows that are of no length.
Status checkRows(const View &What, const IterationSpace &Space, std::span<const View> All);

/// What a data region around the array says of its extent, or else its boxes.
Status findExtent(View &What, const IterationSpace &Space, Directory *Known, std::span<const View> All);

/// What is wrong with a view by itself: numbers, addresses, boxes that leave the array, tables that are too short.
Status checkView(const View &What, std::span<const View> All, const IterationSpace &Space);

/// Whether iterations are sure to touch an element behind the end of a variable, or before its beginning, by what the
/// compiler has found and the variable's declaration.
bool leavesVariable(const View &What, const IterationSpace &Space);

/// What two declared views of one memory, one of them written, contradict each other in. `Meet`: what the loop uses of
/// them does.
Status checkViews(const View &A, const View &B, bool IsBlock, bool Meet);

/// Whether two views are one array, and may have one copy of it.
bool areOneArray(const View &A, const View &B);

} // namespace hetrt

#endif
