// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One launch that rank 0 sends to a node. The node divides the launch's iterations among its devices: the region's
// scheduler on this node hands out ranges, the threads of a team compute ranges in the node's memory, and accelerators
// get copies of the elements that their ranges use.
#ifndef HETRT_SERVE_DIVIDEDLAUNCH_H
#define HETRT_SERVE_DIVIDEDLAUNCH_H

#include "Pass/QueuePass.h"
#include "Serve/NodeFleet.h"

#include <vector>

namespace hetrt::node {

class DividedLaunch {
public:
  /// Keeps references to its arguments.
  DividedLaunch(NodeFleet &On, NodeRegion &Known, const hetrt_region &Region, const LaunchRange &Wanted,
                const PassArrays &Arrays);

  DividedResult run();

private:
  void plan();
  void fit(std::vector<DeviceSlot> &Accelerators);
  void member(unsigned Number, unsigned Count) noexcept;
  Status compute(const hetrt_member &Of);
  void end();
  void noteWrites();
  void takePartials();
  void tell(const DeviceSlot &Slot, const SlotRecord &Did);

  NodeFleet &On;
  NodeRegion &Known;
  const hetrt_region &Region;
  const LaunchRange &Wanted;
  const PassArrays &Arrays;
  const LoopCalls Calls;
  const std::int64_t Began;
  std::vector<AcceleratorLease> Serving;
  TeamState Team;
  std::vector<AlignedBytes> Buffers;            ///< For each team member, a buffer for the partial (reduced values) of
                                                ///< its present range.
  std::vector<std::vector<std::byte>> Partials; ///< For each member, the partials that it has finished.
  std::optional<QueuePass> Queue;
  PassRecord Did;
  DividedResult Found;
};

} // namespace hetrt::node

#endif
