// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Plans a pass: which scheduler, which accelerators, how many threads, how much fits into which memory.
#include "Region/RegionState.h"

#include "Errors/Error.h"
#include "Memory/Exchange.h"
#include "Plan/PassOptions.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <string_view>
#include <utility>

using namespace hetrt;

static bool sameText(const char *A, const char *B) { return A == B || (A && B && std::string_view(A) == B); }

Status hetrt_region_state::configure(const hetrt_call &Call) {
  const bool Same = IsConfigured && sameText(Call.devices, Configured.Devices) &&
                    sameText(Call.scheduler, Configured.Scheduler) && Call.ratio == Configured.Ratio &&
                    Call.div == Configured.Div;
  if (Same)
    return Status::success();
  IsConfigured = false;
  Short = {};
  if (Status Result = parseDevices(Call.devices, Choice); !Result.ok())
    return Result;
  if (Status Result = makeScheduler(Call); !Result.ok())
    return Result;
  // The words stand in the program's constants, so the pointers stay good.
  Configured = {Call.devices, Call.scheduler, Call.ratio, Call.div};
  const bool Cores = Owner.settings().UseCores && (!Where || Where->UsesCores);
  WantsCores = Choice.Cores && SchedulerName != "gpu" && (Cores || SchedulerName == "cpu");
  WantsAccelerators = Choice.Accelerators && SchedulerName != "cpu" && !(Region.flags & HETRT_HOST_ONLY);
  Devices.forgetChoice();
  Slots.clear(); // the new scheduler knows no devices
  IsConfigured = true;
  return Status::success();
}

Status hetrt_region_state::makeScheduler(const hetrt_call &Call) {
  SchedulerChoice Made;
  const bool OneRange = Region.flags & HETRT_PARTITION;
  SchedulerWish Wish{Call.scheduler, Call.ratio, Call.div, OneRange ? "partition" : "hetero", OneRange, isOverPlaces()};
  Status Result = hetrt::makeScheduler(Wish, Owner.settings(), Made);
  if (Result.ok()) {
    SchedulerName = Made.Name;
    Plan = std::move(Made.Plan);
  }
  return Result;
}

/// Which accelerators the clause names. Where none exist at all, the cores run the region; an id beyond those that
/// exist is a mistake.
Status hetrt_region_state::selectMembers(Fleet &All) {
  for (unsigned Id : Choice.Ids)
    if (Id >= All.Members.size() && !All.Members.empty()) {
      std::string Known;
      for (const auto &Each : All.Members)
        Known += fmt::format("{}gpu:{} ({})", Known.empty() ? "" : ", ", Each->number(), Each->device().label());
      return Status::programFault(
          HETRT_ERROR_DEVICE,
          fmt::format("devices '{}': there is no accelerator {}; there are {}", Configured.Devices, Id, Known));
    }
  Devices.choose(All, [&](Accelerator &Each) {
    return Choice.names(Each.number()) && (!Where || Where->has(Each)) && Each.device().canRun(Region);
  });
  return Status::success();
}

/// Acquires the accelerators that take part: asked for, able, not left out, and not serving another pass.
Status hetrt_region_state::acquire(std::uint64_t TripCount) {
  if (WantsAccelerators && !Devices.isChosen()) {
    Fleet *All = nullptr;
    if (Status Result = Owner.fleet(All); !Result.ok())
      return Result;
    if (Status Result = selectMembers(*All); !Result.ok())
      return Result;
  }
  if (!WantsAccelerators)
    Devices.chooseNone();
  if (!Devices.empty()) {
    Plan->expect(static_cast<std::uint64_t>(std::min(double(TripCount) * UnitsPerIteration, 0x1p63)));
    DeviceTable::noteGivenUp(Slots, *Plan);
  }
  Serving = Devices.acquire(Trace);
  return checkMandatory();
}

bool hetrt_region_state::anyAccelerator() {
  Fleet *All = nullptr;
  return Owner.fleet(All).ok() && All && !All->Members.empty();
}

/// Of calls that are not planned; those that are know it from their configuration.
bool hetrt_region_state::wantsAccelerator(const hetrt_call &Call) const {
  DeviceChoice Asked;
  const bool CoresOnly = Call.scheduler && std::string_view(Call.scheduler) == "cpu";
  return !(Region.flags & HETRT_HOST_ONLY) && !CoresOnly && parseDevices(Call.devices, Asked).ok() &&
         Asked.Accelerators;
}

static Status notOffloaded(const std::string &Why) {
  return Status::programFault(HETRT_ERROR_DEVICE,
                              "OMP_TARGET_OFFLOAD=mandatory: wanted an accelerator, found none: " + Why);
}

/// OMP_TARGET_OFFLOAD=mandatory: accelerators take no part in regions inside parallel regions.
Status hetrt_region_state::checkMandatory(const hetrt_call &Call) const {
  const bool Serious = Call.in_parallel == 1 && !Where && Call.condition && Call.trip_count;
  if (!Serious || Owner.settings().TargetOffload != Offload::Mandatory || inKernel() || !wantsAccelerator(Call))
    return Status::success();
  return notOffloaded("the region runs inside a parallel region");
}

/// A region that may use accelerators must find one in the machine.
Status hetrt_region_state::checkMandatory() const {
  if (Owner.settings().TargetOffload != Offload::Mandatory || !Choice.Accelerators || SchedulerName == "cpu")
    return Status::success();
  if (Devices.anyInService())
    return Status::success();
  return notOffloaded(whyNoAccelerator());
}

/// Why a region that wants accelerators finds none.
std::string hetrt_region_state::whyNoAccelerator() const {
  if (Region.flags & HETRT_HOST_ONLY)
    return "no device can run the loop body";
  const Fleet *All = Owner.fleetIfAny();
  if (All && !All->Members.empty() && Where && Where->Devices.empty())
    return "no accelerator belongs to the place";
  if (All && !All->Members.empty())
    return "no accelerator that is there can run the loop body, or all have failed";
  return All && !All->WhyFew.empty() ? All->WhyFew : "no accelerator is there";
}

/// Whether the team has a thread less for every accelerator that takes part.
bool hetrt_region_state::hostThreadsTakeCores() const { return hetrt::hostThreadsTakeCores(Owner.settings()); }

/// The threads of a forked child's OpenMP runtime stayed in the parent, and some runtimes would wait for them.
std::uint32_t hetrt_region_state::teamSize(const hetrt_call &Call, std::size_t Accelerators) const {
  if (Owner.forked())
    return 1;
  const unsigned Cores = Where ? Where->Cores : Owner.grantedCores();
  return hetrt::teamSize({Call.num_threads, Call.max_threads, Cores, Accelerators}, Owner.settings());
}

/// As many as are wanted of the cores that other tasks leave.
std::uint32_t hetrt_region_state::claimTeam(const hetrt_call &Call, std::uint32_t Wanted, hetrt_pass &Pass) const {
  return Call.in_parallel == HETRT_OWN_TASK ? Pass.ClaimedCores = Owner.claimCores(Wanted) : Wanted;
}

/// Plans for the threads that OpenMP granted when it was asked for as many before. Asks for all again now and then: the
/// limit may have been for a while.
std::uint32_t hetrt_region_state::afterCap(std::uint32_t Wanted) {
  constexpr std::uint32_t PassesBeforeRetry = 64;
  if (Wanted != CapPlanned || ++CapAge > PassesBeforeRetry)
    return Wanted;
  return CapCame;
}

/// To the scheduler a unit of the division is an iteration.
void hetrt_region_state::listDevices(const hetrt_pass &Pass, std::uint32_t Threads, bool CoresUsable) {
  Slots.clear();
  const auto EarlierOf = [&](const std::string &Device) {
    return Past ? Past->earlier(Pass.TripCount, Device) / Pass.Reduced.Division.unitsPerIteration() : NAN;
  };
  const double Earlier = EarlierOf(Owner.coresIdentity(Threads));
  for (std::uint32_t I = 0; I < Threads; ++I)
    Slots.push_back({.Model = {.Usable = CoresUsable, .Id = I, .EarlierSecondsPerIteration = Earlier}});
  Devices.list(Serving, Slots);
  for (DeviceSlot &Each : std::span(Slots).subspan(Threads)) {
    Each.Model.TakesCore = hostThreadsTakeCores();
    Each.Model.EarlierSecondsPerIteration = EarlierOf(Each.Known->Who->capabilities().identity());
  }
}

/// Whether a pass is the cores' and nobody else's, now and in the next passes.
bool hetrt_region_state::onCoresOnly(const hetrt_pass &Pass) const {
  return Devices.empty() && !Pass.Arrays && !Pass.Reduced.InOrder && !BalancedBy;
}

/// Whether one thread may have passes that it is through with before a team has gathered. Who names the team's size
/// gets it, and under `static` every pass is divided alike.
bool hetrt_region_state::mayRunAlone(const hetrt_call &Call) const {
  return Call.num_threads <= 0 && SchedulerName != "static";
}

/// Short passes on cores alone run on the last split, and nothing comes of them.
bool hetrt_region_state::repeats(const hetrt_call &Call, hetrt_pass &Pass) {
  std::uint32_t Threads = teamSize(Call, 0);
  auto &[Again, Worth] = Short[Call.trip_count];
  if (Worth.alone(Threads) && mayRunAlone(Call))
    Threads = 1;
  if (!Again.take(Call.trip_count, Threads, coarseNanoseconds()) || needsArrays(false))
    return false;
  if (!Pass.Measured && Pass.Shares.data() == Again.shares().data()) // as the last one left it
    return true;
  Pass.How = hetrt_pass::Form::Split;
  Pass.Measured = false;
  Pass.Reduced = reductionsOf(Call);
  Pass.setTeam(static_cast<std::uint32_t>(Again.shares().size()));
  Pass.Shares = Again.shares();
  return true;
}

void hetrt_region_state::planCores(const hetrt_call &Call, hetrt_pass &Pass) {
  const std::uint32_t Wanted = teamSize(Call, 0);
  Pass.MayBeAlone = onCoresOnly(Pass) && mayRunAlone(Call);
  Pass.Alone = Pass.MayBeAlone && Short[Call.trip_count].Worth.alone(Wanted);
  const std::uint32_t Threads = Pass.Alone ? claimTeam(Call, 1, Pass) : afterCap(claimTeam(Call, Wanted, Pass));
  // Without accelerators the cores compute whatever the clause says.
  listDevices(Pass, Threads, true);
  Pass.setTeam(Threads);
  split(Pass);
}

void hetrt_region_state::planMixed(const hetrt_call &Call, hetrt_pass &Pass) {
  const bool Cores = WantsCores && CoresReach;
  const std::uint32_t Threads = Cores ? afterCap(claimTeam(Call, teamSize(Call, Serving.size()), Pass)) : 1;
  listDevices(Pass, Threads, Cores);
  planMemory(Pass);
  Pass.setTeam(Threads);
  split(Pass);
  if (Pass.How == hetrt_pass::Form::Split)
    Serving.clear();
}

void hetrt_region_state::startAccelerators(hetrt_pass &Pass) {
  for (std::size_t Position = Pass.Threads; Position < Slots.size(); ++Position)
    if (Slots[Position].isServing())
      Pass.Shared->start(*Slots[Position].Known, static_cast<unsigned>(Position), *Pass.Arrays,
                         *Owner.fleetIfAny()->Known);
}

/// What only devices hold comes to whoever computes: with cores alone, all that the loop needs to the host.
Status hetrt_region_state::supply(hetrt_pass &Pass) {
  // The accelerators that are held may be those of another thread's pass.
  if (Pass.How == hetrt_pass::Form::Queue && !Serving.empty())
    return supplyShares(Pass);
  Fleet *All = Pass.Arrays ? Owner.fleetIfAny() : nullptr;
  Directory *Known = All ? All->Known.get() : nullptr;
  if (!Known || Known->policy() != WritePolicy::Back)
    return Status::success();
  return supplyHost(*Pass.Arrays, *Known, 0, Pass.TripCount);
}

/// What changes hands goes to its new place while no device is at work; where the shares are not known yet, when a
/// range is.
Status hetrt_region_state::supplyShares(hetrt_pass &Pass) {
  Directory &Known = *Owner.fleetIfAny()->Known;
  if (Known.empty() || Known.policy() == WritePolicy::None)
    return Status::success();
  if (Known.policy() == WritePolicy::Back)
    Pass.Shared->supplyTeam(*Pass.Arrays, Known);
  for (std::size_t Device = 0; Device < Pass.Shares.size(); ++Device) {
    const Range Share = Pass.Reduced.Division.iterations(Pass.Shares[Device]);
    const bool OnCore = Device < Pass.Threads;
    if (Share.empty() || (!OnCore && !Slots[Device].isServing()))
      continue;
    if (OnCore && Known.policy() == WritePolicy::Back) {
      if (Status Result = supplyHost(*Pass.Arrays, Known, Share.First, Share.Last); !Result.ok())
        return Result;
    } else if (!OnCore) {
      DeviceMemory &To = Slots[Device].Known->Who->memory();
      std::unique_lock Driving(To.driving());
      const KeptArrays Keeps = Known.planOn(*Pass.Arrays, To).Keeps;
      Driving.unlock();
      if (Status Result = supplyDevice(*Pass.Arrays, Known, To, Share.First, Share.Last, Keeps, true); !Result.ok())
        return Result;
    }
  }
  return Status::success();
}

bool hetrt_region_state::isOverPlaces() const { return Region.flags & HETRT_PLACES; }

/// A block: a thread for each core and each accelerator, or for each place.
Status hetrt_region_state::expectParts(const hetrt_call &Call, hetrt_pass &Pass, bool Planned) {
  Pass.How = hetrt_pass::Form::Parts;
  Pass.Planned = Planned;
  const std::size_t Driven = Planned ? Serving.size() : 0;
  const bool Cores = !Driven || WantsCores;
  Pass.PartCount = static_cast<std::uint32_t>(Driven) + (Cores ? teamSize(Call, Driven) : 0);
  if (Planned && isOverPlaces())
    if (Status Result = expectPlaces(Call, Pass); !Result.ok())
      return Result;
  Fleet *All = Owner.fleetIfAny();
  Pass.Parts = std::make_unique<Partition>(Region, Pass.Arrays.get(), All ? All->Known.get() : nullptr,
                                           Owner.settings().Wait, replicates());
  return Status::success();
}

/// A thread for each place, or as many as the clause says; one where OpenMP is to use one thread, and on a place, which
/// is not divided any more.
Status hetrt_region_state::expectPlaces(const hetrt_call &Call, hetrt_pass &Pass) {
  if (Where) {
    Pass.PartCount = 1;
    return Status::success();
  }
  Fleet *All = nullptr;
  if (Choice.Accelerators)
    if (Status Result = Owner.fleet(All); !Result.ok())
      return Result;
  const unsigned Places = Owner.places().count();
  Pass.PartCount = Call.num_threads > 0    ? static_cast<std::uint32_t>(Call.num_threads)
                   : Call.max_threads == 1 ? 1
                                           : Places;
  return Status::success();
}

/// The team may be smaller than it was to be: the last threads drive accelerators, the others are cores.
void hetrt_region_state::planParts(hetrt_pass &Pass, std::uint32_t Count) {
  Count = std::min(Count, Pass.PartCount);
  if (Pass.Planned && isOverPlaces())
    return shareAmongPlaces(Pass, Count), placeParts(Pass);
  if (!Pass.Planned) {
    const Division &Units = Pass.Reduced.Division;
    Pass.setTeam(Count);
    for (std::uint32_t I = 0; I < Count; ++I)
      Pass.Parts->add(Units.iterations(evenPart(Units.count(), I, Count)));
    return;
  }
  while (Serving.size() > Count)
    Serving.pop_back();
  shareAmong(Pass, Count - static_cast<std::uint32_t>(Serving.size()));
  placeParts(Pass);
}

void hetrt_region_state::beginPlan(hetrt_pass &Pass) {
  const std::uint64_t Units = Pass.Reduced.Division.count();
  UnitsPerIteration = double(Units) / double(Pass.TripCount);
  std::vector<DeviceModel> Models;
  for (const DeviceSlot &Each : Slots)
    Models.push_back(Each.Model);
  Plan->beginPass(Units, Models);
  Pass.Shares = Plan->shares();
}

/// The scheduler's list has at least one core, should no accelerator have a part; without a thread it gets no share.
void hetrt_region_state::shareAmong(hetrt_pass &Pass, std::uint32_t Cores) {
  const std::uint32_t Listed = std::max(Cores, 1u);
  listDevices(Pass, Listed, Cores > 0);
  Pass.setTeam(Listed);
  const Division &Units = Pass.Reduced.Division;
  beginPlan(Pass);
  for (std::uint32_t I = 0; I < Cores; ++I)
    Pass.Parts->add(Units.iterations(Pass.Shares[I]));
  for (std::size_t Position = Listed; Position < Slots.size(); ++Position)
    if (Slots[Position].isServing()) {
      Pass.Parts->add(Units.iterations(Pass.Shares[Position]));
      Pass.Parts->parts().back()->drive(*Slots[Position].Known->Who, static_cast<unsigned>(Position));
    }
}

/// A place counts as one device, as fast as all that it has. Where none has what the clause wants, all of them do
/// without.
void hetrt_region_state::shareAmongPlaces(hetrt_pass &Pass, std::uint32_t Count) {
  DeviceChoice Lent = Choice;
  Lent.Cores = WantsCores;
  Lent.Accelerators &= SchedulerName != "cpu";
  const std::span<const Place> Team = Where ? std::span(Where, 1) : Owner.places().of(Count, Lent, Owner.fleetIfAny());
  const bool AnyUsable = std::any_of(Team.begin(), Team.end(), [](const Place &Each) { return Each.width() > 0; });
  Slots.clear();
  for (const Place &Each : Team)
    Slots.push_back({.As = DeviceSlot::Role::Place,
                     .Where = &Each,
                     .Model = {.SimdWidth = AnyUsable ? Each.width() : double(Each.Cores),
                               .Usable = !AnyUsable || Each.width() > 0,
                               .Id = Each.Number}});
  Pass.setTeam(Count);
  beginPlan(Pass);
  for (std::size_t P = 0; P < Team.size(); ++P) {
    Pass.Parts->add(Pass.Reduced.Division.iterations(Pass.Shares[P]));
    Pass.Parts->parts().back()->standFor(Team[P]);
  }
}

/// Asks the scheduler for its split; where no accelerator has a part in it, threads need no queue.
void hetrt_region_state::split(hetrt_pass &Pass) {
  beginPlan(Pass);
  const bool CoresOnly = !Pass.Shares.empty() && std::all_of(Pass.Shares.begin() + Pass.Threads, Pass.Shares.end(),
                                                             [](Range R) { return R.empty(); });
  if (CoresOnly) {
    Pass.Shares = Pass.Shares.first(Pass.Threads);
    Pass.How = hetrt_pass::Form::Split;
    return;
  }
  Pass.How = hetrt_pass::Form::Queue;
  Pass.Shared = std::make_unique<SharedPass>(*Plan, Owner.settings().Wait, Pass.Reduced);
  // Grain by grain there is nothing left to cut a range into, and accelerators have threads of their own.
  if (Owner.settings().HostThreads == HostThread::Collaborative && !Pass.Reduced.InOrder)
    Pass.Shared->driveByTeam(Pass.Threads);
}

/// Tells the scheduler which accelerators keep data, and which have too little memory for even one iteration, or one
/// grain. Shares that are larger than the memory come in pieces; what that costs shows in their times.
void hetrt_region_state::planMemory(const hetrt_pass &Pass) {
  const ResolvedCall &Call = Pass.Arrays->Call;
  for (DeviceSlot &Each : Slots) {
    if (!Each.isServing())
      continue;
    Directory &Known = *Owner.fleetIfAny()->Known;
    Accelerator &Who = *Each.Known->Who;
    std::lock_guard Driving(Who.memory().driving());
    const MemoryPlan Plan = Known.planOn(*Pass.Arrays, Who.memory());
    Each.Model.KeepsData = std::ranges::find(Plan.Keeps, true) != Plan.Keeps.end();
    if (Plan.IterationsAtOnce >= Pass.Reduced.Division.grains().Size)
      continue;
    Each.As = DeviceSlot::Role::NoRoom;
    Each.Model.MemoryLimitIterations = 0;
    if (!std::exchange(Each.Known->SaidNoRoom, true))
      warn(fmt::format("{}: {} has no room for the region's arrays, and its share runs elsewhere: wanted at least "
                       "{:.0f} bytes, found {:.0f}",
                       Location, Who.device().label(),
                       memoryDemand(Call, Who.capabilities().SimdBytes, KeptArrays(Call.Arrays.size()))
                           .bytes(Pass.Reduced.Division.grains().Size, 2),
                       Known.roomOn(Who.memory())));
  }
}
