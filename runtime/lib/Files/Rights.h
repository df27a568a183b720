// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Decides which processes and files can be trusted: set-user-id programs, folders that everybody can write to.
#ifndef HETRT_FILES_RIGHTS_H
#define HETRT_FILES_RIGHTS_H

#include <sys/stat.h>

namespace hetrt {

/// Whether this process has rights that the user who started it may lack: its program is set-user-id, set-group-id or
/// has capabilities (AT_SECURE). If so, the process must not open files whose names come from environment variables.
bool isPrivileged();

/// Whether everybody can make files in the folder, but only a file's owner can remove it, as in /tmp.
bool isShared(const struct stat &Folder);

/// Whether a file in a shared folder may have been put there to mislead this process: it belongs neither to this user
/// nor to the folder's owner. Linux itself refuses such links and files if fs.protected_symlinks, protected_regular and
/// protected_fifos are set; this check works everywhere.
bool isPlanted(const struct stat &File, const struct stat &Folder);

} // namespace hetrt

#endif
