// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the runtime remembers of a region between passes, and the way of a pass:
//
//   begin:  configure (scheduler, devices) -> acquire accelerators -> [describe: arrays] -> plan -> supply and start
//   end:    record (the strategy waits for accelerators) -> scheduler -> directory, report, history -> release
//
// One thread at a time passes through a region with its history; others that come meanwhile run an Even pass.
#ifndef HETRT_REGION_REGIONSTATE_H
#define HETRT_REGION_REGIONSTATE_H

#include "Plan/Configuration.h"
#include "Plan/Misfits.h"
#include "Plan/PlanCache.h"
#include "Plan/Planner.h"
#include "Region/Engine.h"
#include "Region/OtherUnits.h"
#include "Region/PagePolicy.h"
#include "Region/Recorder.h"
#include "Region/RegionArrays.h"
#include "Region/RegionPass.h"
#include "Region/RepeatedCall.h"
#include "Team/TeamSize.h"

#include <atomic>
#include <memory>
#include <string>

struct hetrt_region_state {
public:
  /// `Where` is the place to whose cores and accelerators passes keep; null: the whole machine. Trace, Past and Log are
  /// null where the settings do not ask for them.
  hetrt_region_state(hetrt::Engine &Owner, const hetrt_region &Given, std::string Location, const hetrt::Place *Where,
                     hetrt::RegionTrace *Trace, hetrt::RegionHistory *Past, hetrt::RegionLog *Log);

  /// Starts a pass as the last one, if the call says the same and that one ran on a plan of the cache. If not, nothing
  /// has happened. For threads of no place.
  bool beginAgain(const hetrt_call &Call, hetrt_pass *&Into);

  /// Starts a pass. On failure nothing is held. `Asks`: only describe() starts it, with the arrays of the call; `Call`
  /// has to be there until then.
  hetrt::Status begin(const hetrt_call &Call, hetrt_pass *&Into, bool &Asks);
  hetrt::Status describe(hetrt_pass &Pass, const hetrt_arrays &Given);

  /// A pass that has asked gets nothing: frees it, and returns the reason.
  hetrt::Status giveUp(hetrt_pass &Pass, const hetrt::Status &Why);

  /// The same where the call says nothing that devices can use: cores alone run the loop.
  hetrt::Status beginOnCores(const hetrt_call &Given, const std::string &WhyNot, hetrt_pass *&Into);

  /// Gives each thread of the team that came to a block its part, or no thread one where the block cannot be repeated.
  hetrt::Status planParts(hetrt_pass &Pass, std::uint32_t Count);

  /// Part number `Number` of a block begins in this thread: its pages come to the node of the thread, or of the
  /// accelerator that it drives.
  void placePart(const hetrt_pass &Pass, std::uint32_t Number) const;

  /// In a checking run, what the part's thread does from now on is compared with what the other parts do.
  void checkPart(const hetrt_pass &Pass, std::uint32_t Number, const hetrt_part &Of) const;

  /// Ends a pass and frees it.
  hetrt::Status end(hetrt_pass &Pass);

  /// The same of a pass that ran on a plan of the cache, which holds nothing but the lock; false if it is another.
  bool endUnmeasured(hetrt_pass &Pass);

  const hetrt_region &region() const { return Region; }

  /// What the report and the trace call it. Lives as long as the process.
  const char *name() const { return Recorder.reports() ? Recorder.name() : Location.c_str(); }

private:
  bool isBlock() const { return Region.flags & HETRT_PARTITION; }
  bool isOverPlaces() const { return Region.flags & HETRT_PLACES; }

  // Beginning.
  const char *whyBeside(const hetrt_call &Call, const hetrt::PassLog *Log);
  const char *whyNotWanted(const hetrt_call &Call) const;
  bool takeLock(const hetrt::PassLog *Log);
  hetrt::Status begin(const hetrt_call &Call, const char *WhyNot, bool MayAsk, hetrt_pass *&Into, bool &Asks);
  hetrt::Status abandon(hetrt::RegionPass &Pass, const hetrt::Status &Why);
  hetrt::Status failed(const hetrt::Status &Why) const;
  void noteBegun(hetrt::RegionPass &Pass);
  hetrt::Status prepare(const hetrt_call &Call, bool MayAsk, hetrt::RegionPass &Pass, bool &Asks);
  hetrt::Status plan(const hetrt_call &Call, hetrt::RegionPass &Pass);
  hetrt::Status configure(const hetrt_call &Call);
  bool repeats(const hetrt_call &Call, hetrt::RegionPass &Pass);
  hetrt::Status acquire(hetrt::RegionPass &Pass);
  void leaseFree(hetrt::RegionPass &Pass);
  hetrt::Status lease(hetrt::RegionPass &Pass);
  hetrt::Status checkMandatory() const;
  void sayNotCalled();
  std::string whyNoAccelerator() const;
  std::uint32_t claimTeam(const hetrt_call &Call, std::uint32_t Wanted, hetrt::RegionPass &Pass) const;
  hetrt::PassRequest request(hetrt::Division Units, std::uint32_t Threads, hetrt::RegionPass &Pass);
  hetrt::PassPlan planOf(const hetrt::PassRequest &Wanted, hetrt::RegionPass &Pass);
  hetrt::PassPlan planUnscheduled(const hetrt_call &Call, hetrt::RegionPass &Pass);
  hetrt::PassPlan planLoop(const hetrt_call &Call, const hetrt::Reductions &Reduced, hetrt::RegionPass &Pass);
  std::uint32_t wantedParts(const hetrt_call &Call, const hetrt::RegionPass &Pass);
  hetrt::Status execute(const hetrt_call &Call, hetrt::RegionPass &Pass);
  static void startAccelerators(const hetrt::RegionPass &Pass, hetrt::QueuePass &Queue, hetrt::Directory &Known);
  bool mayRepeat(const hetrt::RegionPass &Pass) const;

  // Ending.
  hetrt::Status finish(hetrt::RegionPass &Pass);
  std::uint64_t tellScheduler(hetrt::RegionPass &Pass);
  void tellWait(const hetrt::RegionPass &Pass);
  void tellCache(const hetrt::RegionPass &Pass);
  void leaveOut(const hetrt::RegionPass &Pass);
  void report(const hetrt::RegionPass &Pass, const hetrt::PassRecord &Did);
  hetrt::Status endLog(hetrt::RegionPass &Pass);
  void free(hetrt::RegionPass &Pass);

  hetrt::Engine &Owner;
  const hetrt::ToldRegion Told;
  const hetrt_region &Region;
  const std::string Location;
  const hetrt::Place *const Where;
  const hetrt::RegionArrays Arrays;
  const hetrt::PagePolicy Pages;
  hetrt::Recorder Recorder;
  hetrt::RegionLog *const Log;

  std::atomic<bool> Busy{false}; ///< Guards all below.
  hetrt::RegionPass Own;         ///< The pass of the thread that has the lock.
  bool IsConfigured = false;
  bool SaidNotCalled = false;
  hetrt::Configuration Configured;
  std::unique_ptr<hetrt::Scheduler> Scheduler;
  hetrt::Planner Planner;
  hetrt::PlanCache Cache;
  hetrt::RepeatedCall Repeated;
  hetrt::DeviceTable Devices;
  hetrt::Misfits Misfits;
  hetrt::TeamCap Cap;
  double UnitsPerIteration = 1; ///< Of the scheduler's, in the last pass.
};

namespace hetrt {

using RegionState = ::hetrt_region_state;

/// That of the calling thread's place. A place's regions are planned apart from those of others, which run at once.
RegionState &stateOf(Engine &All, const hetrt_region &Region);

} // namespace hetrt

#endif
