// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Iterations of a round that belong to no device's share.
#ifndef HETRT_SCHEDULE_RANGE_POOL_H
#define HETRT_SCHEDULE_RANGE_POOL_H

#include "Schedule/Scheduler.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace hetrt {

class RangePool {
public:
  void reserve(size_t Ranges) { Parts.reserve(Ranges); }
  void clear() {
    Parts.clear();
    Size = 0;
  }
  void add(Range Part) {
    if (Part.empty())
      return;
    Parts.push_back(Part);
    Size += Part.size();
  }
  /// Takes up to Count iterations, from the front of the range that was added last. The pool must not be empty.
  Range take(uint64_t Count) {
    Range &Last = Parts.back();
    Count = std::min(Count, Last.size());
    const Range Part{Last.First, Last.First + Count};
    Last.First = Part.Last;
    if (Last.empty())
      Parts.pop_back();
    Size -= Count;
    return Part;
  }
  uint64_t size() const { return Size; }
  bool empty() const { return Parts.empty(); }

private:
  std::vector<Range> Parts;
  uint64_t Size = 0; ///< The iterations of all Parts.
};

} // namespace hetrt

#endif
