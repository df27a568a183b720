// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Common parts of floating-point operations: NaN, subnormal numbers, and rounding.
#ifndef EMULATOR_EXECUTE_FLOATS_H
#define EMULATOR_EXECUTE_FLOATS_H

#include "Ptx/Program.h"

#include <bit>
#include <cfenv>
#include <cmath>
#include <limits>

namespace emulator {

/// The result of an operation: in single precision, every NaN becomes the NaN 0x7FFFFFFF; in double precision, a NaN
/// keeps its bits.
inline float canonical(float A) { return A == A ? A : std::bit_cast<float>(0x7FFFFFFFu); }
inline double canonical(double A) { return A; }

template <typename T> T flushed(T A) {
  return std::fabs(A) < std::numeric_limits<T>::min() ? std::copysign(T(0), A) : A;
}

/// The modifier .sat: clamps to [0, 1]; NaN becomes 0.
template <typename T> T saturated(T A) { return A > T(1) ? T(1) : A > T(0) ? A : T(0); }

/// While an object of this class lives, the host uses the given rounding mode.
class RoundingScope {
public:
  explicit RoundingScope(int Mode) : Before(std::fegetround()) { std::fesetround(Mode); }
  RoundingScope(const RoundingScope &) = delete;
  RoundingScope &operator=(const RoundingScope &) = delete;
  ~RoundingScope() { std::fesetround(Before); }

private:
  int Before;
};

/// The rounding mode of <cfenv> for a modifier such as "rn"; nothing if the name is no rounding mode.
std::optional<int> roundingNamed(std::string_view Name);

} // namespace emulator

#endif
