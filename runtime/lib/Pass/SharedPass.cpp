// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Serialises the calls to the scheduler, and the waiting.
#include "Pass/SharedPass.h"

#include "Memory/Exchange.h"
#include "Pass/Pass.h"

#include <algorithm>

namespace hetrt {

void SharedPass::changed() {
  Changes.fetch_add(1, std::memory_order_release);
  Changes.notify_all();
}

Answer SharedPass::ask(unsigned Device, Range &Into) {
  std::lock_guard Lock(Mutex);
  while (!Stopped) {
    const Assignment Given = Plan.next(Device);
    if (Given.What != Answer::Run)
      return Given.What;
    Into = Reduced.Division.iterations(Given.Share);
    if (!Into.empty()) {
      hold(Device, Given.Share);
      return Answer::Run;
    }
    // Elements of an iteration that another range has.
    Plan.finished(Device, Given.Share, 0);
    changed();
  }
  return Answer::Done;
}

/// Where units are no iterations, a device's range is remembered: what it reports are parts of that.
void SharedPass::hold(unsigned Device, Range Units) {
  if (!Reduced.Division.balanced())
    return;
  if (Given.size() <= Device) {
    Given.resize(Device + 1);
    UnitsDone.resize(Device + 1);
  }
  Given[Device] = Units;
}

/// Takes the units of iterations off the front of what the device holds.
Range SharedPass::release(unsigned Device, Range Part) {
  if (!Reduced.Division.balanced() || Part.empty())
    return Reduced.Division.units(Part, {});
  const Range Units = Reduced.Division.units(Part, Given[Device]);
  Given[Device].First = Units.Last;
  return Units;
}

bool SharedPass::take(unsigned Device, Range &Into, std::uint32_t TeamSize) {
  for (unsigned Looks = 0;; ++Looks) {
    const std::uint32_t Seen = changes();
    const AcceleratorPass::Awaits Driven = poll(Device, TeamSize);
    const Answer Got = ask(Device, Into);
    if (Got == Answer::Run)
      return true;
    if (Got == Answer::Done && Driven == AcceleratorPass::Awaits::Nothing)
      return false;
    await(Driven, Seen, Looks);
  }
}

void SharedPass::finished(unsigned Device, Range Part, double Seconds) {
  {
    std::lock_guard Lock(Mutex);
    const Range Units = release(Device, Part);
    if (Reduced.Division.balanced())
      UnitsDone[Device] += Units.size();
    Plan.finished(Device, Units, Reduced.Division.secondsOf(Units, Part, Seconds));
  }
  changed();
}

void SharedPass::returned(unsigned Device, Range Part) {
  {
    std::lock_guard Lock(Mutex);
    Plan.returned(Device, release(Device, Part));
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

int SharedPass::next(::hetrt_member &Member, hetrt_range &Into) {
  if (Member.Computing && drivenByTeam() && !Cutters[Member.Number].empty())
    return handOut(Member, Into);
  if (Member.Computing) {
    const double Seconds = double(nanoseconds() - Member.Start) * 1e-9;
    Member.Computing = false;
    Member.Seconds += Seconds;
    Member.Done += Member.Current.size();
    finished(Member.Number, Member.Current, Seconds);
  }
  if (!take(Member.Number, Member.Current, Member.Count))
    return 0;
  if (TeamArrays)
    if (Status Result = supplyHost(*TeamArrays, *TeamKnown, Member.Current.First, Member.Current.Last); !Result.ok()) {
      fail(Result);
      return 0;
    }
  Member.Start = nanoseconds();
  if (drivenByTeam())
    Cutters[Member.Number].begin(Member.Current);
  return handOut(Member, Into);
}

/// Hands out the member's range, or the next piece of it if there are accelerators to look after. What that takes
/// counts as part of the range: the scheduler is to give less to a core that does both.
int SharedPass::handOut(::hetrt_member &Member, hetrt_range &Into) {
  Range Piece = Member.Current;
  if (drivenByTeam()) {
    RangeCutter &Cutter = Cutters[Member.Number];
    if (Member.Computing)
      Cutter.ended(nanoseconds());
    const bool Alone = poll(Member.Number, Member.Count) == AcceleratorPass::Awaits::Nothing;
    Piece = Alone ? Cutter.all() : Cutter.next(nanoseconds());
  }
  Member.Computing = true;
  Into = {Piece.First, Piece.Last};
  return 1;
}

AcceleratorPass::Awaits SharedPass::poll(std::size_t First, std::size_t Stride) {
  auto Soonest = AcceleratorPass::Awaits::Nothing;
  for (std::size_t A = First; drivenByTeam() && A < Accelerators.size(); A += Stride)
    Soonest = std::min(Soonest, Accelerators[A]->poll());
  return Soonest;
}

/// Nobody tells when a device has got on.
void SharedPass::await(AcceleratorPass::Awaits What, std::uint32_t Seen, unsigned Looks) const {
  if (What == AcceleratorPass::Awaits::Device)
    pauseBriefly(Wait, Looks);
  else
    awaitChange(Seen);
}

void SharedPass::start(RegionDevice &Which, unsigned Device, const PassArrays &Arrays, Directory &Known) {
  Accelerators.push_back(std::make_unique<AcceleratorPass>(*this, Which, Device, Arrays, Known, drivenByTeam()));
  AcceleratorPass &Part = *Accelerators.back();
  Running.fetch_add(1, std::memory_order_relaxed);
  if (!Part.needsThread())
    return;
  Running.fetch_add(1, std::memory_order_relaxed);
  if (Status Result = Which.Who->start(Part); !Result.ok()) {
    Part.neverStarted(Result);
    left();
  }
}

void SharedPass::left() {
  // The last one wakes hetrt_end(), which may free the pass at once: nothing of it is touched after the decrement
  // but the address to notify.
  if (Running.fetch_sub(1, std::memory_order_acq_rel) == 1)
    Running.notify_all();
}

void SharedPass::awaitAccelerators() {
  for (unsigned Looks = 0;; ++Looks) {
    const std::uint32_t Seen = changes();
    const AcceleratorPass::Awaits Driven = poll(0, 1);
    if (Driven == AcceleratorPass::Awaits::Nothing)
      break;
    await(Driven, Seen, Looks);
  }
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
