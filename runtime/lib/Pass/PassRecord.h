// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What came of a pass: every strategy leaves one, for the scheduler, the report, the history and the directory.
#ifndef HETRT_PASS_PASSRECORD_H
#define HETRT_PASS_PASSRECORD_H

#include "Device/Device.h"
#include "Memory/BoxSet.h"
#include "Trace/RegionTrace.h"

#include <cstdint>
#include <vector>

namespace hetrt {

/// What one device did.
struct SlotRecord {
  std::uint64_t Iterations = 0;
  std::uint64_t Units = 0;     ///< Of the pass's division; counted where it is balanced.
  double Seconds = 0;          ///< Computing and moving; without what is done once.
  bool StartedUp = false;      ///< Something was done that happens once: a kernel loaded, room made.
  bool InPlace = false;        ///< An accelerator worked on the program's memory, and nothing moved.
  bool LeftLoading = false;    ///< The pass ended while an accelerator loaded its kernel, and no longer has it.
  Status Fault;                ///< The device fault that ended its part, or success.
  HostSeconds Host;            ///< Of an accelerator's host thread.
  QueueSeconds Queues;         ///< Of an accelerator.
  InnerReport Inner;           ///< Of an accelerator that has devices of its own.
  std::vector<BoxSet> Written; ///< By an accelerator; per array, empty where nothing is noted.
};

struct PassRecord {
  std::vector<SlotRecord> Slots; ///< By position in the plan's list of devices; without a scheduler, by member.
  std::uint32_t Came = 0;        ///< Threads of the team, as they said themselves; 0: none came.
  Status Fault;                  ///< The error that the pass ends with, or success.

  /// Ready for the next pass. Keeps its memory.
  void clear(std::size_t Devices) {
    Slots.clear();
    Slots.resize(Devices);
    Came = 0;
    Fault = Status::success();
  }
};

} // namespace hetrt

#endif
