// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The launch shapes of a GPU's kernels: as computed, as the user says, or as tuned.
#ifndef HETRT_DEVICE_CUDA_LAUNCHTUNING_H
#define HETRT_DEVICE_CUDA_LAUNCHTUNING_H

#include "Device/Cuda/Driver.h"
#include "Device/Cuda/LaunchGrid.h"
#include "Device/Cuda/ShapeTuner.h"

#include <cstdint>
#include <map>
#include <string>
#include <utility>

namespace hetrt::cuda {

/// Of one device; used by the thread that drives it.
class LaunchTuning {
public:
  /// `Device`: Capabilities::identity().
  explicit LaunchTuning(std::string Device) : Device(std::move(Device)) {}

  /// Whose word counts from now on; as computed before.
  void follow(LaunchShaping &By) { Shaping = &By; }

  /// How one launch is made.
  struct Choice {
    LaunchGrid Grid;
    std::uint64_t Launch = 0; ///< Number of a launch whose time note() wants; 0: it does not.
  };
  Choice choose(Function Kernel, const char *Region, const LaunchDemand &Of, const LaunchLimits &Within);

  void note(std::uint64_t Launch, double Seconds);

  /// Launches that are under way will not be heard of.
  void drop();

private:
  /// The search for one kind of launches.
  struct Search {
    LaunchClass What;
    ShapeTuner Tuner;
  };

  /// What tells searches apart in a run. A region may have several kernels.
  struct SearchKey {
    Function Kernel;
    unsigned Iterations, Turns; ///< As in LaunchClass.
    auto operator<=>(const SearchKey &) const = default;
  };

  struct UnderWay {
    Search *Of;
    std::uint64_t Number, Iterations;
  };

  Search &searchFor(const SearchKey &Key, const char *Region, LaunchShape Computed);

  const std::string Device;
  LaunchShaping *Shaping = nullptr;
  std::map<SearchKey, Search> Searches;
  std::map<std::uint64_t, UnderWay> Launches;
  std::uint64_t LastLaunch = 0;
};

} // namespace hetrt::cuda

#endif
