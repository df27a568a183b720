// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ends of boxes that go through integers of the program's, as `j < length[i]` gives them: read before the pass. Those
// that do not fall are segments, and stay terms; of all others the least and the greatest over the loop count.
#ifndef HETRT_MEMORY_LOADEDENDS_H
#define HETRT_MEMORY_LOADEDENDS_H

#include "Memory/TableViews.h"

namespace hetrt {

/// Tells what a box has at a value of the iterator for which it holds, as the program counts. A dimension that lacks an
/// end goes further than anything.
class BoxReader {
public:
  BoxReader(const ViewBox &Of, const IterationSpace &Space, std::span<const View> All);

  /// Whether numbers fit. Where it goes through tables, canRead() has been asked.
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
  std::vector<Ends> Along; ///< Of dimensions that have some.
  Box Else{};
  bool Fits = true;
};

/// Whether all integers that a box goes through are there. What devices have of them is written back.
bool canRead(const ViewBox &Of, const IterationSpace &Space, std::span<const View> All, Directory *Known);

/// Calls Visit(value) for those of the iterator for which a box holds.
template <typename Visitor> void forEachValue(const ViewBox &Of, const IterationSpace &Space, Visitor Visit) {
  for (std::uint64_t K = 0; K < Space.TripCount; ++K)
    if (const std::int64_t Value = Space.value(K); !Of.Only || (Value >= Of.Only->Least && Value <= Of.Only->Greatest))
      Visit(Value);
}

/// Puts numbers in the place of ends that are no segments of the array's first dimension: the least of lower and the
/// greatest of upper ones, in all iterations in which there is anything of the box. So an inner dimension has the same
/// ends in all iterations, and what rows have less than that, their table says (`View::Loaded`). Integers that cannot
/// be read leave the box as it is: it is found wrong as other boxes are. Those that are converted on the way, or are
/// members of elements, of which footprints know nothing, leave it without these ends.
void levelEnds(View &What, const IterationSpace &Space, std::span<const View> All, Directory *Known);

} // namespace hetrt

#endif
