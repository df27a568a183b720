// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Serialises the calls to the scheduler, and the waiting.
#include "Region/SharedPass.h"

#include "Memory/Exchange.h"
#include "Region/Pass.h"

namespace hetrt {

void SharedPass::changed() {
  Changes.fetch_add(1, std::memory_order_release);
  Changes.notify_all();
}

bool SharedPass::take(unsigned Device, Range &Into, double *Waited) {
  while (true) {
    std::uint32_t Seen;
    {
      std::lock_guard Lock(Mutex);
      if (Stopped)
        return false;
      const Assignment Given = Plan.next(Device);
      if (Given.What == Answer::Run) {
        Into = Reduced.Division.iterations(Given.Share);
        return true;
      }
      if (Given.What == Answer::Done)
        return false;
      Seen = Changes.load(std::memory_order_relaxed);
    }
    const std::int64_t Start = Waited ? nanoseconds() : 0;
    waitWhile(Changes, Seen, Wait);
    if (Waited)
      *Waited += double(nanoseconds() - Start) * 1e-9;
  }
}

void SharedPass::finished(unsigned Device, Range Part, double Seconds) {
  {
    std::lock_guard Lock(Mutex);
    Plan.finished(Device, Reduced.Division.units(Part), Seconds);
  }
  changed();
}

void SharedPass::returned(unsigned Device, Range Part) {
  {
    std::lock_guard Lock(Mutex);
    Plan.returned(Device, Reduced.Division.units(Part));
  }
  changed();
}

void SharedPass::fail(const Status &Why) {
  {
    std::lock_guard Lock(Mutex);
    if (Fault.ok())
      Fault = Why;
    Stopped = true;
  }
  changed();
}

void SharedPass::setTeam(std::uint32_t Count, std::uint32_t Planned) {
  if (Count == Planned)
    return;
  {
    std::lock_guard Lock(Mutex);
    if (TeamSet)
      return;
    TeamSet = true;
    for (std::uint32_t Missing = Count; Missing < Planned; ++Missing)
      Plan.returned(Missing, {});
  }
  changed();
}

bool SharedPass::next(::hetrt_member &Member) {
  if (Member.Computing) {
    const double Seconds = double(nanoseconds() - Member.Start) * 1e-9;
    Member.Computing = false;
    Member.Seconds += Seconds;
    Member.Done += Member.Current.size();
    finished(Member.Number, Member.Current, Seconds);
  }
  if (!take(Member.Number, Member.Current))
    return false;
  if (TeamArrays)
    if (Status Result = supplyHost(*TeamArrays, *TeamKnown, Member.Current.First, Member.Current.Last); !Result.ok()) {
      fail(Result);
      return false;
    }
  Member.Computing = true;
  Member.Start = nanoseconds();
  return true;
}

void SharedPass::start(Accelerator &Who, unsigned Device, const PassArrays &Arrays, Directory &Known,
                       PieceChooser &Cut) {
  Accelerators.push_back(std::make_unique<AcceleratorPass>(*this, Who, Device, Arrays, Known, Cut));
  Running.fetch_add(1, std::memory_order_relaxed);
  if (Status Result = Who.start(*Accelerators.back()); !Result.ok())
    Accelerators.back()->neverStarted(Result);
}

void SharedPass::left() {
  // The last one wakes hetrt_end(), which may free the pass at once: nothing of it is touched after the decrement
  // but the address to notify.
  if (Running.fetch_sub(1, std::memory_order_acq_rel) == 1)
    Running.notify_all();
}

void SharedPass::awaitAccelerators() {
  while (std::uint32_t Now = Running.load(std::memory_order_acquire))
    waitWhile(Running, Now, Wait);
}

bool SharedPass::complete() {
  awaitAccelerators();
  return Fault.ok();
}

const void *SharedPass::nextPartial(const void *Previous) const {
  const auto *Last = static_cast<const std::byte *>(Previous);
  bool PassedLast = !Last;
  for (const auto &From : Accelerators) {
    const std::vector<std::byte> &All = From->partials();
    const std::byte *Begin = All.data(), *End = Begin + All.size();
    const bool Here = !PassedLast && Last >= Begin && Last < End;
    const std::byte *Next = Here ? Last + Reduced.Bytes : Begin;
    PassedLast |= Here;
    if (PassedLast && Next < End)
      return Next;
  }
  return nullptr;
}

} // namespace hetrt
