// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The one way in which the runtime and the driver write files.
//
// * A reader of the file sees the old one or the new one: the text goes into a draft beside it, with a name that
//   cannot be foreseen and O_EXCL, which is renamed when it is whole. What fails leaves the old file as it was.
// * To other programs it is as if the file had been opened and written, as gcc writes its -S: links are followed and
//   stay, an existing file keeps its owner, group, permissions and further names, a new one gets those that umask
//   leaves. A file that a draft cannot stand for (hard links, another owner, an access list, a folder that lets us make
//   no file) is written in place, after room for it has been found, and is empty where that fails.
// * Devices, pipes and terminals are written to. A name of a descriptor of this process (/dev/stdout) is that
// descriptor.
// * In folders that everybody can write to (sticky, like /tmp) no link is followed and no file is written to that is
//   another user's, unless it is the folder's owner.
// * Nothing is synchronised with the disk: reports and sources can be made again, and exit should not wait.
//
// docs/settings.md says the same to users.
#ifndef HETRT_FILES_OUTPUTFILE_H
#define HETRT_FILES_OUTPUTFILE_H

#include <string>
#include <string_view>
#include <sys/types.h>

namespace hetrt {

struct WriteOptions {
  mode_t Mode = 0666; ///< Of a new file, before umask.

  /// Whether to wait for somebody to read a pipe. Otherwise a pipe without a reader is an error.
  bool WaitForReader = false;

  /// What is added goes in whole or not at all: what a full disk has taken of it is taken back. No other process may
  /// add to the file.
  bool Whole = false;
};

/// Writes a file; returns why it cannot be written, or "".
std::string writeFile(const std::string &Path, std::string_view Text, WriteOptions Options = {});

/// Adds to a file by the same rules, and makes it where it is not there. The text goes out in one piece where the file
/// system takes it so, and behind what other processes add meanwhile.
std::string appendToFile(const std::string &Path, std::string_view Text, WriteOptions Options = {});

/// What writeFile would say now, as far as that is known without writing.
std::string whyNotWritable(const std::string &Path);

} // namespace hetrt

#endif
