// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the node's devices, and decides whether a launch can be divided among them.
#include "Serve/NodeFleet.h"

#include "Device/RegionTables.h"
#include "Memory/CallShape.h"
#include "Plan/SchedulerChoice.h"
#include "Serve/DividedLaunch.h"
#include "Team/Clock.h"
#include "Topology/Granted.h"

#include <algorithm>
#include <fmt/format.h>
#include <string_view>
#include <vector>

namespace hetrt::node {

static Fleet &newFleet() {
  static auto &All = *new std::vector<std::unique_ptr<Fleet>>; // only tests have more than one Fleet: they run several
                                                               // nodes in one process
  static std::mutex Mutex;
  std::lock_guard Lock(Mutex);
  return *All.emplace_back(std::make_unique<Fleet>());
}

NodeFleet::NodeFleet(const char *const *Environment) : Environment(Environment), All(newFleet()) {}

/// Reads the rank's settings, but replaces the value of HETRT_DEVICES by `Wanted`, the devices that rank 0 names.
/// Returns an error message, or "".
std::string NodeFleet::readWish(const std::string &Wanted) {
  const KindNames Kinds = deviceKindNames();
  std::string Devices = "HETRT_DEVICES=" + Wanted;
  std::ranges::replace(Devices, '+', ',');
  std::vector<const char *> Variables{Devices.c_str()};
  for (const char *const *Each = Environment; Each && *Each; ++Each)
    if (!std::string_view(*Each).starts_with("HETRT_DEVICES="))
      Variables.push_back(*Each);
  Variables.push_back(nullptr);
  std::string Wrong;
  for (const std::string &Each : readSettings(Variables.data(), Kinds.Settings, Kinds.Names, Set))
    Wrong += (Wrong.empty() ? "" : "; ") + Each;
  Set.Schedule.clear(); // HETRT_SCHEDULE applies only to the passes of rank 0, which divide iterations among nodes
  Set.Write = WritePolicy::Through;
  Set.HostThreads = HostThread::Dedicated;
  return Wrong;
}

/// The devices that were wanted and were not found, as text; empty if all were found.
std::string NodeFleet::whyFewer() const {
  std::string Text;
  const auto Add = [&](unsigned Count, std::string_view Kind, std::size_t There) {
    if (There < Count)
      Text += fmt::format("{}{} {} wanted, {} there", Text.empty() ? "" : "; ", Count, Kind, There);
  };
  Add(Set.Cores.value_or(0), "cpu", Cores);
  for (const DeviceWish &Each : Set.Accelerators.value_or(std::vector<DeviceWish>()))
    Add(Each.Count.value_or(1), Each.Kind, std::size_t(std::ranges::count_if(All.Members, [&](const auto &Member) {
          return Member->capabilities().Kind == Each.Kind;
        })));
  return Text + (Text.empty() || All.WhyFew.empty() ? "" : " (" + All.WhyFew + ")");
}

Equipment NodeFleet::find(const std::string &Wanted, unsigned CoresHere) {
  Equipment Made;
  Cores = CoresHere;
  Made.Problem = readWish(Wanted);
  if (!Made.Problem.empty())
    return Made;
  const auto Variable = [this](const char *Name) -> const char * {
    const std::string Begin = std::string(Name) + "=";
    for (const char *const *Each = Environment; Each && *Each; ++Each)
      if (std::string_view(*Each).starts_with(Begin))
        return *Each + Begin.size();
    return nullptr;
  };
  const Status Found = findFleet(Set, localRank(Variable), All);
  Made.Problem = Found.ok() ? whyFewer() : Found.message();
  if (All.Members.empty())
    return Made; // the node's cores can still be used
  const std::uint32_t Team = std::min(Set.Cores.value_or(Cores), Cores);
  if (Set.UseCores) {
    Made.Devices = fmt::format("cpu\t{} {}", Team, Team == 1 ? "core" : "cores");
    Made.Width = Team;
  } else {
    Made.Devices = "cpu\tonly where no other device can";
  }
  for (const auto &Each : All.Members) {
    Made.Devices += fmt::format("\n{}\t{}", Each->device().label(), Each->capabilities().Name);
    Made.Width += Each->capabilities().RelativeWidth;
  }
  return Made;
}

NodeRegion &NodeFleet::regionOf(const hetrt_region &Region) {
  std::lock_guard Lock(Mutex);
  std::unique_ptr<NodeRegion> &Known = Regions[&Region];
  if (Known)
    return *Known;
  Known = std::make_unique<NodeRegion>();
  SchedulerChoice Chosen;
  static_cast<void>(makeScheduler({.Name = "adaptive"}, Set, Chosen)); // cannot fail, since a scheduler of this name
                                                                       // exists
  Known->Plan = std::move(Chosen.Plan);
  Known->Devices.choose(
      All, [&](Accelerator &Each) { return !(Region.flags & HETRT_HOST_ONLY) && Each.device().canRun(Region); });
  return *Known;
}

/// Prepares the region on all devices. Errors are ignored here: they occur again in the first launch, which reports
/// them.
void NodeFleet::prepare(const hetrt_region &Region) {
  for (RegionDevice &Each : regionOf(Region).Devices.all()) {
    std::lock_guard Driving(Each.Accel->memory().driving().ofSteps());
    if (Each.Chosen && !Each.LeftOut && !Each.Accel->retired())
      Each.Prepared |= Each.Accel->device().prepare(Region).ok();
  }
}

/// Fills `Arrays` with the arrays that the launch uses. Returns "", or why only the cores, and no accelerator, can run
/// the launch.
std::string NodeFleet::whyCores(const hetrt_region &Region, const LaunchRange &Wanted, const CallBytes &Shape,
                                NodeRegion &Known, PassArrays &Arrays) {
  if (Known.Devices.empty())
    return "the loop has no form for its other devices";
  if (!Shape)
    return Wanted.WhyCores.empty() ? "rank 0 does not say how it can be divided" : Wanted.WhyCores;
  if (Known.Shape != Shape) {
    Known.Call = {};
    Known.Shape = nullptr;
    if (std::string Why = decodeCall(*Shape, Region, Known.Call); !Why.empty())
      return Why;
    Known.Shape = Shape;
  }
  std::vector<DeviceRange> Windows;
  for (const WindowMemory &Each : Wanted.Windows)
    Windows.push_back({Each.Begin, Each.Bytes});
  if (!shareNoMemory(Region, Windows))
    return "two of its arrays are the same memory";
  std::vector<WindowPlace> Places;
  for (const WindowLayout &Each : Wanted.Layouts)
    Places.push_back({Each.First, Each.Stride});
  Arrays.Call = Known.Call;
  if (std::string Why = placeWindows(Arrays.Call, Places, Windows, {Wanted.First, Wanted.Last}); !Why.empty())
    return Why;
  Arrays.Region = &Region;
  Arrays.Values = Wanted.Values;
  Arrays.InOrder = Wanted.InOrder;
  Arrays.PartialBytes = Wanted.PartialBytes;
  Arrays.Grain = Wanted.Grain;
  return findKept(Arrays);
}

/// Finds the directory's entries for those arrays that stay in the node's memory from launch to launch: the node's
/// accelerators may keep copies of them too. Returns an error message, or "".
std::string NodeFleet::findKept(PassArrays &Arrays) {
  for (PassArray &What : Arrays.Call.Arrays)
    if (What.Persist && What.bytes())
      if (Status Result = All.Known->find(What, What.Entry); !Result.ok())
        return Result.message();
  return "";
}

void NodeFleet::written(const void *Memory, std::uint64_t Bytes) { All.Known->forgetOverlapping(Memory, Bytes); }

/// Called when memory of this rank is freed: frees the devices' copies of this memory. Errors of a lost device are
/// ignored, since it has no copies any more.
void NodeFleet::freed(const void *Memory) {
  bool Found = false;
  static_cast<void>(All.Known->depersist(Memory, Found));
}

/// Called after a launch if it is not known which elements it wrote: all windows that the region may write count as
/// written.
void NodeFleet::forgetWindows(const hetrt_region &Region, const LaunchRange &Wanted) {
  for (unsigned Number = 0; Number < Wanted.Windows.size(); ++Number)
    if (isWritten(Region, Number))
      written(reinterpret_cast<const void *>(Wanted.Windows[Number].Begin), Wanted.Windows[Number].Bytes);
  if (Wanted.Windows.empty())
    All.Known->forgetAll();
}

DividedResult NodeFleet::runOnCores(const hetrt_region &Region, const LaunchRange &Wanted, std::string Why) {
  DividedResult Made;
  const std::int64_t Began = nanoseconds();
  static_cast<TeamResult &>(Made) = runByTeam(Region, Wanted, Cores);
  forgetWindows(Region, Wanted);
  Made.Work.push_back({.Iterations = Wanted.Last - Wanted.First, .Seconds = secondsSince(Began)});
  Made.WhyCores = std::move(Why);
  return Made;
}

DividedResult NodeFleet::run(const hetrt_region &Region, const LaunchRange &Wanted, const CallBytes &Shape) {
  NodeRegion &Known = regionOf(Region);
  PassArrays Arrays;
  if (std::string Why = whyCores(Region, Wanted, Shape, Known, Arrays); !Why.empty())
    return runOnCores(Region, Wanted, std::move(Why));
  DividedResult Made = DividedLaunch(*this, Known, Region, Wanted, Arrays).run();
  if (!Made.Outcome.ok())
    forgetWindows(Region, Wanted);
  return Made;
}

} // namespace hetrt::node
