// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the runtime remembers of a region between passes, and how it plans the next one.
//
//   begin:  check -> configure (scheduler, devices) -> acquire accelerators -> list devices -> Scheduler::beginPass
//   end:    wait for accelerators -> Scheduler::endPass -> persistent copies -> trace -> release
//
// One thread at a time passes through a region with its history; others that come meanwhile run an Even pass.
#ifndef HETRT_REGION_REGIONSTATE_H
#define HETRT_REGION_REGIONSTATE_H

#include "Pass/Pass.h"
#include "Plan/DeviceTable.h"
#include "Region/Engine.h"
#include "Region/ShortPasses.h"
#include "Schedule/Scheduler.h"
#include "Team/DeviceChoice.h"

#include <atomic>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

struct hetrt_region_state {
public:
  /// `Where` is the place to whose cores and accelerators passes keep; null: the whole machine. Trace and Past are null
  /// where nobody asks for them.
  hetrt_region_state(hetrt::Engine &Owner, const hetrt_region &Region, std::string Location, const hetrt::Place *Where,
                     hetrt::RegionTrace *Trace, hetrt::RegionHistory *Past);

  /// Starts a pass. On failure nothing is held.
  hetrt::Status begin(const hetrt_call &Call, hetrt_pass *&Into);

  /// Gives each thread of the team that came to a block its part.
  void planParts(hetrt_pass &Pass, std::uint32_t Count);

  /// Part number `Number` of a block begins in this thread: its pages come to the node of the thread, or of the
  /// accelerator that it drives.
  void placePart(const hetrt_pass &Pass, std::uint32_t Number) const;

  /// Ends a pass and frees it.
  hetrt::Status end(hetrt_pass &Pass);

  const hetrt_region &region() const { return Region; }

private:
  /// The clause arguments that the scheduler was made from.
  struct Clause {
    const char *Devices = nullptr, *Scheduler = nullptr;
    double Ratio = -1;
    std::int64_t Div = 0;
  };

  // Beginning.
  hetrt::Status preparePresent(const hetrt_call &Given, hetrt_pass &Pass);
  hetrt::Status prepare(const hetrt_call &Call, hetrt_pass &Pass);
  hetrt::Status configure(const hetrt_call &Call);
  hetrt::Status makeScheduler(const hetrt_call &Call);
  hetrt::Status bindToMemory(const hetrt_call &Call, bool Planned);
  hetrt::Status bindTo(hetrt::Accelerator &Owner, const std::string &What);
  void findInPlace(hetrt::PassArrays &Arrays) const;
  hetrt::Status takeArrays(const hetrt_call &Call, hetrt_pass &Pass);
  void announcePersistent(const hetrt_call &Call, hetrt::Directory &Known) const;
  bool needsArrays(bool ForAccelerators) const;
  hetrt::Reductions reductionsOf(const hetrt_call &Call) const;
  hetrt::Status balance(const hetrt_call &Call, hetrt_pass &Pass);
  hetrt::Status acquire(std::uint64_t TripCount);
  hetrt::Status selectMembers(hetrt::Fleet &All);
  hetrt::Status checkMandatory(const hetrt_call &Call) const;
  hetrt::Status checkMandatory() const;
  bool wantsAccelerator(const hetrt_call &Call) const;
  bool anyAccelerator();
  std::string whyNoAccelerator() const;
  bool onCoresOnly(const hetrt_pass &Pass) const;
  bool mayRunAlone(const hetrt_call &Call) const;
  bool repeats(const hetrt_call &Call, hetrt_pass &Pass);
  void planCores(const hetrt_call &Call, hetrt_pass &Pass);
  hetrt::Status expectParts(const hetrt_call &Call, hetrt_pass &Pass, bool Planned);
  void shareAmong(hetrt_pass &Pass, std::uint32_t Cores);
  bool isOverPlaces() const;
  hetrt::Status expectPlaces(const hetrt_call &Call, hetrt_pass &Pass);
  void shareAmongPlaces(hetrt_pass &Pass, std::uint32_t Count);
  void planMixed(const hetrt_call &Call, hetrt_pass &Pass);
  hetrt::Status supply(hetrt_pass &Pass);
  hetrt::Status supplyShares(hetrt_pass &Pass);
  void startAccelerators(hetrt_pass &Pass);
  void listDevices(const hetrt_pass &Pass, std::uint32_t Threads, bool CoresUsable);
  void planMemory(const hetrt_pass &Pass);
  hetrt::MemoryPolicy memoryPolicy() const;
  bool replicates() const { return Policy == hetrt::MemoryPolicy::Replicate; }
  bool placesPages();
  hetrt::Status placeLoop(const hetrt_call &Call, hetrt_pass &Pass);
  void placeParts(hetrt_pass &Pass);
  void placeArrays(const hetrt::ResolvedCall &Call, std::span<const hetrt::Iterations> Shares, hetrt_pass &Pass);
  void sayRefusal() const;
  void placeOn(const hetrt::Accelerator &Who, std::size_t Device, const hetrt_pass &Pass) const;
  void beginPlan(hetrt_pass &Pass);
  void split(hetrt_pass &Pass);
  bool hostThreadsTakeCores() const;
  std::uint32_t teamSize(const hetrt_call &Call, std::size_t Accelerators) const;
  std::uint32_t claimTeam(const hetrt_call &Call, std::uint32_t Wanted, hetrt_pass &Pass) const;
  std::uint32_t afterCap(std::uint32_t Wanted);

  // Ending.
  hetrt::Status finish(hetrt_pass &Pass);
  void noteSplit(hetrt_pass &Pass);
  void noteWait(const hetrt_pass &Pass);
  void noteParts(hetrt_pass &Pass);
  void leaveOut(hetrt::RegionDevice &Which, const hetrt::Status &Fault, std::string_view What);
  void noteFaults(hetrt_pass &Pass);
  void noteWrites(hetrt_pass &Pass);
  void note(const hetrt_pass &Pass);
  hetrt::Traffic trafficOf(const hetrt::Accelerator &Who) const;
  void noteForLater(const hetrt_pass &Pass);
  static std::uint64_t evenIterations(const hetrt_pass &Pass, unsigned Device, std::uint64_t Done);
  void free(hetrt_pass &Pass);

  hetrt::Engine &Owner;
  const hetrt_region &Region;
  const std::string Location;
  const hetrt::Place *const Where;
  hetrt::RegionTrace *const Trace;
  hetrt::RegionHistory *const Past;
  const bool HasPersist, HasPresent;
  const hetrt::MemoryPolicy Policy;
  const hetrt_window_info *const BalancedBy; ///< The window of the array by whose segments, or null.

  std::atomic<bool> Busy{false}; ///< Guards all below.
  hetrt_pass Own;                ///< The pass of whoever holds the lock.

  Clause Configured;
  bool IsConfigured = false;
  hetrt::DeviceChoice Choice;
  std::string SchedulerName;
  std::unique_ptr<hetrt::Scheduler> Plan;
  hetrt::ShortPasses Short;
  bool WantsCores = true, WantsAccelerators = true;
  double UnitsPerIteration = 1; ///< Of the scheduler's, in the last pass.
  bool CoresReach = true;       ///< Of this pass: no array is in a device's memory.

  hetrt::DeviceTable Devices;
  std::vector<hetrt::AcceleratorLease> Serving; ///< The accelerators of this pass.
  std::vector<hetrt::DeviceSlot> Slots;         ///< The devices of this pass, or of the last that was planned.
  std::uint32_t CapPlanned = 0, CapCame = 0;    ///< When CapPlanned threads were wanted, CapCame came,
  std::uint32_t CapAge = 0;                     ///< so many passes ago.
};

namespace hetrt {

using RegionState = ::hetrt_region_state;

} // namespace hetrt

#endif
