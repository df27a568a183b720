// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a range costs a device in virtual time.
#ifndef HETRT_SIMULATION_PHASE_H
#define HETRT_SIMULATION_PHASE_H

#include <array>

namespace hetrt {

/// One stretch of a device's work on a range.
struct Phase {
  double Seconds = 0;        ///< at full speed, with the memory to itself
  double BytesPerSecond = 0; ///< drawn from the memory that all devices share; 0: works without it
};

/// What a range costs a device: up to three phases, one after the other (copy in, compute, copy out).
struct Cost {
  std::array<Phase, 3> Phases;
  Cost(double Seconds) : Phases{Phase{Seconds, 0}} {}
  Cost(Phase First, Phase Second = {}, Phase Third = {}) : Phases{First, Second, Third} {}
};

} // namespace hetrt

#endif
