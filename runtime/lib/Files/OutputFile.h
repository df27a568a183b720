// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes files. No other code of the runtime and of the driver does so.
//
// * A reader of the file sees either the old contents or the new ones: the text is written into a draft, a new file
//   with a random name in the same folder (O_EXCL), and the draft is then renamed. If writing fails, the old file stays
//   as it was.
// * Afterwards, everything is as if the file had been opened and overwritten: symbolic links are followed and stay, an
//   existing file keeps its owner, group, permissions and hard links, and a new file gets the permissions that umask
//   allows. Sometimes a draft cannot replace the file (it has hard links, another owner or an access list, or this user
//   can make no file in the folder). Then the file is overwritten, after disk space has been reserved; if that fails,
//   the file is empty.
// * Devices, pipes and terminals are written to directly. If the name stands for a descriptor of this process
//   (/dev/stdout), the text is written to that descriptor.
// * In folders in which everybody can make files (such as /tmp, with the sticky bit), links of other users are not
//   followed and files of other users are not written to, unless they belong to the folder's owner.
// * There is no fsync(): reports and sources can be made again, and a program's exit should not wait for the disk.
//
// docs/settings.md states the same rules for users.
#ifndef HETRT_FILES_OUTPUTFILE_H
#define HETRT_FILES_OUTPUTFILE_H

#include <string>
#include <string_view>
#include <sys/types.h>

namespace hetrt {

struct WriteOptions {
  mode_t Mode = 0666; ///< Permissions of a new file, before umask.

  /// If the file is a pipe without a reader: true waits until a process reads it, false makes this an error.
  bool WaitForReader = false;

  /// For appendToFile(): if only a part of the text can be written, the part is removed again. May be set only if no
  /// other process appends to the file.
  bool Whole = false;
};

/// Replaces the contents of a file, or creates it; returns why it cannot be written, or "".
std::string writeFile(const std::string &Path, std::string_view Text, WriteOptions Options = {});

/// Appends to a file by the rules of writeFile(), or creates it. Other processes may append to the file at the same
/// time: no text overwrites another and, if the file system allows, each text is in one piece.
std::string appendToFile(const std::string &Path, std::string_view Text, WriteOptions Options = {});

/// The error that writeFile() would return now, as far as it can be found out without writing; "" if no error is found.
std::string whyNotWritable(const std::string &Path);

} // namespace hetrt

#endif
