// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Follows symbolic links step by step.
#include "Files/Target.h"

#include "Files/Rights.h"

#include <cerrno>
#include <charconv>
#include <climits>
#include <fcntl.h>
#include <linux/magic.h>
#include <optional>
#include <sys/vfs.h>
#include <unistd.h>

namespace hetrt {
namespace {

constexpr int MostLinks = 40; // as many as Linux follows

std::optional<int> readNumber(const std::string &Text) {
  int Number = 0;
  const char *End = Text.data() + Text.size();
  const auto [Rest, Error] = std::from_chars(Text.data(), End, Number);
  return Error == std::errc() && Rest == End ? std::optional(Number) : std::nullopt;
}

std::optional<std::string> readLink(int Folder, const std::string &Name) {
  char Text[PATH_MAX];
  const ssize_t Size = readlinkat(Folder, Name.c_str(), Text, sizeof Text);
  return Size < 0 ? std::nullopt : std::optional(std::string(Text, static_cast<std::size_t>(Size)));
}

bool isOfProcesses(int Folder) {
  struct statfs System;
  return fstatfs(Folder, &System) == 0 && System.f_type == PROC_SUPER_MAGIC;
}

/// Whether the folder, which is in /proc, is this process's /proc/self/fd, or that of one of its threads.
bool hasOwnDescriptors(int Folder) {
  const std::string Self = "/proc/" + std::to_string(getpid()), Suffix = "/fd";
  const std::string Path = readLink(AT_FDCWD, "/proc/self/fd/" + std::to_string(Folder)).value_or("");
  return Path == Self + Suffix || (Path.starts_with(Self + "/task/") && Path.ends_with(Suffix));
}

/// One step of the search: opens the folder of `Path`, and reads the status of the last component. If this is a
/// symbolic link, the caller follows it.
std::string enter(const std::string &Path, Target &Into) {
  const std::size_t Slash = Path.rfind('/');
  const std::string Folder = Slash == Path.npos ? "." : Path.substr(0, Slash + 1);
  Into.Name = Slash == Path.npos ? Path : Path.substr(Slash + 1);
  if (Path.empty())
    return reason(ENOENT);
  if (Into.Name.empty() || Into.Name == "." || Into.Name == "..")
    return reason(EISDIR);
  const int From = Into.Folder ? Into.Folder.number() : AT_FDCWD;
  if (Descriptor Next = openAt(From, Folder, O_PATH | O_DIRECTORY))
    Into.Folder = std::move(Next);
  else
    return reason(errno);
  Into.There = fstatat(Into.Folder.number(), Into.Name.c_str(), &Into.Status, AT_SYMLINK_NOFOLLOW) == 0;
  return Into.There || errno == ENOENT ? "" : reason(errno);
}

/// Handles the case that the target is a link in /proc, which may stand for a file that has no name, such as a pipe or
/// a deleted file.
std::string enterProcesses(Target &Into) {
  if (const auto Number = readNumber(Into.Name); Number && hasOwnDescriptors(Into.Folder.number())) {
    Into.Standing = *Number;
    return {};
  }
  Into.Opaque = true;
  return fstatat(Into.Folder.number(), Into.Name.c_str(), &Into.Status, 0) == 0 ? "" : reason(errno);
}

/// Why the existing file What in this folder must not be written, or "".
std::string whyUntouchable(const Target &What, const struct stat &Folder) {
  if (S_ISDIR(What.Status.st_mode))
    return reason(EISDIR);
  if (!What.Opaque && isPlanted(What.Status, Folder))
    return "it belongs to another user (" + std::to_string(What.Status.st_uid) +
           "), in a folder where everybody can make files";
  return {};
}

} // namespace

std::string findTarget(const std::string &Path, Target &Into) {
  std::string Rest = Path;
  for (int Links = 0; Links <= MostLinks; ++Links) {
    if (std::string Problem = enter(Rest, Into); !Problem.empty())
      return Problem;
    if (!Into.There)
      return {};
    if (S_ISLNK(Into.Status.st_mode) && isOfProcesses(Into.Folder.number()))
      if (std::string Problem = enterProcesses(Into); !Problem.empty() || Into.Standing >= 0)
        return Problem;
    struct stat Folder;
    if (fstat(Into.Folder.number(), &Folder) != 0)
      return reason(errno);
    if (std::string Problem = whyUntouchable(Into, Folder); !Problem.empty())
      return Problem;
    if (!S_ISLNK(Into.Status.st_mode))
      return {};
    std::optional<std::string> Next = readLink(Into.Folder.number(), Into.Name);
    if (!Next)
      return reason(errno);
    Rest = *Next;
  }
  return reason(ELOOP);
}

} // namespace hetrt
