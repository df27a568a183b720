// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a region does about the memory nodes that the pages of its arrays lie on. On a machine with one node nothing of
// this runs but movesPages().
//
// Who takes part is known before the team is there, and on which nodes its threads run only then: so here the pages of
// each share are found, and each thread takes its own to its node when it joins the team. Those of accelerators in a
// loop are moved by the thread that begins the pass.
#ifndef HETRT_REGION_PAGEPOLICY_H
#define HETRT_REGION_PAGEPOLICY_H

#include "Region/Engine.h"
#include "Region/RegionPass.h"

#include <string>

namespace hetrt {

class PagePolicy {
public:
  PagePolicy(Engine &Owner, const hetrt_region &Region, const std::string &Location);

  bool replicates() const { return Policy == MemoryPolicy::Replicate; }

  /// Whether the policy moves pages, on a machine where that means something.
  bool movesPages() const;

  /// Of a loop that has been planned, of a block whose parts are known, and of one of these parts, in its thread.
  Status placeLoop(RegionPass &Pass) const;
  void placeParts(RegionPass &Pass) const;
  void placePart(const RegionPass &Pass, std::uint32_t Number) const;

  /// That the system moves no pages, once in the life of the process.
  void sayRefusal() const;

private:
  void placeArrays(const ResolvedCall &Call, std::span<const Iterations> Shares, RegionPass &Pass) const;
  void placeOn(const Accelerator &Who, std::size_t Device, const RegionPass &Pass) const;

  Engine &Owner;
  const hetrt_region &Region;
  const std::string &Location;
  const MemoryPolicy Policy;
};

} // namespace hetrt

#endif
