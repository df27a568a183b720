// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From what is asked of a pass, and who is there for it, to its plan. But for the scheduler, which is asked once,
// nothing changes: the same request and a scheduler with the same measurements give the same plan.
#ifndef HETRT_PLAN_PLANNER_H
#define HETRT_PLAN_PLANNER_H

#include "Plan/Division.h"
#include "Plan/PassPlan.h"

#include <cmath>
#include <span>
#include <vector>

namespace hetrt {

/// What the planner goes by. Accelerators are given with their roles: who serves, who rests, who has too little memory.
struct PassRequest {
  std::uint64_t TripCount = 0;
  Division Units{};                       ///< In which the scheduler shares out. At least one.
  std::uint32_t Threads = 1;              ///< Of a loop: those on cores. Of a block: all that came.
  bool CoresCompute = true;               ///< What the clause and the arrays allow; without accelerators, they do.
  bool IsBlock = false;                   ///< Threads stand for devices, and each has one share.
  bool Alone = false;                     ///< See PassPlan.
  double EarlierOnCores = NAN;            ///< Seconds per unit, of an earlier run.
  std::vector<DeviceSlot> Accelerators{}; ///< Those that serve first.
  std::span<const Place> Places{};        ///< Of a block over places, one for each thread; no accelerators then.
};

/// Keeps nothing but memory. One thread at a time.
class Planner {
public:
  /// The scheduler's pass begins. `Devices` is the list of an earlier plan, for its memory.
  PassPlan plan(const PassRequest &Wanted, Scheduler &By, std::vector<DeviceSlot> Devices = {});

  /// A pass without a scheduler.
  static PassPlan even(std::uint64_t TripCount, std::uint32_t Threads, bool IsBlock);

private:
  void begin(const PassRequest &Wanted, Scheduler &By, PassPlan &Into);

  std::vector<DeviceModel> Models; ///< Those of the list, side by side, as schedulers take them.
};

} // namespace hetrt

#endif
