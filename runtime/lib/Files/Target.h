// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the file that a name stands for, before the file is written. Symbolic links are followed one by one, and each
// must obey the rules of OutputFile.h for folders that everybody can write to.
#ifndef HETRT_FILES_TARGET_H
#define HETRT_FILES_TARGET_H

#include "Files/Descriptor.h"

#include <string>
#include <sys/stat.h>

namespace hetrt {

struct Target {
  Descriptor Folder; ///< The folder of the file itself, after all links.
  std::string Name;  ///< The file's name in that folder.
  bool There = false;
  struct stat Status = {}; ///< The status of the file, if There.

  /// If the name stands for a descriptor of this process (/dev/stdout, /dev/fd/N), its number; else -1.
  int Standing = -1;

  /// The name is a link in /proc that does not stand for a path, such as a descriptor of another process.
  bool Opaque = false;

  bool isRegular() const { return There && S_ISREG(Status.st_mode); }
};

/// Finds the target; returns why it may not or cannot be written, or "".
std::string findTarget(const std::string &Path, Target &Into);

} // namespace hetrt

#endif
