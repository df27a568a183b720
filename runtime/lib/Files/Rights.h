// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Who may be trusted with what: processes with rights of their own, folders that everybody can write to.
#ifndef HETRT_FILES_RIGHTS_H
#define HETRT_FILES_RIGHTS_H

#include <sys/stat.h>

namespace hetrt {

/// Whether this process has rights that the user who started it need not have: its program is set-user-id, set-group-id
/// or has capabilities (AT_SECURE). It must open no file that only its environment names.
bool isPrivileged();

/// Whether everybody can make files in a folder, and nobody can remove another user's, as in /tmp.
bool isShared(const struct stat &Folder);

/// Whether a file in a shared folder may have been put there to mislead us: it is neither ours nor that of the folder's
/// owner. Linux refuses to follow such links and to open such files where fs.protected_symlinks, protected_regular and
/// protected_fifos are set; this holds everywhere.
bool isPlanted(const struct stat &File, const struct stat &Folder);

} // namespace hetrt

#endif
