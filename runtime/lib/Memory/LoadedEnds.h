// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ends of boxes that are integers of the program's, as in `j < length[i]`. They are read before the pass. Integers that
// never decrease, as in `k < row[i + 1]`, are segments, and the ends stay terms; all other ends become numbers, the
// least and the greatest over the loop.
#ifndef HETRT_MEMORY_LOADEDENDS_H
#define HETRT_MEMORY_LOADEDENDS_H

#include "Memory/TableViews.h"

namespace hetrt {

/// Tells which indices a box has at one value of the iterator for which the box holds, counted as the program does. In
/// a dimension without an end the box goes further than any array.
class BoxReader {
public:
  BoxReader(const ViewBox &Of, const IterationSpace &Space, std::span<const View> All);

  /// Whether all numbers fit in 64 bits, so that at() may be called. For boxes that use tables, canRead() must be true
  /// as well.
  bool fits() const { return Fits; }
  Box at(std::int64_t Value) const;

private:
  struct End {
    Term Of;
    IntegerReader Table;
    std::int64_t at(std::int64_t Value) const;
  };
  struct Ends {
    unsigned Dimension = 0;
    std::vector<End> Lower{}, Upper{};
  };
  std::vector<Ends> Along; ///< The ends of the dimensions that have some.
  Box Else{};
  bool Fits = true;
};

/// Whether all integers that a box goes through are in memory that can be read. Integers that only devices have are
/// written back.
bool canRead(const ViewBox &Of, const IterationSpace &Space, std::span<const View> All, Directory *Known);

/// Calls Visit(value) for each value of the iterator for which a box holds.
template <typename Visitor> void forEachValue(const ViewBox &Of, const IterationSpace &Space, Visitor Visit) {
  for (std::uint64_t K = 0; K < Space.TripCount; ++K)
    if (const std::int64_t Value = Space.value(K); !Of.Only || (Value >= Of.Only->Least && Value <= Of.Only->Greatest))
      Visit(Value);
}

/// Puts numbers in the place of ends that are not segments of the array's first dimension: of lower ends the least, and
/// of upper ends the greatest, over all iterations in which the box is not empty. So an inner dimension has the same
/// ends in all iterations; `View::Loaded` keeps the boxes as they were, for rows that use less. If the integers cannot
/// be read, the box stays as it is, and checks report it as they report other boxes; but ends with integers that are
/// converted on the way, or are members of elements, are removed, since footprints cannot evaluate them.
void levelEnds(View &What, const IterationSpace &Space, std::span<const View> All, Directory *Known);

} // namespace hetrt

#endif
