// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Files that the runtime keeps for itself from run to run. They are read, locked and made only where they belong to
// this user (or to root, who may do everything anyway): another user's are not read, whatever HOME says.
#ifndef HETRT_FILES_STATEFILE_H
#define HETRT_FILES_STATEFILE_H

#include "Files/Descriptor.h"

#include <chrono>
#include <cstddef>
#include <string>

namespace hetrt {

/// Makes a folder and those above it that are missing, for this user alone. Returns why it cannot be used, or "".
std::string makeStateFolder(const std::string &Path);

/// Reads a file of at most `Most` bytes; no file is an empty text. Returns why it is not read, or "": it is not
/// regular, too large, another user's, or everybody may write to it.
std::string readStateFile(const std::string &Path, std::size_t Most, std::string &Into);

/// Holds a lock file while it lives.
class StateLock {
public:
  /// Waits so long at most for processes that hold it.
  StateLock(const std::string &Path, std::chrono::milliseconds Patience);

  bool held() const { return Held; }
  bool busy() const { return Busy; } ///< Somebody else holds it.
  const std::string &why() const { return Why; }

private:
  Descriptor File;
  std::string Why; ///< Why it is not held.
  bool Held = false, Busy = false;
};

} // namespace hetrt

#endif
