// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Files, paths and the private folder.
#include "Files.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace hetcc::driver {

std::string readDescriptor(int Descriptor) {
  struct stat Status;
  std::string Text;
  if (fstat(Descriptor, &Status) == 0 && Status.st_size > 0)
    Text.reserve(Status.st_size + 1);
  char Buffer[1 << 16];
  while (true) {
    ssize_t Count = read(Descriptor, Buffer, sizeof Buffer);
    if (Count < 0 && errno == EINTR)
      continue;
    if (Count <= 0)
      return Text;
    Text.append(Buffer, Count);
  }
}

std::optional<std::string> readFile(const std::string &Path) {
  int Descriptor = open(Path.c_str(), O_RDONLY | O_CLOEXEC);
  if (Descriptor < 0)
    return std::nullopt;
  struct stat Status;
  std::optional<std::string> Text;
  if (fstat(Descriptor, &Status) == 0 && !S_ISDIR(Status.st_mode))
    Text = readDescriptor(Descriptor);
  close(Descriptor);
  return Text;
}

static bool writeAll(int Descriptor, std::string_view Text) {
  while (!Text.empty()) {
    ssize_t Count = write(Descriptor, Text.data(), Text.size());
    if (Count < 0 && errno == EINTR)
      continue;
    if (Count <= 0)
      return false;
    Text.remove_prefix(Count);
  }
  return true;
}

bool writeFile(const std::string &Path, std::string_view Text) {
  struct stat Status;
  // Devices, pipes and links are written in place: /dev/stdout must not be replaced by a file.
  bool InPlace = lstat(Path.c_str(), &Status) == 0 && !S_ISREG(Status.st_mode);
  std::string Name = InPlace ? Path : Path + ".hetcc-" + std::to_string(getpid());
  int Descriptor = open(Name.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (Descriptor < 0)
    return false;
  bool Good = writeAll(Descriptor, Text);
  Good = close(Descriptor) == 0 && Good;
  if (InPlace)
    return Good;
  if (Good && rename(Name.c_str(), Path.c_str()) == 0)
    return true;
  unlink(Name.c_str());
  return false;
}

std::string_view withoutByteOrderMark(std::string_view Text) {
  constexpr std::string_view Mark = "\xEF\xBB\xBF";
  return Text.starts_with(Mark) ? Text.substr(Mark.size()) : Text;
}

bool makeFolder(const std::string &Path) { return mkdir(Path.c_str(), 0700) == 0 || errno == EEXIST; }

bool exists(const std::string &Path) { return access(Path.c_str(), F_OK) == 0; }

bool isExecutable(const std::string &Path) {
  struct stat Status;
  return stat(Path.c_str(), &Status) == 0 && S_ISREG(Status.st_mode) && access(Path.c_str(), X_OK) == 0;
}

std::string dirPart(std::string_view Path) { return std::string(Path.substr(0, Path.rfind('/') + 1)); }

std::string_view namePart(std::string_view Path) { return Path.substr(Path.rfind('/') + 1); }

std::string_view stemOf(std::string_view Path) {
  std::string_view Name = namePart(Path);
  size_t Dot = Name.rfind('.');
  return Dot == Name.npos || Dot == 0 ? Name : Name.substr(0, Dot);
}

std::string withSuffix(std::string_view Path, std::string_view Suffix) {
  return dirPart(Path) + std::string(stemOf(Path)) + std::string(Suffix);
}

PrivateFolder::~PrivateFolder() {
  std::error_code Ignored;
  if (!Path.empty())
    std::filesystem::remove_all(Path, Ignored);
}

/// Folders that may hold ours, best first.
static std::vector<std::string> temporaryFolders() {
  const char *Chosen = getenv("TMPDIR");
  return Chosen && *Chosen ? std::vector<std::string>{Chosen, "/tmp"} : std::vector<std::string>{"/tmp"};
}

std::string PrivateFolder::example() { return temporaryFolders().front() + "/hetcc-XXXXXX"; }

bool PrivateFolder::create() {
  for (const std::string &Parent : temporaryFolders()) {
    std::string Template = Parent + "/hetcc-XXXXXX";
    if (!mkdtemp(Template.data()))
      continue;
    Path = Template;
    return true;
  }
  return false;
}

} // namespace hetcc::driver
