// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Files in which the runtime keeps data from run to run. They are used only if they belong to this user or to root.
// Files of other users are not read, even if HOME names another user's folder.
#ifndef HETRT_FILES_STATEFILE_H
#define HETRT_FILES_STATEFILE_H

#include "Files/Descriptor.h"

#include <chrono>
#include <cstddef>
#include <string>

namespace hetrt {

/// Makes the folder and its missing parents, with access for this user only. Returns why the folder cannot be used, or
/// "".
std::string makeStateFolder(const std::string &Path);

/// Reads a file of at most `Most` bytes; a missing file counts as empty. Returns "", or why the file was not read: it
/// may be not regular, too large, another user's, or writable for everybody.
std::string readStateFile(const std::string &Path, std::size_t Most, std::string &Into);

/// Holds the lock on a lock file as long as the object lives.
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
