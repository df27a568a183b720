// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exchange of padding between the devices of a block, without ending its partition.
//
// All threads come here. Each waits for its neighbours only: those that hold what it has as padding, and the other way
// round. Cores work in the host's arrays, so what a core needs goes there, and what a core has is there; unless they
// have copies, which are exchanged as those of accelerators are. Two accelerators exchange directly where they can, and
// two cores with copies always; others by way of the host.
#include "Pass/Partition.h"

#include <algorithm>
#include <fmt/format.h>

namespace hetrt {

/// Counts up, and waits for the others. One who has left comes to the block's end, but to no exchange any more.
void Partition::comeTo(std::atomic<std::uint32_t> Part::*Place, Part &Mine, std::span<Part *const> Others,
                       const PaddingWish *Where) {
  const std::uint32_t Reached = (Mine.*Place).fetch_add(1, std::memory_order_acq_rel) + 1;
  changed();
  for (const Part *Other : Others)
    while (true) {
      const std::uint32_t Seen = Changes.load();
      const bool Left = Other->Left.load(std::memory_order_acquire); // before the steps that it took until then
      if (Stopped.load(std::memory_order_acquire) || (Other->*Place).load(std::memory_order_acquire) >= Reached)
        break;
      if (Where && Left)
        return fail(Status::programFault(
            HETRT_ERROR_ARGUMENT,
            fmt::format("{}({}), {}: wanted all threads of the block here, found one that has left the block",
                        Where->Clause, Where->Name, Where->Location)));
      Changes.awaitOtherThan(Seen, Wait, Parts.size());
    }
}

void Partition::step(Part &Mine, std::span<Part *const> Neighbours, const PaddingWish &Where) {
  comeTo(&Part::Steps, Mine, Neighbours, &Where);
}

bool Partition::hasCopies() const {
  return Replicates ||
         std::any_of(Parts.begin(), Parts.end(), [](const auto &Each) { return Each->accelerator() != nullptr; });
}

void Partition::meet(Part &Mine) {
  if (!hasCopies())
    return;
  std::vector<Part *> All;
  for (const auto &Each : Parts)
    All.push_back(Each.get());
  comeTo(&Part::Ends, Mine, All, nullptr);
}

} // namespace hetrt

using namespace hetrt;

/// Indices of the dimension that follows the partition: those of the part's iterations, and with padding.
Interval hetrt_part::own(const Array &What) const { return What.Uses.own(iterationsOf())[What.dimension()]; }

Interval hetrt_part::padded(const Array &What) const { return What.Uses.held(iterationsOf())[What.dimension()]; }

/// The array that a directive names; of what is indexed, all that the block has at this address, whatever indexes them.
Status hetrt_part::findArrays(const PaddingWish &Wish, std::vector<unsigned> &Found) const {
  const std::vector<Array> &All = Of.arrays()->Call.Arrays;
  const bool Indexed = Wish.How & HETRT_PADDING_INDEXED;
  for (unsigned Index = 0; Index < All.size() && (Indexed || Found.empty()); ++Index)
    if (const Array &Each = All[Index];
        Each.Base == original(Wish.Base) && (Each.IndexedBy >= 0) == Indexed && !Each.Integers && Each.Through.empty())
      Found.push_back(Index);
  if (!Found.empty() && (Indexed || All[Found.front()].Uses.follows()))
    return Status::success();
  return Status::programFault(
      HETRT_ERROR_ARGUMENT,
      fmt::format("{}({}), {}: wanted an array that follows the partition in one dimension, found {}", Wish.Clause,
                  Wish.Name, Wish.Location, Found.empty() ? "none at this address" : "another number"));
}

/// The parts that hold what this one has as padding, or the other way round: the ones beside it, and those behind them
/// where the padding is wider than a share. Without arrays, as in a forked child, any part may be.
std::vector<Part *> hetrt_part::neighbours(const Array *What) const {
  std::vector<Part *> Found;
  for (const auto &Other : Of.parts()) {
    if (Other.get() == this || Share.empty() || Other->share().empty())
      continue;
    if (!What || What->IndexedBy >= 0 || !padded(*What).clipped(Other->own(*What)).empty() ||
        !Other->padded(*What).clipped(own(*What)).empty())
      Found.push_back(Other.get());
  }
  return Found;
}

/// Whether the other can hand its values to this one without the program's array.
bool hetrt_part::reaches(const hetrt_part &Other) const {
  if (Copies || Other.Copies)
    return Copies && Other.Copies;
  return onAccelerator() && Other.onAccelerator() && Who->device().canCopyFrom(Other.Who->device());
}

/// What neighbours have as padding goes to the host, but for those who fetch it themselves.
Status hetrt_part::offer(unsigned Index, unsigned How, std::span<hetrt_part *const> Neighbours) {
  if ((!onAccelerator() && !copies(Index)) || !(How & (HETRT_PADDING_FROM | HETRT_PADDING_NEARBY)))
    return Status::success();
  const Array &What = Of.arrays()->Call.Arrays[Index];
  if (copies(Index)) {
    for (const Part *Other : Neighbours)
      if ((How & HETRT_PADDING_FROM) || !Other->reaches(*this))
        Copies->give(Index, Other->padded(What).clipped(own(What)));
    return Status::success();
  }
  std::lock_guard Driving(Who->memory().driving());
  for (const Part *Other : Neighbours)
    if ((How & HETRT_PADDING_FROM) || !Other->reaches(*this))
      if (Status Result = Memory->give(Index, Other->padded(What).clipped(own(What))); !Result.ok())
        return Result;
  return Who->device().synchronize();
}

/// The padding comes from the neighbours, or from the host.
Status hetrt_part::fetch(unsigned Index, unsigned How, std::span<hetrt_part *const> Neighbours) {
  if ((!onAccelerator() && !copies(Index)) || !(How & (HETRT_PADDING_TO | HETRT_PADDING_NEARBY)))
    return Status::success();
  const Array &What = Of.arrays()->Call.Arrays[Index];
  if (copies(Index)) {
    for (const Part *Other : Neighbours) {
      const Interval Part = padded(What).clipped(Other->own(What));
      if ((How & HETRT_PADDING_NEARBY) && reaches(*Other))
        Copies->takeFrom(*Other->Copies, Index, Part);
      else
        Copies->take(Index, Part);
    }
    return Status::success();
  }
  for (const Part *Other : Neighbours) {
    const Interval Part = padded(What).clipped(Other->own(What));
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

/// What the part's share of the indices for an array names; a part without iterations takes part in no
/// exchange.
void hetrt_part::noteNamed(const Array &What) {
  auto [There, New] = Named.try_emplace(What.IndexedBy);
  if (New)
    There->second = indicesNamed(Of.arrays()->Call, static_cast<unsigned>(What.IndexedBy), iterationsOf());
}

/// What any part's indices name goes to the host, from where all fetch it. It is written, if at all, by loops that know
/// the array by a map in which it follows the partition.
Status hetrt_part::offerIndexed(unsigned Index, unsigned How, std::span<hetrt_part *const>) {
  const std::vector<Array> &All = Of.arrays()->Call.Arrays;
  const Array &What = All[Index];
  auto Own = std::find_if(All.begin(), All.end(), [&](const Array &Each) {
    return Each.Base == What.Base && Each.Uses.writes() && Each.Uses.follows() == 0u && Each.Through.empty();
  });
  const auto Source = static_cast<unsigned>(Own - All.begin());
  if (Own == All.end() || (!onAccelerator() && !copies(Source)) || !(How & (HETRT_PADDING_FROM | HETRT_PADDING_NEARBY)))
    return Status::success();
  IndexSet Wanted;
  for (const auto &Each : Of.parts())
    if (!Each->share().empty())
      Wanted.add(Each->Named.at(What.IndexedBy));
  const std::vector<Interval> Runs = Wanted.runs(own(All[Source]));
  if (copies(Source)) {
    for (const Interval &Run : Runs)
      Copies->give(Source, Run);
    return Status::success();
  }
  std::lock_guard Driving(Who->memory().driving());
  for (const Interval &Run : Runs)
    if (Status Result = Memory->give(Source, Run); !Result.ok())
      return Result;
  return Who->device().synchronize();
}

Status hetrt_part::fetchIndexed(unsigned Index, unsigned How, std::span<hetrt_part *const>) {
  if (!onAccelerator() || !(How & (HETRT_PADDING_TO | HETRT_PADDING_NEARBY)))
    return Status::success();
  std::lock_guard Driving(Who->memory().driving());
  if (Status Result = Memory->gatherAgain(Index); !Result.ok())
    return Result;
  Status Result = Who->device().synchronize();
  Queues += Who->device().takeSeconds();
  return Result;
}

void hetrt_part::updatePadding(const PaddingWish &Wish) {
  std::vector<unsigned> Meant;
  if (Status Result = Of.arrays() ? findArrays(Wish, Meant) : Status::success(); !Result.ok())
    return Of.fail(Result);
  const std::vector<Part *> Neighbours = neighbours(Meant.empty() ? nullptr : &Of.arrays()->Call.Arrays[Meant.front()]);
  const bool Indexed = Wish.How & HETRT_PADDING_INDEXED;
  // After a fault others may still be reading what was noted before.
  if (Indexed && Of.hasCopies() && !Share.empty() && Of.fault().ok())
    for (const unsigned Index : Meant)
      noteNamed(Of.arrays()->Call.Arrays[Index]);
  if (Indexed && (Wish.How & (HETRT_PADDING_TO | HETRT_PADDING_NEARBY)))
    Written.erase(Wish.Base);
  auto Do = [&](Status (Part::*Move)(unsigned, unsigned, std::span<Part *const>)) {
    for (const unsigned Index : Meant)
      if (Status Result = Of.fault().ok() ? (this->*Move)(Index, Wish.How, Neighbours) : Status::success();
          !Result.ok())
        giveUp(Result);
  };
  Of.step(*this, Neighbours, Wish); // all of them have computed, and none changes from accelerator to core
  Do(Indexed ? &Part::offerIndexed : &Part::offer);
  Of.step(*this, Neighbours, Wish);
  Do(Indexed ? &Part::fetchIndexed : &Part::fetch);
  Of.step(*this, Neighbours, Wish);
}
