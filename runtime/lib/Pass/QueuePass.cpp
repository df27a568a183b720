// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The steps that the team and the accelerators take in a pass with a queue.
#include "Pass/QueuePass.h"

#include "Memory/Exchange.h"

#include <algorithm>
#include <ranges>

namespace hetrt {

QueuePass::QueuePass(TeamState &Of, Scheduler &Plan, WaitPolicy Wait, const char *Name, bool TeamDrives)
    : Execution(Of), Queue(Plan, Wait, Of.Plan->Devices.size(), Of.Reduced), Name(Name) {
  if (TeamDrives)
    Cutters.resize(Of.Plan->Threads);
}

/// Takes the next range for a member. Before that, and while it has to wait for a range, the member takes steps of the
/// accelerators that it drives; `TeamSize` decides which accelerators these are.
bool QueuePass::take(unsigned Device, Range &Into, std::uint32_t TeamSize) {
  for (unsigned Looks = 0;; ++Looks) {
    const std::uint32_t Seen = Queue.changes();
    AcceleratorPass::Awaits Driven = poll(Device, TeamSize);
    const Answer Got = Queue.ask(Device, Into);
    if (Got == Answer::Run)
      return true;
    if (Got == Answer::Done && Driven == AcceleratorPass::Awaits::Change) {
      leaveLoading(Device, TeamSize);
      Driven = poll(Device, TeamSize);
    }
    if (Got == Answer::Done && Driven == AcceleratorPass::Awaits::Nothing)
      return false;
    if (Looks == 0)
      help();
    await(Driven, Seen, Looks);
  }
}

/// Runs, in this thread, the parts of accelerators whose own threads have not begun to run them. The thread of the last
/// accelerator may not even have been woken, since this thread is to run its part, so the last one comes first.
void QueuePass::help() {
  for (const auto &Each : Accelerators | std::views::reverse)
    Each->help();
}

int QueuePass::next(::hetrt_member &Member, hetrt_range &Into) {
  if (Member.Computing && drivenByTeam() && !Cutters[Member.Number].empty())
    return handOut(Member, Into);
  if (Member.Computing) {
    const double Seconds = secondsSince(Member.Start);
    Member.Computing = false;
    Member.Seconds += Seconds;
    Member.Done += Member.Current.size();
    Queue.finished(Member.Number, Member.Current, Seconds, drivenByTeam() ? Cutters[Member.Number].driving() : 0);
  }
  if (!take(Member.Number, Member.Current, Member.Count))
    return 0;
  if (TeamArrays)
    if (Status Result = supplyHost(*TeamArrays, *TeamKnown, Member.Current.First, Member.Current.Last); !Result.ok()) {
      Queue.fail(Result);
      return 0;
    }
  Member.Start = nanoseconds();
  if (drivenByTeam())
    Cutters[Member.Number].begin(Member.Current, Member.Start);
  return handOut(Member, Into);
}

/// Hands out the member's range or, if the member drives accelerators, the next piece of it. The time that the member
/// spends on accelerators counts as time of the range, so that a core that does both gets fewer iterations. The
/// scheduler is also told how much of the time this was, since the core is faster if no accelerator takes part.
int QueuePass::handOut(::hetrt_member &Member, hetrt_range &Into) {
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

AcceleratorPass::Awaits QueuePass::poll(std::size_t First, std::size_t Stride) {
  auto Soonest = AcceleratorPass::Awaits::Nothing;
  for (std::size_t A = First; drivenByTeam() && A < Accelerators.size(); A += Stride)
    Soonest = std::min(Soonest, Accelerators[A]->poll());
  return Soonest;
}

/// Calls leaveLoading() of accelerators First, First + Stride, ...
AcceleratorPass::Awaits QueuePass::leaveLoading(std::size_t First, std::size_t Stride) {
  auto Soonest = AcceleratorPass::Awaits::Nothing;
  for (std::size_t A = First; A < Accelerators.size(); A += Stride)
    Soonest = std::min(Soonest, Accelerators[A]->leaveLoading());
  return Soonest;
}

/// Waits for the event that poll() returned. A device sends no notification when a step is done, so for a device it
/// only pauses, and the caller polls again.
void QueuePass::await(AcceleratorPass::Awaits What, std::uint32_t Seen, unsigned Looks) {
  if (What == AcceleratorPass::Awaits::Device)
    pauseBriefly(Queue.waitPolicy(), Looks);
  else
    Queue.awaitChange(Seen);
}

/// If no core computes, the team drives the last accelerator, so that its host thread need not be woken.
void QueuePass::startAccelerators(const PassArrays &Arrays, Directory &Known) {
  const auto &Devices = Of.Plan->Devices;
  auto Left = std::ranges::count_if(Devices, &DeviceSlot::isServing);
  for (std::size_t Position = 0; Position < Devices.size(); ++Position)
    if (const DeviceSlot &Each = Devices[Position]; Each.isServing())
      start(*Each.Known, static_cast<unsigned>(Position), Arrays, Known, --Left == 0 && !Of.Plan->CoresCompute);
}

/// Lets an accelerator take part as device number `Device` of the list. With `Here`, a thread of the team has nothing
/// else to do and will drive the accelerator, so its own thread need not be woken.
void QueuePass::start(RegionDevice &Which, unsigned Device, const PassArrays &Arrays, Directory &Known, bool Here) {
  Accelerators.push_back(std::make_unique<AcceleratorPass>(Queue, Which, Device, Arrays, Known, drivenByTeam(), Name));
  AcceleratorPass &Part = *Accelerators.back();
  Queue.enter();
  if (!Part.needsThread())
    return;
  Queue.enter();
  if (Here)
    Which.Accel->offer(Part);
  else
    Part.start();
}

bool QueuePass::complete() {
  for (unsigned Looks = 0;; ++Looks) {
    const std::uint32_t Seen = Queue.changes();
    const AcceleratorPass::Awaits Loads = leaveLoading(0, 1);
    help();
    const AcceleratorPass::Awaits Left = std::min(Loads, poll(0, 1));
    if (Left == AcceleratorPass::Awaits::Nothing)
      break;
    await(Left, Seen, Looks);
  }
  Queue.awaitAll();
  return Queue.fault().ok();
}

void QueuePass::finish(PassRecord &Into) {
  if (complete())
    for (const auto &Part : Accelerators)
      Part->storeChanges();
  Into.Fault = Queue.fault();
  Into.Came = came();
  const auto Team = Of.members();
  for (std::size_t I = 0; I < Team.size(); ++I) {
    Into.Slots[I].Iterations = Team[I].Done;
    Into.Slots[I].Seconds = Team[I].Seconds;
  }
  for (const auto &Part : Accelerators)
    Part->record(Into.Slots[Part->number()]);
  for (unsigned Device = 0; Device < Into.Slots.size(); ++Device)
    Into.Slots[Device].Units = Queue.unitsDone(Device);
}

const void *QueuePass::nextPartial(const void *Previous) const {
  const auto *Last = static_cast<const std::byte *>(Previous);
  bool PassedLast = !Last;
  for (const auto &From : Accelerators) {
    const std::vector<std::byte> &All = From->partials();
    const std::byte *Begin = All.data(), *End = Begin + All.size();
    const bool Here = !PassedLast && Last >= Begin && Last < End;
    const std::byte *Next = Here ? Last + Queue.reductions().Bytes : Begin;
    PassedLast |= Here;
    if (PassedLast && Next < End)
      return Next;
  }
  return nullptr;
}

} // namespace hetrt
