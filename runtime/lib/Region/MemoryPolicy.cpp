// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a pass does for its memory policy. On a machine with one node nothing of this runs but placesPages().
//
// Who takes part is known before the team is there, and on which nodes its threads run only then: so here the pages of
// each share are found, and each thread takes its own to its node when it joins the team. Those of accelerators in a
// loop are moved by the thread that begins the pass.
#include "Region/RegionState.h"

#include "Errors/Error.h"

#include <fmt/format.h>

using namespace hetrt;

/// The setting counts, as HETRT_SCHEDULE does.
MemoryPolicy hetrt_region_state::memoryPolicy() const {
  const MemoryPolicy Said =
      Region.memory == HETRT_MEMORY_UNSAID ? MemoryPolicy::Coherent : static_cast<MemoryPolicy>(Region.memory - 1);
  const MemoryPolicy Policy = Owner.settings().Memory.value_or(Said);
  if (Policy != MemoryPolicy::Replicate || Said == MemoryPolicy::Replicate)
    return Policy;
  if (Region.window_count)
    warnOnce("setting HETRT_MEMORY_POLICY: 'replicate' is for blocks that say 'memory(replicate)', so others take "
             "'coherent'");
  return MemoryPolicy::Coherent;
}

/// Whether the policy moves pages, on a machine where that means something.
bool hetrt_region_state::placesPages() {
  return Policy != MemoryPolicy::Coherent && Policy != MemoryPolicy::Replicate && Owner.placer();
}

/// Finds the pages of the devices' shares, and puts in turn on the nodes what belongs to none.
void hetrt_region_state::placeArrays(const ResolvedCall &Call, std::span<const Iterations> Shares, hetrt_pass &Pass) {
  PagePlacer &Placer = *Owner.placer();
  const bool ToShares = Policy != MemoryPolicy::Interleave;
  if (ToShares)
    Pass.Pages = std::make_unique<PassPages>(Placer, Shares.size());
  for (const Array &What : Call.Arrays) {
    if (What.InPlace) // the device's driver looks after it
      continue;
    const auto Begin = reinterpret_cast<std::uintptr_t>(What.Base);
    if (ToShares && isSplit(What))
      Pass.Pages->add(What, Shares);
    else if (Policy != MemoryPolicy::Migrate)
      Placer.interleave(wholePages({Begin, Begin + What.bytes()}, Placer.system().pageBytes()));
  }
  sayRefusal();
}

/// Once in the life of the process.
void hetrt_region_state::sayRefusal() const {
  if (const std::string Why = Owner.placer()->takeComplaint(); !Why.empty())
    warn(fmt::format("{}: the system moves no pages between memory nodes, so all stay where they are: {}", Location,
                     Why));
}

/// Schedulers that hand out pieces give nobody pages of its own.
Status hetrt_region_state::placeLoop(const hetrt_call &Call, hetrt_pass &Pass) {
  if ((Region.flags & HETRT_PARTITION) || !placesPages())
    return Status::success();
  ResolvedCall Own;
  if (!Pass.Arrays) {
    resolveCall(Region, Call, Own);
    if (Status Result = checkSegments(Own); !Result.ok())
      return Result;
  }
  const ResolvedCall &Of = Pass.Arrays ? Pass.Arrays->Call : Own;
  std::vector<Iterations> Shares;
  for (const Range &Share : Pass.Shares) {
    const Range Part = Pass.Reduced.Division.iterations(Share);
    Shares.push_back({Part.First, Part.Last});
  }
  placeArrays(Of, Shares, Pass);
  for (std::size_t Position = 0; Pass.How == hetrt_pass::Form::Queue && Position < Slots.size(); ++Position)
    if (Slots[Position].isServing())
      placeOn(*Slots[Position].Known->Who, Position, Pass);
  return Status::success();
}

void hetrt_region_state::placeParts(hetrt_pass &Pass) {
  if (!Pass.Arrays || !placesPages())
    return;
  std::vector<Iterations> Shares;
  for (const auto &Each : Pass.Parts->parts())
    Shares.push_back({Each->share().First, Each->share().Last});
  placeArrays(Pass.Arrays->Call, Shares, Pass);
}

void hetrt_region_state::placePart(const hetrt_pass &Pass, std::uint32_t Number) const {
  if (!Pass.Pages)
    return;
  if (const Accelerator *Who = Pass.Parts->parts()[Number]->accelerator())
    placeOn(*Who, Number, Pass);
  else
    Pass.Pages->place(Number);
}

/// Nobody knows where an emulated accelerator is, for one: its pages stay.
void hetrt_region_state::placeOn(const Accelerator &Who, std::size_t Device, const hetrt_pass &Pass) const {
  if (!Pass.Pages)
    return;
  if (const auto Node = Owner.placer()->system().nodeOf(Who.capabilities().Place))
    Pass.Pages->place(Device, *Node);
}
