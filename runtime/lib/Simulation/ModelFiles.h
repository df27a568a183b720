// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Machines and programs from JSON files. docs/scheduling.md describes the keys.
#ifndef HETRT_SIMULATION_MODEL_FILES_H
#define HETRT_SIMULATION_MODEL_FILES_H

#include "Simulation/Model.h"
#include "Simulation/ModelError.h" // IWYU pragma: export

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace hetrt {

/// What a simulation of nodes is asked for at most.
inline constexpr uint64_t MostNodes = 100'000;

/// Reads a machine. Source names the text in errors.
MachineModel parseMachine(std::string_view Text, const std::string &Source);

/// Finds the machine on which a program's published seconds were measured.
using MachineFinder = std::function<MachineModel(const std::string &Name)>;

/// Reads a program. Where the file has published seconds in place of rates, the rates follow from them:
///
///   an iteration on a core of speed 1 = (CPU seconds / passes - fetching the range) * sum of the cores' speeds
///                                       / iterations
///   on an accelerator of speed 1      = (GPU seconds / passes - launch - copies over the machine's link)
///                                       * the accelerator's speed / iterations
///
/// so that a simulated run on all cores, or on one accelerator, takes the published seconds.
ProgramModel parseProgram(std::string_view Text, const std::string &Source, const MachineFinder &Find);

} // namespace hetrt

#endif
