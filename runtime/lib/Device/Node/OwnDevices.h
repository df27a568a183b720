// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a rank that serves has besides its cores, as its server sees it: who divides a launch further.
//
// Passes, schedulers and windows stand above devices (docs/design/components.md), so Serve/ has the class that does it.
#ifndef HETRT_DEVICE_NODE_OWNDEVICES_H
#define HETRT_DEVICE_NODE_OWNDEVICES_H

#include "Device/Node/LaunchTeam.h"

#include <memory>
#include <string>
#include <vector>

namespace hetrt::node {

/// What came of a launch, and who did it.
struct DividedResult : TeamResult {
  std::vector<WorkDone> Work;
  std::string WhyCores;            ///< Why the cores alone had it.
  std::vector<std::string> Faults; ///< Of devices, which others have made up for.
};

/// The tables of a call as bytes, which several launches share.
using CallBytes = std::shared_ptr<const std::vector<std::byte>>;

class OwnDevices {
public:
  virtual ~OwnDevices() = default;

  /// Finds what HETRT_NODES names; may take seconds. Before any other call.
  virtual Equipment find(const std::string &Wanted, unsigned Cores) = 0;

  /// Loads a region's kernels, so that the first launch does not pay for it. May take seconds.
  virtual void prepare(const hetrt_region &Region) = 0;

  /// Rank 0, or another rank, has written this memory of the rank: what devices have of it is old. Any thread.
  virtual void written(const void *Memory, std::uint64_t Bytes) = 0;

  /// The allocation that begins here is about to be freed. Nothing runs.
  virtual void freed(const void *Memory) = 0;

  /// Divides a launch among them and the cores. `Shape` is null where that cannot be done.
  virtual DividedResult run(const hetrt_region &Region, const LaunchRange &Wanted, const CallBytes &Shape) = 0;
};

} // namespace hetrt::node

#endif
