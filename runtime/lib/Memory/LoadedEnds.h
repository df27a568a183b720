// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loaded ends. A box (the indices of an array that an iteration uses, see Footprint.h) may end at an integer of the
// program, as in `j < length[i]`, which the runtime reads before the pass. If the integers never decrease, as in `k <
// row[i + 1]`, they are ends of segments, and the box's end stays a term. All other ends become constants: the least
// and the greatest integer over the loop.
#ifndef HETRT_MEMORY_LOADEDENDS_H
#define HETRT_MEMORY_LOADEDENDS_H

#include "Memory/TableViews.h"

namespace hetrt {

/// Computes which indices a box has at one value of the iterator (`at()`), for values for which the box holds. Indices
/// count as in the program. In a dimension without an end the box extends beyond any array.
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

/// Whether all integers that ends of a box go through are in memory that can be read. Integers whose present values
/// only devices have are written back first.
bool canRead(const ViewBox &Of, const IterationSpace &Space, std::span<const View> All, Directory *Known);

/// Calls Visit(value) for each value of the iterator for which a box holds.
template <typename Visitor> void forEachValue(const ViewBox &Of, const IterationSpace &Space, Visitor Visit) {
  for (std::uint64_t K = 0; K < Space.TripCount; ++K)
    if (const std::int64_t Value = Space.value(K); !Of.Only || (Value >= Of.Only->Least && Value <= Of.Only->Greatest))
      Visit(Value);
}

/// Replaces ends that are not segments of the array's first dimension by constants: the least of the lower ends, and
/// the greatest of the upper ends, over all iterations in which the box is not empty. So an inner dimension has the
/// same ends in all iterations; `View::Loaded` keeps the boxes as they were, since some rows may use less. If the
/// integers cannot be read, the box stays as it is, and the checks report an error. But ends with integers that are
/// converted on the way, or are members of elements, are removed in any case, since footprints cannot evaluate them.
void levelEnds(View &What, const IterationSpace &Space, std::span<const View> All, Directory *Known);

} // namespace hetrt

#endif
