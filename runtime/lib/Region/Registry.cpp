// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The states of all regions. The Engine keeps them; only this file needs the complete type of a state.
#include "Region/Engine.h"
#include "Region/RegionState.h"

#include <fmt/format.h>

namespace hetrt {

/// A name of the region that is the same in every run.
static RegionName nameOf(const hetrt_region &Region, const Place *Where) {
  return {.File = Region.file ? Region.file : Region.location,
          .Function = Region.function ? Region.function : "",
          .Ordinal = Region.ordinal,
          .Place = Where ? std::int64_t{Where->Number} : -1};
}

hetrt_region_state &Engine::stateOf(const hetrt_region &Region, const Place *Where) {
  // Two threads may call this at once for the same region, so a state is made and its slot is written under the lock.
  std::lock_guard Lock(RegistryMutex);
  std::atomic_ref<hetrt_region_state *> Slot(Where ? InPlaces[{Region.state, Where}] : *Region.state);
  if (hetrt_region_state *There = Slot.load(std::memory_order_relaxed))
    return *There;
  const std::string Location =
      Where ? fmt::format("{}, place {}", Region.location, Where->Number) : std::string(Region.location);
  // Instances of a template share a directive, but have separate figures.
  const unsigned Instance = ++Instances[Location];
  RegionTrace *Trace = makeTrace(Instance == 1 ? Location : fmt::format("{}, instance {}", Location, Instance));
  if (PastFile)
    Histories.push_back(std::make_unique<RegionHistory>(Past, Program, Region.location));
  RegionHistory *Earlier = PastFile ? Histories.back().get() : nullptr;
  RegionLog *Log =
      Decisions && !forked() ? &Decisions->logOf(nameOf(Region, Where), {Region.content, Location}) : nullptr;
  States.push_back(std::make_shared<hetrt_region_state>(*this, Region, Location, Where, Trace, Earlier, Log));
  Slot.store(States.back().get(), std::memory_order_release);
  return *States.back();
}

} // namespace hetrt
