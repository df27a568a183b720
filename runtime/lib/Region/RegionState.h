// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The state of a region that the runtime keeps between passes, and the steps of a pass:
//
//   begin:  configure (scheduler, devices) -> acquire accelerators -> [describe: arrays] -> plan -> supply and start
//   end:    record (waits for accelerators) -> scheduler -> directory, report, history -> release
//
// One thread at a time runs a pass with this state; other threads that come meanwhile run a pass of Form::Even.
#ifndef HETRT_REGION_REGIONSTATE_H
#define HETRT_REGION_REGIONSTATE_H

#include "Plan/Configuration.h"
#include "Plan/PlanCache.h"
#include "Plan/Planner.h"
#include "Region/Engine.h"
#include "Region/OtherUnits.h"
#include "Region/PagePolicy.h"
#include "Region/Recorder.h"
#include "Region/RegionArrays.h"
#include "Region/RegionPass.h"
#include "Region/RepeatedCall.h"
#include "Region/ServingDevices.h"
#include "Team/TeamSize.h"

#include <atomic>
#include <memory>
#include <string>

/// The state of one region, or of one region in one place.
struct hetrt_region_state {
public:
  /// `Where` is the place to whose cores and accelerators passes are limited; null: the whole machine. Trace, Past and
  /// Log are null if the settings do not ask for them.
  hetrt_region_state(hetrt::Engine &Owner, const hetrt_region &Given, std::string Location, const hetrt::Place *Where,
                     hetrt::RegionTrace *Trace, hetrt::RegionHistory *Past, hetrt::RegionLog *Log);

  /// Starts a pass like the last one, if the call is the same and the last one reused a cached plan. Otherwise returns
  /// false and changes nothing. For threads outside of places.
  bool beginAgain(const hetrt_call &Call, hetrt_pass *&Into);

  /// Starts a pass; after an error, nothing stays locked or acquired. If `Asks` is set to true, the pass waits for
  /// describe(), which gets the arrays of the call and starts it; `Call` has to exist until then.
  hetrt::Status begin(const hetrt_call &Call, hetrt_pass *&Into, bool &Asks);
  hetrt::Status describe(hetrt_pass &Pass, const hetrt_arrays &Given);

  /// Called instead of describe() after an error: frees the pass, and returns the error.
  hetrt::Status giveUp(hetrt_pass &Pass, const hetrt::Status &Why);

  /// Starts a pass on cores alone, without arrays; `WhyNot` says why devices cannot take part.
  hetrt::Status beginOnCores(const hetrt_call &Given, const std::string &WhyNot, hetrt_pass *&Into);

  /// Gives a part to each of the `Count` threads that came to a block. Returns an error, and makes no parts, if the
  /// block cannot be repeated as recorded.
  hetrt::Status planParts(hetrt_pass &Pass, std::uint32_t Count);

  /// Called in the thread of a block's part number `Number`: moves the pages of its share to the memory node of the
  /// thread, or of the accelerator that it drives.
  void placePart(const hetrt_pass &Pass, std::uint32_t Number) const;

  /// In a checking run: the accesses of the part's thread from now on are compared with those of other parts.
  void checkPart(const hetrt_pass &Pass, std::uint32_t Number, const hetrt_part &Of) const;

  /// Ends a pass and frees it.
  hetrt::Status end(hetrt_pass &Pass);

  /// The same as end() for a pass that reused a cached plan, and holds only the lock; false for other passes.
  bool endUnmeasured(hetrt_pass &Pass);

  const hetrt_region &region() const { return Region; }

  /// The region's name in report and trace. Lives as long as the process.
  const char *name() const { return Recorder.reports() ? Recorder.name() : Location.c_str(); }

private:
  bool isBlock() const { return Region.flags & HETRT_PARTITION; }
  bool isOverPlaces() const { return Region.flags & HETRT_PLACES; }

  // ---- Beginning.
  const char *whyBeside(const hetrt_call &Call, const hetrt::PassLog *Log);
  std::string whyNotWanted(const hetrt_call &Call) const;
  bool takeLock(const hetrt::PassLog *Log);
  hetrt::Status begin(const hetrt_call &Call, const char *WhyNot, bool MayAsk, hetrt_pass *&Into, bool &Asks);
  hetrt::Status abandon(hetrt::RegionPass &Pass, const hetrt::Status &Why);
  hetrt::Status failed(const hetrt::Status &Why) const;
  void noteBegun(hetrt::RegionPass &Pass);
  hetrt::Status prepare(const hetrt_call &Call, bool MayAsk, hetrt::RegionPass &Pass, bool &Asks);
  hetrt::Status plan(const hetrt_call &Call, hetrt::RegionPass &Pass);
  hetrt::Status configure(const hetrt_call &Call);
  bool repeats(const hetrt_call &Call, hetrt::RegionPass &Pass);
  std::uint64_t expectedUnits(const hetrt::RegionPass &Pass) const;
  std::uint32_t claimTeam(const hetrt_call &Call, std::uint32_t Wanted, hetrt::RegionPass &Pass) const;
  hetrt::PassRequest requestParts(std::uint32_t Count, hetrt::RegionPass &Pass);
  hetrt::PassRequest request(hetrt::Division Units, std::uint32_t Threads, hetrt::RegionPass &Pass);
  hetrt::PassPlan planOf(const hetrt::PassRequest &Wanted, hetrt::RegionPass &Pass);
  hetrt::PassPlan planUnscheduled(const hetrt_call &Call, hetrt::RegionPass &Pass);
  hetrt::PassPlan planLoop(const hetrt_call &Call, const hetrt::Reductions &Reduced, hetrt::RegionPass &Pass);
  std::uint32_t wantedParts(const hetrt_call &Call, const hetrt::RegionPass &Pass);
  hetrt::Status execute(const hetrt_call &Call, hetrt::RegionPass &Pass);
  bool mayRepeat(const hetrt::RegionPass &Pass) const;

  // ---- Ending.
  hetrt::Status finish(hetrt::RegionPass &Pass);
  std::uint64_t tellScheduler(hetrt::RegionPass &Pass);
  void tellWait(const hetrt::RegionPass &Pass);
  void tellCache(const hetrt::RegionPass &Pass);
  void report(const hetrt::RegionPass &Pass, const hetrt::PassRecord &Did);
  hetrt::Status endLog(hetrt::RegionPass &Pass);
  void free(hetrt::RegionPass &Pass);

  hetrt::Engine &Owner;
  const hetrt::ResolvedRegion Resolved;
  const hetrt_region &Region;
  const std::string Location;
  const hetrt::Place *const Where;
  hetrt::ServingDevices Devices; ///< Guarded by Busy.
  const hetrt::RegionArrays Arrays;
  const hetrt::PagePolicy Pages;
  hetrt::Recorder Recorder;
  hetrt::RegionLog *const Log;

  std::atomic<bool> Busy{false}; ///< The lock that guards the members from here on.
  hetrt::RegionPass Own;         ///< The pass of the thread that has the lock.
  bool IsConfigured = false;
  hetrt::Configuration Configured;
  std::unique_ptr<hetrt::Scheduler> Scheduler;
  hetrt::Planner Planner;
  hetrt::PlanCache Cache;
  hetrt::RepeatedCall Repeated;
  hetrt::TeamCap Cap;
  double UnitsPerIteration = 1; ///< How many of the scheduler's units (Division.h) an iteration had on average in the
                                ///< last pass.
};

namespace hetrt {

using RegionState = ::hetrt_region_state;

/// The state of a region for the place of the calling thread. A region in different places has several states, so its
/// passes there run and are planned independently of each other.
RegionState &stateOf(Engine &All, const hetrt_region &Region);

} // namespace hetrt

#endif
