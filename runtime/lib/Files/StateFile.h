// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Files in which the runtime keeps data from run to run. They are read, locked and made only if they belong to this
// user or to root; files of other users are not read, whatever HOME is set to.
#ifndef HETRT_FILES_STATEFILE_H
#define HETRT_FILES_STATEFILE_H

#include "Files/Descriptor.h"

#include <chrono>
#include <cstddef>
#include <string>

namespace hetrt {

/// Makes the folder and its missing parents, accessible to this user only. Returns why it cannot be used, or "".
std::string makeStateFolder(const std::string &Path);

/// Reads a file of at most `Most` bytes; a missing file counts as empty. Returns why it was not read, or "": it is not
/// regular, too large, another user's, or writable for everybody.
std::string readStateFile(const std::string &Path, std::size_t Most, std::string &Into);

/// Locks a lock file as long as the object lives.
class StateLock {
public:
  /// Waits at most `Patience` for other processes that hold the lock.
  StateLock(const std::string &Path, std::chrono::milliseconds Patience);

  bool held() const { return Held; }
  bool busy() const { return Busy; } ///< Another process holds the lock.
  const std::string &why() const { return Why; }

private:
  Descriptor File;
  std::string Why; ///< Why the lock is not held.
  bool Held = false, Busy = false;
};

} // namespace hetrt

#endif
