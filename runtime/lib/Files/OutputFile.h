// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes files: the only code of the runtime and the driver that does so.
//
// * A reader of the file sees the old contents or the new ones: the text is written into a draft, a new file in the
//   same folder with a random name (O_EXCL), which is then renamed. On failure the old file stays as it was.
// * Other programs see the same as if the file had been opened and written, as gcc writes its -S: links are followed
//   and stay, an existing file keeps its owner, group, permissions and hard links, a new file gets the permissions that
//   umask leaves. If a draft cannot replace the file (hard links, another owner, an access list, a folder in which this
//   user can make no file), it is written in place, after disk space has been reserved, and is empty if that fails.
// * Devices, pipes and terminals are written to directly. A name of a descriptor of this process (/dev/stdout) means
//   that descriptor.
// * In folders that everybody can write to (sticky, like /tmp), links and files of other users are neither followed nor
//   written to, unless they belong to the folder's owner.
// * Nothing is synchronised with the disk: reports and sources can be made again, and exit should not wait.
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

  /// Whether to wait until a process reads the pipe. Otherwise a pipe without a reader is an error.
  bool WaitForReader = false;

  /// For appendToFile(): if the text cannot be written completely, the part that was written is removed again. No other
  /// process may append to the file.
  bool Whole = false;
};

/// Replaces the contents of a file, or creates it; returns why it cannot be written, or "".
std::string writeFile(const std::string &Path, std::string_view Text, WriteOptions Options = {});

/// Appends to a file by the rules of writeFile(), or creates it. The text is written in one piece if the file system
/// allows, and after anything that other processes append meanwhile.
std::string appendToFile(const std::string &Path, std::string_view Text, WriteOptions Options = {});

/// The error that writeFile() would return now, as far as that is known without writing; "" if none is known.
std::string whyNotWritable(const std::string &Path);

} // namespace hetrt

#endif
