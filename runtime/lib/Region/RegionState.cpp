// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Begins and ends the passes of a region. How they are planned is in RegionPlan.cpp.
#include "Region/RegionState.h"

#include "Errors/Error.h"
#include "Memory/Gather.h"
#include "Memory/MappedMemory.h"

#include <fmt/format.h>
#include <utility>

using namespace hetrt;

static bool anyWindow(const hetrt_region &Region, unsigned Flag) {
  for (unsigned W = 0; W < Region.window_count; ++W)
    if (Region.windows[W].flags & Flag)
      return true;
  return false;
}

/// The window of the array by whose segments shares are balanced, or null.
static const hetrt_window_info *balancedBy(const hetrt_region &Region) {
  for (unsigned W = 0; W < Region.window_count; ++W)
    if (Region.windows[W].flags & HETRT_BALANCE)
      return &Region.windows[W];
  return nullptr;
}

hetrt_region_state::hetrt_region_state(Engine &Owner, const hetrt_region &Region, std::string Location,
                                       const Place *Where, RegionTrace *Trace, RegionHistory *Past)
    : Owner(Owner), Region(Region), Location(std::move(Location)), Where(Where), Trace(Trace), Past(Past),
      HasPersist(anyWindow(Region, HETRT_PERSIST)), HasPresent(anyWindow(Region, HETRT_PRESENT)),
      Policy(memoryPolicy()), BalancedBy(balancedBy(Region)) {
  Own.State = this;
  Own.OwnsState = true;
}

Status hetrt_region_state::begin(const hetrt_call &Call, hetrt_pass *&Into) {
  // Nested loops do not fight for the region's history, which is another thing than theirs anyway.
  const char *WhyNot = Call.in_parallel == 1 && !Where                  ? "the region runs inside a parallel region"
                       : inKernel()                                     ? "another region's body calls the region"
                       : Busy.exchange(true, std::memory_order_acquire) ? "another thread runs the region"
                                                                        : nullptr;
  std::unique_ptr<hetrt_pass> Extra;
  if (WhyNot) {
    Extra = std::make_unique<hetrt_pass>();
    Extra->State = this;
    Extra->WhyNot = Trace && wantsAccelerator(Call) ? WhyNot : nullptr;
  }
  hetrt_pass &Pass = WhyNot ? *Extra : Own;
  Pass.TripCount = Call.trip_count;
  Pass.Began = Trace || Where ? nanoseconds() : 0;
  Status Result = checkMandatory(Call);
  if (Result.ok())
    Result = HasPresent && Call.condition && Call.trip_count ? preparePresent(Call, Pass) : prepare(Call, Pass);
  if (!Result.ok()) {
    static_cast<void>(Extra.release()); // free() deletes it
    free(Pass);
    return Status::programFault(Result.code(), Location + ": " + Result.message());
  }
  Pass.Planning = Trace ? double(nanoseconds() - Pass.Began) * 1e-9 : 0;
  Into = &Pass;
  static_cast<void>(Extra.release());
  return Status::success();
}

/// Arrays of `present` clauses have the extent that data regions give them.
Status hetrt_region_state::preparePresent(const hetrt_call &Given, hetrt_pass &Pass) {
  Fleet *All = nullptr;
  if (Status Result = Owner.fleet(All); !Result.ok())
    return Result;
  std::vector<hetrt_window> Windows(Given.windows, Given.windows + Region.window_count);
  for (unsigned W = 0; W < Region.window_count; ++W) {
    const hetrt_window_info &Info = Region.windows[W];
    if (!(Info.flags & HETRT_PRESENT))
      continue;
    std::uint64_t Row = Windows[W].element_size, Found = 0;
    for (unsigned D = 1; D < Info.rank; ++D)
      Row *= static_cast<std::uint64_t>(std::max<std::int64_t>(Windows[W].extent[D], 0));
    const auto Wanted = static_cast<std::uint64_t>(std::max<std::int64_t>(Windows[W].extent[0], 0)) * Row;
    const std::string Clause = fmt::format("{}({}), line {}", Info.clause, Info.name, Info.line);
    if (Status Result = All->Known->findPresent(Clause, Windows[W].base, Wanted, Found); !Result.ok())
      return Result;
    if (Windows[W].extent[0] == 0 && Row)
      Windows[W].extent[0] = static_cast<std::int64_t>(Found / Row);
  }
  hetrt_call Call = Given;
  Call.windows = Windows.data();
  return prepare(Call, Pass);
}

/// Checks the call and plans the pass.
Status hetrt_region_state::prepare(const hetrt_call &Call, hetrt_pass &Pass) {
  const bool Serious = Call.condition && Call.trip_count > 0;
  if (Serious)
    if (Status Result = checkCall(Region, Call); !Result.ok())
      return Result;
  const bool Planned = Serious && Pass.OwnsState && !Owner.forked();
  if (Planned) {
    if (Status Result = configure(Call); !Result.ok())
      return Result;
    if (!placesPages() && repeats(Call, Pass))
      return Status::success();
    Pass.PlanningBegan = nanoseconds();
  }
  Pass.How = hetrt_pass::Form::Even;
  Pass.Measured = true;
  Pass.MayBeAlone = Pass.Alone = false;
  Pass.Reduced = reductionsOf(Call);
  if (Planned && !isOverPlaces())
    if (Status Result = acquire(Call.trip_count); !Result.ok())
      return Result;
  if (Serious)
    if (Status Result = bindToMemory(Call, Planned); !Result.ok())
      return Result;
  if (needsArrays(Planned && !Serving.empty()))
    if (Status Result = takeArrays(Call, Pass); !Result.ok())
      return Result;
  if (Serious)
    if (Status Result = balance(Call, Pass); !Result.ok())
      return Result;
  if (Region.flags & HETRT_PARTITION) {
    if (Status Result = expectParts(Call, Pass, Planned); !Result.ok())
      return Result;
  } else if (!Planned)
    Pass.setTeam(Call.trip_count ? claimTeam(Call, teamSize(Call, 0), Pass) : 1);
  else if (Serving.empty())
    planCores(Call, Pass);
  else
    planMixed(Call, Pass);
  if (Planned)
    if (Status Result = placeLoop(Call, Pass); !Result.ok()) {
      static_cast<void>(Plan->endPass());
      return Result;
    }
  if (Status Result = supply(Pass); !Result.ok()) {
    if (Pass.How != hetrt_pass::Form::Even)
      static_cast<void>(Plan->endPass());
    return Result;
  }
  if (Pass.How == hetrt_pass::Form::Split || Pass.How == hetrt_pass::Form::Queue)
    Pass.TeamBegan = nanoseconds();
  if (Pass.How == hetrt_pass::Form::Queue)
    startAccelerators(Pass);
  if (Planned && !Where && !isOverPlaces() && Owner.rollCall().begins(Pass.teamSize()))
    Pass.Called = true;
  return Status::success();
}

Reductions hetrt_region_state::reductionsOf(const hetrt_call &Call) const {
  Reductions Of;
  Of.Bytes = Call.partials_size;
  Of.InOrder = Owner.settings().Deterministic && Call.partials_size;
  Of.Division = Division(Grains{Of.InOrder ? grainOf(Call.trip_count, Call.partials_size) : 1, Call.trip_count});
  return Of;
}

/// Where a `balance` clause stands, the array that says where segments begin is read anew for each pass.
Status hetrt_region_state::balance(const hetrt_call &Call, hetrt_pass &Pass) {
  // What a kernel calls has a device's part of the array.
  if (!BalancedBy || inKernel())
    return Status::success();
  const auto Number = static_cast<std::size_t>(BalancedBy - Region.windows);
  const bool Checked = Pass.Arrays && Pass.OwnsState && !Serving.empty();
  ResolvedCall Resolved;
  resolveCall(Region, Call, Resolved);
  if (Status Result = Checked ? Status::success() : checkSegments(Resolved); !Result.ok())
    return Result;
  Pass.Reduced.Division.balance({integersOf(Region, Call, static_cast<unsigned>(Number)), Resolved.Space});
  return Status::success();
}

/// The arrays matter to accelerators, and to copies that stay on devices between passes.
bool hetrt_region_state::needsArrays(bool ForAccelerators) const {
  // What a kernel calls has the device's arrays.
  if (inKernel())
    return false;
  // A block's threads exchange padding, whoever they stand for.
  if (ForAccelerators || HasPersist || (Region.flags & HETRT_PARTITION))
    return true;
  Directory *Known = Region.window_count ? Owner.directoryIfAny() : nullptr;
  return Known && !Known->empty();
}

/// Extents of a loop without iterations mean nothing, so the arrays are only named.
void hetrt_region_state::announcePersistent(const hetrt_call &Call, Directory &Known) const {
  for (unsigned W = 0; W < Region.window_count; ++W)
    if (Region.windows[W].flags & HETRT_PERSIST)
      Known.announce(Call.windows[W].base);
}

/// What arrays go through is read here, whoever computes, so the host gets it.
static Status fetchThrough(const ResolvedCall &Call, Directory &Known) {
  for (const Array &What : Call.Arrays) {
    if (What.Integers)
      if (Status Result = Known.bringHomeOverlapping(What.Base, What.bytes()); !Result.ok())
        return Result;
    for (unsigned Number = 0; const IntegerTable &Table : What.Uses.tables())
      if (Status Result = Known.bringHomeOverlapping(
              Table.Base, std::uint64_t(What.Uses.positions(Number++).Upper) * Table.Size);
          !Result.ok())
        return Result;
  }
  return Status::success();
}

/// Checks what devices will read of the program's memory.
static Status checkMemory(ResolvedCall &Call) {
  if (Status Result = checkMapped(Call); !Result.ok())
    return Result;
  if (Status Result = checkSegments(Call); !Result.ok())
    return Result;
  return checkIndices(Call);
}

Status hetrt_region_state::takeArrays(const hetrt_call &Call, hetrt_pass &Pass) {
  if (Owner.forked())
    return Status::success();
  Fleet *All = Owner.fleetIfAny();
  // Blocks keep nothing, so those that run on cores alone need not open a driver.
  if (!(Region.flags & HETRT_PARTITION))
    if (Status Result = Owner.fleet(All); !Result.ok())
      return Result;
  if (Call.trip_count == 0) {
    if (All)
      announcePersistent(Call, *All->Known);
    return Status::success();
  }
  Pass.Arrays = std::make_unique<PassArrays>();
  Pass.Arrays->InOrder = Owner.settings().Deterministic;
  Pass.Arrays->Region = &Region;
  Pass.Arrays->Values = Call.values;
  Pass.Arrays->Variant = Call.variant;
  resolveCall(Region, Call, Pass.Arrays->Call);
  if (Pass.OwnsState && !Serving.empty() && !(Region.flags & HETRT_PARTITION))
    findInPlace(*Pass.Arrays);
  if (All)
    if (Status Result = fetchThrough(Pass.Arrays->Call, *All->Known); !Result.ok())
      return Result;
  if ((Pass.OwnsState && !Serving.empty()) || replicates())
    if (Status Result = checkMemory(Pass.Arrays->Call); !Result.ok())
      return Result;
  Pass.Arrays->Persistent.resize(Pass.Arrays->Call.Arrays.size());
  for (std::size_t I = 0; I < Pass.Arrays->Persistent.size(); ++I) {
    Array &What = Pass.Arrays->Call.Arrays[I];
    std::shared_ptr<PersistentArray> &Entry = Pass.Arrays->Persistent[I];
    // What a block has, and what is made of arrays for a share, are copies of their own.
    if ((Region.flags & HETRT_PARTITION) || What.gathered()) {
      if (Status Result = !All ? Status::success() : All->Known->bringHomeOverlapping(What.Base, What.bytes());
          !Result.ok())
        return Result;
      continue;
    }
    if (What.InPlace || What.bytes() == 0) // there is nothing to keep a copy of
      continue;
    if (Status Result = All->Known->find(What, Entry); !Result.ok())
      return Result;
    if (!Entry && All->Known->isCutByDataRegion(What.Base, What.bytes()))
      warnOnce(
          fmt::format("{}: {}({}), line {}: a data region names a part of this array only, so devices keep nothing of "
                      "it for this loop",
                      Location, What.Info->clause, What.Info->name, What.Info->line));
    if (All->Known->policy() == WritePolicy::Back)
      if (Status Result = All->Known->bringHomeOverlapping(What.Base, What.bytes(), Entry.get()); !Result.ok())
        return Result;
  }
  return Status::success();
}

Status hetrt_region_state::end(hetrt_pass &Pass) {
  Status Result = finish(Pass);
  free(Pass);
  return Result;
}

/// Takes stock of a pass whose team has gone.
Status hetrt_region_state::finish(hetrt_pass &Pass) {
  Status Result;
  std::uint64_t Unfinished = 0;
  if (Pass.How == hetrt_pass::Form::Queue) {
    Pass.Shared->awaitAccelerators();
    Result = Pass.Shared->fault();
    noteFaults(Pass);
    noteWait(Pass);
    Unfinished = Plan->endPass();
    DeviceTable::noteGivenUp(Slots, *Plan);
  } else if (Pass.How == hetrt_pass::Form::Parts) {
    Result = Pass.Parts->fault();
    noteParts(Pass);
    if (Pass.Planned) {
      Unfinished = Plan->endPass();
      DeviceTable::noteGivenUp(Slots, *Plan);
    }
  } else if (!Pass.Measured) {
    Short[Pass.TripCount].Again.ended(coarseNanoseconds());
  } else if (Pass.How == hetrt_pass::Form::Split) {
    noteSplit(Pass);
    noteWait(Pass);
    Unfinished = Plan->endPass();
    DeviceTable::noteGivenUp(Slots, *Plan);
  }
  if (Pass.Pages)
    sayRefusal();
  if (Pass.Arrays && Owner.fleetIfAny())
    noteWrites(Pass);
  if (Part *Around = Where ? Part::ofThisThread() : nullptr)
    Around->regionRan(double(nanoseconds() - Pass.Began) * 1e-9, Region.flags & HETRT_BOUND);
  if (!Owner.forked()) { // a child reports nothing, and another thread may have held the locks when it was made
    if (Trace)
      note(Pass);
    if (Past && Result.ok() && !Unfinished)
      noteForLater(Pass);
  }
  if (!Result.ok())
    return Status::programFault(Result.code(), Location + ": " + Result.message());
  if (Unfinished)
    return Status::programFault(HETRT_ERROR_INTERNAL,
                                fmt::format("{}: {} of {} iterations were not computed: the team left the pass before "
                                            "hetrt_next() returned 0, or nobody could take over",
                                            Location, Unfinished, Pass.TripCount));
  return Status::success();
}

/// Tells the scheduler what each share took.
void hetrt_region_state::noteSplit(hetrt_pass &Pass) {
  std::uint32_t Came = 0;
  double Longest = 0, Work = 0;
  const double Whole = double(nanoseconds() - Pass.TeamBegan) * 1e-9;
  for (std::uint32_t I = 0; I < Pass.Threads; ++I) {
    const hetrt_member &Member = Pass.Members[I];
    const Range Share = Pass.Reduced.Division.iterations(Pass.Shares[I]);
    // A share of elements may have no iteration.
    if (Member.Done || (Share.empty() && !Pass.Shares[I].empty()))
      Plan->finished(I, Pass.Shares[I], Pass.Reduced.Division.secondsOf(Pass.Shares[I], Share, Member.Seconds));
    Longest = std::max(Longest, Member.Seconds);
    Work += Member.Seconds;
    Came = std::max(Came, Member.Pass == &Pass ? Member.Count : 0);
  }
  if (Came && Came < Pass.Threads) {
    CapPlanned = Pass.Threads;
    CapCame = Came;
    CapAge = 0;
  }
  auto &[Again, Worth] = Short[Pass.TripCount];
  if (Pass.Alone)
    Worth.one(Whole);
  else if (Pass.MayBeAlone && Pass.Threads > 1 && Came == Pass.Threads && !Pass.Called && !Pass.Pages)
    Worth.team(Pass.Threads, Work, Whole);
  if (onCoresOnly(Pass) && Came == Pass.Threads && !Trace && !Past && !Worth.asks())
    Again.measured(Pass.TripCount, Pass.Shares, Longest);
  else
    Again.stop();
}

/// Tells the scheduler how long the caller has waited, unless threads or devices started up meanwhile, or devices
/// failed.
void hetrt_region_state::noteWait(const hetrt_pass &Pass) {
  const auto Unlike = [](const auto &Part) { return Part->startedUp() || !Part->fault().ok(); };
  if (Pass.Called || Pass.Pages || (Pass.Shared && std::ranges::any_of(Pass.Shared->accelerators(), Unlike)))
    return;
  Plan->waited(double(nanoseconds() - Pass.PlanningBegan) * 1e-9);
}

/// Leaves out devices that failed, with one message for each in the life of the process.
void hetrt_region_state::noteFaults(hetrt_pass &Pass) {
  for (const auto &Part : Pass.Shared->accelerators())
    if (!Part->fault().ok())
      leaveOut(Part->device(), Part->fault(), ", and its share runs elsewhere");
}

void hetrt_region_state::leaveOut(RegionDevice &Which, const Status &Fault, std::string_view What) {
  if (DeviceTable::leaveOut(Which))
    warn(fmt::format("{}: {} is left out from now on{}: {}", Location, Which.Who->device().label(), What,
                     Fault.message()));
}

/// Tells members and scheduler what the parts of a block took.
void hetrt_region_state::noteParts(hetrt_pass &Pass) {
  const auto Parts = Pass.Parts->parts();
  for (std::size_t I = 0; I < Parts.size(); ++I) {
    const Part &Each = *Parts[I];
    const Range Share = Each.share();
    if (Each.accelerator() && !Each.fault().ok())
      leaveOut(Devices.all()[Each.accelerator()->number()], Each.fault(),
               Pass.Parts->fault().ok() ? ", and its share runs elsewhere" : "");
    if (!Each.accelerator() && I < Pass.Members.size()) {
      Pass.Members[I].Done = Share.size();
      Pass.Members[I].Seconds = Each.seconds();
    }
    const unsigned Device = Each.accelerator() ? Each.device() : static_cast<unsigned>(I);
    if (Pass.Planned && Device < Pass.Shares.size() && !Pass.Shares[Device].empty())
      Plan->finished(Device, Pass.Shares[Device],
                     Pass.Reduced.Division.secondsOf(Pass.Shares[Device], Share, Each.seconds()));
  }
}

/// Persistent copies forget what others wrote.
void hetrt_region_state::noteWrites(hetrt_pass &Pass) {
  Fleet *All = Owner.fleetIfAny();
  const PassArrays &Of = *Pass.Arrays;
  for (std::size_t I = 0; I < Of.Call.Arrays.size(); ++I) {
    const Array &What = Of.Call.Arrays[I];
    if (!What.Uses.writes())
      continue;
    PersistentArray *Entry = Of.Persistent[I].get();
    All->Known->forgetOverlapping(What.Base, What.bytes(), Entry);
    if (!Entry)
      continue;
    std::vector<BoxSet> Wrote(Entry->Copies.size());
    if (Pass.Shared)
      for (const auto &Part : Pass.Shared->accelerators())
        if (I < Part->written().size())
          Wrote[Part->accelerator().number()] = Part->written()[I];
    Entry->wroteElsewhere(What.Uses.writtenHull(Of.Call.all()), Wrote, What.Uses.leavesGaps());
  }
}

/// What has moved since the pass took the accelerator.
Traffic hetrt_region_state::trafficOf(const Accelerator &Who) const {
  return std::ranges::find(Serving, &Who, [](const AcceleratorLease &Each) { return &Each.accelerator(); })->moved();
}

/// Adds the pass to the report.
void hetrt_region_state::note(const hetrt_pass &Pass) {
  std::vector<DeviceFigures> Figures;
  const bool Places = Pass.Parts && !Pass.Parts->parts().empty() && Pass.Parts->parts().front()->place();
  for (std::uint32_t I = 0; I < Pass.Threads; ++I)
    Figures.push_back({.Kind = Places ? "place" : "cpu",
                       .Index = I,
                       .Iterations = Pass.Members[I].Done,
                       .Seconds = Pass.Members[I].Seconds});
  auto Add = [&](const Accelerator &Who, DeviceFigures Own) -> DeviceFigures & {
    Own.GivenUp = Devices.all()[Who.number()].GivenUp;
    return Figures.emplace_back(Own);
  };
  if (Pass.OwnsState)
    for (const RegionDevice &Known : Devices.all())
      if (Known.Chosen && std::ranges::none_of(Serving, [&](const auto &Each) { return &Each.known() == &Known; }))
        Add(*Known.Who, Known.Who->figures());
  if (Pass.Shared)
    for (const auto &Part : Pass.Shared->accelerators()) {
      DeviceFigures &Own = Add(Part->accelerator(), Part->accelerator().figures());
      const auto &Queues = Part->queues().Of;
      Own.Iterations = Part->iterations();
      Own.Seconds = Part->seconds();
      Own.Bytes = trafficOf(Part->accelerator());
      Own.Host = Part->host();
      Own.Queues = {Queues[0], Queues[1], Queues[2], Part->queues().Hidden};
    }
  if (Pass.Parts)
    for (const auto &Each : Pass.Parts->parts())
      if (Accelerator *Who = Each->accelerator())
        Add(*Who, Each->figures()).Bytes = trafficOf(*Who);
  const bool Scheduled = Pass.OwnsState && IsConfigured;
  const bool Lacks = Places      ? false // that is for the regions inside to say
                     : Scheduled ? Choice.Accelerators && SchedulerName != "cpu" && Devices.empty()
                                 : Pass.WhyNot && anyAccelerator();
  Trace->add({.Scheduler = Scheduled ? std::string_view(SchedulerName) : "static",
              .Reason = Scheduled ? Plan->reason() : std::string_view(),
              .NoAccelerator = !Lacks      ? std::string()
                               : Scheduled ? whyNoAccelerator()
                                           : Pass.WhyNot,
              .Seconds = double(nanoseconds() - Pass.Began) * 1e-9,
              .Planning = Pass.Planning,
              .Devices = Figures});
}

/// What the pass took on the cores together, and on each accelerator.
void hetrt_region_state::noteForLater(const hetrt_pass &Pass) {
  if (!Pass.OwnsState || isOverPlaces())
    return;
  std::uint64_t Done = 0;
  double Seconds = 0;
  for (std::uint32_t I = 0; I < Pass.Threads; ++I) {
    Done += evenIterations(Pass, I, Pass.Members[I].Done);
    Seconds += Pass.Members[I].Seconds;
  }
  Past->add(Pass.TripCount, Owner.coresIdentity(Pass.Threads), Done, Seconds);
  if (Pass.Shared)
    for (const auto &Part : Pass.Shared->accelerators())
      if (Part->fault().ok())
        Past->add(Pass.TripCount, Part->accelerator().capabilities().identity(),
                  evenIterations(Pass, Part->number(), Part->iterations()), Part->seconds());
}

/// How many iterations a device would have done, had all of them as many elements.
std::uint64_t hetrt_region_state::evenIterations(const hetrt_pass &Pass, unsigned Device, std::uint64_t Done) {
  const Division &Units = Pass.Reduced.Division;
  if (!Units.balanced() || Done == 0)
    return Done;
  const std::uint64_t Own = Pass.Shared ? Pass.Shared->unitsDone(Device) : Pass.Shares[Device].size();
  return static_cast<std::uint64_t>(double(Own) / Units.unitsPerIteration());
}

void hetrt_region_state::free(hetrt_pass &Pass) {
  Owner.returnCores(std::exchange(Pass.ClaimedCores, 0));
  if (Pass.Called) {
    Owner.rollCall().end();
    Pass.Called = false;
  }
  if (!Pass.OwnsState) {
    delete &Pass;
    return;
  }
  if (Pass.Shared)
    Pass.Shared.reset();
  if (Pass.Parts)
    Pass.Parts.reset();
  if (Pass.Reduced.Ordered)
    Pass.Reduced.Ordered.reset();
  Pass.Pages.reset();
  Pass.Arrays.reset();
  Serving.clear();
  Busy.store(false, std::memory_order_release);
}
