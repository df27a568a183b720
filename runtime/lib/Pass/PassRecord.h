// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The results of a pass of any form. The scheduler, the report, the history and the directory of persistent arrays read
// them.
#ifndef HETRT_PASS_PASSRECORD_H
#define HETRT_PASS_PASSRECORD_H

#include "Device/Device.h"
#include "Memory/Directory.h"
#include "Plan/PassPlan.h"
#include "Trace/RegionTrace.h"

#include <cstdint>
#include <span>
#include <vector>

namespace hetrt {

/// The elements of a persistent array that a device wrote. `Of` is valid as long as the pass has its arrays.
struct WrittenElements {
  const PersistentArray *Of = nullptr;
  BoxSet Elements;
};

/// The work of one device in a pass.
struct SlotRecord {
  std::uint64_t Iterations = 0;
  std::uint64_t Units = 0; ///< Units of work done (Division.h); counted only if the pass has a `balance` clause.
  double Seconds = 0;      ///< The time to compute and to move, without work that is done once.
  bool StartedUp = false;  ///< The device did something that is done once: it loaded a kernel, or allocated copies that
                           ///< stay.
  bool InPlace = false;    ///< An accelerator worked on the program's memory, and nothing moved.
  bool LeftLoading = false;    ///< The pass has ended without the accelerator, which still loaded its kernel.
  Status Fault;                ///< The device fault that ended the device's part, or success.
  HostSeconds Host;            ///< How an accelerator's host thread spent its time.
  QueueSeconds Queues;         ///< How busy an accelerator's queues were.
  InnerReport Inner;           ///< The work of the devices of a node, if it has devices.
  std::vector<WrittenElements> Written; ///< What an accelerator wrote.
};

struct PassRecord {
  /// A record for each device, by position in the plan's list; without a scheduler, for each member.
  std::vector<SlotRecord> Slots;
  std::uint32_t Came = 0; ///< The number of threads in the team, as the threads found it when they joined; 0: no thread
                          ///< came.
  Status Fault;           ///< The error that the pass ends with, or success.

  /// Clears the record for the next pass, and keeps its memory.
  void clear(std::size_t Devices) {
    Slots.clear();
    Slots.resize(Devices);
    Came = 0;
    Fault = Status::success();
  }
};

/// Called after a pass over the iterations `Of`: of the elements of persistent arrays that the pass wrote, each
/// accelerator's copy has only those that the accelerator wrote itself; the others are not valid in it any more.
/// `Devices` is the plan's list of devices.
void noteWrites(const PassArrays &Arrays, Iterations Of, const PassRecord &Did, std::span<const DeviceSlot> Devices);

} // namespace hetrt

#endif
