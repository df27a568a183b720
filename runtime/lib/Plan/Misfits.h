// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Passes whose arrays are not as devices need them: to find that out may take longer than the loop does on the cores,
// and the next pass is mostly no other.
#ifndef HETRT_PLAN_MISFITS_H
#define HETRT_PLAN_MISFITS_H

#include <algorithm>
#include <string>
#include <utility>

namespace hetrt {

/// Of one region, under its lock. After a few such passes in a row the devices are not asked for some passes, and for
/// twice as many each time that the answer is the same.
class Misfits {
public:
  /// A pass begins; true if no device is to be asked for it.
  bool rest() { return IsRest = Left > 0 && Left--; }
  /// Whether this pass is one of those.
  bool isRest() const { return IsRest; }

  /// A pass was looked at, and this was not as devices need it; empty: all was.
  void note(std::string Why) {
    Latest = std::move(Why);
    if (Latest.empty()) {
      InARow = 0;
      Next = Shortest;
    } else if (++InARow >= Enough) {
      Left = Next;
      Next = std::min(2 * Next, Longest);
    }
  }
  const std::string &latest() const { return Latest; }

private:
  static constexpr unsigned Enough = 3, Shortest = 16, Longest = 1024;

  bool IsRest = false;
  unsigned InARow = 0, Left = 0, Next = Shortest;
  std::string Latest;
};

} // namespace hetrt

#endif
