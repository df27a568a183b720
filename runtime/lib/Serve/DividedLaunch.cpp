// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Divides one launch among the devices of a node: plans the pass, computes the team's ranges, and reports the work of
// each device.
#include "Serve/DividedLaunch.h"

#include "Device/Emulated/LaneGroup.h"
#include "Team/Clock.h"
#include "Team/TeamSize.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace hetrt::node {

DividedLaunch::DividedLaunch(NodeFleet &On, NodeRegion &Known, const hetrt_region &Region, const LaunchRange &Wanted,
                             const PassArrays &Arrays)
    : On(On), Known(Known), Region(Region), Wanted(Wanted), Arrays(Arrays), Calls(Region, Wanted),
      Began(nanoseconds()) {
  const std::uint64_t Iterations = Wanted.Last - Wanted.First;
  Team.Reduced.Bytes = Wanted.PartialBytes;
  Team.Reduced.InOrder = Wanted.Grain && Wanted.PartialBytes;
  Team.Reduced.Division = Division(Grains{Wanted.Grain ? Wanted.Grain : 1, Iterations, Wanted.First});
}

DividedResult DividedLaunch::run() {
  plan();
  Region.open_team(
      static_cast<int>(Team.Members.size()),
      [](void *Data, int Number, int Count) {
        static_cast<DividedLaunch *>(Data)->member(static_cast<unsigned>(Number), static_cast<unsigned>(Count));
      },
      this);
  end();
  return std::move(Found);
}

/// Excludes devices whose memory is too small for the data of one iteration, or of one grain (iterations that are
/// reduced in order into one partial). The first launch that excludes a device reports this in Found.Faults.
void DividedLaunch::fit(std::vector<DeviceSlot> &Accelerators) {
  for (DeviceSlot &Each : Accelerators) {
    if (!Each.isServing())
      continue;
    DeviceMemory &Memory = Each.Known->Accel->memory();
    std::lock_guard Driving(Memory.driving());
    const MemoryPlan Plan = On.fleet().Known->planOn(Arrays, Memory);
    Each.Model.KeepsData = Plan.keepsAny();
    if (Plan.IterationsAtOnce >= Team.Reduced.Division.grains().Size)
      continue;
    Each.As = DeviceSlot::Role::NoRoom;
    Each.Model.MemoryLimitIterations = 0;
    if (!std::exchange(Each.Known->SaidNoRoom, true))
      Found.Faults.push_back(fmt::format(
          "{} has not enough memory for the region's arrays, and its share runs elsewhere", Memory.label()));
  }
}

/// Begins the scheduler's pass, and starts the accelerators.
void DividedLaunch::plan() {
  const Settings &Set = On.settings();
  Scheduler &By = *Known.Plan;
  By.expect(Team.Reduced.Division.count());
  DeviceTable::noteGivenUp(Known.Made.Devices, By);
  Serving = Known.Devices.acquire(/*CountTraffic=*/true);
  std::uint32_t Threads = teamSize(
      {.MaxThreads = static_cast<std::int32_t>(On.cores()), .GrantedCores = On.cores(), .Accelerators = Serving.size()},
      Set);
  if (!Team.Reduced.InOrder)
    Threads = threadsForPartials(Threads, Team.Reduced.Bytes);
  PassRequest Request{.TripCount = Wanted.Last - Wanted.First,
                      .Units = Team.Reduced.Division,
                      .Threads = Threads,
                      .CoresCompute = Set.UseCores};
  Known.Devices.list(Serving, Request.Accelerators);
  for (DeviceSlot &Each : Request.Accelerators)
    Each.Model.TakesCore = hostThreadsTakeCores(Set);
  fit(Request.Accelerators);
  Known.Made = Known.Plans.plan(Request, By, std::move(Known.Made.Devices));
  Team.makeMembers(Threads);
  Partials.resize(Threads);
  for (std::uint32_t Number = 0; Number < Threads; ++Number)
    Buffers.push_back(alignedBytes(Team.Reduced.Bytes));
  Team.Plan = &Known.Made;
  Queue.emplace(Team, By, Set.Wait, Region.location);
  Queue->startAccelerators(Arrays, *On.fleet().Known);
}

void DividedLaunch::member(unsigned Number, unsigned Count) noexcept {
  if (Number >= Team.Members.size()) // the team has more threads than were requested
    return;
  hetrt_member &Mine = Team.Members[Number];
  Mine.Number = Number;
  Mine.Count = std::min<std::uint32_t>(Count, static_cast<std::uint32_t>(Team.Members.size()));
  Queue->joined(Mine);
  for (hetrt_range Part; Queue->next(Mine, Part);)
    if (Status Result = compute(Mine); !Result.ok())
      return Queue->fail(Result);
}

/// Computes the member's range. If partials have to be combined in order, it is computed grain by grain, with one
/// partial for each grain.
Status DividedLaunch::compute(const hetrt_member &Of) {
  const KernelScope Scope;
  const LaneGroup::Apart OneLane;
  std::byte *const Partial = Buffers[Of.Number].get();
  OrderedPartials *const Ordered = Team.Reduced.Ordered.get();
  if (!Ordered) {
    Status Result = Calls.run(Of.Current.First, Of.Current.Last, Partial);
    if (Result.ok())
      Partials[Of.Number].insert(Partials[Of.Number].end(), Partial, Partial + Team.Reduced.Bytes);
    return Result;
  }
  for (Range Grain = Ordered->enter(Of.Number, Of.Current); !Grain.empty(); Grain = Ordered->advance(Of.Number)) {
    if (Status Result = Calls.run(Grain.First, Grain.Last, Partial); !Result.ok())
      return Result;
    std::copy_n(Partial, Team.Reduced.Bytes, Ordered->current(Of.Number));
  }
  return Status::success();
}

/// Ends the pass, after all members have left.
void DividedLaunch::end() {
  const std::vector<DeviceSlot> &Devices = Known.Made.Devices;
  Did.clear(std::max(Devices.size(), Team.Members.size()));
  Queue->finish(Did);
  bool IsUsual = true;
  WorkDone Cores;
  for (std::size_t Position = 0; Position < Devices.size(); ++Position) {
    const SlotRecord &Each = Did.Slots[Position];
    IsUsual &= !Each.StartedUp && Each.Fault.ok();
    if (Devices[Position].isAccelerator()) {
      tell(Devices[Position], Each);
      continue;
    }
    Cores.Iterations += Each.Iterations;
    Cores.Seconds = std::max(Cores.Seconds, Each.Seconds);
  }
  Found.Work.insert(Found.Work.begin(), Cores);
  if (IsUsual)
    Known.Plan->waited(secondsSince(Began));
  const std::uint64_t Unfinished = Known.Plan->endPass();
  DeviceTable::noteGivenUp(Devices, *Known.Plan);
  Found.Outcome = Did.Fault;
  if (Did.Fault.ok() && Unfinished)
    Found.Outcome = Status::deviceFault(fmt::format(
        "{} of {} iterations were not computed: no device could compute them", Unfinished, Wanted.Last - Wanted.First));
  for (WorkDone &Each : Found.Work)
    for (const RegionDevice &Device : Known.Devices.all())
      if (Each.Device == Device.Accel->number() + 1)
        Each.GivenUp = Device.GivenUp;
  noteWrites();
  if (Found.Outcome.ok())
    takePartials();
}

/// For each device: marks the elements that it wrote as not valid in the copies that other devices keep.
void DividedLaunch::noteWrites() {
  Directory &All = *On.fleet().Known;
  if (All.empty())
    return;
  // Windows travel in the order of the region's names of arrays, so a name's number says which array it is.
  for (std::size_t Number = 0; Number < Wanted.Windows.size(); ++Number)
    if (const PassArray &What = Arrays.Call.Arrays[Arrays.Call.ArrayOf[Number]]; What.Uses.writes())
      All.forgetOverlapping(reinterpret_cast<const void *>(Wanted.Windows[Number].Begin), Wanted.Windows[Number].Bytes,
                            What.Entry.get());
  hetrt::noteWrites(Arrays, {Wanted.First, Wanted.Last}, Did, Known.Made.Devices);
}

/// Adds the work of an accelerator to the result. If the accelerator has failed, later launches do not use it; if it
/// only had too little memory, later plans use less of its memory.
void DividedLaunch::tell(const DeviceSlot &Slot, const SlotRecord &Did) {
  RegionDevice &Of = *Slot.Known;
  WorkDone Mine{.Device = Of.Accel->number() + 1, .Iterations = Did.Iterations, .Seconds = Did.Seconds};
  for (const AcceleratorLease &Each : Serving)
    if (&Each.known() == &Of) {
      const Traffic Moved = Each.moved();
      Mine.BytesIn = Moved.In;
      Mine.BytesOut = Moved.Out;
    }
  Found.Work.push_back(Mine);
  if (Did.Fault.isOutOfMemory())
    Found.Faults.push_back(DeviceTable::hasLessFree(Of, this->Did.Fault, Did.Fault));
  else if (!Did.Fault.ok() && DeviceTable::leaveOut(Of))
    Found.Faults.push_back(fmt::format("{} is left out from now on{}: {}", Of.Accel->device().label(),
                                       this->Did.Fault.ok() ? ", and its share runs elsewhere" : "",
                                       Did.Fault.message()));
}

/// Appends all partials to the result in the order in which rank 0 combines them. Under HETRT_DETERMINISTIC, that is
/// the order of the grains.
void DividedLaunch::takePartials() {
  const auto Take = [&](const void *From) {
    const auto *Begin = static_cast<const std::byte *>(From);
    Found.Partials.insert(Found.Partials.end(), Begin, Begin + Team.Reduced.Bytes);
  };
  if (const OrderedPartials *Ordered = Team.Reduced.Ordered.get()) {
    for (const void *Next = Ordered->next(nullptr); Next; Next = Ordered->next(Next))
      Take(Next);
    return;
  }
  for (const std::vector<std::byte> &Each : Partials)
    Found.Partials.insert(Found.Partials.end(), Each.begin(), Each.end());
  for (const void *Next = Team.Reduced.Bytes ? Queue->nextPartial(nullptr) : nullptr; Next;
       Next = Queue->nextPartial(Next))
    Take(Next);
}

} // namespace hetrt::node
