// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The settings of the emulated devices, in one table. The table in emulator/README.md is made from this table.
#ifndef EMULATOR_DRIVER_SETTINGS_H
#define EMULATOR_DRIVER_SETTINGS_H

#include <cstdint>
#include <string>
#include <vector>

namespace emulator {

// X(member, name, default, least, most, takes K, M, G, what it is)
#define EMULATOR_SETTINGS(X)                                                                                           \
  X(Devices, "HETCC_EMULATOR_DEVICES", 1, 0, 64, false, "how many devices there are")                                  \
  X(Memory, "HETCC_EMULATOR_MEMORY", 4294967296, 1048576, 137438953472, true, "bytes of memory of each device")        \
  X(Taken, "HETCC_EMULATOR_TAKEN", 0, 0, 137438953472, true, "bytes of that which others hold")                        \
  X(Chip, "HETCC_EMULATOR_CHIP", 90, 70, 129, false, "their chip: 90 for sm_90; PTX for later ones is refused")        \
  X(Multiprocessors, "HETCC_EMULATOR_MULTIPROCESSORS", 8, 1, 1024, false, "multiprocessors of each device")            \
  X(Peers, "HETCC_EMULATOR_PEERS", 1, 0, 1, false, "whether devices reach each other's memory")                        \
  X(Pageable, "HETCC_EMULATOR_PAGEABLE", 0, 0, 1, false, "whether kernels reach all of the host's memory")             \
  X(Workers, "HETCC_EMULATOR_WORKERS", 0, 0, 1024, false, "threads that run a kernel's blocks; 0: one for each core")  \
  X(Seed, "HETCC_EMULATOR_SEED", 0, 0, 18446744073709551615u, false,                                                   \
    "of the order of blocks, and of warps in a block; 0: by their numbers")                                            \
  X(MaxInstructions, "HETCC_EMULATOR_MAX_INSTRUCTIONS", 0, 0, 18446744073709551615u, false,                            \
    "of one warp in a launch, after which the kernel fails with CUDA_ERROR_LAUNCH_TIMEOUT; 0: no limit")               \
  X(Checks, "HETCC_EMULATOR_CHECKS", 0, 0, 1, false, "whether accesses, barriers and shuffles are checked")

// Not a number: "table", "json:FILE" or nothing.
inline constexpr const char *CountersSetting = "HETCC_EMULATOR_COUNTERS";

struct Settings {
#define EMULATOR_MEMBER(Member, Name, Default, Least, Most, Units, What) std::uint64_t Member = Default;
  EMULATOR_SETTINGS(EMULATOR_MEMBER)
#undef EMULATOR_MEMBER
  std::string Counters;          // CountersSetting
  std::vector<unsigned> Visible; // numbers of the devices that CUDA_VISIBLE_DEVICES lists, in its order
};

/// Reads the settings from the environment. Returns false, with one line in WhyNot, if a setting has a value that is
/// not allowed.
bool readSettings(Settings &Into, std::string &WhyNot);

} // namespace emulator

#endif
