// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every setting of the runtime in one table: name, type, default, help, and how its text is read.
//
// Settings are environment variables that begin with HETRT_. They are read once, at the first region. A name that is
// not in the table and a value that cannot be read are errors: a mistyped setting is never ignored in silence.
#ifndef HETRT_SETTINGS_SETTINGS_H
#define HETRT_SETTINGS_SETTINGS_H

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hetrt {

/// How many devices of one kind HETRT_DEVICES asks for.
struct DeviceWish {
  std::string Kind;              ///< "emulated", "cuda", ...
  std::optional<unsigned> Count; ///< Absent: as many as there are.
};

/// What OMP_TARGET_OFFLOAD says (OpenMP 5.2, 21.2.8).
enum class Offload { Default, Mandatory, Disabled };

/// What is written at exit.
enum class ReportForm { None, Table, Json };

/// Who drives an accelerator.
enum class HostThread { Dedicated, Oversubscribe, Collaborative };

/// How threads of a pass wait for others.
enum class WaitPolicy { Block, Yield, Spin };

/// When what a device wrote of a persistent array comes to the host.
enum class WritePolicy {
  Through, ///< With the pass that wrote it.
  Back,    ///< When the host or another device needs it: until then only the device has it.
  None,    ///< With the pass, and devices keep nothing: persistent arrays move as all others do.
  Check    ///< As Through; what was kept is compared with the host's array before it is used.
};

/// Where pages of arrays go, and what cores of a block work on.
enum class MemoryPolicy { Coherent, Interleave, Migrate, MigrateInterleave, Replicate };

/// What is done with measurements of earlier runs.
enum class HistoryUse { Off, Read, On };

/// How GPUs shape the launches of kernels. Numbers that are 0 are computed.
struct LaunchWish {
  bool Tune = true; ///< Look for faster shapes than those that are computed; both numbers are 0.
  unsigned Threads = 0, Lanes = 0;
};

/// The values of all settings.
struct Settings {
  /// Cores to compute on; absent: not said, so that the team is as large as OpenMP would make it.
  std::optional<unsigned> Cores;

  /// False where HETRT_DEVICES names no core: then cores compute only what no accelerator can.
  bool UseCores = true;

  /// Accelerators by kind. Absent: whatever is there of the kinds that exist by themselves.
  std::optional<std::vector<DeviceWish>> Accelerators;

  std::string Schedule; ///< Empty: each region's own.
  ReportForm Report = ReportForm::None;
  std::string ReportFile; ///< Of ReportForm::Json.
  int ReportSignal = 0;   ///< At which the report is written while the program runs; 0: none.
  std::string TraceFile;  ///< Empty: none.
  std::string RecordFile; ///< Where decisions are kept; empty: nowhere.
  std::string ReplayFile; ///< Whose decisions are repeated; empty: they are made anew.
  unsigned BackoffPasses = 2;
  unsigned RetryPasses = 100;
  double MinimumShare = 0; ///< Of an accelerator, as a fraction of the loop.
  HostThread HostThreads = HostThread::Dedicated;
  WaitPolicy Wait = WaitPolicy::Block;
  WritePolicy Write = WritePolicy::Through;
  std::optional<MemoryPolicy> Memory; ///< Absent: each directive's own.
  HistoryUse History = HistoryUse::Off;
  LaunchWish LaunchShape;
  bool Deterministic = false;
  bool Check = false; ///< Arguments of clauses are checked in every pass.
  unsigned CheckSeed = 1; ///< Of the order of iterations in checking runs.
  unsigned Places = 0; ///< That the processors are cut into; 0: those that there are.
  Offload TargetOffload = Offload::Default;
  bool OneThread = false;    ///< OMP_NUM_THREADS lets every team have one.
  bool Cancellation = false; ///< Threads of a team may leave it by 'omp cancel'.

  /// Values of the settings that belong to device kinds, by name, as they were written.
  std::vector<std::pair<std::string, std::string>> KindOptions;

  /// The value of a device kind's setting; empty if absent.
  std::string_view kindOptions(std::string_view Name) const;
};

/// One row of the table.
struct SettingRow {
  std::string_view Name, Type, Default, Help;

  /// Stores the value, or says what was wanted. Null for rows that others read (device kinds).
  std::optional<std::string> (*Read)(std::string_view Value, Settings &Into);

  /// Whether it can make the process open files or libraries that it names.
  bool NamesFiles = false;
};

/// All settings whose names begin with HETRT_, except for those of device kinds.
std::span<const SettingRow> settingTable();

/// Settings of others that the runtime honours. Unlike its own they are read leniently: other programs share them.
std::span<const SettingRow> honouredTable();

/// Whether a process follows an environment variable. One with more rights than the user who started it
/// (isPrivileged()) follows none that names files: not those rows of the tables, and not those of device kinds,
/// `KindFiles`.
bool isFollowed(std::string_view Name, bool Privileged, std::span<const std::string_view> KindFiles = {});

/// The value of a variable that this process follows; else null, as if it were not set.
const char *followedVariable(const char *Name);

/// The variables of an environment that a process follows, as readSettings() takes them. `LeftOut` gets the names of
/// settings of ours that it does not.
std::vector<const char *> followedEnvironment(const char *const *Environment, bool Privileged,
                                              std::span<const std::string_view> KindFiles,
                                              std::vector<std::string_view> &LeftOut);

/// Reads the settings from an environment: a null-terminated array of "NAME=value".
///
/// `KindSettings` names the settings of device kinds, which the table does not know; `Kinds` the kinds themselves, for
/// HETRT_DEVICES. Returns one message for each wrong setting; the others are stored, and a wrong one keeps its default.
std::vector<std::string> readSettings(const char *const *Environment, std::span<const std::string_view> KindSettings,
                                      std::span<const std::string_view> Kinds, Settings &Into);

} // namespace hetrt

#endif
