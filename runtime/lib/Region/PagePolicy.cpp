// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Chooses the memory policy of a region, and finds the pages of shares.
#include "Region/PagePolicy.h"

#include "Errors/Error.h"

#include <algorithm>
#include <fmt/format.h>

namespace hetrt {

/// The policy: that of the setting HETRT_MEMORY_POLICY, else that of the clause.
static hetrt_memory_policy policyOf(const Engine &Owner, const hetrt_region &Region) {
  const auto Said =
      Region.memory == HETRT_MEMORY_UNSAID ? HETRT_MEMORY_COHERENT : static_cast<hetrt_memory_policy>(Region.memory);
  const hetrt_memory_policy Policy = Owner.settings().Memory.value_or(Said);
  if (Policy != HETRT_MEMORY_REPLICATE || Said == HETRT_MEMORY_REPLICATE)
    return Policy;
  if (Region.array_count)
    warnOnce("setting HETRT_MEMORY_POLICY: 'replicate' is for blocks that say 'memory(replicate)', so others take "
             "'coherent'");
  return HETRT_MEMORY_COHERENT;
}

PagePolicy::PagePolicy(Engine &Owner, const hetrt_region &Region, const std::string &Location)
    : Owner(Owner), Region(Region), Location(Location), Policy(policyOf(Owner, Region)) {}

bool PagePolicy::movesPages() const {
  return Policy != HETRT_MEMORY_COHERENT && Policy != HETRT_MEMORY_REPLICATE && Owner.placer();
}

/// Finds the pages of the devices' shares; interleaves pages that belong to no share over the memory nodes.
void PagePolicy::placeArrays(const ResolvedCall &Call, std::span<const Iterations> Shares, RegionPass &Pass) const {
  PagePlacer &Placer = *Owner.placer();
  const bool ToShares = Policy != HETRT_MEMORY_INTERLEAVE;
  auto Pages = ToShares ? std::make_unique<PassPages>(Placer, Shares.size()) : nullptr;
  for (const Array &What : Call.Arrays) {
    // not memory of a driver, whose pages the driver moves; nor rows behind pointers, which are seldom whole pages
    if (What.Host.OfDriver || What.Host.RowsAt)
      continue;
    const auto Begin = reinterpret_cast<std::uintptr_t>(What.Host.Base);
    if (ToShares && isSplit(What))
      Pages->add(What, Shares);
    else if (Policy != HETRT_MEMORY_MIGRATE)
      Placer.interleave(wholePages({Begin, Begin + What.bytes()}, Placer.system().pageBytes()));
  }
  if (Pages)
    Pass.Team.takePages(std::move(Pages));
  sayRefusal();
}

void PagePolicy::sayRefusal() const {
  if (const std::string Why = Owner.placer()->takeComplaint(); !Why.empty())
    warn(fmt::format("{}: the system moves no pages between memory nodes, so all stay where they are: {}", Location,
                     Why));
}

/// Places only pages of shares that the scheduler has fixed for the whole pass. A scheduler that hands out ranges one
/// by one gives no device a fixed part of an array.
Status PagePolicy::placeLoop(RegionPass &Pass) const {
  if ((Region.flags & HETRT_PARTITION) || !movesPages() || !Pass.Arrays)
    return Status::success();
  for (Array &Each : Pass.Arrays->Call.Arrays)
    if (Status Result = Pass.Serving.empty() ? checkSegments(Each) : Status::success(); !Result.ok())
      return Result;
  const PassPlan &Plan = Pass.Team.plan();
  std::vector<Iterations> Shares;
  if (std::ranges::any_of(Plan.Devices, [](const DeviceSlot &Each) { return !Each.Share.empty(); }))
    for (const DeviceSlot &Each : Plan.Devices) {
      const Range Part = Pass.Team.units().iterations(Each.Share);
      Shares.push_back({Part.First, Part.Last});
    }
  placeArrays(Pass.Arrays->Call, Shares, Pass);
  for (std::size_t Position = 0; Position < Plan.Devices.size(); ++Position)
    if (Plan.Devices[Position].isServing())
      placeOn(*Plan.Devices[Position].Known->Accel, Position, Pass);
  return Status::success();
}

void PagePolicy::placeParts(RegionPass &Pass) const {
  if (!Pass.Arrays || !movesPages())
    return;
  std::vector<Iterations> Shares;
  for (const auto &Each : Pass.Team.block().parts())
    Shares.push_back({Each->share().First, Each->share().Last});
  placeArrays(Pass.Arrays->Call, Shares, Pass);
}

void PagePolicy::placePart(const RegionPass &Pass, std::uint32_t Number) const {
  if (!Pass.Team.pages())
    return;
  if (const Accelerator *Accel = Pass.Team.block().parts()[Number]->accelerator())
    placeOn(*Accel, Number, Pass);
  else
    Pass.Team.pages()->place(Number);
}

/// Moves the pages of an accelerator's share. If its node is not known, as that of an emulated accelerator, the pages
/// stay.
void PagePolicy::placeOn(const Accelerator &Accel, std::size_t Device, const RegionPass &Pass) const {
  if (!Pass.Team.pages())
    return;
  if (const auto Node = Owner.placer()->system().nodeOf(Accel.capabilities().PciAddress))
    Pass.Team.pages()->place(Device, *Node);
}

} // namespace hetrt
