// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Chooses the shapes of a GPU's kernel launches: computed, set by the user, or found by measurements.
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

/// The choice of shapes for one device; used by the thread that drives the device.
class LaunchTuning {
public:
  /// `Device`: Capabilities::identity().
  explicit LaunchTuning(std::string Device) : Device(std::move(Device)) {}

  /// Sets the object that says whether shapes are measured and tuned, or fixed by the user. Before this call, all
  /// shapes are computed.
  void follow(LaunchShaping &By) { Shaping = &By; }

  /// The grid of one launch.
  struct Choice {
    LaunchGrid Grid;
    std::uint64_t Launch = 0; ///< The number with which note() is to be called; 0: the launch's time is not needed.
  };
  Choice choose(Function Kernel, const char *Region, const LaunchDemand &Of, const LaunchLimits &Within);

  /// Reports the time of launch number `Launch`.
  void note(std::uint64_t Launch, double Seconds);

  /// Forgets the launches that are under way; note() is not called for them.
  void drop();

private:
  /// The search for the best shape of one class of launches.
  struct Search {
    LaunchClass What;
    ShapeTuner Tuner;
  };

  /// Identifies a search within the run. A region may have several kernels.
  struct SearchKey {
    Function Kernel;
    unsigned Iterations, Turns; ///< LaunchClass::Iterations and LaunchClass::Turns.
    auto operator<=>(const SearchKey &) const = default;
  };

  /// A launch whose time note() has not reported yet.
  struct UnderWay {
    Search *Owner;
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
