// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The properties of an emulated accelerator, and the setting HETRT_EMULATED that gives them.
#ifndef HETRT_DEVICE_EMULATED_EMULATEDOPTIONS_H
#define HETRT_DEVICE_EMULATED_EMULATEDOPTIONS_H

#include "Device/Status.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace hetrt {

/// The calls that an emulated accelerator logs, and that can be made to fail for tests.
enum class EmulatedCall : unsigned { Allocate, Prepare, CopyIn, Launch, CopyOut, CopyAcross };
inline constexpr unsigned EmulatedCallCount = 6;

/// The name of a call in settings: "allocate", "prepare", "copyin", "launch", "copyout", "copyacross".
std::string_view nameOf(EmulatedCall Call);

/// A fault that a test asks for.
struct InjectedFault {
  EmulatedCall Call = EmulatedCall::Launch;
  std::uint64_t Number = 1; ///< The fault happens at this call of its kind, counted from 1.
  bool Dies = false;        ///< The device is lost from then on; if false, only this call fails.
};

struct EmulatedOptions {
  std::uint64_t MemoryBytes = 0;      ///< The most memory that can be allocated; 0: half of the machine's memory.
  double Speed = 1;                   ///< Speed of kernels relative to a core, above 0 and at most 1.
  double LatencySeconds = 0;          ///< Start-up time of each copy.
  double StartupSeconds = 0;          ///< Time to load each kernel, before its first launch.
  double BandwidthBytesPerSecond = 0; ///< Of the link to the host, each direction; 0: as fast as memory.
  /// 0: kernels use only device memory. Else they can use arrays in host memory, at this speed relative to device
  /// memory.
  double ReachSpeed = 0;
  unsigned Blocks = 8;     ///< A launch runs in at most this many blocks of iterations, in shuffled order.
  unsigned Lanes = 1;      ///< The number of lanes that share an iteration, in kernels that allow lanes.
  std::uint64_t Seed = 1;  ///< Seed of the random order of blocks and lanes.
  bool SendsEarly = false; ///< Whether Device::sendEarly() is possible, as on nodes; for tests.
  std::vector<InjectedFault> Faults;
};

/// Parses a setting such as "memory=64M,speed=0.5,latency=10us,bandwidth=2G,fail=launch:3". Sections for the first,
/// second, ... device are separated by semicolons; the last one holds for all further devices too. Returns the
/// sections, at least one. If `Text` is wrong, `Result` is a program fault that quotes the option, what was wanted and
/// what was found.
std::vector<EmulatedOptions> parseEmulatedOptions(std::string_view Text, Status &Result);

/// The options with their meanings, for the table of settings.
inline constexpr std::string_view EmulatedOptionsHelp =
    "what emulated accelerators are like: memory=SIZE, speed=0..1, latency=TIME, startup=TIME, "
    "bandwidth=BYTES_PER_SECOND, unified=0..1, blocks=N, lanes=N, seed=N, fail=CALL:N, die=CALL:N; one section per "
    "device, separated by ';'";

} // namespace hetrt

#endif
