// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where the name of a file that is to be written leads: links are followed step by step, each held to the rules of
// folders that everybody can write to.
#ifndef HETRT_FILES_TARGET_H
#define HETRT_FILES_TARGET_H

#include "Files/Descriptor.h"

#include <string>
#include <sys/stat.h>

namespace hetrt {

struct Target {
  Descriptor Folder; ///< Of the file itself, behind all links.
  std::string Name;  ///< In it.
  bool There = false;
  struct stat Status = {}; ///< Of the file, where it is there.

  /// The name stands for a descriptor of this process (/dev/stdout, /dev/fd/N), which is used as it is; else -1.
  int Standing = -1;

  /// The name is a link of /proc that no other name replaces, such as another process's descriptor.
  bool Opaque = false;

  bool isRegular() const { return There && S_ISREG(Status.st_mode); }
};

/// Finds it; returns why it may not or cannot be written, or "".
std::string findTarget(const std::string &Path, Target &Into);

} // namespace hetrt

#endif
