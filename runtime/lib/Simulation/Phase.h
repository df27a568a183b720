// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How long a device works on a range, in virtual time.
#ifndef HETRT_SIMULATION_PHASE_H
#define HETRT_SIMULATION_PHASE_H

#include <array>

namespace hetrt {

/// One step of a device's work on a range: a copy, or computing.
struct Phase {
  double Seconds = 0;        ///< the time at full speed, if no other device uses the memory
  double BytesPerSecond = 0; ///< the bytes per second, at full speed, to and from the memory that all devices share; 0:
                             ///< the phase does not use this memory
};

/// The cost of a range on a device: up to three phases, one after the other (copy in, compute, copy out). A phase of 0
/// seconds takes no time.
struct Cost {
  std::array<Phase, 3> Phases;
  Cost(double Seconds) : Phases{Phase{Seconds, 0}} {}
  Cost(Phase First, Phase Second = {}, Phase Third = {}) : Phases{First, Second, Third} {}
};

} // namespace hetrt

#endif
