// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The history on disk: one file for each user, shared by all programs.
#ifndef HETRT_HISTORY_HISTORYFILE_H
#define HETRT_HISTORY_HISTORYFILE_H

#include "History/History.h"

#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace hetrt {

/// $XDG_STATE_HOME/hetcc/history.json, by default in ~/.local/state (XDG Base Directory Specification 0.8). Empty if
/// neither is set; a relative XDG_STATE_HOME is ignored, as the specification demands.
std::string historyPath(const std::function<const char *(const char *Name)> &Environment);

/// One measurement of one run.
struct HistorySample {
  HistoryKey Key;
  double SecondsPerIteration = 0;
};

/// The file of a history. Functions return an error message such as "cannot read '...': ...", or "".
class HistoryFile {
public:
  /// Patience: how long add() waits for other processes that use the file before it returns without adding, so that the
  /// history does not delay a program's end.
  explicit HistoryFile(std::string Path, std::chrono::milliseconds Patience = std::chrono::milliseconds(250))
      : Path(std::move(Path)), Patience(Patience) {}

  /// Reads the file. If there is none, the history is empty. If the file is no history, or not one that this user may
  /// trust (Files/StateFile.h), it stays as it is, and `Into` is empty.
  std::string read(History &Into) const;

  struct Added {
    std::string Problem; ///< Empty if the samples were added.
    bool Busy = false;   ///< The problem is that other processes use the file.
  };

  /// Adds samples to the file as it is now. Several processes may call this at once: a lock file beside it lets one of
  /// them in at a time, and readers see the old file or the new one. A file that is no history is renamed; a file that
  /// cannot be read, or that belongs to another user, stays as it is.
  Added add(const std::vector<HistorySample> &Samples, std::int64_t When) const;

  /// Removes the file.
  std::string clear() const;

  const std::string &path() const { return Path; }

private:
  std::string Path;
  std::chrono::milliseconds Patience;
};

} // namespace hetrt

#endif
