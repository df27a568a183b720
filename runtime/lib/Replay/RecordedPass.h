// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// All that is decided about one pass: who takes part, and which device takes which range after which.
#ifndef HETRT_REPLAY_RECORDEDPASS_H
#define HETRT_REPLAY_RECORDEDPASS_H

#include "Schedule/Scheduler.h"

#include <cstdint>
#include <string>
#include <vector>

namespace hetrt {

/// An entry of the scheduler's list.
struct RecordedDevice {
  std::uint32_t Id = 0;
  bool IsAccelerator = false, Usable = true;

  static RecordedDevice of(const DeviceModel &Model, std::size_t Position);
  friend bool operator==(const RecordedDevice &, const RecordedDevice &) = default;
};

/// What a device did. Ranges are in units of the pass's division.
struct RecordedStep {
  enum class Kind : std::uint8_t {
    Take,   ///< It was given the range.
    Finish, ///< It has computed the range, all or the front of what it took.
    Return  ///< It will not compute the range, the rest of what it took; an empty one: its thread never came.
  };
  Kind What = Kind::Take;
  std::uint32_t Device = 0; ///< Position in the list.
  Range Part;

  friend bool operator==(const RecordedStep &, const RecordedStep &) = default;
};

struct RecordedPass {
  std::uint64_t TripCount = 0;
  bool AnyOrder = false;    ///< In another run it may come before or after its neighbours: a task, or a thread.
  bool Beside = false;      ///< Another thread had the region; the cores ran the pass in equal parts.
  bool Alone = false;       ///< A team would not have paid.
  std::uint32_t Wanted = 0; ///< Threads, by what the program and the settings say.
  std::uint32_t Team = 0;   ///< Threads that were asked for,
  std::uint32_t Came = 0;   ///< and those that came.
  std::vector<std::uint32_t> Serving; ///< Accelerators that the pass took, by their numbers.

  // Of passes with a scheduler; else the name is empty, and the parts are equal.
  std::string Scheduler;
  std::uint64_t Units = 0; ///< That the scheduler divided.
  std::vector<RecordedDevice> Devices;
  std::vector<Range> Shares;          ///< By position, if the split was known from the beginning; else empty.
  std::vector<RecordedStep> Steps;    ///< In their order.
  std::vector<std::uint32_t> GivenUp; ///< Positions of accelerators, at the end.
  std::uint64_t Unfinished = 0;       ///< Units that no device computed: the pass was broken off.

  friend bool operator==(const RecordedPass &, const RecordedPass &) = default;
};

/// What keeps a pass from being repeated, or "": no unit may be computed twice, and none be left out. What is read from
/// a file need not be what was written.
std::string whatIsWrong(const RecordedPass &Pass);

} // namespace hetrt

#endif
