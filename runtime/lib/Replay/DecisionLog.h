// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What HETRT_RECORD and HETRT_REPLAY name: the decisions of a run, all regions together.
#ifndef HETRT_REPLAY_DECISIONLOG_H
#define HETRT_REPLAY_DECISIONLOG_H

#include "Files/GrowingFile.h"
#include "Replay/RegionLog.h"

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hetrt {

/// Any thread, unless it is said otherwise. A forked child keeps nothing and repeats nothing, and does not come here.
class DecisionLog {
public:
  // ---- Before the first region.

  /// Repeats a recording. Returns why it cannot be read, or "".
  std::string repeat(const std::string &Path);

  /// Keeps decisions in a file, which grows while the program runs. Returns why it cannot be written, or "".
  std::string keep(const std::string &Path, std::string_view Program);

  bool repeats() const { return bool(Old); }

  // ---- While the program runs.

  /// The accelerators are known, each with a name by which it is found again. Returns what the recording wants instead,
  /// or "".
  std::string devices(const std::vector<std::string> &Names);

  /// The log of a region that is met for the first time. `Name` has no instance.
  RegionLog &logOf(RegionName Name, const RegionText &Text);

  /// What is kept goes to the file, before something may end the program.
  void flush();

  // ---- At exit.

  /// Ends the file. Returns what of the recording was not repeated, or "".
  std::string close();

private:
  void write(std::string_view Line);
  void empty();

  std::optional<Recording> Old;

  std::mutex Mutex; ///< Guards all below.
  std::optional<GrowingFile> File;
  std::string Text;          ///< That waits to be written,
  std::int64_t NextTime = 0; ///< until then, in nanoseconds.
  std::uint64_t Passes = 0;  ///< That were written.
  std::map<RegionName, std::uint32_t> Instances;
  std::vector<std::unique_ptr<RegionLog>> Regions;
};

} // namespace hetrt

#endif
