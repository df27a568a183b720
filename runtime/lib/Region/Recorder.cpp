// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Computes the figures of the report from the record of a pass.
#include "Region/Recorder.h"

#include "Team/Clock.h"
#include "Trace/Events.h"

#include <algorithm>
#include <cmath>

namespace hetrt {
namespace {

const AcceleratorLease *leaseOf(const RegionPass &Pass, const RegionDevice &Which) {
  const auto Found =
      std::ranges::find_if(Pass.Serving, [&](const AcceleratorLease &Each) { return &Each.known() == &Which; });
  return Found == Pass.Serving.end() ? nullptr : &*Found;
}

DeviceFigures figuresOf(const RegionDevice &Which) {
  DeviceFigures Own = Which.Accel->figures();
  Own.GivenUp = Which.GivenUp;
  return Own;
}

/// How many iterations a device would have done in its time if all iterations had equally many elements (of a `balance`
/// clause).
std::uint64_t evenIterations(const Division &Units, const SlotRecord &Of) {
  if (!Units.balanced() || Of.Iterations == 0)
    return Of.Iterations;
  return static_cast<std::uint64_t>(double(Of.Units) / Units.unitsPerIteration());
}

std::string textOf(const Recorder::Reasons &Why) {
  return std::string(Why.Scheduler) + (Why.Reason.empty() ? "" : ": ") + std::string(Why.Reason) +
         (Why.NoAccelerator.empty() ? "" : "; no accelerator: ") + Why.NoAccelerator;
}

} // namespace

double Recorder::earlier(std::uint64_t TripCount, const std::string &Device) const {
  return Past ? Past->earlier(TripCount, Device) : NAN;
}

void Recorder::report(const RegionPass &Pass, const PassRecord &Record, std::span<const RegionDevice> Known,
                      const Reasons &Why) {
  const PassPlan &Plan = Pass.Team.plan();
  std::vector<DeviceFigures> Figures;
  const bool Places = Plan.isScheduled() && Plan.Devices.front().Where;
  for (std::uint32_t I = 0; I < Plan.Cores; ++I)
    Figures.push_back({.Kind = Places ? "place" : "cpu",
                       .Index = I,
                       .Iterations = Record.Slots[I].Iterations,
                       .Seconds = Record.Slots[I].Seconds});
  if (Pass.HasLock)
    for (const RegionDevice &Each : Known)
      if (Each.Chosen && !leaseOf(Pass, Each))
        Figures.push_back(figuresOf(Each));
  for (std::size_t Position = 0; Position < Plan.Devices.size(); ++Position) {
    const DeviceSlot &Slot = Plan.Devices[Position];
    const AcceleratorLease *Lease = Slot.isServing() ? leaseOf(Pass, *Slot.Known) : nullptr;
    if (!Lease)
      continue;
    const SlotRecord &Did = Record.Slots[Position];
    DeviceFigures Own = figuresOf(*Slot.Known);
    Own.Iterations = Did.Iterations;
    Own.Seconds = Did.Seconds;
    Own.Bytes = Lease->moved();
    Own.InPlace = Did.InPlace;
    Own.Host = Did.Host;
    Own.Queues = Did.Queues;
    Own.Inner = Did.Inner.Devices;
    Own.WhyCores = Did.Inner.WhyCores;
    Figures.push_back(Own);
  }
  Trace->add({.Scheduler = Why.Scheduler,
              .Reason = Why.Reason,
              .NoAccelerator = Why.NoAccelerator,
              .Began = Pass.Began,
              .Seconds = secondsSince(Pass.Began),
              .Planning = Pass.Planning,
              .StartsUp = Pass.Team.isCalled() || std::ranges::any_of(Record.Slots, &SlotRecord::StartedUp),
              .Plain = !Pass.IsPlanned,
              .Inside = Pass.IsInside,
              .FullCopies = Pass.Arrays && std::ranges::any_of(Pass.Arrays->Call.Arrays, &Array::isComparedWhole),
              .Devices = Figures});
  if (events::sink()) [[unlikely]]
    tell(Pass, Known, Why);
}

/// A string for the trace that contains the reasons. Consecutive passes mostly have the same reasons, so the last
/// string is used again then.
const char *Recorder::nameOf(const Reasons &Why) {
  if (!Named || Why.Scheduler != Last.Scheduler || Why.Reason != Last.Reason ||
      Why.NoAccelerator != Last.NoAccelerator) {
    Last = {std::string(Why.Scheduler), std::string(Why.Reason), Why.NoAccelerator};
    Named = events::name(textOf(Why));
  }
  return Named;
}

/// Tells the trace about a pass, and about accelerators that the scheduler has given up, or tries again, since the last
/// pass.
void Recorder::tell(const RegionPass &Pass, std::span<const RegionDevice> Known, const Reasons &Why) {
  events::Event Of{.Is = events::What::Pass,
                   .Where = Why.Region,
                   .First = Pass.TripCount,
                   .Last = static_cast<std::uint64_t>(Pass.Planning * 1e9),
                   .Begin = Pass.Began,
                   .End = nanoseconds()};
  Of.Label = Pass.HasLock ? nameOf(Why) : events::name(textOf(Why));
  events::Sink *const To = events::sink();
  if (!To)
    return;
  To->happened(Of);
  Of.Is = events::What::Decision;
  Of.Begin = Of.End;
  for (const RegionDevice &Each : Pass.HasLock ? Known : std::span<const RegionDevice>()) {
    const auto Before = std::ranges::find(GivenUp, Each.Accel);
    if (Each.GivenUp == (Before != GivenUp.end()))
      continue;
    Of.Kind = Each.Accel->capabilities().Kind.c_str();
    Of.Index = Each.Accel->capabilities().Index;
    Of.Label = Each.GivenUp ? "given up" : "tried again";
    if (Each.GivenUp)
      GivenUp.push_back(Each.Accel);
    else
      GivenUp.erase(Before);
    To->happened(Of);
  }
}

void Recorder::remember(const RegionPass &Pass, const PassRecord &Record, const std::string &Cores) {
  if (!Past)
    return;
  const PassPlan &Plan = Pass.Team.plan();
  std::uint64_t Done = 0;
  double Seconds = 0;
  for (std::uint32_t I = 0; I < Plan.Cores; ++I) {
    Done += evenIterations(Pass.Team.units(), Record.Slots[I]);
    Seconds += Record.Slots[I].Seconds;
  }
  Past->add(Pass.TripCount, Cores, Done, Seconds);
  if (Pass.Team.execution().accelerators() != AcceleratorUse::TakeRanges)
    return;
  for (std::size_t Position = 0; Position < Plan.Devices.size(); ++Position)
    if (Plan.Devices[Position].isServing() && Record.Slots[Position].Fault.ok())
      Past->add(Pass.TripCount, Plan.Devices[Position].Known->Accel->capabilities().identity(),
                evenIterations(Pass.Team.units(), Record.Slots[Position]), Record.Slots[Position].Seconds);
}

} // namespace hetrt
