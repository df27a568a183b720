// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The plan of a pass: a value that does not change once it is made, holds no lock and points to no pass.
#ifndef HETRT_PLAN_PASSPLAN_H
#define HETRT_PLAN_PASSPLAN_H

#include "Plan/DeviceTable.h"

#include <cstdint>
#include <span>
#include <vector>

namespace hetrt {

/// Which devices and threads compute a pass, and how iterations are handed out to them.
struct PassPlan {
  /// How it is decided which device or thread computes which iterations.
  enum class Form : std::uint8_t {
    Even,  ///< There is no scheduler: every thread has an equal part.
    Split, ///< The scheduler divides the iterations for all threads at once; no accelerator takes part.
    Queue, ///< The scheduler hands out ranges one by one, whenever a thread asks.
    Block  ///< The scheduler gives each thread, which stands for a device, one share once the team has come.
  };

  Form How = Form::Even;
  bool CoresCompute = true;  ///< If false, cores only compute iterations that accelerators cannot.
  bool Alone = false;        ///< One thread computes the pass, since a team would be slower.
  std::uint32_t Threads = 1; ///< The number of threads that the team should have.
  std::uint32_t Cores = 1;   ///< How many devices at the beginning of the list are cores or places.
  std::uint64_t TripCount = 0;
  std::vector<DeviceSlot> Devices; ///< The scheduler's list; empty if there is no scheduler.

  bool isScheduled() const { return !Devices.empty(); }
  std::span<const DeviceSlot> cores() const { return std::span(Devices).first(Cores); }
};

/// Part number `Number` of `Count` parts of the numbers 0 to Total - 1. The sizes of parts differ by at most one;
/// larger parts come first.
inline Range evenPart(std::uint64_t Total, std::uint32_t Number, std::uint32_t Count) {
  const std::uint64_t Part = Total / Count, Larger = Total % Count;
  const std::uint64_t First = Number * Part + (Number < Larger ? Number : Larger);
  return {First, First + Part + (Number < Larger)};
}

} // namespace hetrt

#endif
