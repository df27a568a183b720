// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes plans: lists the devices of a pass, asks the scheduler for shares, and chooses the form.
#include "Plan/Planner.h"

#include <algorithm>

namespace hetrt {
namespace {

using Role = DeviceSlot::Role;

void listCores(std::uint32_t Count, bool Usable, double Earlier, std::vector<DeviceSlot> &Into) {
  for (std::uint32_t I = 0; I < Count; ++I)
    Into.push_back(
        {.As = Role::Core, .Model = {.Usable = Usable, .Id = I, .EarlierSecondsPerIteration = Earlier}, .Share = {}});
}

/// Lists places as devices. The speed of a place is the sum over its cores and accelerators that the clause allows. If
/// no place has any device that the clause allows, the cores of all places count.
void listPlaces(std::span<const Place> Places, std::vector<DeviceSlot> &Into) {
  const bool AnyUsable = std::ranges::any_of(Places, [](const Place &Each) { return Each.width() > 0; });
  for (const Place &Each : Places)
    Into.push_back({.As = Role::Place,
                    .Where = &Each,
                    .Model = {.SimdWidth = AnyUsable ? Each.width() : double(Each.Cores),
                              .Usable = !AnyUsable || Each.width() > 0,
                              .Id = Each.Number},
                    .Share = {}});
}

std::uint32_t countServing(std::span<const DeviceSlot> Accelerators) {
  return static_cast<std::uint32_t>(std::ranges::count_if(Accelerators, &DeviceSlot::isServing));
}

} // namespace

PassPlan Planner::even(std::uint64_t TripCount, std::uint32_t Threads, bool IsBlock) {
  PassPlan Made;
  Made.How = IsBlock ? PassPlan::Form::Block : PassPlan::Form::Even;
  Made.Threads = Made.Cores = Threads;
  Made.TripCount = TripCount;
  return Made;
}

void Planner::begin(const PassRequest &Wanted, Scheduler &By, PassPlan &Into) {
  Models.clear();
  for (const DeviceSlot &Each : Into.Devices)
    Models.push_back(Each.Model);
  By.beginPass(Wanted.Units.count(), Models);
  const std::span<const Range> Shares = By.shares();
  for (std::size_t Position = 0; Position < Shares.size(); ++Position)
    Into.Devices[Position].Share = Shares[Position];
  // If the scheduler has divided all iterations among the threads, and accelerators get none, threads need no queue.
  const bool Splits = !Shares.empty() && std::ranges::all_of(Shares.subspan(Into.Cores), &Range::empty);
  Into.How = Wanted.IsBlock ? PassPlan::Form::Block : Splits ? PassPlan::Form::Split : PassPlan::Form::Queue;
}

PassPlan Planner::plan(const PassRequest &Wanted, Scheduler &By, std::vector<DeviceSlot> Devices) {
  PassPlan Made;
  Made.Alone = Wanted.Alone;
  Made.Threads = Wanted.Threads;
  Made.TripCount = Wanted.TripCount;
  Made.Devices = std::move(Devices);
  Made.Devices.clear();
  if (!Wanted.Places.empty()) {
    listPlaces(Wanted.Places, Made.Devices);
    Made.Cores = static_cast<std::uint32_t>(Made.Devices.size());
  } else {
    // In a block, each accelerator is driven by one of the last threads, and the other threads are cores. Schedulers
    // need at least one core in their list, so there is one in it even if no thread is left to be a core. It then
    // counts as a core that does not compute, and gets no share.
    const std::uint32_t Serving = countServing(Wanted.Accelerators);
    const std::uint32_t Cores = Wanted.IsBlock ? Wanted.Threads - Serving : Wanted.Threads;
    const bool Compute = Wanted.IsBlock ? Cores > 0 : Wanted.CoresCompute || Serving == 0;
    Made.Cores = std::max(Cores, 1u);
    Made.CoresCompute = Compute;
    listCores(Made.Cores, Compute, Wanted.EarlierOnCores, Made.Devices);
    Made.Devices.insert(Made.Devices.end(), Wanted.Accelerators.begin(), Wanted.Accelerators.end());
  }
  begin(Wanted, By, Made);
  return Made;
}

} // namespace hetrt
