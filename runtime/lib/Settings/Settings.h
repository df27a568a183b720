// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// All settings of the runtime in one table: name, type, default, help, and the function that reads the value.
//
// Settings are environment variables whose names begin with HETRT_. They are read once, at the first region. A name
// that is not in the table, or a value that cannot be read, is an error, so that no mistyped setting is ignored.
#ifndef HETRT_SETTINGS_SETTINGS_H
#define HETRT_SETTINGS_SETTINGS_H

#include "hetrt/hetrt.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hetrt {

/// The devices of one kind that HETRT_DEVICES asks for.
struct DeviceWish {
  std::string Kind;              ///< "emulated", "cuda", ...
  std::optional<unsigned> Count; ///< Absent: all devices of the kind.
};

/// The value of OMP_TARGET_OFFLOAD (OpenMP 5.2, 21.2.8).
enum class Offload { Default, Mandatory, Disabled };

/// The form of the report that is written at exit.
enum class ReportForm { None, Table, Json };

/// HETRT_HOST_THREAD: which thread drives an accelerator.
enum class HostThread { Dedicated, Oversubscribe, Collaborative };

/// HETRT_WAIT: how the threads of a pass wait for each other.
enum class WaitPolicy { Block, Yield, Spin };

/// HETRT_WRITE: when a device's values of a persistent array, which the device keeps from pass to pass, are copied to
/// the host.
enum class WritePolicy {
  Through, ///< At the end of the pass that wrote them.
  Back,    ///< When the host or another device needs the values; until then only the device has them.
  None,    ///< At the end of the pass. Devices keep no array: persistent arrays are copied in every pass, as other
           ///< arrays are.
  Check    ///< As Through. Before a device uses a copy that it has kept, the copy is compared with the host's array.
};

/// HETRT_HISTORY: whether measurements of earlier runs are used, and whether this run's are added.
enum class HistoryUse { Off, Read, On };

/// HETRT_LAUNCH_SHAPE: how many threads a block has, and how many of them (lanes) share an iteration, when a GPU
/// launches a kernel. If Threads or Lanes is 0, the runtime computes the value.
struct LaunchWish {
  bool Tune = true; ///< Also try other shapes than the computed one, to find a faster one; Threads and Lanes are then
                    ///< 0.
  unsigned Threads = 0, Lanes = 0;
};

/// The values of all settings.
struct Settings {
  /// The number of cores to compute on. Absent: HETRT_DEVICES states no number, so the team has the size that OpenMP
  /// would choose.
  std::optional<unsigned> Cores;

  /// False if HETRT_DEVICES names no core, so that cores compute only iterations that no accelerator can compute.
  bool UseCores = true;

  /// The accelerators wanted, by kind. Absent: all accelerators that are found, except those of kinds that must be
  /// requested by name.
  std::optional<std::vector<DeviceWish>> Accelerators;

  std::string Schedule; ///< The name of a scheduler for all regions; empty: each region uses its own scheduler.
  ReportForm Report = ReportForm::None;
  std::string ReportFile; ///< The file of the JSON report (ReportForm::Json).
  int ReportSignal = 0;   ///< When the process gets this signal, it writes the report and goes on; 0: no signal.
  std::string TraceFile;  ///< The file of the trace; empty: none.
  std::string RecordFile; ///< The file in which decisions are recorded; empty: none.
  std::string ReplayFile; ///< The recording whose decisions are repeated; empty: none.
  unsigned BackoffPasses = 2;
  unsigned RetryPasses = 100;
  double MinimumShare = 0; ///< The smallest share of an accelerator, as a fraction of the loop.
  HostThread HostThreads = HostThread::Dedicated;
  WaitPolicy Wait = WaitPolicy::Block;
  WritePolicy Write = WritePolicy::Through;

  /// HETRT_MEMORY_POLICY: on which NUMA nodes the pages of arrays are placed, and whether `partition` blocks use
  /// replicas of arrays. Absent: each directive's own policy.
  std::optional<hetrt_memory_policy> Memory;
  HistoryUse History = HistoryUse::Off;
  LaunchWish LaunchShape;
  bool Deterministic = false;
  bool Check = false;     ///< Check the arguments of clauses in every pass.
  unsigned CheckSeed = 1; ///< Seed for the order of iterations in programs of `--hetcc-check`.
  unsigned Places = 0;    ///< The number of places into which the processors are divided; 0: the machine's own places,
                          ///< such as NUMA nodes.
  Offload TargetOffload = Offload::Default;
  bool OneThread = false;    ///< OMP_NUM_THREADS gives every team one thread.
  bool Cancellation = false; ///< OMP_CANCELLATION: threads of a team may leave a loop by 'omp cancel'.

  /// The settings of device kinds (DeviceList.cpp) as pairs of name and value; values are not parsed.
  std::vector<std::pair<std::string, std::string>> KindOptions;

  /// The value of the setting `Name` of a device kind; empty if it is not set.
  std::string_view kindOptions(std::string_view Name) const;
};

/// One row of the table.
struct SettingRow {
  std::string_view Name, Type, Default, Help;

  /// Parses the value and stores it in `Into`; for a wrong value returns what was wanted. The pointer is null for
  /// settings that device kinds or libraries read.
  std::optional<std::string> (*Read)(std::string_view Value, Settings &Into);

  /// Whether the value can name files or libraries that the process then opens.
  bool NamesFiles = false;
};

/// All settings whose names begin with HETRT_, except for those of device kinds.
std::span<const SettingRow> settingTable();

/// Environment variables of OpenMP, CUDA and other software that the runtime follows. Values that the runtime does not
/// know are ignored, since other programs read these variables too.
std::span<const SettingRow> honouredTable();

/// Whether this process follows the environment variable `Name`. A process with more rights than the user who started
/// it (`Privileged`) ignores all variables that name files: rows of the two tables with NamesFiles, and the settings of
/// device kinds in `KindFiles`.
bool isFollowed(std::string_view Name, bool Privileged, std::span<const std::string_view> KindFiles = {});

/// The value of a variable that this process follows; null if it is not set or not followed.
const char *followedVariable(const char *Name);

/// Returns those entries of an environment that the process follows, for readSettings(). Stores in `LeftOut` the names
/// of HETRT_ settings that the process does not follow.
std::vector<const char *> followedEnvironment(const char *const *Environment, bool Privileged,
                                              std::span<const std::string_view> KindFiles,
                                              std::vector<std::string_view> &LeftOut);

/// Reads the settings from an environment: a null-terminated array of "NAME=value".
///
/// `KindSettings` names the settings of device kinds, which are not in the table; `Kinds` names the kinds, for
/// HETRT_DEVICES. Returns one message for each wrong setting. A wrong setting keeps its default; the other settings are
/// stored in `Into`.
std::vector<std::string> readSettings(const char *const *Environment, std::span<const std::string_view> KindSettings,
                                      std::span<const std::string_view> Kinds, Settings &Into);

} // namespace hetrt

#endif
