// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exchange of padding between the devices of a block, without ending its partition.
//
// All threads of the block call updatePadding(). Each part waits only for its neighbours: parts that own elements which
// it has as padding, or that have its own elements as padding. Cores work in the host's arrays, so offer() writes
// elements that a core needs to the host's array; elements that a core owns are there already. If cores have copies,
// these are exchanged as those of accelerators are. Two accelerators exchange elements directly where they can, and two
// cores with copies always do; all other parts exchange by way of the host's array.
#include "Pass/Partition.h"

#include <algorithm>
#include <fmt/format.h>

namespace hetrt {

/// Counts this part's arrival at a place (Steps or Ends), and waits until the parts `Others` have arrived there as
/// often. If a part has left the block, it will not come to an exchange any more; that is a fault of the program.
void Partition::comeTo(std::atomic<std::uint32_t> Part::*Place, Part &Mine, std::span<Part *const> Others,
                       const PaddingWish *Where) {
  const std::uint32_t Reached = (Mine.*Place).fetch_add(1, std::memory_order_acq_rel) + 1;
  changed();
  for (const Part *Other : Others)
    while (true) {
      const std::uint32_t Seen = Changes.load();
      // HasLeft has to be read before the other part's counter. If HasLeft is true, the counter is final; read in the
      // other order, the counter might be an old value.
      const bool HasLeft = Other->HasLeft.load(std::memory_order_acquire);
      if (Stopped.load(std::memory_order_acquire) || (Other->*Place).load(std::memory_order_acquire) >= Reached)
        break;
      if (Where && HasLeft)
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

/// The indices, in the dimension that follows the partition, of the part's iterations: without padding, and with it.
Interval hetrt_part::own(const Array &What) const { return What.Uses.own(iterationsOf())[What.dimension()]; }

Interval hetrt_part::padded(const Array &What) const { return What.Uses.held(iterationsOf())[What.dimension()]; }

/// Finds the arrays that a directive names: one array; or, if the directive is for indexed elements (as x in
/// `x[col[k]]`), all indexed arrays that the block has at this address, since one array may be indexed by several
/// others.
Status hetrt_part::findArrays(const PaddingWish &Wish, std::vector<unsigned> &Found) const {
  const std::vector<PassArray> &All = Of.arrays()->Call.Arrays;
  const bool Indexed = Wish.How & HETRT_PADDING_INDEXED;
  for (unsigned Index = 0; Index < All.size() && (Indexed || Found.empty()); ++Index)
    if (const Array &Each = All[Index]; Each.Host.Base == original(Wish.Base) &&
                                        (Each.Indirect.IndexedBy >= 0) == Indexed && !Each.Indirect.Integers &&
                                        Each.Indirect.Through.empty())
      Found.push_back(Index);
  if (!Found.empty() && (Indexed || All[Found.front()].Uses.follows()))
    return Status::success();
  return Status::programFault(
      HETRT_ERROR_ARGUMENT,
      fmt::format("{}({}), {}: wanted an array that follows the partition in one dimension, found {}", Wish.Clause,
                  Wish.Name, Wish.Location,
                  Found.empty() ? "none at this address" : "one that follows it in none or in several"));
}

/// The parts that exchange elements with this one: parts that own elements which this part has as padding, or that have
/// its own elements as padding. These are the parts beside it and, if the padding is wider than a share, those behind
/// them. If no arrays are known, as in a forked child, all other parts.
std::vector<Part *> hetrt_part::neighbours(const Array *What) const {
  std::vector<Part *> Found;
  for (const auto &Other : Of.parts()) {
    if (Other.get() == this || Share.empty() || Other->share().empty())
      continue;
    if (!What || What->Indirect.IndexedBy >= 0 || !padded(*What).clipped(Other->own(*What)).empty() ||
        !Other->padded(*What).clipped(own(*What)).empty())
      Found.push_back(Other.get());
  }
  return Found;
}

/// Whether this part can copy values straight from the part `Other`, without the program's array.
bool hetrt_part::reaches(const hetrt_part &Other) const {
  if (Copies || Other.Copies)
    return Copies && Other.Copies;
  return onAccelerator() && Other.onAccelerator() && Accel->device().canCopyFrom(Other.Accel->device());
}

/// First half of an exchange: writes the elements that neighbours have as padding to the host's array, unless the
/// neighbour will fetch them directly.
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
  std::lock_guard Driving(Accel->memory().driving());
  for (const Part *Other : Neighbours)
    if ((How & HETRT_PADDING_FROM) || !Other->reaches(*this))
      if (Status Result = Memory->give(Index, Other->padded(What).clipped(own(What))); !Result.ok())
        return Result;
  return Accel->device().synchronize();
}

/// Second half of an exchange: copies the padding straight from the neighbours, or from the host's array.
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
      std::scoped_lock Driving(Accel->memory().driving(), Other->Accel->memory().driving());
      if (Other->Memory) // null if a fault has ended the neighbour's part
        Result = Memory->takeFrom(*Other->Memory, Index, Part);
    } else {
      std::lock_guard Driving(Accel->memory().driving());
      Result = Memory->take(Index, Part);
    }
    if (!Result.ok())
      return Result;
  }
  Computed = true; // the accelerator now has padding that need not be on the host
  std::lock_guard Driving(Accel->memory().driving());
  Status Result = Accel->device().synchronize();
  Queues += Accel->device().takeSeconds();
  return Result;
}

/// Notes which indices the part's share of an array of indices contains. Not called for parts without iterations, which
/// take part in no exchange.
void hetrt_part::noteNamed(const Array &What) {
  auto [There, New] = NamedIndices.try_emplace(What.Indirect.IndexedBy);
  if (New)
    There->second = indicesNamed(Of.arrays()->Call, static_cast<unsigned>(What.Indirect.IndexedBy), iterationsOf());
}

/// Writes the elements that the indices of any part name to the host, from where all parts copy them. Each element is
/// written by the part that owns it. Loops can change such an array only under a map clause by which the array follows
/// the partition, so that clause's array is looked up first.
Status hetrt_part::offerIndexed(unsigned Index, unsigned How, std::span<hetrt_part *const>) {
  const std::vector<PassArray> &All = Of.arrays()->Call.Arrays;
  const Array &What = All[Index];
  auto Own = std::find_if(All.begin(), All.end(), [&](const Array &Each) {
    return Each.Host.Base == What.Host.Base && Each.Uses.writes() && Each.Uses.follows() == 0u &&
           Each.Indirect.Through.empty();
  });
  const auto Source = static_cast<unsigned>(Own - All.begin());
  if (Own == All.end() || (!onAccelerator() && !copies(Source)) || !(How & (HETRT_PADDING_FROM | HETRT_PADDING_NEARBY)))
    return Status::success();
  IndexSet Wanted;
  for (const auto &Each : Of.parts())
    if (!Each->share().empty())
      Wanted.add(Each->NamedIndices.at(What.Indirect.IndexedBy));
  const std::vector<Interval> Runs = Wanted.runs(own(All[Source]));
  if (copies(Source)) {
    for (const Interval &Run : Runs)
      Copies->give(Source, Run);
    return Status::success();
  }
  std::lock_guard Driving(Accel->memory().driving());
  for (const Interval &Run : Runs)
    if (Status Result = Memory->give(Source, Run); !Result.ok())
      return Result;
  return Accel->device().synchronize();
}

Status hetrt_part::fetchIndexed(unsigned Index, unsigned How, std::span<hetrt_part *const>) {
  if (!onAccelerator() || !(How & (HETRT_PADDING_TO | HETRT_PADDING_NEARBY)))
    return Status::success();
  std::lock_guard Driving(Accel->memory().driving());
  if (Status Result = Memory->gatherAgain(Index); !Result.ok())
    return Result;
  Status Result = Accel->device().synchronize();
  Queues += Accel->device().takeSeconds();
  return Result;
}

void hetrt_part::updatePadding(const PaddingWish &Wish) {
  std::vector<unsigned> Meant;
  if (Status Result = Of.arrays() ? findArrays(Wish, Meant) : Status::success(); !Result.ok())
    return Of.fail(Result);
  const std::vector<Part *> Neighbours = neighbours(Meant.empty() ? nullptr : &Of.arrays()->Call.Arrays[Meant.front()]);
  const bool Indexed = Wish.How & HETRT_PADDING_INDEXED;
  // Not after a fault, since other parts may still read the indices that were noted before.
  if (Indexed && Of.hasCopies() && !Share.empty() && Of.fault().ok())
    for (const unsigned Index : Meant)
      noteNamed(Of.arrays()->Call.Arrays[Index]);
  if (Indexed && (Wish.How & (HETRT_PADDING_TO | HETRT_PADDING_NEARBY)))
    Written.updated(Wish.Base);
  auto Do = [&](Status (Part::*Move)(unsigned, unsigned, std::span<Part *const>)) {
    for (const unsigned Index : Meant)
      if (Status Result = Of.fault().ok() ? (this->*Move)(Index, Wish.How, Neighbours) : Status::success();
          !Result.ok())
        giveUp(Result);
  };
  // The first step() returns when all neighbours have computed, so offer() writes their results. No neighbour runs a
  // loop before the last step(), so what fetch() copies does not change meanwhile.
  Of.step(*this, Neighbours, Wish);
  Do(Indexed ? &Part::offerIndexed : &Part::offer);
  Of.step(*this, Neighbours, Wish);
  Do(Indexed ? &Part::fetchIndexed : &Part::fetch);
  Of.step(*this, Neighbours, Wish);
}
