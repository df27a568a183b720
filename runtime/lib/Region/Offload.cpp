// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds out why a region has no accelerator, from the region, its place and the machine.
#include "Region/Offload.h"

#include "Plan/Configuration.h"

#include <algorithm>

namespace hetrt {

std::string whyNoAccelerator(Engine &Owner, const hetrt_region &Region, const DeviceChoice &Wanted,
                             const Place *Where) {
  if (Region.flags & HETRT_HOST_ONLY)
    return "no device can run the loop body";
  const Fleet *All = Owner.fleetIfAny();
  if (!All || All->Members.empty())
    return All && !All->WhyFew.empty() ? All->WhyFew : "no accelerator is there";
  const auto IsWanted = [&](const auto &Each) { return Wanted.names(Each->number(), Each->isNode()); };
  if (std::ranges::none_of(All->Members, IsWanted))
    return Wanted.Nodes ? "no other rank is there" : "all accelerators are other ranks, which are no GPUs";
  if (Where && Where->Devices.empty())
    return "no accelerator belongs to the place";
  const auto Reaches = [](const auto &Each) { return Each->capabilities().ReachesHost; };
  if ((Region.flags & HETRT_REACH_ONLY) && std::ranges::none_of(All->Members, Reaches))
    return "nothing says how long an array is, and no accelerator reaches the host's memory";
  return "no accelerator that is there can run the loop body, or all have failed";
}

Status notOffloaded(const std::string &Why) {
  return Status::programFault(HETRT_ERROR_DEVICE,
                              "OMP_TARGET_OFFLOAD=mandatory: wanted an accelerator, found none: " + Why);
}

Status checkNested(const Engine &All, const hetrt_region &Region, const Place *Where, const hetrt_call &Call) {
  const bool Serious = Call.in_parallel == 1 && !Where && Call.condition && Call.trip_count;
  if (!Serious || All.settings().TargetOffload != Offload::Mandatory || inKernel() || !wantsAccelerators(Region, Call))
    return Status::success();
  return notOffloaded("the region runs inside a parallel region");
}

} // namespace hetrt
