// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ends the passes of a region: tells the results to its scheduler, report, history and directory.
#include "Errors/Error.h"
#include "Region/RegionState.h"
#include "Region/Repeating.h"
#include "Team/Clock.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

using namespace hetrt;

Status hetrt_region_state::end(hetrt_pass &Of) {
  if (endUnmeasured(Of))
    return Status::success();
  RegionPass &Pass = Of.owner();
  Pass.Checked.reset();
  Status Result = finish(Pass);
  free(Pass);
  return Result;
}

bool hetrt_region_state::endUnmeasured(hetrt_pass &Of) {
  if (Of.isMeasured())
    return false;
  const RegionPass &Pass = Of.owner();
  Cache.ended(Pass.TripCount, coarseNanoseconds());
  if (Part *Around = Where ? Part::ofThisThread() : nullptr)
    Around->regionRan(secondsSince(Pass.Began), Region.flags & HETRT_BOUND);
  Busy.store(false, std::memory_order_release);
  return true;
}

/// Collects the results of a pass whose team has gone.
Status hetrt_region_state::finish(RegionPass &Pass) {
  PassRecord &Did = Pass.Did;
  if (Pass.Team.plan().isScheduled() || isBlock() || !Recorder.isIdle() || Pass.Log)
    Pass.Team.finish(Did);
  else
    Did.clear(0); // neither the scheduler nor the report needs the record, so it stays empty
  const std::uint64_t Unfinished = Pass.Team.plan().isScheduled() ? tellScheduler(Pass) : 0;
  if (Pass.Team.plan().isScheduled())
    ServingDevices::endLeases(Pass);
  const Status Repeated = endLog(Pass);
  if (Pass.Team.pages())
    Pages.sayRefusal();
  if (Pass.Arrays && Owner.fleetIfAny())
    Arrays.noteWrites(Pass, Did);
  if (Part *Around = Where ? Part::ofThisThread() : nullptr)
    Around->regionRan(secondsSince(Pass.Began), Region.flags & HETRT_BOUND);
  if (!Owner.forked()) { // a child reports nothing, since another thread may have held the report's lock at the fork,
                         // and it would never be free
    if (Recorder.reports())
      report(Pass, Did);
    if (Did.Fault.ok() && !Unfinished && Pass.HasLock && !isOverPlaces() && !Recorder.isIdle())
      Recorder.remember(Pass, Did, Owner.coresIdentity(Pass.Team.plan().Cores));
  }
  if (!Did.Fault.ok())
    return failed(Did.Fault);
  if (!Repeated.ok())
    return failed(Repeated);
  if (Unfinished)
    return failed(Status::programFault(
        HETRT_ERROR_INTERNAL, fmt::format("{} of {} iterations were not computed: the team left the pass before "
                                          "hetrt_next() returned 0, or no device could compute them",
                                          Unfinished, Pass.TripCount)));
  return Status::success();
}

/// Ends the recording of a pass, after its scheduler's pass has ended.
Status hetrt_region_state::endLog(RegionPass &Pass) {
  if (!Pass.Log)
    return Status::success();
  if (!isBlock()) // in a block, planParts() has noted the size of the team
    noteTeam(Pass.Log.get(), Pass.Did.Came);
  const std::string Why = Log->end(*Pass.Log);
  return Why.empty() ? Status::success() : notRepeated(Owner.settings(), Why);
}

/// Tells scheduler, device table and plan cache the results of a pass that was scheduled. Returns how many iterations
/// were not computed.
std::uint64_t hetrt_region_state::tellScheduler(RegionPass &Pass) {
  const PassPlan &Plan = Pass.Team.plan();
  const Execution &Run = Pass.Team.execution();
  Devices.leaveOut(Pass);
  Run.tell(*Scheduler, Pass.Did);
  if (Run.waitReader() != WaitReader::None)
    tellWait(Pass);
  if (Run.waitReader() == WaitReader::SchedulerAndCache)
    tellCache(Pass);
  const std::uint64_t Unfinished = Scheduler->endPass();
  DeviceTable::noteGivenUp(Plan.Devices, *Scheduler);
  return Unfinished;
}

/// Tells the scheduler how long the caller waited for the pass, unless the time is not typical, since threads or
/// devices started up meanwhile or devices failed.
void hetrt_region_state::tellWait(const RegionPass &Pass) {
  const auto Unlike = [](const SlotRecord &Each) { return Each.StartedUp || !Each.Fault.ok(); };
  if (!Pass.Team.isCalled() && !Pass.Team.pages() && std::ranges::none_of(Pass.Did.Slots, Unlike))
    Scheduler->waited(secondsSince(Pass.PlanningBegan));
}

void hetrt_region_state::tellCache(const RegionPass &Pass) {
  const PassPlan &Plan = Pass.Team.plan();
  const bool AllCame = Pass.Did.Came == Plan.Threads;
  PassTimes Took{.Whole = secondsSince(Pass.TeamBegan),
                 .Repeats = mayRepeat(Pass) && AllCame && Recorder.isIdle() && !Log,
                 .Makes = Pass.ClaimedCores != 0, // only tasks claim cores
                 .Compares = Pass.MayBeAlone && AllCame && !Pass.Team.isCalled() && !Pass.Team.pages()};
  for (std::uint32_t I = 0; I < Plan.Threads; ++I) {
    Took.Longest = std::max(Took.Longest, Pass.Did.Slots[I].Seconds);
    Took.Work += Pass.Did.Slots[I].Seconds;
  }
  Cap.came(Pass.Did.Came, Plan.Threads);
  Cache.measured(Plan, Took);
}

void hetrt_region_state::report(const RegionPass &Pass, const PassRecord &Did) {
  const bool Scheduled = Pass.HasLock && IsConfigured;
  Recorder::Reasons Why;
  Why.Region = name();
  if (Scheduled) {
    Why.Scheduler = Configured.Scheduler->Name;
    Why.Reason = Scheduler->reason();
    const bool OverPlaces = isOverPlaces() && Pass.Team.plan().isScheduled(); // a block over places: its inner regions
                                                                              // give the reason
    if (!OverPlaces && Configured.needsAccelerator())
      Why.NoAccelerator = Devices.table().empty() ? Devices.whyNone(Configured) : Pass.WhyNot;
  } else if (Fleet *All = nullptr; !Pass.WhyNot.empty() && Owner.fleet(All).ok() && All && !All->Members.empty()) {
    Why.NoAccelerator = Pass.WhyNot;
  }
  Recorder.report(Pass, Did, Devices.table().all(), Why);
}

void hetrt_region_state::free(RegionPass &Pass) {
  Owner.returnCores(std::exchange(Pass.ClaimedCores, 0));
  if (Pass.Team.close())
    Owner.rollCall().end();
  if (!Pass.HasLock) {
    delete &Pass;
    return;
  }
  if (Log) {
    Log->setPass(nullptr);
    Pass.Log.reset();
  }
  if (Pass.Plan.isScheduled())
    Pass.Listed = std::move(Pass.Plan.Devices);
  Pass.Arrays.reset();
  Pass.Serving.clear();
  Busy.store(false, std::memory_order_release);
}
