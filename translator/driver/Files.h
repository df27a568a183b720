// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions on files and paths, and the temporary folder of one run. They use plain POSIX calls, since the driver has
// to start within a millisecond.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace hetcc::driver {

/// The text of a file, or nothing if it cannot be read.
std::optional<std::string> readFile(const std::string &Path);
std::string readDescriptor(int Descriptor);

/// The text without a UTF-8 byte order mark at its beginning.
std::string_view withoutByteOrderMark(std::string_view Text);

/// Writes a file by the rules of runtime/lib/Files/OutputFile.h. If it cannot be written, returns false and sets \p Why
/// to the reason.
bool writeFile(const std::string &Path, std::string_view Text, std::string *Why = nullptr);

/// Appends to a file, by the same rules as writeFile().
bool appendToFile(const std::string &Path, std::string_view Text, std::string *Why = nullptr);

/// Removes an output after an error. As gcc does, removes only regular files, not devices or pipes.
void removeOutput(const std::string &Path);

/// Makes a folder that only this user can enter; true also if the folder exists already.
bool makeFolder(const std::string &Path);

bool exists(const std::string &Path);
bool isExecutable(const std::string &Path);

/// The path up to the last slash, with the slash; "" for a bare name. So `dirPart + name` is a valid path in both
/// cases.
std::string dirPart(std::string_view Path);
std::string_view namePart(std::string_view Path);
/// The name without its directory and its last suffix.
std::string_view stemOf(std::string_view Path);
/// \p Path with its last suffix replaced: ("a/b.o", ".d") is "a/b.d".
std::string withSuffix(std::string_view Path, std::string_view Suffix);

/// A temporary folder, in the place where gcc has its temporary files (TMPDIR, /tmp, ...), that only this user can
/// enter. It is removed with all its files by the destructor.
class PrivateFolder {
public:
  PrivateFolder() = default;
  ~PrivateFolder();
  PrivateFolder(const PrivateFolder &) = delete;
  PrivateFolder &operator=(const PrivateFolder &) = delete;

  /// Makes the folder. If this is not possible, returns false, and errno tells why.
  bool create();
  /// A name like those that create() makes, for --hetcc-dryrun.
  static std::string example();
  const std::string &path() const { return Path; }

private:
  std::string Path;
};

} // namespace hetcc::driver
