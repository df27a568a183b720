// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arithmetic for footprints. Numbers of the program are combined in 128 bits, and the results are checked to be so
// small that 64 bits are enough afterwards.
#ifndef HETRT_MEMORY_FOOTPRINTARITHMETIC_H
#define HETRT_MEMORY_FOOTPRINTARITHMETIC_H

#include "Memory/Iterations.h"

namespace hetrt::footprint {

using Wide = __int128;

/// The bound of the values of terms that FootprintBuilder::fold() makes. It is so far below 2^63 that the difference of
/// two terms, also of neighbouring iterations, fits in 64 bits.
inline constexpr std::int64_t Far = std::int64_t(1) << 61;

inline bool isNear(Wide Value) { return Value >= -Far && Value <= Far; }

inline std::int64_t clampedToNear(Wide Value) { return static_cast<std::int64_t>(std::clamp<Wide>(Value, -Far, Far)); }

/// Value / Divisor rounded down; ceilingOf() rounds up. The divisor is positive.
inline Wide floorOf(Wide Value, Wide Divisor) {
  return Divisor == 1 ? Value : Value / Divisor - (Value % Divisor < 0);
}
inline Wide ceilingOf(Wide Value, Wide Divisor) { return Value / Divisor + (Value % Divisor > 0); }

/// Cuts `Domain` to the iterations k with Slope * k + Offset > 0.
inline void keepPositive(Wide Slope, Wide Offset, Iterations &Domain) {
  const Wide Trips = Domain.Last;
  if (Slope == 0 && Offset <= 0)
    Domain = {};
  else if (Slope > 0)
    Domain.First =
        std::max(Domain.First, static_cast<std::uint64_t>(std::clamp<Wide>(floorOf(-Offset, Slope) + 1, 0, Trips)));
  else if (Slope < 0)
    Domain.Last = static_cast<std::uint64_t>(std::clamp<Wide>(ceilingOf(Offset, -Slope), 0, Trips));
}

} // namespace hetrt::footprint

#endif
