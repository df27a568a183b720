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

/// One action of a device. The unit of the range is that of the scheduler (see the head of this file).
struct RecordedStep {
  enum class Kind : std::uint8_t {
    Take,   ///< The device has got the range.
    Finish, ///< The device has computed the range: all, or the first part, of the range that it took.
    Return  ///< The device will not compute the range, which is the rest of the range that it took. If the range is
            ///< empty, the device's thread has not joined the pass.
  };
  Kind What = Kind::Take;
  std::uint32_t Device = 0; ///< Index in the scheduler's list.
  Range Part;

  friend bool operator==(const RecordedStep &, const RecordedStep &) = default;
};

struct RecordedPass {
  std::uint64_t TripCount = 0;
  bool AnyOrder = false;    ///< The order of passes may differ in another run, since this pass was run by a task, or by
                            ///< another thread than the first pass.
  bool Beside = false;      ///< Another thread was using the region, so the cores ran the pass in equal parts.
  bool Alone = false;       ///< One thread ran the pass, since a team would have been slower.
  std::uint32_t Wanted = 0; ///< The number of threads that the program and the settings want.
  std::uint32_t Team = 0;   ///< The number of threads that were requested from OpenMP.
  std::uint32_t Came = 0;   ///< The number of threads that OpenMP provided.
  std::vector<std::uint32_t> Serving; ///< Numbers of the accelerators that took part.

  // The fields below are set only if the pass had a scheduler; otherwise its name is empty, and all threads had equal
  // parts.
  std::string Scheduler;
  std::uint64_t Units = 0; ///< The number of units of work that the scheduler divided.
  std::vector<RecordedDevice> Devices;
  std::vector<Range> Shares;          ///< The share of each device, if the scheduler stated all shares at the beginning
                                      ///< of the pass (Scheduler::shares()); else empty.
  std::vector<RecordedStep> Steps;    ///< In the order in which they happened.
  std::vector<std::uint32_t> GivenUp; ///< Indices of accelerators that were given up at the end.
  std::uint64_t Unfinished = 0;       ///< The number of units that no device computed because the pass ended early.

  friend bool operator==(const RecordedPass &, const RecordedPass &) = default;
};

/// Checks that the steps of the pass compute each unit exactly once, since the file from which the pass was read may
/// have been changed. Returns why the pass must not be repeated, or "".
std::string whatIsWrong(const RecordedPass &Pass);

} // namespace hetrt

#endif
