// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads machines and programs from JSON files. docs/scheduling.md describes the keys.
#ifndef HETRT_SIMULATION_MODEL_FILES_H
#define HETRT_SIMULATION_MODEL_FILES_H

#include "Simulation/Model.h"
#include "Simulation/ModelError.h" // IWYU pragma: export

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace hetrt {

/// The largest number of nodes that a simulation accepts.
inline constexpr uint64_t MostNodes = 100'000;

/// Reads a machine from JSON. Source names the text in error messages.
MachineModel parseMachine(std::string_view Text, const std::string &Source);

/// Returns the machine of the given name: the one on which a program's published seconds were measured.
using MachineFinder = std::function<MachineModel(const std::string &Name)>;

/// Reads a program from JSON. If the file has published seconds in place of rates, the rates are computed from them:
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
