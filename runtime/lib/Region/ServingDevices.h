// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which accelerators serve the passes of a region, and why there are none.
#ifndef HETRT_REGION_SERVINGDEVICES_H
#define HETRT_REGION_SERVINGDEVICES_H

#include "Plan/Configuration.h"
#include "Plan/DeviceTable.h"
#include "Plan/UnfitPasses.h"
#include "Region/Engine.h"
#include "Region/OtherUnits.h"
#include "Region/RegionPass.h"

#include <string>

namespace hetrt {

/// Chooses, acquires and leaves out the accelerators of one region. Used by the thread that has the region's lock.
class ServingDevices {
public:
  /// `Reports`: there is a report or a trace, for which reasons are kept and traffic is counted. The arguments outlive
  /// this object.
  ServingDevices(Engine &Owner, const ResolvedRegion &Resolved, const hetrt_region &Region, const std::string &Location,
                 const Place *Where, bool Reports)
      : Owner(Owner), Resolved(Resolved), Region(Region), Location(Location), Where(Where), Reports(Reports) {}

  /// Acquires the accelerators that take part in a pass of some `Units` units: those that the configuration asks for,
  /// can run the region, are not left out, and serve no other pass.
  Status acquire(const Configuration &By, Scheduler &Plan, std::uint64_t Units, RegionPass &Pass);

  /// Ends the leases of accelerators that had not loaded their kernel when the pass ended, so that the pass ended
  /// without them.
  static void endLeases(RegionPass &Pass);

  /// Leaves out devices that have failed in a pass, with one message for each device in the life of the process. The
  /// devices behind a node are left out by that node's own rank. A device that has less free memory than its size is
  /// not left out, but gets less work from now on.
  void leaveOut(const RegionPass &Pass) const;

  /// Why the region has no accelerators although it asks for some.
  std::string whyNone(const Configuration &By) const;

  /// Whether the cores will probably run the next passes alone.
  bool rest() const { return Known.allRest() || Unfit.isRest(); }

  DeviceTable &table() { return Known; }
  UnfitPasses &unfit() { return Unfit; }

private:
  Status choose(const Configuration &By);
  void leaseFree(RegionPass &Pass);
  Status lease(RegionPass &Pass);
  Status checkMandatory(const Configuration &By) const;
  void sayNotCalled(const Configuration &By);

  Engine &Owner;
  const ResolvedRegion &Resolved;
  const hetrt_region &Region;
  const std::string &Location;
  const Place *const Where;
  const bool Reports;
  DeviceTable Known;
  UnfitPasses Unfit;
  bool SaidNotCalled = false;
};

} // namespace hetrt

#endif
