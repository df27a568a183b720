// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds places, and distributes cores and accelerators among them.
#include "Team/PlaceTeams.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <numeric>
#include <utility>

namespace hetrt {

static const char *environment(const char *Name) { return std::getenv(Name); }

bool Place::has(const Accelerator &Which) const {
  return std::find(Devices.begin(), Devices.end(), &Which) != Devices.end();
}

double Place::width() const {
  return std::accumulate(
      Devices.begin(), Devices.end(), UsesCores ? double(Cores) : 0.0,
      [](double Sum, const Accelerator *Which) { return Sum + Which->capabilities().RelativeWidth; });
}

bool PlaceTeams::askOpenMP() {
  std::lock_guard Lock(Mutex);
  return !IsSetFromOpenMP;
}

void PlaceTeams::setFromOpenMP(std::vector<Processors> Places) {
  std::lock_guard Lock(Mutex);
  if (std::exchange(IsSetFromOpenMP, true) || !Known.empty())
    return;
  std::erase_if(Places, [](const Processors &Each) { return Each.empty(); });
  if (Wanted || Places.empty())
    return;
  for (Processors &Each : Places)
    std::sort(Each.begin(), Each.end());
  Known = std::move(Places);
  FromOpenMP = true;
}

/// The places of the process, found at the first call. The caller holds the lock.
const std::vector<Processors> &PlaceTeams::places() {
  if (Known.empty()) {
    const Processors Allowed = allowedProcessors(openMpBinds(environment));
    Known = Wanted ? cutIntoPlaces(Allowed, Wanted) : numaNodes("/sys/devices/system/node", Allowed);
  }
  return Known;
}

unsigned PlaceTeams::count() {
  std::lock_guard Lock(Mutex);
  return static_cast<unsigned>(places().size());
}

static std::size_t commonTo(const Processors &A, const Processors &B) {
  Processors Both;
  std::set_intersection(A.begin(), A.end(), B.begin(), B.end(), std::back_inserter(Both));
  return Both.size();
}

/// Gives each accelerator to the place that has most processors near the accelerator. If several places have equally
/// many, to the first one with the fewest accelerators.
static void dealAccelerators(const Fleet &All, const DeviceChoice &Choice, std::vector<Place> &Places) {
  for (const auto &Each : All.Members) {
    if (!Choice.names(Each->number(), Each->isNode()))
      continue;
    const Processors Near = processorsNear("/sys", Each->capabilities().PciAddress);
    auto Better = [&](const Place &A, const Place &B) {
      const std::size_t NearA = commonTo(Near, A.On), NearB = commonTo(Near, B.On);
      return NearA != NearB ? NearA > NearB : A.Devices.size() < B.Devices.size();
    };
    std::min_element(Places.begin(), Places.end(), Better)->Devices.push_back(Each.get());
  }
}

std::span<const Place> PlaceTeams::of(unsigned Threads, const DeviceChoice &Devices, const Fleet *All) {
  std::lock_guard Lock(Mutex);
  const bool HasFleet = All && Devices.accelerators();
  for (const Team &Each : Teams)
    if (Each.Threads == Threads && Each.Devices == Devices && Each.HasFleet == HasFleet)
      return Each.Places;
  Team &Made = Teams.emplace_back(Team{Threads, Devices, HasFleet, {}});
  const std::vector<Processors> Parts = spreadOver(places(), Threads);
  const std::vector<unsigned> Dealt = dealCores(Parts, Cores);
  const bool Binds = !FromOpenMP && (Wanted || !environment("OMP_PROC_BIND"));
  for (unsigned Number = 0; Number < Threads; ++Number)
    Made.Places.push_back({.Number = Number,
                           .On = Parts[Number],
                           .Cores = Dealt[Number],
                           .UsesCores = Devices.Cores,
                           .Devices = {},
                           .Binds = Binds});
  if (HasFleet)
    dealAccelerators(*All, Devices, Made.Places);
  return Made.Places;
}

} // namespace hetrt
