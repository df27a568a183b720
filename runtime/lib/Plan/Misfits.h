// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Passes whose arrays are not as devices need them. To find that out may take longer than the loop does on the cores,
// and mostly it is the same in the next pass.
#ifndef HETRT_PLAN_MISFITS_H
#define HETRT_PLAN_MISFITS_H

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <utility>

namespace hetrt {

/// Of one region, under its lock. After a few such passes in a row devices are left out of some passes without a look
/// at the arrays, and of twice as many each time that the answer is the same. Trip counts with the same highest bit
/// count as one loop.
class Misfits {
public:
  /// A pass of so many iterations begins; true if devices are left out of it.
  bool rest(std::uint64_t TripCount) {
    Loop &Of = loop(TripCount);
    return IsRest = Of.Left > 0 && Of.Left--;
  }
  /// Whether this pass is one of those without devices.
  bool isRest() const { return IsRest; }

  /// The arrays of a pass were looked at. Why: what was not as devices need it; empty: all was.
  void note(std::uint64_t TripCount, std::string Why) {
    Loop &Of = loop(TripCount);
    Latest = std::move(Why);
    if (Latest.empty()) {
      Of = {};
    } else if (++Of.InARow >= Enough) {
      Of.Left = Of.Next;
      Of.Next = std::min(2 * Of.Next, Longest);
    }
  }
  const std::string &latest() const { return Latest; }

private:
  static constexpr unsigned Enough = 3, Shortest = 16, Longest = 1024;

  struct Loop {
    unsigned InARow = 0, Left = 0, Next = Shortest;
  };
  Loop &loop(std::uint64_t TripCount) { return All[static_cast<unsigned>(std::bit_width(TripCount))]; }

  bool IsRest = false;
  std::array<Loop, 65> All;
  std::string Latest;
};

} // namespace hetrt

#endif
