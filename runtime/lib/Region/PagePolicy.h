// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// On which memory nodes a region puts the pages of its arrays. On a machine with one node, only movesPages() is called.
//
// Shares are known before the team has come, but the nodes on which its threads run only afterwards. So the pages of
// each share are found here, and each thread moves its pages to its node when it joins the team. The pages of
// accelerators in a loop are moved by the thread that begins the pass.
#ifndef HETRT_REGION_PAGEPOLICY_H
#define HETRT_REGION_PAGEPOLICY_H

#include "Region/Engine.h"
#include "Region/RegionPass.h"

#include <string>

namespace hetrt {

/// The memory policy of one region.
class PagePolicy {
public:
  PagePolicy(Engine &Owner, const hetrt_region &Region, const std::string &Location);

  bool replicates() const { return Policy == HETRT_MEMORY_REPLICATE; }

  /// Whether the policy moves pages on this machine.
  bool movesPages() const;

  /// placeLoop() places the pages of a planned loop, placeParts() those of a block whose parts are known, and
  /// placePart() those of one part, in the part's thread.
  Status placeLoop(RegionPass &Pass) const;
  void placeParts(RegionPass &Pass) const;
  void placePart(const RegionPass &Pass, std::uint32_t Number) const;

  /// Warns that the system refuses to move pages, once in the life of the process.
  void sayRefusal() const;

private:
  void placeArrays(const ResolvedCall &Call, std::span<const Iterations> Shares, RegionPass &Pass) const;
  void placeOn(const Accelerator &Accel, std::size_t Device, const RegionPass &Pass) const;

  Engine &Owner;
  const hetrt_region &Region;
  const std::string &Location;
  const hetrt_memory_policy Policy;
};

} // namespace hetrt

#endif
