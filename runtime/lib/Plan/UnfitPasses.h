// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Passes whose arrays devices cannot use, so that the cores run them. ResolvedCall::WhyNoCopies says why. To find the
// reason may take longer than the loop takes on the cores, and mostly it is the same in the next pass, so some passes
// run without a look at the arrays.
#ifndef HETRT_PLAN_UNFITPASSES_H
#define HETRT_PLAN_UNFITPASSES_H

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <utility>

namespace hetrt {

/// The passes of one region whose arrays did not fit devices, used under its lock. After three such passes in a row,
/// the next 16 passes run without devices and without a look at the arrays; then one pass looks again. Each time that
/// they do not fit, the number of passes without a look doubles. Loops whose trip counts have the same highest bit
/// count as one loop.
class UnfitPasses {
public:
  /// Called when a pass of `TripCount` iterations begins. Returns true if the pass is to run without devices.
  bool rest(std::uint64_t TripCount) {
    Loop &Of = loop(TripCount);
    return IsRest = Of.Left > 0 && Of.Left--;
  }
  /// Whether the current pass runs without devices because earlier ones did not fit.
  bool isRest() const { return IsRest; }

  /// Called when the arrays of a pass were looked at. `Why` says why devices cannot use them; empty: they can.
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
