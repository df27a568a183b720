// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// All decisions about one pass: which devices take part, and which device takes which range in which order. Ranges
// count units of work: iterations or, under HETRT_DETERMINISTIC or a `balance` clause, the grains or elements that the
// scheduler hands out in their place (Plan/Division.h).
#ifndef HETRT_REPLAY_RECORDEDPASS_H
#define HETRT_REPLAY_RECORDEDPASS_H

#include "Schedule/Scheduler.h"

#include <cstdint>
#include <string>
#include <vector>

namespace hetrt {

/// A device in the scheduler's list.
struct RecordedDevice {
  std::uint32_t Id = 0;
  bool IsAccelerator = false, Usable = true;

  static RecordedDevice of(const DeviceModel &Model, std::size_t Position);
  friend bool operator==(const RecordedDevice &, const RecordedDevice &) = default;
};

/// One action of a device. The range counts units of work (see above).
struct RecordedStep {
  enum class Kind : std::uint8_t {
    Take,   ///< The device was given the range.
    Finish, ///< The device has computed the range: all, or the first part, of what it took.
    Return  ///< The device will not compute the range, which is the rest of what it took. An empty range: its thread
            ///< never came.
  };
  Kind What = Kind::Take;
  std::uint32_t Device = 0; ///< Index in the scheduler's list.
  Range Part;

  friend bool operator==(const RecordedStep &, const RecordedStep &) = default;
};

struct RecordedPass {
  std::uint64_t TripCount = 0;
  bool AnyOrder = false;    ///< The place of this pass among the region's passes may change from run to run, since a
                            ///< task or another thread than that of the first pass ran it.
  bool Beside = false;      ///< Another thread was using the region, so the cores ran the pass in equal parts.
  bool Alone = false;       ///< One thread ran the pass, since a team would not have paid.
  std::uint32_t Wanted = 0; ///< Threads wanted by the program and the settings.
  std::uint32_t Team = 0;   ///< Threads that were requested from OpenMP.
  std::uint32_t Came = 0;   ///< Threads that came.
  std::vector<std::uint32_t> Serving; ///< Numbers of the accelerators that took part.

  // Only for passes with a scheduler; otherwise the name is empty, and all threads have equal parts.
  std::string Scheduler;
  std::uint64_t Units = 0; ///< The number of units of work that the scheduler divided.
  std::vector<RecordedDevice> Devices;
  std::vector<Range> Shares;          ///< For each device, if the scheduler told all shares at the beginning; else
                                      ///< empty.
  std::vector<RecordedStep> Steps;    ///< In the order in which they happened.
  std::vector<std::uint32_t> GivenUp; ///< Indices of accelerators that were given up at the end.
  std::uint64_t Unfinished = 0;       ///< Units that no device computed because the pass was broken off.

  friend bool operator==(const RecordedPass &, const RecordedPass &) = default;
};

/// Why the pass must not be repeated, or "": each unit must be computed exactly once by its steps. This is checked
/// since the file from which the pass was read may have been changed.
std::string whatIsWrong(const RecordedPass &Pass);

} // namespace hetrt

#endif
