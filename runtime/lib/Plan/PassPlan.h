// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a pass is to be: a value, which does not change once it is made, holds no lock and points to no pass.
#ifndef HETRT_PLAN_PASSPLAN_H
#define HETRT_PLAN_PASSPLAN_H

#include "Plan/DeviceTable.h"

#include <cstdint>
#include <span>
#include <vector>

namespace hetrt {

struct PassPlan {
  /// Who decides which iterations are whose.
  enum class Form : std::uint8_t {
    Even,  ///< No scheduler: every thread has an equal part. Passes without a scheduler.
    Split, ///< The scheduler, for all threads at once; no accelerator takes part.
    Queue, ///< The scheduler, range by range.
    Block  ///< The scheduler, once the team is there: one share for each thread, which stands for a device.
  };

  Form How = Form::Even;
  bool CoresCompute = true;  ///< If not, cores only compute what no accelerator can.
  bool Alone = false;        ///< One thread has the pass, since a team would not pay.
  std::uint32_t Threads = 1; ///< That the team should have.
  std::uint32_t Cores = 1;   ///< The first devices of the list that are cores or places.
  std::uint64_t TripCount = 0;
  std::vector<DeviceSlot> Devices; ///< The scheduler's list; empty without one.

  bool isScheduled() const { return !Devices.empty(); }
  std::span<const DeviceSlot> cores() const { return std::span(Devices).first(Cores); }
};

/// Part number `Number` of `Count` parts of 0..Total-1 that differ by at most one: the first ones are the larger.
inline Range evenPart(std::uint64_t Total, std::uint32_t Number, std::uint32_t Count) {
  const std::uint64_t Part = Total / Count, Larger = Total % Count;
  const std::uint64_t First = Number * Part + (Number < Larger ? Number : Larger);
  return {First, First + Part + (Number < Larger)};
}

} // namespace hetrt

#endif
