// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions on files and paths, and the temporary folder.
#include "Files.h"

#include "Files/OutputFile.h"

#include <cerrno>
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
  static char Buffer[1 << 16]; // not on the stack, whose size may be limited
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

static bool tell(std::string Problem, std::string *Why) {
  const bool Good = Problem.empty();
  if (Why)
    *Why = std::move(Problem);
  return Good;
}

/// As in gcc, writing to a pipe waits for a reader.
static constexpr hetrt::WriteOptions AsCompilers = {.WaitForReader = true};

bool writeFile(const std::string &Path, std::string_view Text, std::string *Why) {
  return tell(hetrt::writeFile(Path, Text, AsCompilers), Why);
}

bool appendToFile(const std::string &Path, std::string_view Text, std::string *Why) {
  return tell(hetrt::appendToFile(Path, Text, AsCompilers), Why);
}

std::string_view withoutByteOrderMark(std::string_view Text) {
  constexpr std::string_view Mark = "\xEF\xBB\xBF";
  return Text.starts_with(Mark) ? Text.substr(Mark.size()) : Text;
}

void removeOutput(const std::string &Path) {
  struct stat Status;
  // Links are followed, as gcc does, because /dev/stdout is a link to a device.
  if (stat(Path.c_str(), &Status) == 0 && S_ISREG(Status.st_mode))
    unlink(Path.c_str());
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

/// The folders in which gcc makes temporary files, the preferred one first.
static std::vector<std::string> temporaryFolders() {
  std::vector<std::string> Folders;
  for (const char *Name : {"TMPDIR", "TMP", "TEMP"})
    if (const char *Chosen = getenv(Name); Chosen && *Chosen)
      Folders.push_back(Chosen);
  for (const char *Each : {"/tmp", "/var/tmp", "/usr/tmp", "."})
    Folders.push_back(Each);
  return Folders;
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
