// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Small services on files and paths, and the private folder of one run. Plain POSIX, since the driver starts in a
// millisecond and pays for nothing that it does not use.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace hetcc::driver {

/// The whole of a file, or nothing where it cannot be read.
std::optional<std::string> readFile(const std::string &Path);
std::string readDescriptor(int Descriptor);

/// A source without UTF-8's byte order mark, which may stand at the front of a file and nowhere else.
std::string_view withoutByteOrderMark(std::string_view Text);

/// Writes a file as all files of ours are written (runtime/lib/Files/OutputFile.h). False where that fails, with the
/// reason in \p Why.
bool writeFile(const std::string &Path, std::string_view Text, std::string *Why = nullptr);

/// The same behind what the file has.
bool appendToFile(const std::string &Path, std::string_view Text, std::string *Why = nullptr);

/// Removes an output that is no good, as gcc does: a device or a pipe stays.
void removeOutput(const std::string &Path);

/// Makes a folder for this user alone; true also where it is there already.
bool makeFolder(const std::string &Path);

bool exists(const std::string &Path);
bool isExecutable(const std::string &Path);

/// Everything up to and with the last slash; empty for a bare name, so that `dirPart + name` is a path again.
std::string dirPart(std::string_view Path);
std::string_view namePart(std::string_view Path);
/// The name without its directory and its last suffix.
std::string_view stemOf(std::string_view Path);
/// \p Path with its last suffix replaced: ("a/b.o", ".d") is "a/b.d".
std::string withSuffix(std::string_view Path, std::string_view Suffix);

/// A folder where gcc has its temporary files (TMPDIR, /tmp, ...) that only this user can enter, removed with its
/// contents at the end.
class PrivateFolder {
public:
  PrivateFolder() = default;
  ~PrivateFolder();
  PrivateFolder(const PrivateFolder &) = delete;
  PrivateFolder &operator=(const PrivateFolder &) = delete;

  /// Makes the folder; false where that fails, with errno set.
  bool create();
  /// A name such as create() would give, for a dry run.
  static std::string example();
  const std::string &path() const { return Path; }

private:
  std::string Path;
};

} // namespace hetcc::driver
