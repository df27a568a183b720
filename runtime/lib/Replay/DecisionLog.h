// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The decisions of a run, for all regions: writes the recording of HETRT_RECORD, and reads and repeats that of
// HETRT_REPLAY.
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
/// not call them.
class DecisionLog {
public:
  // ---- To be called before the first region.

  /// Reads a recording, whose decisions are then repeated. Returns why it cannot be read, or "".
  std::string repeat(const std::string &Path);

  /// Writes decisions to a file while the program runs. Returns why it cannot be written, or "".
  std::string keep(const std::string &Path, std::string_view Program);

  bool repeats() const { return bool(Old); }

  // ---- While the program runs.

  /// Tells the log the accelerators, by names that are the same in each run. Returns a message if those of the
  /// recording are others, or "".
  std::string devices(const std::vector<std::string> &Names);

  /// The log of a region that begins its first pass. `Name` has no instance number yet; logOf() counts regions of equal
  /// names.
  RegionLog &logOf(RegionName Name, const RegionText &Text);

  /// Writes all pending lines to the file; called before something that may end the program.
  void flush();

  // ---- To be called at exit.

  /// Ends the file. Returns a message if passes of the recording were not repeated, or "".
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
