// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks the rights of processes and the owners of files (Rights.h).
#include "Files/Rights.h"

#include <sys/auxv.h>
#include <unistd.h>

namespace hetrt {

bool isPrivileged() { return getauxval(AT_SECURE) != 0; }

bool isShared(const struct stat &Folder) {
  constexpr mode_t Both = S_ISVTX | S_IWOTH;
  return (Folder.st_mode & Both) == Both;
}

bool isPlanted(const struct stat &File, const struct stat &Folder) {
  return isShared(Folder) && File.st_uid != geteuid() && File.st_uid != Folder.st_uid;
}

} // namespace hetrt
