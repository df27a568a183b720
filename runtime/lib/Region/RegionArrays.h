// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The arrays of a region's calls before and after a pass: where they lie, whether a pass has to look at them, which
// copies devices keep, which elements have to move before the pass, and which elements of copies are no longer valid
// after the pass.
//
// An array that the program itself has put into a device's memory is used there, by that device alone; managed memory
// is used in place by all devices. Neither is ever staged through the host.
#ifndef HETRT_REGION_REGIONARRAYS_H
#define HETRT_REGION_REGIONARRAYS_H

#include "Region/ArrayService.h"
#include "Region/Engine.h"
#include "Region/RegionPass.h"

#include <memory>
#include <span>
#include <string>

namespace hetrt {

/// The arrays of one region.
class RegionArrays {
public:
  /// `Devices` are the region's accelerators. With `CountTraffic`, the bytes that move to and from them are counted.
  RegionArrays(Engine &Owner, const hetrt_region &Region, const std::string &Location, DeviceTable &Devices,
               bool CountTraffic);

  /// Whether a pass needs the arrays of its call: because accelerators take part, devices keep copies, an array may lie
  /// on a device, or the arrays are to be checked. Otherwise the generated code does not describe them. `Serious`:
  /// devices may take part in the pass, by the call's condition and trip count.
  bool areWanted(const hetrt_call &Call, const RegionPass &Pass, bool Serious) const;

  /// Whether shares are balanced by the segments of an array.
  bool areBalanced() const { return BalancedBy; }

  /// Resolves and checks the arrays of a call, for a pass that has asked for them. If one of them lies in a device's
  /// memory, leaves the pass to that device. If arrays are not as devices need them and no clause is wrong
  /// (ResolvedCall::WhyNoCopies), leaves the pass to the cores. With `Copies`, cores will work on copies.
  Status take(const CallTables &Of, bool Copies, bool Serious, RegionPass &Pass) const;

  /// Whether cores run the pass, nothing else needs its arrays, and none of the arrays lies in a device's memory. Then
  /// the arrays need not be resolved, which may take longer than the pass. The caller has to check whether pages are to
  /// be moved.
  bool areOnlyTheCores(const CallTables &Of, const RegionPass &Pass) const;

  /// Called if nothing is known of the arrays of a pass: writes back all elements of which only devices have the
  /// present values. After that, no copy counts as valid.
  Status writeBackAll() const;

  /// With a `balance` clause, makes elements the units of the scheduler (Division.h): reads, anew for each pass, the
  /// array that says where the iterations' segments begin.
  Status balance(const RegionPass &Pass, Division &Units) const;

  /// Finds out which of the accelerators keep copies, and which have too little memory for one iteration (or one
  /// grain), and warns about the latter. Larger shares come in pieces, whose cost shows in the measured times.
  void fit(const PassArrays &Arrays, std::uint64_t Grain, std::span<DeviceSlot> Accelerators) const;

  /// Moves elements of which only other devices have the present values to the devices that will compute with them. In
  /// a pass on cores alone, moves all elements that the loop needs to the host. `Run` will execute the pass.
  Status supply(const RegionPass &Pass, Execution &Run) const;

  /// After a pass: notes in the copies of persistent arrays which elements other devices and the host wrote.
  void noteWrites(const RegionPass &Pass, const PassRecord &Record) const;

private:
  bool areKept() const;
  Status resolve(const CallTables &Of, bool Copies, bool Serious, Fleet *All, PassArrays &Into, RegionPass &Pass) const;
  ArrayFacts factsOf(const ResolvedCall &Call, const RegionPass &Pass) const;
  Status serve(ArrayService By, const CallTables &Of, Fleet *All, std::unique_ptr<PassArrays> Made,
               RegionPass &Pass) const;
  Status checkMemory(ResolvedCall &Of) const;
  Status bind(const CallTables &Of, const ResolvedCall &Call, RegionPass &Pass) const;
  Status bindTo(Accelerator &Owner, const std::string &What, RegionPass &Pass) const;
  static void givePassToCores(const ResolvedCall &Call, RegionPass &Pass);
  void copyValues(const CallTables &Of, PassArrays &Into) const;
  Status findKept(PassArrays &Arrays, Fleet *All) const;
  Status findEntry(const ResolvedCall &Call, PassArray &What, Directory &Known) const;
  Status supplyShares(const RegionPass &Pass, Execution &Run) const;

  Engine &Owner;
  const hetrt_region &Region;
  const std::string &Location;
  DeviceTable &Devices; ///< Used by passes that are planned, which hold the region's lock.
  const bool CountTraffic;
  const bool IsBlock; ///< The region is a block: its threads exchange padding, and no copies outlive a pass.
  const bool HasPersist, HasPresent;
  const hetrt_array_info *const BalancedBy; ///< The array by whose segments shares are balanced, or null.
};

/// Whether an error code says that the arrays of a call are not as devices need them.
bool isAboutArrays(int Code);

} // namespace hetrt

#endif
