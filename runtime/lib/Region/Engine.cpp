// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The engine of the process: settings, fork, and the report.
#include "Region/Engine.h"

#include "Check/Checker.h"
#include "Errors/Error.h"
#include "Files/Descriptor.h"
#include "Files/OutputFile.h"
#include "Files/Program.h"
#include "Files/Rights.h"
#include "Plan/SchedulerChoice.h"
#include "Team/Clock.h"
#include "Topology/Granted.h"
#include "Trace/Events.h"
#include "Trace/Nvtx.h"
#include "Trace/Signals.h"

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fmt/format.h>
#include <iterator>
#include <pthread.h>
#include <unistd.h>

namespace hetrt {
namespace {

/// The engine, or null until it is needed. It is made by a thread that holds `Making`.
std::atomic<Engine *> TheEngine{nullptr};
std::mutex Making;

const char *environment(const char *Name) { return followedVariable(Name); }

} // namespace

Engine &Engine::instance() {
  if (Engine *There = TheEngine.load(std::memory_order_acquire))
    return *There;
  std::lock_guard Lock(Making);
  if (!TheEngine.load(std::memory_order_relaxed))
    TheEngine.store(new Engine, std::memory_order_release);
  return *TheEngine.load(std::memory_order_relaxed);
}

Engine::Engine() {
  readEnvironment();
  Granted = hetrt::grantedCores(environment);
  Places.emplace(Set.Places, std::min(Set.Cores.value_or(Granted), Granted));
  if (Set.Cores && *Set.Cores > Granted)
    warn(fmt::format("setting HETRT_DEVICES: {} cores wanted, {} granted to this process", *Set.Cores, Granted));
  if (Set.History != HistoryUse::Off)
    readHistory();
  checkReportFile();
  reportOnSignal();
  if (std::string Problem = nvtx::attach(environment("NVTX_INJECTION64_PATH")); !Problem.empty())
    warn("NVTX_INJECTION64_PATH: " + Problem);
  if (std::string Problem = events::listen(nvtx::attached(), Set.TraceFile); !Problem.empty()) {
    warn(fmt::format("setting HETRT_TRACE: cannot write '{}': {}; there will be none", Set.TraceFile, Problem));
    Set.TraceFile.clear();
  }
  openDecisions();
  if (Decisions || Set.ReportSignal || !Set.TraceFile.empty() || Set.Report != ReportForm::None ||
      Set.History == HistoryUse::On || Set.Write == WritePolicy::Back)
    std::atexit([] { TheEngine.load()->atExit(); });
}

void Engine::readEnvironment() {
  const KindNames Kinds = deviceKindNames();
  std::vector<std::string_view> LeftOut;
  const auto Followed = followedEnvironment(environ, isPrivileged(), Kinds.FileSettings, LeftOut);
  for (std::string_view Name : LeftOut)
    warn(fmt::format("setting {} has no effect: it names files, and this program has more rights than who started it",
                     Name));
  std::vector<std::string> Wrong = readSettings(Followed.data(), Kinds.Settings, Kinds.Names, Set);
  if (std::string Unknown = checkSchedulerName(Set.Schedule.c_str()); !Set.Schedule.empty() && !Unknown.empty()) {
    Wrong.push_back("setting HETRT_SCHEDULE: " + Unknown);
    Set.Schedule.clear();
  }
  if (check::active())
    takeCheckingSettings();
  for (const std::string &Message : Wrong)
    SettingsError += (SettingsError.empty() ? "" : "; ") + Message;
}

/// Opens the recording to repeat, and the one to write. A recording that cannot be repeated is an error of the
/// program's settings; one that cannot be written is only a warning.
void Engine::openDecisions() {
  const std::string &Replay = Set.ReplayFile, &Record = Set.RecordFile;
  if (Replay.empty() && Record.empty())
    return;
  std::error_code Ignored;
  std::string Problem;
  if (!Replay.empty() && !Record.empty() && (Replay == Record || std::filesystem::equivalent(Replay, Record, Ignored)))
    Problem = fmt::format("setting HETRT_RECORD='{}': wanted another file than that of HETRT_REPLAY", Record);
  Decisions.emplace();
  if (Problem.empty() && !Replay.empty())
    if (Problem = Decisions->repeat(Replay); !Problem.empty())
      Problem = fmt::format("setting HETRT_REPLAY='{}': {}", Replay, Problem);
  if (!Problem.empty()) {
    SettingsError += (SettingsError.empty() ? "" : "; ") + Problem;
    return Decisions.reset();
  }
  if (Record.empty())
    return;
  if (Problem = Decisions->keep(Record, std::filesystem::path(programPath()).filename().string()); Problem.empty())
    return;
  warn(fmt::format("setting HETRT_RECORD: cannot write '{}': {}; there will be none", Record, Problem));
  if (!Decisions->repeats())
    Decisions.reset();
}

/// Checks that the accelerators are those of the recording: the same devices, with the same numbers.
Status Engine::checkRecorded(const Fleet &All) {
  std::vector<std::string> Names;
  for (const auto &Each : All.Members)
    Names.push_back(fmt::format("{}:{} ({})", Each->capabilities().Kind, Each->capabilities().Index,
                                Each->capabilities().Identity));
  const std::string Problem = Decisions->devices(Names);
  return Problem.empty() ? Status::success()
                         : Status::programFault(HETRT_ERROR_SETTING,
                                                fmt::format("setting HETRT_REPLAY='{}': {}", Set.ReplayFile, Problem));
}

/// A checking run computes on the host alone, in the checker's order, and looks at the arrays of every pass.
void Engine::takeCheckingSettings() {
  check::setSeed(Set.CheckSeed);
  Set.Check = true;
  Set.UseCores = true;
  Set.Accelerators.emplace();
  Set.Write = WritePolicy::Through;
  Set.Deterministic = false;
  Set.Memory.reset();
  Set.Schedule.clear();
  Set.History = HistoryUse::Off;
  Set.TargetOffload = Offload::Default;
}

Status Engine::takeSettingsError() {
  if (SettingsError.empty() || SettingsErrorTaken.exchange(true))
    return Status::success();
  return Status::programFault(HETRT_ERROR_SETTING, SettingsError);
}

/// Takes all locks that a child process may need. Only the thread that calls fork() exists in the child, so a lock that
/// another thread held would stay locked there.
void Engine::beforeFork() {
  FleetAtFork = forked() ? nullptr : fleetIfAny(); // a child that forks again has no devices, so it has no elements to
                                                   // write back
  if (FleetAtFork)
    if (Status Result = FleetAtFork->Known->writeBackAll(); !Result.ok())
      warn("before fork(): " + Result.message());
  RegistryMutex.lock();
  Tasks.lock();
  if (FleetAtFork)
    FleetAtFork->Known->lock();
}

void Engine::afterFork(bool InChild) {
  if (InChild) {
    Forked.store(true);
    check::forkedChild();
    events::forget();
    Meets.store(0);
  }
  if (FleetAtFork)
    FleetAtFork->Known->unlock();
  Tasks.unlock();
  RegistryMutex.unlock();
}

/// Registered when the library is loaded, so that fork() waits while another thread makes the engine. So a child finds
/// the engine either complete or not made at all.
[[gnu::constructor]] static void handleForks() {
  auto Before = [] {
    Making.lock();
    if (Engine *There = TheEngine.load(std::memory_order_relaxed))
      There->beforeFork();
  };
  auto InParent = [] {
    if (Engine *There = TheEngine.load(std::memory_order_relaxed))
      There->afterFork(false);
    Making.unlock();
  };
  auto InChild = [] {
    if (Engine *There = TheEngine.load(std::memory_order_relaxed))
      There->afterFork(true);
    Making.unlock();
  };
  pthread_atfork(Before, InParent, InChild);
}

unsigned Engine::claimCores(unsigned Wanted) {
  unsigned Before = Claimed.load(std::memory_order_relaxed), Given;
  do
    Given = std::clamp(Granted > Before ? Granted - Before : 1, 1u, Wanted);
  while (!Claimed.compare_exchange_weak(Before, Before + Given, std::memory_order_relaxed));
  return Given;
}

Fleet *Engine::findOnce() {
  std::call_once(FleetOnce, [&] {
    auto Made = std::make_unique<Fleet>();
    FleetFault = findFleet(Set, localRank(environment), *Made);
    if (!Made->Missing.empty())
      warn(Made->Missing);
    if (Decisions && FleetFault.ok())
      FleetFault = checkRecorded(*Made);
    shapeLaunches(*Made);
    Found.store(Made.release(), std::memory_order_release);
  });
  return Found.load(std::memory_order_acquire);
}

Status Engine::fleet(Fleet *&Into) {
  Into = findOnce();
  return FleetFault.ok() || FleetFaultTaken.exchange(true) ? Status::success() : FleetFault;
}

/// Finds out whether the threads of a team have to meet before a pass (wantsMeetings()). They also meet if settings are
/// wrong, or if looking for devices has failed, since the pass that then begins reports the error.
bool Engine::findMeets() {
  std::call_once(MeetsOnce, [&] {
    // With cancellation, teams do not meet, since a cancelled thread comes to no meeting, and the other threads would
    // wait for it forever.
    const bool Alone = (Set.Cancellation && !check::active()) ||
                       ((forked() || (findOnce()->Members.empty() && FleetFault.ok())) && SettingsError.empty() &&
                        !wantsRecords() && !Decisions && !check::active() && !PastFile && !Set.Deterministic &&
                        !Set.Memory && Set.TargetOffload != Offload::Mandatory);
    Meets.store(Alone ? 0 : 1, std::memory_order_release);
  });
  return Meets.load(std::memory_order_acquire) > 0;
}

void Engine::shapeLaunches(Fleet &All) {
  const auto &[Tune, Threads, Lanes] = Set.LaunchShape;
  const bool Remembers = PastFile && Set.History == HistoryUse::On;
  Launches = std::make_unique<LaunchHistory>(Past, Program, Tune, LaunchShape{Threads, Lanes}, Remembers);
  for (const auto &Each : All.Members)
    Each->device().shapeLaunches(*Launches);
}

PagePlacer *Engine::placer() {
  std::call_once(PlacerOnce, [&] {
    if (NodeMemory *System = systemNodes())
      Placer = std::make_unique<PagePlacer>(*System);
  });
  return Placer.get();
}

/// The caller holds the lock.
RegionTrace *Engine::makeTrace(const std::string &Location) {
  if (!wantsRecords())
    return nullptr;
  Traces.push_back(std::make_unique<RegionTrace>(Location, Set.Report == ReportForm::Json));
  return Traces.back().get();
}

RegionTrace *Engine::traceFor(const std::string &Location) {
  std::lock_guard Lock(RegistryMutex);
  return makeTrace(Location);
}

void Engine::atExit() {
  if (forked())
    return;
  events::close();
  if (Decisions)
    if (const std::string Left = Decisions->close(); !Left.empty())
      warn(fmt::format("setting HETRT_REPLAY='{}': {}", Set.ReplayFile, Left));
  if (Set.Report != ReportForm::None || Set.ReportSignal)
    writeReport(0);
  if (PastFile && Set.History == HistoryUse::On)
    writeHistory();
  if (Fleet *Now = fleetIfAny())
    if (const std::string Names = Now->Known->heldAlone(); !Names.empty())
      warn(fmt::format(
          "setting HETRT_WRITE='back': the program ends, and the host never got what devices alone hold of {}: wanted "
          "'depersist', or 'target exit data map(from:)' for what 'target enter data' has named",
          Names));
}

/// Reads the history. If there is no history, this is no error; only the first passes of regions are slower.
void Engine::readHistory() {
  const std::string Path = historyPath(environment);
  if (Path.empty())
    return warn("setting HETRT_HISTORY: neither XDG_STATE_HOME nor HOME names a folder, so there is no history");
  PastFile.emplace(Path);
  if (std::string Problem = PastFile->read(Past); !Problem.empty())
    warn("setting HETRT_HISTORY: " + Problem + "; it is ignored");
  std::error_code Error;
  Program = std::filesystem::read_symlink("/proc/self/exe", Error).filename();
  Processor = processorModel();
}

std::string Engine::coresIdentity(unsigned Threads) const {
  return fmt::format("cpu: {}, team of {}", Processor, Threads);
}

void Engine::writeHistory() {
  std::vector<HistorySample> Samples;
  {
    std::lock_guard Lock(RegistryMutex);
    for (const auto &Each : Histories) {
      std::vector<HistorySample> Of = Each->samples();
      std::move(Of.begin(), Of.end(), std::back_inserter(Samples));
    }
  }
  if (fleetIfAny()) {
    std::vector<HistorySample> Of = Launches->samples();
    std::move(Of.begin(), Of.end(), std::back_inserter(Samples));
  }
  if (Samples.empty())
    return;
  // If another process is writing the history (`Busy`), there is no warning, since that process has measured the same
  // things, and a later run can add samples again.
  if (const auto [Problem, Busy] = PastFile->add(Samples, std::time(nullptr)); !Problem.empty() && !Busy)
    warn("setting HETRT_HISTORY: " + Problem);
}

/// Warns at the beginning if the report cannot be written, not after the program has run for hours.
void Engine::checkReportFile() {
  if (Set.Report != ReportForm::Json)
    return;
  const std::string Why = whyNotWritable(Set.ReportFile);
  if (Why.empty())
    return;
  warn(fmt::format("setting HETRT_REPORT: cannot write '{}': {}; there will be none", Set.ReportFile, Why));
  Set.Report = ReportForm::None;
}

/// The traffic of each accelerator outside of passes: all its traffic, less its traffic in passes.
std::vector<TrafficBetween> Engine::trafficBetween(std::span<const RegionTrace::Summary> Regions) {
  std::vector<TrafficBetween> Between;
  if (Fleet *All = fleetIfAny())
    for (const auto &Each : All->Members) {
      const DeviceFigures Who = Each->figures();
      TrafficBetween Outside{fmt::format("{}:{}", Who.Kind, Who.Index), Each->traffic()};
      for (const RegionTrace::Summary &Region : Regions)
        for (const DeviceTrace &Device : Region.Devices)
          if (Device.name() == Outside.Device)
            Outside.Bytes = Outside.Bytes - Device.Bytes;
      if (Outside.Bytes.In + Outside.Bytes.Out + Outside.Bytes.Across)
        Between.push_back(Outside);
    }
  return Between;
}

/// Installs a handler for the signal HETRT_REPORT_SIGNAL, which writes a report while the program runs. Without the
/// signal, this costs nothing.
void Engine::reportOnSignal() {
  if (!Set.ReportSignal)
    return;
  const std::string Why = onSignal(Set.ReportSignal, [] { TheEngine.load()->writeReport(nanoseconds()); });
  if (Why.empty())
    return;
  warn(fmt::format("setting HETRT_REPORT_SIGNAL: there will be no reports while the program runs: {}", Why));
  Set.ReportSignal = 0;
}

/// Writes the report as of the time `Now` in nanoseconds. 0 means the end of the program, after which no more reports
/// are written.
void Engine::writeReport(std::int64_t Now) {
  std::lock_guard Writing(ReportMutex);
  if (std::exchange(HasEnded, HasEnded || !Now) || (!Now && Set.Report == ReportForm::None))
    return;
  std::vector<RegionTrace::Summary> Regions;
  {
    std::lock_guard Lock(RegistryMutex);
    for (const auto &Trace : Traces)
      Regions.push_back(Trace->summary());
  }
  // In a report while the program runs, the traffic outside of passes cannot be computed: passes that are under way
  // have moved data that their summaries do not count yet.
  const std::vector<TrafficBetween> Between = Now ? std::vector<TrafficBetween>() : trafficBetween(Regions);
  if (Set.Report != ReportForm::Json) {
    writeAll(STDERR_FILENO, formatTable(Regions, Between, Now));
    return;
  }
  if (std::string Why = writeFile(Set.ReportFile, formatJson(Regions, Between, Now)); !Why.empty())
    warn(fmt::format("setting HETRT_REPORT: cannot write '{}': {}", Set.ReportFile, Why));
}

} // namespace hetrt
