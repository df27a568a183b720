// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What all regions of a process share: settings, the cores granted, accelerators, persistent arrays, the report.
//
// There is one Engine, made at the first region and never destroyed: accelerator threads and static destructors of the
// program may use it until the process ends.
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

class Engine {
public:
  static Engine &instance();

  const Settings &settings() const { return Set; }
  unsigned grantedCores() const { return Granted; }

  /// Wrong settings, once: the first caller gets the error, the others success.
  Status takeSettingsError();

  /// The accelerators, found at the first call: programs that use cores only never open a driver. Wrong options of
  /// a device kind are an error of the first call only.
  Status fleet(Fleet *&Into);

  /// The accelerators, or null until they are needed.
  Fleet *fleetIfAny() { return Found.load(std::memory_order_acquire); }

  /// Whether the threads of a team have to meet for a pass: somebody besides them takes part, or wants to know what
  /// they do. The same answer in all of them, since it never changes.
  bool wantsMeetings() {
    const int Known = Meets.load(std::memory_order_acquire);
    return Known < 0 ? findMeets() : Known > 0;
  }

  /// Whether arrays of the program may lie in a device's memory, as far as anybody has asked for accelerators.
  bool mayHaveArrays() {
    const Fleet *Devices = fleetIfAny();
    return Devices &&
           std::ranges::any_of(Devices->Members, [](const auto &Each) { return Each->device().mayHaveArrays(); });
  }

  /// Where it is known what devices keep; null until accelerators are needed, in kernels and in forked
  /// children, which have no devices.
  Directory *directoryIfAny() {
    Fleet *Devices = forked() || inKernel() ? nullptr : fleetIfAny();
    return Devices ? Devices->Known.get() : nullptr;
  }

  /// Regions that are tasks of their own may run at once: each gets what the others leave of the cores, at least one,
  /// and gives it back.
  unsigned claimCores(unsigned Wanted);
  void returnCores(unsigned Count) { Claimed.fetch_sub(Count, std::memory_order_relaxed); }

  TaskOrder &tasks() { return Tasks; }

  /// What moves pages between memory nodes, made when a memory policy first asks; null on machines with one node, where
  /// there is nothing to move.
  PagePlacer *placer();

  /// Around fork(), whose child has cores only, and one thread.
  void beforeFork();
  void afterFork(bool InChild);
  bool forked() const { return Forked.load(std::memory_order_relaxed); }

  /// What the history calls a team of so many cores.
  std::string coresIdentity(unsigned Threads) const;

  /// The state of a region, made at its first pass; one for each place that it runs in (null: the whole machine).
  hetrt_region_state &stateOf(const hetrt_region &Region, const Place *Where);

  PlaceTeams &places() { return *Places; }

  RollCall &rollCall() { return NewTeams; }

  /// Where passes at this place of the program are noted for the report; null without report and trace.
  RegionTrace *traceFor(const std::string &Location);

  /// Where decisions are kept, or repeated; null where neither is asked for.
  DecisionLog *decisions() { return Decisions ? &*Decisions : nullptr; }

private:
  Engine();
  /// Whether anybody wants to know what passes did.
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
  std::unique_ptr<LaunchHistory> Launches; ///< Made with the fleet, which follows it.
  std::atomic<Fleet *> Found{nullptr};
  Fleet *FleetAtFork = nullptr; ///< That beforeFork() found.
  Status FleetFault;            ///< Of finding them.
  std::atomic<bool> FleetFaultTaken{false};
  std::once_flag MeetsOnce;
  std::atomic<int> Meets{-1}; ///< Negative: not known yet.

  std::once_flag PlacerOnce;
  std::unique_ptr<PagePlacer> Placer;

  std::mutex RegistryMutex;
  std::vector<std::shared_ptr<hetrt_region_state>> States; ///< Shared, so that only Registry.cpp has to know them.
  std::map<std::pair<hetrt_region_state **, const Place *>, hetrt_region_state *> InPlaces; ///< By the region's slot.
  std::map<std::string, unsigned> Instances; ///< Regions by their location.
  std::vector<std::unique_ptr<RegionTrace>> Traces;

  std::mutex ReportMutex; ///< Held while a report is written.
  bool HasEnded = false;  ///< The last one is written.

  std::optional<DecisionLog> Decisions;

  // Where the settings ask for a history.
  std::optional<HistoryFile> PastFile;
  History Past;
  std::string Program, Processor;
  std::vector<std::unique_ptr<RegionHistory>> Histories;
};

} // namespace hetrt

#endif
