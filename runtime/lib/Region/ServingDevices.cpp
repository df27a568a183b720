// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Acquires accelerators for passes, and leaves out those that have failed.
#include "Region/ServingDevices.h"

#include "Check/Checker.h"
#include "Errors/Error.h"
#include "Region/Offload.h"
#include "Region/Repeating.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace hetrt {

/// Chooses among all accelerators, unless that is done.
Status ServingDevices::choose(const Configuration &By) {
  if (!By.WantsAccelerators) {
    Known.chooseNone();
    sayNotCalled(By);
  } else if (!Known.isChosen()) {
    Fleet *All = nullptr;
    if (Status Result = Owner.fleet(All); !Result.ok())
      return Result;
    if (Status Result = checkIds(By, *All); !Result.ok())
      return Result;
    Known.choose(*All, [&](Accelerator &Each) {
      return By.Choice.names(Each.number(), Each.isNode()) && (!Where || Where->has(Each)) &&
             Each.device().canRun(Region);
    });
  }
  return Status::success();
}

Status ServingDevices::acquire(const Configuration &By, Scheduler &Plan, std::uint64_t Units, RegionPass &Pass) {
  if (Status Result = choose(By); !Result.ok())
    return Result;
  if (!Known.empty()) {
    Plan.expect(Units);
    DeviceTable::noteGivenUp(Pass.Listed, Plan);
  }
  if (!Pass.Log && Unfit.rest(Pass.TripCount))
    Pass.WhyNot = Reports ? Unfit.latest() : "";
  else if (Status Result = lease(Pass); !Result.ok())
    return Result;
  return checkMandatory(By);
}

/// Acquires the accelerators that no other pass uses and that do not load a kernel for a pass that has ended.
void ServingDevices::leaseFree(RegionPass &Pass) {
  Pass.Serving = Known.acquire(Reports);
  if (Pass.Serving.empty() && Reports && Known.anyLoads())
    Pass.WhyNot = "the accelerators still load the kernel of a loop";
}

/// Acquires accelerators. A pass gets those that no other pass uses, which may differ from run to run. So a pass that
/// repeats a recording waits until it gets the accelerators of the recorded pass.
Status ServingDevices::lease(RegionPass &Pass) {
  PassLog *const Kept = Pass.Log.get();
  if (!Kept || !Kept->repeats())
    leaseFree(Pass);
  else if (const auto Missing =
               Known.acquireAgain(Kept->repeats()->Serving, Reports, Owner.settings().Wait, Pass.Serving))
    Kept->fail(fmt::format("accelerator {}", *Missing), "that it has failed, or cannot run the loop");
  if (Kept && Kept->keeps())
    for (const AcceleratorLease &Each : Pass.Serving)
      Kept->keeps()->Serving.push_back(Each.accelerator().number());
  return whyNotRepeated(Owner.settings(), Pass.Log.get());
}

/// Under OMP_TARGET_OFFLOAD=mandatory, an error if a region that should use accelerators has none in service.
Status ServingDevices::checkMandatory(const Configuration &By) const {
  if (Owner.settings().TargetOffload != Offload::Mandatory || !By.needsAccelerator() || Known.anyInService())
    return Status::success();
  return notOffloaded(whyNone(By));
}

std::string ServingDevices::whyNone(const Configuration &By) const {
  return Resolved.whyNot().empty() ? whyNoAccelerator(Owner, Region, By.Choice, Where) : Resolved.whyNot();
}

/// Warns, once, if the program has asked for accelerators, and there are some, but called functions keep the region on
/// cores. The compiler could not know that.
void ServingDevices::sayNotCalled(const Configuration &By) {
  if (Resolved.whyNot().empty() || (Region.flags & HETRT_TENTATIVE) || !By.needsAccelerator() || check::active() ||
      std::exchange(SaidNotCalled, true))
    return;
  if (Fleet *All = nullptr; Owner.fleet(All).ok() && All && !All->Members.empty())
    warn(fmt::format("{}: cores alone run the loop: {}", Location, Resolved.whyNot()));
}

void ServingDevices::endLeases(RegionPass &Pass) {
  const auto IsLeft = [&](const AcceleratorLease &Each) {
    const auto &Devices = Pass.Team.plan().Devices;
    const auto Slot = std::ranges::find(Devices, &Each.known(), &DeviceSlot::Known);
    return Slot != Devices.end() && Pass.Did.Slots[static_cast<std::size_t>(Slot - Devices.begin())].LeftLoading;
  };
  if (std::erase_if(Pass.Serving, IsLeft) && Pass.Serving.empty())
    Pass.WhyNot = "the accelerators still loaded the kernel when the cores were through";
}

void ServingDevices::leaveOut(const RegionPass &Pass) const {
  const auto &Devices = Pass.Team.plan().Devices;
  for (std::size_t Position = 0; Position < Devices.size(); ++Position) {
    const DeviceSlot &Slot = Devices[Position];
    if (!Slot.isAccelerator())
      continue;
    const SlotRecord &Did = Pass.Did.Slots[Position];
    if (Did.Fault.isOutOfMemory())
      warn(fmt::format("{}: {}", Location, DeviceTable::hasLessFree(*Slot.Known, Pass.Did.Fault, Did.Fault)));
    else if (!Did.Fault.ok() && DeviceTable::leaveOut(*Slot.Known))
      warn(fmt::format("{}: {} is left out from now on{}: {}", Location, Slot.Known->Accel->device().label(),
                       Pass.Did.Fault.ok() ? ", and its share runs elsewhere" : "", Did.Fault.message()));
    for (const std::string &Each : Did.Inner.Faults)
      warn(fmt::format("{}: {}/{}", Location, Slot.Known->Accel->device().label(), Each));
  }
}

} // namespace hetrt
