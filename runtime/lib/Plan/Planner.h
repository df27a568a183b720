// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes the plan of a pass from a request and the devices that are there. Only the scheduler has a state: the same
// request, and a scheduler with the same measurements, give the same plan.
#ifndef HETRT_PLAN_PLANNER_H
#define HETRT_PLAN_PLANNER_H

#include "Plan/Division.h"
#include "Plan/PassPlan.h"

#include <cmath>
#include <span>
#include <vector>

namespace hetrt {

/// The input of a plan. Accelerators are given with their roles: those that serve, rest, or have too little memory.
struct PassRequest {
  std::uint64_t TripCount = 0;
  Division Units{};          ///< The units that the scheduler hands out; at least one.
  std::uint32_t Threads = 1; ///< The threads on cores; for a block, all threads that came.
  /// Whether clause and arrays let cores compute; they always do if there are no accelerators.
  bool CoresCompute = true;
  bool IsBlock = false;                   ///< Threads stand for devices, and each has one share.
  bool Alone = false;                     ///< See PassPlan::Alone.
  double EarlierOnCores = NAN;            ///< Seconds per unit in an earlier run of the program.
  std::vector<DeviceSlot> Accelerators{}; ///< Those that serve the pass come first.
  /// The places of a block over places, one for each thread; then there are no accelerators.
  std::span<const Place> Places{};
};

/// Has no state except memory that it reuses. For one thread at a time.
class Planner {
public:
  /// Plans a pass, and begins the scheduler's pass. `Devices` is the list of an earlier plan, whose memory is reused.
  PassPlan plan(const PassRequest &Wanted, Scheduler &By, std::vector<DeviceSlot> Devices = {});

  /// The plan of a pass without a scheduler.
  static PassPlan even(std::uint64_t TripCount, std::uint32_t Threads, bool IsBlock);

private:
  void begin(const PassRequest &Wanted, Scheduler &By, PassPlan &Into);

  std::vector<DeviceModel> Models; ///< The models of the list's devices, in one array for the scheduler.
};

} // namespace hetrt

#endif
