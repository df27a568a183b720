// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Chooses between computed, fixed and tuned launch shapes.

#include "Device/Cuda/LaunchTuning.h"

#include <bit>

namespace hetrt::cuda {

/// The shape `Said` that the user has set; numbers that are 0 in it are replaced by the computed ones.
static LaunchShape completed(LaunchShape Said, LaunchShape Computed) {
  return {Said.Threads ? Said.Threads : Computed.Threads, Said.Lanes ? Said.Lanes : Computed.Lanes};
}

LaunchTuning::Choice LaunchTuning::choose(Function Kernel, const char *Region, const LaunchDemand &Of,
                                          const LaunchLimits &Within) {
  const LaunchShape Computed = computedShape(Of, Within);
  if (!Shaping)
    return {gridOf(Computed, Of, Within)};
  if (!Shaping->tunes())
    return {gridOf(completed(Shaping->fixed(), Computed), Of, Within)};
  const auto Turns = Of.HasLanes ? static_cast<std::uint64_t>(Of.Turns) : 0;
  const SearchKey Key{Kernel, unsigned(std::bit_width(Of.Iterations)), unsigned(std::bit_width(Turns))};
  Search &Its = searchFor(Key, Region, Computed);
  const auto Trial = Its.Tuner.next(
      [&](LaunchShape Other) { return gridOf(Other, Of, Within) != gridOf(Its.Tuner.best(), Of, Within); });
  Choice Made{gridOf(Trial.Shape, Of, Within)};
  if (Trial.Number) {
    Made.Launch = ++LastLaunch;
    Launches.emplace(Made.Launch, UnderWay{&Its, Trial.Number, Of.Iterations});
  }
  return Made;
}

LaunchTuning::Search &LaunchTuning::searchFor(const SearchKey &Key, const char *Region, LaunchShape Computed) {
  if (const auto Found = Searches.find(Key); Found != Searches.end())
    return Found->second;
  const LaunchClass What{Region, Device, Key.Iterations, Key.Turns};
  ShapeTuner Tuner(Computed, Shaping->earlier(What), Shaping->remembers());
  return Searches.emplace(Key, Search{What, std::move(Tuner)}).first->second;
}

void LaunchTuning::note(std::uint64_t Launch, double Seconds) {
  const auto Found = Launches.find(Launch);
  if (Found == Launches.end())
    return;
  const UnderWay Done = Found->second;
  Launches.erase(Found);
  ShapeTuner &Tuner = Done.Owner->Tuner;
  Tuner.note(Done.Number, Seconds, Done.Iterations);
  for (const auto &[Shape, SecondsPerIteration] : Tuner.takeResults())
    Shaping->found(Done.Owner->What, Shape, SecondsPerIteration);
}

void LaunchTuning::drop() {
  Launches.clear();
  for (auto &[Key, Each] : Searches)
    Each.Tuner.drop();
}

} // namespace hetrt::cuda
