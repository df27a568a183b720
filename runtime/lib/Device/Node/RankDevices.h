// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The devices of a rank that serves (its own GPUs and cores), as the rank's server sees them. Each launch that rank 0
// sends is divided among them.
//
// This is an interface, since passes, schedulers and windows are layers above devices (docs/design/components.md); the
// class that implements it is in Serve/.
#ifndef HETRT_DEVICE_NODE_RANKDEVICES_H
#define HETRT_DEVICE_NODE_RANKDEVICES_H

#include "Device/Node/LaunchTeam.h"

#include <memory>
#include <string>
#include <vector>

namespace hetrt::node {

/// The result of a launch, and the work of each device in it.
struct DividedResult : TeamResult {
  std::vector<WorkDone> Work;
  std::string WhyCores;            ///< Why the cores alone computed it; else empty.
  std::vector<std::string> Faults; ///< Faults of devices, whose work other devices have done again.
};

/// The tables of a call (LaunchParts::Shape), which several launches share.
using CallBytes = std::shared_ptr<const std::vector<std::byte>>;

/// The interface between the server of a rank and the rank's devices.
class RankDevices {
public:
  virtual ~RankDevices() = default;

  /// Finds the devices that HETRT_NODES names (`Wanted`). Called once, before all other functions; may take seconds.
  virtual Equipment find(const std::string &Wanted, unsigned Cores) = 0;

  /// Loads a region's kernels, so that the first launch is not slower. May take seconds.
  virtual void prepare(const hetrt_region &Region) = 0;

  /// Rank 0 or another rank has written memory of this rank, so copies of the memory on devices are not valid any more.
  /// Any thread may call.
  virtual void written(const void *Memory, std::uint64_t Bytes) = 0;

  /// The allocation that begins here will be freed after this call. No launch is running.
  virtual void freed(const void *Memory) = 0;

  /// Divides a launch among the devices and the cores. `Shape` is null if it cannot be divided; the cores then compute
  /// it.
  virtual DividedResult run(const hetrt_region &Region, const LaunchRange &Wanted, const CallBytes &Shape) = 0;
};

} // namespace hetrt::node

#endif
