// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What floating-point operations share: the numbers that are no numbers, subnormal ones, and rounding.
#ifndef EMULATOR_EXECUTE_FLOATS_H
#define EMULATOR_EXECUTE_FLOATS_H

#include "Ptx/Program.h"

#include <bit>
#include <cfenv>
#include <cmath>
#include <limits>

namespace emulator {

/// Results in single precision that are no number are this one; in double precision they keep their bits.
inline float canonical(float A) { return A == A ? A : std::bit_cast<float>(0x7FFFFFFFu); }
inline double canonical(double A) { return A; }

template <typename T> T flushed(T A) {
  return std::fabs(A) < std::numeric_limits<T>::min() ? std::copysign(T(0), A) : A;
}

/// .sat: into [0, 1], and 0 for what is no number.
template <typename T> T saturated(T A) { return A > T(1) ? T(1) : A > T(0) ? A : T(0); }

/// The host's rounding while it lives.
class RoundingScope {
public:
  explicit RoundingScope(int Mode) : Before(std::fegetround()) { std::fesetround(Mode); }
  RoundingScope(const RoundingScope &) = delete;
  RoundingScope &operator=(const RoundingScope &) = delete;
  ~RoundingScope() { std::fesetround(Before); }

private:
  int Before;
};

/// The rounding that a modifier says: "rn" and so on.
std::optional<int> roundingNamed(std::string_view Name);

} // namespace emulator

#endif
