// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exchange of padding between the devices of a block, without ending its partition.
//
// All threads come here. Each waits for its neighbours only: those that hold what it has as padding, and the other way
// round. Cores work in the host's arrays, so what a core needs goes there, and what a core has is there. Two
// accelerators exchange directly where they can, else by way of the host.
#include "Region/Partition.h"

#include "Region/Waiting.h"

#include <fmt/format.h>

namespace hetrt {
void Partition::step(Part &Mine, std::span<Part *const> Neighbours) {
  const std::uint32_t Reached = Mine.Steps.fetch_add(1, std::memory_order_acq_rel) + 1;
  Changes.fetch_add(1, std::memory_order_release);
  Changes.notify_all();
  for (const Part *Other : Neighbours)
    while (true) {
      const std::uint32_t Seen = Changes.load(std::memory_order_acquire);
      if (Stopped.load(std::memory_order_acquire) || Other->Steps.load(std::memory_order_acquire) >= Reached)
        break;
      waitWhile(Changes, Seen, Wait);
    }
}

/// The next parts on both sides that have anything; in the order of the shares.
std::vector<Part *> Partition::besides(const Part &Mine) {
  std::vector<Part *> Found;
  if (Mine.share().empty())
    return Found;
  Part *Before = nullptr, *After = nullptr;
  for (const auto &Each : Parts) {
    const Range Share = Each->share();
    if (Share.empty() || Each.get() == &Mine)
      continue;
    if (Share.First < Mine.share().First && (!Before || Before->share().First < Share.First))
      Before = Each.get();
    if (Share.First > Mine.share().First && (!After || After->share().First > Share.First))
      After = Each.get();
  }
  for (Part *Each : {Before, After})
    if (Each)
      Found.push_back(Each);
  return Found;
}

} // namespace hetrt

using namespace hetrt;

Interval hetrt_part::own() const { return Of.arrays()->Call.Iterations.hull(Share.First, Share.Last); }

Interval hetrt_part::padded(const Array &What) const { return readInterval(What, What.dimension(), own()); }

/// The array that a directive names, if the padding of this part does not reach beyond its neighbours.
Status hetrt_part::checkPadding(const PaddingWish &Wish, unsigned &Index) const {
  const std::vector<Array> &All = Of.arrays()->Call.Arrays;
  auto There = std::find_if(All.begin(), All.end(), [&](const Array &Each) { return Each.Base == Wish.Base; });
  if (There == All.end() || There->tiedCount() != 1)
    return Status::programFault(
        HETRT_ERROR_ARGUMENT,
        fmt::format("{}({}), {}: wanted an array that follows the partition in one dimension, found {}", Wish.Clause,
                    Wish.Name, Wish.Location, There == All.end() ? "none at this address" : "another number"));
  Index = static_cast<unsigned>(There - All.begin());
  const std::vector<Part *> Besides = Of.besides(*this);
  for (const auto &Other : Of.parts()) {
    if (Other.get() == this || Other->share().empty() || Share.empty() ||
        std::find(Besides.begin(), Besides.end(), Other.get()) != Besides.end() ||
        padded(*There).clipped(Other->own()).empty())
      continue;
    std::uint64_t Smallest = UINT64_MAX;
    for (const Part *Each : Besides)
      Smallest = std::min(Smallest, Each->own().size());
    return Status::programFault(
        HETRT_ERROR_ARGUMENT,
        fmt::format("{}({}), {}: the padding is larger than the neighbour's share: wanted at most {}, found {} and {}",
                    Wish.Clause, Wish.Name, Wish.Location, Smallest, There->HaloBefore[There->dimension()],
                    There->HaloAfter[There->dimension()]));
  }
  return Status::success();
}

/// Whether the other's accelerator can hand its values to this one's.
bool hetrt_part::reaches(const hetrt_part &Other) const {
  return onAccelerator() && Other.onAccelerator() && Who->device().canCopyFrom(Other.Who->device());
}

/// What neighbours have as padding goes to the host, but for those who fetch it themselves.
Status hetrt_part::offer(unsigned Index, unsigned How, std::span<hetrt_part *const> Neighbours) {
  if (!onAccelerator() || !(How & (HETRT_PADDING_FROM | HETRT_PADDING_NEARBY)))
    return Status::success();
  const Array &What = Of.arrays()->Call.Arrays[Index];
  std::lock_guard Driving(Who->memory().driving());
  for (const Part *Other : Neighbours)
    if ((How & HETRT_PADDING_FROM) || !Other->reaches(*this))
      if (Status Result = Memory->give(Index, Other->padded(What).clipped(own())); !Result.ok())
        return Result;
  return Who->device().synchronize();
}

/// The padding comes from the neighbours, or from the host.
Status hetrt_part::fetch(unsigned Index, unsigned How, std::span<hetrt_part *const> Neighbours) {
  if (!onAccelerator() || !(How & (HETRT_PADDING_TO | HETRT_PADDING_NEARBY)))
    return Status::success();
  const Array &What = Of.arrays()->Call.Arrays[Index];
  for (const Part *Other : Neighbours) {
    const Interval Part = padded(What).clipped(Other->own());
    Status Result;
    if ((How & HETRT_PADDING_NEARBY) && reaches(*Other)) {
      std::scoped_lock Driving(Who->memory().driving(), Other->Who->memory().driving());
      if (Other->Memory) // after a fault it may have left
        Result = Memory->takeFrom(*Other->Memory, Index, Part);
    } else {
      std::lock_guard Driving(Who->memory().driving());
      Result = Memory->take(Index, Part);
    }
    if (!Result.ok())
      return Result;
  }
  Computed = true; // neighbours need not have told the host
  std::lock_guard Driving(Who->memory().driving());
  Status Result = Who->device().synchronize();
  Queues += Who->device().takeSeconds();
  return Result;
}

void hetrt_part::updatePadding(const PaddingWish &Wish) {
  std::vector<Part *> Neighbours = Of.besides(*this);
  unsigned Index = 0;
  if (!Of.arrays()) { // only cores, which read each other's values in place
    Of.step(*this, Neighbours);
    return Of.step(*this, Neighbours);
  }
  auto Do = [&](Status Result) {
    if (!Result.ok())
      giveUp(Result);
  };
  Do(checkPadding(Wish, Index));
  Of.step(*this, Neighbours); // all neighbours have computed, and none changes from accelerator to core
  if (Of.fault().ok())
    Do(offer(Index, Wish.How, Neighbours));
  Of.step(*this, Neighbours);
  if (Of.fault().ok())
    Do(fetch(Index, Wish.How, Neighbours));
  Of.step(*this, Neighbours);
}
