// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the threads of a `partition` block do, each for the device (core or accelerator) that it stands for.
#include "Pass/Partition.h"

#include "Device/RegionTables.h"
#include "Team/Clock.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace hetrt {

Part &Partition::take(std::uint32_t Number, std::uint32_t Count, const std::function<Status()> &Plan) {
  std::lock_guard Lock(Mutex);
  if (!IsPlanned) {
    Fault = Plan();
    Stopped.store(!Fault.ok(), std::memory_order_release);
    // The team may have more threads than parts were planned for; such threads get an empty share.
    while (Parts.size() < Count)
      add({});
  }
  IsPlanned = true;
  return *Parts[Number];
}

/// The first threads of the team are cores (or places), and its last threads drive accelerators. The plan may have a
/// core that does not compute, for which there is no thread.
void Partition::makeParts() {
  const PassPlan &Plan = *Of.Plan;
  const Division &Units = Of.units();
  for (std::uint32_t I = 0; !Plan.isScheduled() && I < Plan.Threads; ++I)
    add(Units.iterations(evenPart(Units.count(), I, Plan.Threads)));
  for (std::size_t Position = 0; Position < Plan.Devices.size(); ++Position) {
    const DeviceSlot &Each = Plan.Devices[Position];
    if (!Each.isServing() && (Position >= Plan.Cores || !Plan.CoresCompute))
      continue;
    add(Units.iterations(Each.Share));
    if (Each.isServing())
      Parts.back()->drive(*Each.Known->Accel, static_cast<unsigned>(Position));
    else if (Each.Where)
      Parts.back()->standFor(*Each.Where);
  }
}

void Partition::fail(const Status &Why) {
  {
    std::lock_guard Lock(Mutex);
    if (Fault.ok())
      Fault = Why;
  }
  Stopped.store(true, std::memory_order_release);
  changed();
}

Status Partition::fault() {
  std::lock_guard Lock(Mutex);
  return Fault;
}

/// The parts are listed as the cores or places first, then the accelerators. If every thread drives an accelerator, the
/// scheduler's list nevertheless has one core, for which there was no part.
void Partition::finish(PassRecord &Into) {
  Into.Fault = fault();
  // If more threads came than were planned, the additional ones did nothing.
  for (std::size_t I = 0; I < std::min<std::size_t>(Parts.size(), Of.Plan->Threads); ++I) {
    const std::size_t Position = Parts[I]->accelerator() ? Parts[I]->device() : I;
    Parts[I]->record(Into.Slots[Position]);
    if (Of.Plan->isScheduled())
      Into.Slots[Position].Units = Of.Plan->Devices[Position].Share.size();
  }
}

/// A thread has computed each share.
void Partition::tell(Scheduler &By, const PassRecord &Did) const {
  for (unsigned I = 0; I < Of.Plan->Devices.size(); ++I)
    if (const Range Share = Of.Plan->Devices[I].Share; !Share.empty())
      tellShare(By, I, Share, Of.units(), Did.Slots[I].Seconds);
}

} // namespace hetrt

using namespace hetrt;

//===-- Accelerators ---------------------------------------------------------------------------------------------===//

void hetrt_part::drive(Accelerator &Which, unsigned Number) {
  Accel = &Which;
  Device = Number;
}

/// Loads the kernels of all loops before anything is copied. If a kernel cannot be loaded, the thread then goes on as a
/// core; later, results of earlier loops on the accelerator would be lost.
Status hetrt_part::loadKernels() {
  std::lock_guard Driving(Accel->memory().driving());
  for (unsigned K = 0; K < Of.region().kernel_count; ++K)
    if (Status Result = Accel->device().prepare(Of.region().kernels[K]); !Result.ok())
      return Result;
  return Status::success();
}

Status hetrt_part::bringIn() {
  std::lock_guard Driving(Accel->memory().driving());
  static_cast<void>(Accel->device().takeSeconds()); // resets the device's count of seconds, which has those of the
                                                    // region that used the device before
  Memory = std::make_unique<PassMemory>(*Of.arrays(), Accel->memory(), Of.known(),
                                        MemoryPlan{.Kinds = kindsOf(*Of.arrays(), false)});
  if (Status Result = Memory->bringIn(Share.First, Share.Last); !Result.ok())
    return Result;
  Status Result = Accel->device().synchronize();
  Active.store(Result.ok(), std::memory_order_release);
  return Result;
}

Status hetrt_part::launch(const CallTables &Loop) {
  if (Status Result = checkShare(Loop.Call); !Result.ok())
    return Result;
  std::lock_guard Driving(Accel->memory().driving());
  const std::int64_t Start = nanoseconds();
  Launch Wanted;
  if (Status Result = Memory->launchOf(Loop, placed(), Wanted); !Result.ok())
    return Result;
  if (Loop.Call.partials_size) {
    Wanted.Partials = &Partials;
    Wanted.PartialBytes = PartialBytes = Loop.Call.partials_size;
  }
  if (Status Result = Accel->device().launch(Wanted); !Result.ok())
    return Result;
  Status Result = Accel->device().synchronize();
  Queues += Accel->device().takeSeconds();
  Time.count(secondsSince(Start), Loop.Region.flags & HETRT_BOUND);
  return Result;
}

/// Checks that the loop's iterations are those of the part's share. The block has the bounds of the share in private
/// variables of the thread, which the program might have changed.
Status hetrt_part::checkShare(const hetrt_call &Call) const {
  const IterationSpace &All = Of.arrays()->Call.Space;
  if (Call.trip_count == Share.size() && Call.lower == All.value(Share.First) && Call.step == All.Step)
    return Status::success();
  return Status::programFault(
      HETRT_ERROR_ARGUMENT,
      fmt::format("a loop has other iterations than its device's share: wanted {} from {} on, found {} from {} on",
                  Share.size(), All.value(Share.First), Call.trip_count, Call.lower));
}

bool hetrt_part::wantsArrays() const { return Of.hasCopies() || Of.checks(); }

bool hetrt_part::run(const hetrt_region &Loop, const hetrt_call &Call, const hetrt_arrays *Given) {
  static constexpr hetrt_arrays None{};
  const CallTables Tables{Loop, Call, Given ? *Given : None};
  Partials.clear();
  if (Given) {
    if (Status Result = Written.check(Tables, Of.hasCopies(), Copies.get()); !Result.ok()) {
      Of.fail(Result);
      return false;
    }
    Written.note(Tables, Copies.get());
  }
  const bool IsBound = Loop.flags & HETRT_BOUND;
  if (PlacedIsLost)
    return false;
  if (!onAccelerator()) {
    Time.begin(IsBound);
    return true;
  }
  if (!Of.fault().ok())
    return false;
  const Status Result = launch(Tables);
  Computed |= Result.ok();
  if (Result.ok())
    return false;
  giveUp(Result);
  Time.begin(IsBound);
  return Of.fault().ok();
}

const void *hetrt_part::nextPartial(const void *Previous) const {
  const auto *Next = Previous ? static_cast<const std::byte *>(Previous) + PartialBytes : Partials.data();
  return Next < Partials.data() + Partials.size() ? Next : nullptr;
}

/// Handles an error of the accelerator: the thread goes on as a core if the host has the present values of all elements
/// that the thread needs; otherwise the block fails.
void hetrt_part::giveUp(const Status &Why) {
  Partials.clear();
  if (Why.isProgramFault()) // the part keeps its accelerator, since other parts may still copy elements from there
    return Of.fail(Why);
  Active.store(false, std::memory_order_release);
  std::lock_guard Driving(Accel->memory().driving());
  Fault = Memory && Why.isOutOfMemory() && Memory->queryFreeMemoryFromNowOn() ? Why : Why.forGood();
  if (Memory)
    static_cast<void>(Memory->abandon());
  Memory.reset();
  PlacedIsLost = !Placed.empty();
  for (const auto &[Address, Bytes] : Placed)
    static_cast<void>(Accel->device().release(Address));
  if (Computed || PlacedIsLost)
    Of.fail(Status::programFault(HETRT_ERROR_DEVICE,
                                 fmt::format("{} failed, and what only it held of its share is lost: {}",
                                             Accel->device().label(), Why.message())));
}

Status hetrt_part::sendOut() {
  std::lock_guard Driving(Accel->memory().driving());
  if (Status Result = Memory->sendOut(); !Result.ok())
    return Result;
  if (Status Result = Accel->device().synchronize(); !Result.ok())
    return Result;
  Memory->commit();
  Queues += Accel->device().takeSeconds();
  return Status::success();
}

thread_local constinit hetrt_part *hetrt_part::Innermost = nullptr;

void hetrt_part::settle() {
  Outer = std::exchange(Innermost, this);
  if (Where && Where->Binds)
    Binding.emplace(Where->On);
  Time.begin(/*IsBound=*/false);
}

void hetrt_part::enter() {
  if (Accel && !Share.empty()) {
    Status Result = loadKernels();
    // The time starts after the kernels are loaded, since the scheduler would mistake the time of loading, which
    // happens once, for the time of iterations.
    const std::int64_t Start = nanoseconds();
    if (Result.ok())
      Result = bringIn();
    if (!Result.ok())
      giveUp(Result);
    Time.count(secondsSince(Start), false);
  } else if (Of.replicates() && !Share.empty()) {
    const std::int64_t Start = nanoseconds();
    if (Status Result = makeCopies(); !Result.ok())
      Of.fail(Result);
    Time.count(secondsSince(Start), false);
  }
  Of.meet(*this);
}

Status hetrt_part::makeCopies() {
  auto Made = std::make_unique<Replicas>(*Of.arrays());
  Status Result = Made->bringIn(Share.First, Share.Last);
  if (Result.ok())
    Copies = std::move(Made);
  return Result;
}

const void *hetrt_part::arrayOf(unsigned Number, const void *Base) const {
  const std::byte *Copy = Copies ? Copies->copyOf(Of.arrays()->Call.ArrayOf[Number]) : nullptr;
  return Copy ? Copy : Base;
}

void hetrt_part::leave() {
  Innermost = Outer;
  Binding.reset();
  if (Where)
    Time.leavePlace();
  HasLeft.store(true, std::memory_order_release);
  Of.changed();
  Of.meet(*this);
  const std::int64_t Start = nanoseconds();
  if (Copies && Of.fault().ok()) { // the copies are not freed here, since other parts may still read them
    Copies->sendOut(Share.First, Share.Last);
    Time.count(secondsSince(Start), false);
  }
  freePlaced();
  if (!onAccelerator())
    return;
  if (Status Result = Of.fault().ok() && Computed ? sendOut() : Status::success(); !Result.ok())
    giveUp(Result);
  Active.store(false, std::memory_order_release);
  {
    std::lock_guard Driving(Accel->memory().driving());
    Memory.reset();
  }
  Time.count(secondsSince(Start), false);
}

void hetrt_part::record(SlotRecord &Into) const {
  Into.Iterations = Accel && !Fault.ok() ? 0 : Share.size();
  Into.Seconds = Time.seconds();
  Into.Fault = Fault;
  Into.Queues = {Queues.Of[0], Queues.Of[1], Queues.Of[2], Queues.Hidden};
  if (Accel)
    Into.Inner = Accel->device().takeInnerReport();
}
