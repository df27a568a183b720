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

namespace hetrt {

class RegionArrays {
public:
  /// `Devices` are the region's. With `CountTraffic`, what moves to and from them is counted.
  RegionArrays(Engine &Owner, const hetrt_region &Region, const std::string &Location, DeviceTable &Devices,
               bool CountTraffic);

  /// Whether a pass asks for the arrays of its call: they matter to accelerators and to copies that stay on devices
  /// between passes, they may be on a device, or somebody wants to have them checked. Else they are not looked at.
  /// `Serious`: devices might have a part in the pass.
  bool areWanted(const hetrt_call &Call, const RegionPass &Pass, bool Serious) const;

  /// Whether shares are balanced by the segments of an array.
  bool areBalanced() const { return BalancedBy; }

  /// Resolves and checks the arrays of a call for the pass that asked for them; leaves a planned pass to the device in
  /// whose memory one of them is, and to the cores if what no clause says does not fit. With `Copies`, cores are to
  /// work on copies of their own.
  Status take(const CallTables &Of, bool Copies, bool Serious, RegionPass &Pass) const;

  /// Whether cores run the pass and the only question is in whose memory its arrays are, to which the answer is the
  /// host's: nothing is kept or moved for it, so there is no need to find what belongs to iterations, which may
  /// take longer than the pass. Pages that are to be moved are the caller's to think of.
  bool areOnlyTheCores(const CallTables &Of, const RegionPass &Pass) const;

  /// Nothing is known of the arrays of a pass: the host gets what devices have of any.
  Status leaveToHost() const;

  /// Where a `balance` clause stands, the array that says where segments begin is read anew for each pass.
  Status balance(const RegionPass &Pass, Division &Units) const;

  /// Finds out which of the accelerators keep data, and which have too little memory for even one iteration, or one
  /// grain; says so. Shares that are larger than the memory come in pieces; what that costs shows in their times.
  void fit(const PassArrays &Arrays, std::uint64_t Grain, std::span<DeviceSlot> Accelerators) const;

  /// What only devices hold is copied to where the pass computes: with cores alone, all that the loop needs to the
  /// host. `Queue` is that of a pass with accelerators, or null.
  Status supply(const RegionPass &Pass, QueuePass *Queue) const;

  /// Persistent copies forget what others wrote.
  void noteWrites(const RegionPass &Pass, const PassRecord &Record) const;

private:
  bool areKept() const;
  Status checkMemory(ResolvedCall &Of) const;
  Status bind(const CallTables &Of, const ResolvedCall &Call, RegionPass &Pass) const;
  Status bindTo(Accelerator &Owner, const std::string &What, RegionPass &Pass) const;
  Status findKept(PassArrays &Arrays, Fleet *All) const;
  Status supplyShares(const RegionPass &Pass, QueuePass &Queue) const;

  Engine &Owner;
  const hetrt_region &Region;
  const std::string &Location;
  DeviceTable &Devices; ///< Of passes that are planned, which hold the region's lock.
  const bool CountTraffic;
  const bool HasPersist, HasPresent;
  const hetrt_array_info *const BalancedBy; ///< The array by whose segments, or null.
};

/// Whether a fault says that the arrays of a call are not as devices need them.
bool isAboutArrays(int Code);

} // namespace hetrt

#endif
