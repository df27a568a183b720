// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The decisions of a run, for all regions (which devices take part in a pass, and which device computes which range):
// writes them to the recording of HETRT_RECORD, and reads the recording of HETRT_REPLAY, whose decisions are repeated.
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

/// Functions may be called by any thread, unless stated otherwise. A forked child neither records nor repeats, and must
/// not call any of them.
class DecisionLog {
public:
  // ---- To be called before the first region.

  /// Reads a recording, whose decisions the run will repeat. Returns why it cannot be read, or "".
  std::string repeat(const std::string &Path);

  /// Begins to record decisions to a file while the program runs. Returns why the file cannot be written, or "".
  std::string keep(const std::string &Path, std::string_view Program);

  bool repeats() const { return bool(Old); }

  // ---- While the program runs.

  /// Tells the log which accelerators there are, by names that are the same in each run. Returns "", or a message if
  /// the recording that is repeated was made with other accelerators.
  std::string devices(const std::vector<std::string> &Names);

  /// Makes the log of a region that begins its first pass. logOf() sets the instance number of `Name`, which
  /// distinguishes regions of equal names.
  RegionLog &logOf(RegionName Name, const RegionText &Text);

  /// Writes all pending lines to the file; called before something that may end the program.
  void flush();

  // ---- To be called at exit.

  /// Ends the file. Returns "", or a message if this run has not repeated all passes of the recording.
  std::string close();

private:
  void write(std::string_view Line);
  void empty();

  std::optional<Recording> Old;

  std::mutex Mutex; ///< Guards all fields below.
  std::optional<GrowingFile> File;
  std::string Text;          ///< Lines that are not written yet.
  std::int64_t NextTime = 0; ///< The earliest time of the next write, in nanoseconds.
  std::uint64_t Passes = 0;  ///< The number of passes written.
  std::map<RegionName, std::uint32_t> Instances;
  std::vector<std::unique_ptr<RegionLog>> Regions;
};

} // namespace hetrt

#endif
