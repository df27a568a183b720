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
/// neither XDG_STATE_HOME nor HOME is set. A relative XDG_STATE_HOME is ignored, as the specification demands.
std::string historyPath(const std::function<const char *(const char *Name)> &Environment);

/// One measurement of one run.
struct HistorySample {
  HistoryKey Key;
  double SecondsPerIteration = 0;
};

/// The file of a history. Functions return an error message such as "cannot read '...': ...", or "".
class HistoryFile {
public:
  /// Patience: how long add() waits for other processes that use the file. After this time, it returns without adding
  /// samples, so that the history does not delay a program's end.
  explicit HistoryFile(std::string Path, std::chrono::milliseconds Patience = std::chrono::milliseconds(250))
      : Path(std::move(Path)), Patience(Patience) {}

  /// Reads the file. If there is none, the history is empty. If the contents are no history, or the file may have been
  /// written by other users (Files/StateFile.h), `Into` is empty. The file stays as it is.
  std::string read(History &Into) const;

  struct Added {
    std::string Problem; ///< Empty if the samples were added.
    bool Busy = false;   ///< The problem is that other processes use the file.
  };

  /// Reads the file again, adds samples, and writes it. Several processes may call this at once: they take turns by a
  /// lock file beside it, and a reader sees the complete old file or the complete new one. If the file's contents are
  /// no history, the file is renamed, and a new one is made. A file that cannot be read, or that belongs to another
  /// user, stays as it is.
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
