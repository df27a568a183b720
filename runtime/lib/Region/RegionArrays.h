// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The arrays of a region's calls, around a pass: where they lie, whether a pass has to look at them, what devices keep
// of them, and what has to move before and be forgotten after it.
//
// Arrays that the program itself has put into a device's memory are used where they are, by that device alone; managed
// memory is used in place by all. Nothing of this is ever staged through the host.
#ifndef HETRT_REGION_REGIONARRAYS_H
#define HETRT_REGION_REGIONARRAYS_H

#include "Region/Engine.h"
#include "Region/RegionPass.h"

#include <span>
#include <string>
#include <vector>

namespace hetrt {

class RegionArrays {
public:
  RegionArrays(Engine &Owner, const hetrt_region &Region, const std::string &Location);

  /// Whether a call's windows are to be completed first: arrays of `present` clauses have the extent that data regions
  /// give them.
  bool havePresent() const { return HasPresent; }
  Status complete(const hetrt_call &Given, std::vector<hetrt_window> &Into) const;

  /// Whether the windows that the compiler has found fit the call, and whether devices can read what they say. Those of
  /// clauses are checked later.
  Status checkFound(const hetrt_call &Call) const;
  bool areMapped(const hetrt_call &Call) const;

  /// Whether a pass has to look at arrays: they matter to accelerators, and to copies that stay on devices between
  /// passes.
  bool areNeeded(const hetrt_call &Call, bool ForAccelerators) const;

  /// Whether shares are balanced by the segments of an array.
  bool areBalanced() const { return BalancedBy; }

  /// Looks where the arrays of a call lie; leaves a planned pass to the device in whose memory one of them is.
  Status bind(const hetrt_call &Call, RegionPass &Pass) const;

  /// Resolves and checks them for the pass. With `Copies`, cores are to work on copies of their own.
  Status take(const hetrt_call &Call, bool Copies, RegionPass &Pass) const;

  /// Where a `balance` clause stands, the array that says where segments begin is read anew for each pass.
  Status balance(const hetrt_call &Call, const RegionPass &Pass, Division &Units) const;

  /// Finds out which of the accelerators keep data, and which have too little memory for even one iteration, or one
  /// grain; says so. Shares that are larger than the memory come in pieces; what that costs shows in their times.
  void fit(const PassArrays &Arrays, std::uint64_t Grain, std::span<DeviceSlot> Accelerators) const;

  /// What only devices hold comes to whoever computes: with cores alone, all that the loop needs to the host. `Queue`
  /// is that of a pass with accelerators, or null.
  Status supply(const RegionPass &Pass, QueuePass *Queue) const;

  /// Persistent copies forget what others wrote.
  void noteWrites(const RegionPass &Pass, const PassRecord &Record) const;

private:
  Status bindTo(Accelerator &Owner, const std::string &What, RegionPass &Pass) const;
  Status findKept(PassArrays &Arrays, Fleet *All) const;
  Status supplyShares(const RegionPass &Pass, QueuePass &Queue) const;

  Engine &Owner;
  const hetrt_region &Region;
  const std::string &Location;
  const bool HasPersist, HasPresent, HasInferred;
  const hetrt_window_info *const BalancedBy; ///< The window of the array by whose segments, or null.
};

} // namespace hetrt

#endif
