// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Begins the passes of a region; RegionEnd.cpp ends them.
#include "Region/RegionState.h"

#include "Node/RegionName.h"
#include "Region/CallTeam.h"
#include "Region/CheckedRegion.h"
#include "Region/Offload.h"
#include "Region/Repeating.h"
#include "Team/Clock.h"
#include "Team/Waiting.h"
#include "Trace/Events.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

using namespace hetrt;

hetrt_region_state::hetrt_region_state(Engine &Owner, const hetrt_region &Given, std::string Location,
                                       const Place *Where, RegionTrace *Trace, RegionHistory *Past, RegionLog *Log)
    : Owner(Owner), Resolved(Given), Region(Given.callee_count ? Resolved.region() : Given),
      Location(std::move(Location)), Where(Where),
      Devices(Owner, Resolved, Region, this->Location, Where, /*Reports=*/Trace),
      Arrays(Owner, Region, this->Location, Devices.table(), /*CountTraffic=*/Trace),
      Pages(Owner, Region, this->Location), Recorder(Trace, Past), Log(Log), Own(*this) {
  if (&Region != &Given)
    node::nameAlike(Region, Given);
  Own.HasLock = true;
}

//===-- Beginning ------------------------------------------------------------------------------------------------===//

/// Begins a pass like the last one, without planning. Checks again all conditions that do not follow from the call, and
/// may have changed since; if one of them does not hold, begins nothing and returns false.
bool hetrt_region_state::beginAgain(const hetrt_call &Call, hetrt_pass *&Into) {
  if (Call.in_parallel == 1 || inKernel() || Owner.forked() || Part::ofThisThread() || events::sink())
    return false;
  if (Busy.exchange(true, std::memory_order_acquire))
    return false;
  if (Own.Team.isMeasured() || !Repeated.is(Call) || Arrays.areWanted(Call, Own, /*Serious=*/true) ||
      !Cache.takeAgain(Call.trip_count, coarseNanoseconds())) {
    Busy.store(false, std::memory_order_release);
    return false;
  }
  Into = &Own.Team;
  return true;
}

Status hetrt_region_state::begin(const hetrt_call &Call, hetrt_pass *&Into, bool &Asks) {
  return begin(Call, "", /*MayAsk=*/true, Into, Asks);
}

/// Takes the region's lock for a pass, and returns "". Otherwise returns why the pass has to run beside the pass that
/// has the lock: without a scheduler, on equal parts. Nested calls do so too, since their times differ from those of
/// other calls and would spoil the region's measurements.
const char *hetrt_region_state::whyBeside(const hetrt_call &Call, const PassLog *Kept) {
  return check::active()                   ? "the program was built with --hetcc-check"
         : Call.in_parallel == 1 && !Where ? "the region runs inside a parallel region"
         : inKernel()                      ? "another region's body calls the region"
         : isSerial(Owner, Region, Call)   ? "the program has one thread run the loop"
         : !takeLock(Kept)                 ? "another thread runs the region"
                                           : "";
}

/// Why the conditions of the call leave out accelerators; "" if they do not: conditions of the program, or those that
/// the translator has added.
std::string hetrt_region_state::whyNotWanted(const hetrt_call &Call) const {
  if (Call.condition || Call.trip_count == 0 || (Region.flags & HETRT_HOST_ONLY))
    return "";
  if (!Call.asked)
    return Call.failed ? Call.failed : "the condition of 'hetero' or 'if' is false";
  return std::string("the loop's values are not what devices need") +
         (Call.failed ? std::string(": ") + Call.failed : " (--hetcc-explain shows what)");
}

/// Tries to take the lock. A pass that repeats a recording takes it if the recorded pass did, and waits for it if
/// necessary.
bool hetrt_region_state::takeLock(const PassLog *Kept) {
  const RecordedPass *Repeats = Kept ? Kept->repeats() : nullptr;
  if (!Repeats)
    return !Busy.exchange(true, std::memory_order_acquire);
  for (unsigned Looks = 0; !Repeats->Beside && Busy.exchange(true, std::memory_order_acquire); ++Looks)
    pauseForLong(Owner.settings().Wait, Looks); // no thread that frees the lock looks for one that waits
  return !Repeats->Beside;
}

/// `WhyNot` says why accelerators take no part in the pass; "" if they may. `WhyNot` is no std::string, since making
/// one would cost too much in short passes.
Status hetrt_region_state::begin(const hetrt_call &Call, const char *WhyNot, bool MayAsk, hetrt_pass *&Into,
                                 bool &Asks) {
  std::unique_ptr<PassLog> Kept;
  if (Log && !Owner.forked())
    if (std::string Why = Log->begin(Call.trip_count, isOfAnyOrder(Call), Kept); !Why.empty())
      return failed(notRepeated(Owner.settings(), Why));
  if (!*WhyNot)
    WhyNot = whyBeside(Call, Kept.get());
  const bool IsExtra = *WhyNot;
  noteBeside(Kept.get(), IsExtra);
  std::unique_ptr<RegionPass> Extra;
  if (IsExtra) {
    Extra = std::make_unique<RegionPass>(*this);
    if (Recorder.reports() && wantsAccelerators(Region, Call))
      Extra->WhyNot = WhyNot;
  }
  RegionPass &Pass = IsExtra ? *Extra : Own;
  Pass.Log = std::move(Kept);
  if (!IsExtra && Recorder.reports())
    Pass.WhyNot = whyNotWanted(Call);
  else if (!IsExtra)
    Pass.WhyNot.clear();
  Pass.TripCount = Call.trip_count;
  Pass.Began = Recorder.reports() || Where ? nanoseconds() : 0;
  Pass.IsInside = Recorder.reports() && (PassesOfThread || inKernel() || Part::ofThisThread());
  if (check::active()) [[unlikely]]
    beginChecked(Region, Location, Call, Pass);
  Status Result = checkNested(Owner, Region, Where, Call);
  if (Result.ok())
    Result = prepare(Call, MayAsk, Pass, Asks);
  static_cast<void>(Extra.release()); // free(RegionPass &) deletes it
  if (!Result.ok())
    return abandon(Pass, Result);
  if (Asks)
    Pass.Call = &Call;
  else
    noteBegun(Pass);
  Into = &Pass.Team;
  return Status::success();
}

Status hetrt_region_state::abandon(RegionPass &Pass, const Status &Why) {
  free(Pass);
  return failed(Why);
}

/// Turns a status into the error that the program gets.
Status hetrt_region_state::failed(const Status &Why) const {
  if (Log && !Owner.forked())
    Owner.decisions()->flush(); // writes the recording, since the error may end the program
  return Status::programFault(Why.code(), Location + ": " + Why.message());
}

Status hetrt_region_state::giveUp(hetrt_pass &Of, const Status &Why) { return abandon(Of.owner(), Why); }

void hetrt_region_state::noteBegun(RegionPass &Pass) {
  if (!Owner.forked()) // not in a child, as in finish(): another thread may have held the recorder's lock at the fork,
                       // and it would never be free
    Recorder.begun(Pass);
  Pass.Planning = Recorder.reports() ? secondsSince(Pass.Began) : 0;
}

Status hetrt_region_state::describe(hetrt_pass &Of, const hetrt_arrays &Given) {
  RegionPass &Pass = Of.owner();
  const hetrt_call &Call = *std::exchange(Pass.Call, nullptr);
  const bool Serious = Call.condition && Call.trip_count > 0;
  // A pass that is recorded must be repeatable, so it does not choose, by measured times, between working in place and
  // on copies.
  Pass.TriesCopies = Pass.IsPlanned && Configured.Scheduler->TriesCopies && !Pass.Log;
  // If conditions that the translator has added do not hold, the tables do not describe the arrays correctly, so only
  // the names of the arrays are used.
  const bool OnlyNames = check::active() && Call.asked && !Call.condition;
  const bool Nothing = OnlyNames || (!Pages.movesPages() && Arrays.areOnlyTheCores({Region, Call, Given}, Pass));
  if (Nothing && Pass.IsPlanned && !OnlyNames && Devices.rest() && repeats(Call, Pass)) {
    noteBegun(Pass);
    return Status::success();
  }
  const bool Served = !Pass.Serving.empty();
  Status Result = Nothing ? Status::success() : Arrays.take({Region, Call, Given}, Pages.replicates(), Serious, Pass);
  if (Served && Result.ok())
    Devices.unfit().note(Pass.TripCount, Pass.Serving.empty() ? Pass.WhyNot : "");
  if (check::active()) {
    nameArrays({Region, Call, Given}, OnlyNames, Pass);
    if (!OnlyNames)
      checkArrays(Location, Result, Pass);
    Result = Status::success();
  }
  if (!Result.ok() && (Region.flags & HETRT_TENTATIVE) && Pass.CoresReach && isAboutArrays(Result.code())) {
    if (Served)
      Devices.unfit().note(Pass.TripCount, Result.message());
    Pass.Serving.clear(); // no error: the program has not asked for devices, and the cores can run the loop
    Pass.Arrays.reset();
    Result = Arrays.writeBackAll();
  }
  if (Result.ok())
    Result = plan(Call, Pass);
  if (!Result.ok())
    return abandon(Pass, Result);
  noteBegun(Pass);
  return Status::success();
}

/// Begins a pass on cores, of whose arrays nothing is known. So all elements of all arrays of which only devices have
/// the present values are written back first.
Status hetrt_region_state::beginOnCores(const hetrt_call &Given, const std::string &WhyNot, hetrt_pass *&Into) {
  if (Status Result = Arrays.writeBackAll(); !Result.ok())
    return Result;
  hetrt_call Call = Given;
  Call.condition = 0;
  Call.failed = nullptr;
  Call.asked = Given.condition || Given.asked;
  bool Asks = false;
  Status Result = begin(Call, WhyNot.c_str(), /*MayAsk=*/false, Into, Asks);
  if (Result.ok() && Call.asked && check::active())
    leaveArraysUnknown(WhyNot, Into->owner());
  return Result;
}

/// How many of the scheduler's units the pass will probably have.
std::uint64_t hetrt_region_state::expectedUnits(const RegionPass &Pass) const {
  return static_cast<std::uint64_t>(std::min(double(Pass.TripCount) * UnitsPerIteration, 0x1p63));
}

/// Checks the call, and finds out which devices take part. If the pass does not need the arrays, plans it and starts
/// it.
Status hetrt_region_state::prepare(const hetrt_call &Call, bool MayAsk, RegionPass &Pass, bool &Asks) {
  const bool Serious = Call.condition && Call.trip_count > 0;
  Pass.IsPlanned = Serious && Pass.HasLock && !Owner.forked();
  Pass.MayBeAlone = false;
  if (Pass.IsPlanned) {
    if (Status Result = configure(Call); !Result.ok())
      return Result;
    if (!Pages.movesPages() && !Arrays.areWanted(Call, Pass, /*Serious=*/true) && repeats(Call, Pass)) {
      Repeated.keep(Call);
      return Status::success();
    }
    Pass.PlanningBegan = nanoseconds();
  }
  if (Pass.IsPlanned && !isOverPlaces())
    if (Status Result = Devices.acquire(Configured, *Scheduler, expectedUnits(Pass), Pass); !Result.ok())
      return Result;
  Pass.CoresReach = true;
  Asks = MayAsk && (Arrays.areWanted(Call, Pass, Serious) || (Pass.IsPlanned && Pages.movesPages()));
  return Asks ? Status::success() : plan(Call, Pass);
}

/// Divides the pass among devices, and starts the accelerators' host threads.
Status hetrt_region_state::plan(const hetrt_call &Call, RegionPass &Pass) {
  Reductions Reduced = Reductions::of(Call, Owner.settings().Deterministic);
  if (Call.condition && Call.trip_count > 0)
    if (Status Result = Arrays.balance(Pass, Reduced.Division); !Result.ok())
      return Result;
  const bool Scheduled = Pass.IsPlanned && !isBlock();
  Pass.Plan = Scheduled ? planLoop(Call, Reduced, Pass) : planUnscheduled(Call, Pass);
  Pass.Team.open(Pass.Plan, std::move(Reduced));
  Status Result = whyNotRepeated(Owner.settings(), Pass.Log.get());
  if (Result.ok())
    Result = execute(Call, Pass);
  if (!Result.ok() && Scheduled)
    static_cast<void>(Scheduler->endPass());
  return Result;
}

Status hetrt_region_state::configure(const hetrt_call &Call) {
  const ClauseWords Words = ClauseWords::of(Call);
  if (IsConfigured && Words == Configured.Words)
    return Status::success();
  IsConfigured = false;
  Cache = {};
  if (Status Result = hetrt::configure(Words, Region, Where, Owner.settings(), Configured, Scheduler); !Result.ok())
    return Result;
  if (Log && !Owner.forked())
    Scheduler = Log->schedule(std::move(Scheduler));
  Devices.table().forgetChoice();
  Own.Listed.clear(); // the list of devices is that of the old scheduler
  IsConfigured = true;
  return Status::success();
}

/// Whether one thread may run a pass if that is faster: not if the program says how many threads there are, nor if
/// the scheduler divides every pass alike.
static bool mayRunAlone(const hetrt_call &Call, const Configuration &Configured) {
  return Call.num_threads <= 0 && Configured.Scheduler->MayRunAlone;
}

/// Lets a short pass on cores reuse the last plan, without measuring and reporting it; false if it cannot. Called only
/// after the pass has asked for its arrays, if these may lie in a device's memory.
bool hetrt_region_state::repeats(const hetrt_call &Call, RegionPass &Pass) {
  std::uint32_t Threads = wantedThreads(Owner, Region, Where, Call, 0);
  if (Cache.isForOneThread(Call.trip_count, Threads, makesTeam(Call)) && mayRunAlone(Call, Configured))
    Threads = 1;
  const PassPlan *Last = Cache.take(Call.trip_count, Threads, coarseNanoseconds());
  if (!Last)
    return false;
  Pass.Team.repeat(*Last, Call.partials_size);
  return true;
}

//===-- Planning -------------------------------------------------------------------------------------------------===//

/// How many threads the team gets. A region that is a task gets the cores that other tasks have left.
std::uint32_t hetrt_region_state::claimTeam(const hetrt_call &Call, std::uint32_t Wanted, RegionPass &Pass) const {
  return Call.in_parallel == HETRT_OWN_TASK ? Pass.ClaimedCores = Owner.claimCores(Wanted) : Wanted;
}

/// Whether the next passes will probably be like this one, because only cores take part and nothing depends on arrays.
bool hetrt_region_state::mayRepeat(const RegionPass &Pass) const {
  return Devices.rest() && Pass.Serving.empty() && !Pass.Arrays && !Pass.Team.ordered() && !Arrays.areBalanced();
}

/// The planner's request for the pass, on `Threads` threads.
PassRequest hetrt_region_state::request(Division Units, std::uint32_t Threads, RegionPass &Pass) {
  const double PerIteration = Units.unitsPerIteration();
  PassRequest Wanted{.TripCount = Pass.TripCount, .Units = Units, .Threads = Threads, .IsBlock = isBlock()};
  Wanted.EarlierOnCores = NAN;
  if (!Recorder.isIdle())
    Wanted.EarlierOnCores = Recorder.earlier(Pass.TripCount, Owner.coresIdentity(Threads)) / PerIteration;
  Devices.table().list(Pass.Serving, Wanted.Accelerators);
  for (DeviceSlot &Each : Wanted.Accelerators) {
    Each.Model.TakesCore = hostThreadsTakeCores(Owner.settings());
    Each.Model.EarlierSecondsPerIteration =
        Recorder.earlier(Pass.TripCount, Each.Known->Accel->capabilities().identity()) / PerIteration;
  }
  return Wanted;
}

PassPlan hetrt_region_state::planOf(const PassRequest &Wanted, RegionPass &Pass) {
  UnitsPerIteration = double(Wanted.Units.count()) / double(Wanted.TripCount);
  noteScheduler(Pass.Log.get(), Configured.Scheduler->Name);
  if (Log)
    Log->setPass(Pass.Log.get());
  return Planner.plan(Wanted, *Scheduler, std::move(Pass.Listed));
}

/// Makes the plan of a pass without a scheduler. That of a block only says how many threads are wanted, and holds until
/// the team has come (planParts()).
PassPlan hetrt_region_state::planUnscheduled(const hetrt_call &Call, RegionPass &Pass) {
  if (!Pass.IsPlanned)
    noteScheduler(Pass.Log.get(), {});
  if (isBlock()) {
    const std::uint32_t Parts = wantedParts(Call, Pass);
    return Planner::even(Call.trip_count, decideTeam(Pass.Log.get(), Parts, Parts), true);
  }
  const std::uint32_t Wanted = wantedThreads(Owner, Region, Where, Call, 0);
  const std::uint32_t Threads = Call.trip_count ? claimTeam(Call, Wanted, Pass) : 1;
  return Planner::even(Call.trip_count, decideTeam(Pass.Log.get(), Wanted, Threads), false);
}

PassPlan hetrt_region_state::planLoop(const hetrt_call &Call, const Reductions &Reduced, RegionPass &Pass) {
  const Division &Units = Reduced.Division;
  const bool Mixed = !Pass.Serving.empty();
  const bool Cores = !Mixed || (Configured.WantsCores && Pass.CoresReach);
  const std::uint32_t Threads = wantedThreads(Owner, Region, Where, Call, Pass.Serving.size());
  Pass.MayBeAlone = mayRepeat(Pass) && !Reduced.InOrder && mayRunAlone(Call, Configured);
  bool Alone = Pass.MayBeAlone && Cache.isForOneThread(Call.trip_count, Threads, makesTeam(Call));
  if (Pass.Log)
    Alone = Pass.Log->decide(&RecordedPass::Alone, Alone);
  const std::uint32_t Free = !Cores ? 1 : Alone ? claimTeam(Call, 1, Pass) : Cap.after(claimTeam(Call, Threads, Pass));
  const std::uint32_t Team = decideTeam(Pass.Log.get(), Threads, Free);
  PassRequest Wanted = request(Units, Team, Pass);
  Wanted.CoresCompute = Cores;
  Wanted.Alone = Alone;
  if (Mixed)
    Arrays.fit(*Pass.Arrays, Units.grains().Size, Wanted.Accelerators);
  return planOf(Wanted, Pass);
}

/// How many threads a block should have: one for each core and each accelerator, or one for each place. Inside a place,
/// a block has one thread.
std::uint32_t hetrt_region_state::wantedParts(const hetrt_call &Call, const RegionPass &Pass) {
  if (Pass.IsPlanned && isOverPlaces()) {
    if (Where)
      return 1;
    return Call.num_threads > 0    ? static_cast<std::uint32_t>(Call.num_threads)
           : Call.max_threads == 1 ? 1
                                   : Owner.places().count();
  }
  const std::size_t Driven = Pass.Serving.size();
  const bool Cores = !Driven || Configured.WantsCores;
  return static_cast<std::uint32_t>(Driven) + (Cores ? wantedThreads(Owner, Region, Where, Call, Driven) : 0);
}

/// The request for the `Count` threads that came to a block. The team may be smaller than planned: its last threads
/// drive accelerators, and the others are cores.
PassRequest hetrt_region_state::requestParts(std::uint32_t Count, RegionPass &Pass) {
  while (Pass.Serving.size() > Count)
    Pass.Serving.pop_back();
  PassRequest Wanted = request(Pass.Team.units(), Count, Pass);
  if (isOverPlaces()) {
    DeviceChoice Lent = Configured.Choice;
    Lent.Cores = Configured.WantsCores;
    if (!Configured.Scheduler->UsesAccelerators)
      Lent.Gpus = Lent.Nodes = false;
    Wanted.Places = Where ? std::span(Where, 1) : Owner.places().of(Count, Lent, Owner.fleetIfAny());
  }
  return Wanted;
}

Status hetrt_region_state::planParts(hetrt_pass &Of, std::uint32_t Count) {
  RegionPass &Pass = Of.owner();
  Count = std::min(Count, Of.threads());
  noteTeam(Pass.Log.get(), Count);
  Pass.Plan = Pass.IsPlanned ? planOf(requestParts(Count, Pass), Pass) : Planner::even(Pass.TripCount, Count, true);
  if (Status Result = whyNotRepeated(Owner.settings(), Pass.Log.get()); !Result.ok())
    return Result;
  Of.block().makeParts();
  if (Pass.IsPlanned)
    Pages.placeParts(Pass);
  return Status::success();
}

void hetrt_region_state::placePart(const hetrt_pass &Pass, std::uint32_t Number) const {
  Pages.placePart(Pass.owner(), Number);
}

void hetrt_region_state::checkPart(const hetrt_pass &Pass, std::uint32_t Number, const hetrt_part &Of) const {
  hetrt::checkPart(Location, Pass.owner(), Number, Of);
}

//===-- Execution ------------------------------------------------------------------------------------------------===//

/// Executes a plan: makes the object that executes the pass, moves data to where it is used, and starts accelerators.
Status hetrt_region_state::execute(const hetrt_call &Call, RegionPass &Pass) {
  Fleet *All = Owner.fleetIfAny();
  if (isBlock() && Pass.IsPlanned && isOverPlaces() && !Where && Configured.Choice.accelerators())
    if (Status Result = Owner.fleet(All); !Result.ok())
      return Result;
  Directory *const Known = All ? All->Known.get() : nullptr;
  Execution &Run = Pass.Team.begin({.Region = Region,
                                    .Name = name(),
                                    .Set = Owner.settings(),
                                    .By = Pass.IsPlanned ? Scheduler.get() : nullptr, // it may change without the lock
                                    .Arrays = Pass.Arrays.get(),
                                    .Known = Known,
                                    .Replicates = Pages.replicates()});
  if (Pass.Team.plan().isScheduled() && Run.accelerators() == AcceleratorUse::None)
    Pass.Serving.clear();
  if (Pass.IsPlanned)
    if (Status Result = Pages.placeLoop(Pass); !Result.ok())
      return Result;
  if (Status Result = Arrays.supply(Pass, Run); !Result.ok())
    return Result;
  if (Pass.Team.plan().isScheduled())
    Pass.TeamBegan = nanoseconds();
  if (Run.accelerators() == AcceleratorUse::TakeRanges && !Pass.Serving.empty())
    Run.startAccelerators(*Pass.Arrays, *Known);
  const bool MayBeNew = Call.in_parallel != HETRT_IN_TEAM && !Where && !isOverPlaces();
  if (Pass.IsPlanned && MayBeNew && Owner.rollCall().begins(Pass.Team.threads()))
    Pass.Team.call();
  return Status::success();
}
