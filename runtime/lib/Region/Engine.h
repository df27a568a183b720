// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The state that all regions of a process share: settings, the cores granted, accelerators, persistent arrays, the
// report.
//
// There is one Engine, made at the first region and never destroyed: accelerators' threads and static destructors of
// the program may use it until the process ends.
#ifndef HETRT_REGION_ENGINE_H
#define HETRT_REGION_ENGINE_H

#include "History/RegionHistory.h"
#include "Memory/PagePlacement.h"
#include "Region/LaunchHistory.h"
#include "Region/TaskOrder.h"
#include "Replay/DecisionLog.h"
#include "Settings/Settings.h"
#include "Team/Fleet.h"
#include "Team/PlaceTeams.h"
#include "Team/RollCall.h"
#include "Trace/RegionTrace.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

struct hetrt_region_state;

namespace hetrt {

/// The shared state of all regions. Any thread may call.
class Engine {
public:
  static Engine &instance();

  const Settings &settings() const { return Set; }
  unsigned grantedCores() const { return Granted; }

  /// The error of wrong settings. Only the first caller gets the error; later callers get success.
  Status takeSettingsError();

  /// Sets `Into` to the accelerators. The first call looks for them, so programs that use only cores never open a
  /// driver. Wrong options of a kind of device are an error of the first call only.
  Status fleet(Fleet *&Into);

  /// The accelerators; null until fleet() was called.
  Fleet *fleetIfAny() { return Found.load(std::memory_order_acquire); }

  /// Whether the threads of a team have to meet for a pass, because accelerators take part, or the report or a
  /// recording needs to know what the threads do. All threads get the same answer, which never changes.
  bool wantsMeetings() {
    const int Known = Meets.load(std::memory_order_acquire);
    return Known < 0 ? findMeets() : Known > 0;
  }

  /// Whether arrays of the program may lie in a device's memory. False until fleet() was called.
  bool mayHaveArrays() {
    const Fleet *Devices = fleetIfAny();
    return Devices &&
           std::ranges::any_of(Devices->Members, [](const auto &Each) { return Each->device().mayHaveArrays(); });
  }

  /// The directory of persistent arrays. Null until fleet() was called, and in kernels and forked children, which have
  /// no devices.
  Directory *directoryIfAny() {
    Fleet *Devices = forked() || inKernel() ? nullptr : fleetIfAny();
    return Devices ? Devices->Known.get() : nullptr;
  }

  /// Cores for regions that are tasks, which may run at the same time. claimCores() returns how many cores the region
  /// gets: at most `Wanted`, at most as many as other regions have left, and at least one. The region gives them back
  /// by returnCores().
  unsigned claimCores(unsigned Wanted);
  void returnCores(unsigned Count) { Claimed.fetch_sub(Count, std::memory_order_relaxed); }

  TaskOrder &tasks() { return Tasks; }

  /// Moves pages between memory nodes; made when a memory policy first needs it. Null on machines with one node, where
  /// pages need not move.
  PagePlacer *placer();

  /// Called before and after fork(). A child has no devices, and one thread.
  void beforeFork();
  void afterFork(bool InChild);
  bool forked() const { return Forked.load(std::memory_order_relaxed); }

  /// The name under which the history lists a team of `Threads` threads on cores.
  std::string coresIdentity(unsigned Threads) const;

  /// The state of a region, made at its first pass. A region has one state for each place in which it runs (`Where`;
  /// null: the whole machine).
  hetrt_region_state &stateOf(const hetrt_region &Region, const Place *Where);

  PlaceTeams &places() { return *Places; }

  RollCall &rollCall() { return NewTeams; }

  /// Collects the passes at this place of the program for the report; null if there is neither report nor trace.
  RegionTrace *traceFor(const std::string &Location);

  /// The recording of decisions that is written (HETRT_RECORD) or repeated (HETRT_REPLAY); null if there is none.
  DecisionLog *decisions() { return Decisions ? &*Decisions : nullptr; }

private:
  Engine();
  /// Whether the report or the trace needs the records of passes.
  bool wantsRecords() const { return Set.Report != ReportForm::None || Set.ReportSignal || !Set.TraceFile.empty(); }
  RegionTrace *makeTrace(const std::string &Location);
  Fleet *findOnce();
  bool findMeets();
  void readEnvironment();
  void takeCheckingSettings();
  void shapeLaunches(Fleet &All);
  void openDecisions();
  Status checkRecorded(const Fleet &All);
  void readHistory();
  void atExit();
  void checkReportFile();
  std::vector<TrafficBetween> trafficBetween(std::span<const RegionTrace::Summary> Regions);
  void reportOnSignal();
  void writeReport(std::int64_t Now);
  void writeHistory();

  Settings Set;
  unsigned Granted = 1;
  std::string SettingsError;
  std::atomic<bool> SettingsErrorTaken{false};
  std::atomic<bool> Forked{false};
  std::atomic<unsigned> Claimed{0};
  TaskOrder Tasks;
  std::optional<PlaceTeams> Places;
  RollCall NewTeams;

  std::once_flag FleetOnce;
  std::unique_ptr<LaunchHistory> Launches; ///< Made together with the fleet, whose devices use it.
  std::atomic<Fleet *> Found{nullptr};
  Fleet *FleetAtFork = nullptr; ///< The accelerators that beforeFork() found, for afterFork().
  Status FleetFault;            ///< The error of findFleet().
  std::atomic<bool> FleetFaultTaken{false};
  std::once_flag MeetsOnce;
  std::atomic<int> Meets{-1}; ///< 0 or 1: the answer of wantsMeetings(); negative: not known yet.

  std::once_flag PlacerOnce;
  std::unique_ptr<PagePlacer> Placer;

  std::mutex RegistryMutex;
  /// Shared pointers instead of unique ones, so that only Registry.cpp needs the complete type.
  std::vector<std::shared_ptr<hetrt_region_state>> States;
  /// The states of regions that run in places, by the region's slot for its state.
  std::map<std::pair<hetrt_region_state **, const Place *>, hetrt_region_state *> InPlaces;
  std::map<std::string, unsigned> Instances; ///< How many regions there are at each location.
  std::vector<std::unique_ptr<RegionTrace>> Traces;

  std::mutex ReportMutex; ///< Held while a report is written.
  bool HasEnded = false;  ///< The report of the end has been written.

  std::optional<DecisionLog> Decisions;

  // The members from here on are used if the settings ask for a history.
  std::optional<HistoryFile> PastFile;
  History Past;
  std::string Program, Processor;
  std::vector<std::unique_ptr<RegionHistory>> Histories;
};

} // namespace hetrt

#endif
