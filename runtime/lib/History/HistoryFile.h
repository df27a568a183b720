// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The history on disk: one file per user, shared by all programs.
#ifndef HETRT_HISTORY_HISTORYFILE_H
#define HETRT_HISTORY_HISTORYFILE_H

#include "History/History.h"

#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace hetrt {

/// $XDG_STATE_HOME/hetcc/history.json, by default in ~/.local/state (XDG Base Directory Specification 0.8). Empty where
/// neither is set; a relative XDG_STATE_HOME is not valid and ignored, as the specification has it.
std::string historyPath(const std::function<const char *(const char *Name)> &Environment);

/// One run's measurement.
struct HistorySample {
  HistoryKey Key;
  double SecondsPerIteration = 0;
};

/// Functions return what went wrong, or nothing: "cannot read '...': ...".
class HistoryFile {
public:
  /// add() waits so long for other processes, and then does without: a program does not end later because of its
  /// history.
  explicit HistoryFile(std::string Path, std::chrono::milliseconds Patience = std::chrono::milliseconds(250))
      : Path(std::move(Path)), Patience(Patience) {}

  /// Reads what is there. If there is no file, the history is empty. A file that is no history, or not for us to trust
  /// (Files/StateFile.h), is left as it is, and `Into` empty.
  std::string read(History &Into) const;

  struct Added {
    std::string Problem; ///< Empty: done.
    bool Busy = false;   ///< The problem is that others write.
  };

  /// Adds samples to what the file holds by now. Several processes may do that at once: a lock file beside it lets one
  /// at a time, and readers see the old file or the new one. A file that is no history is kept under another name; one
  /// that cannot be read, or that is another user's, is left alone.
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
