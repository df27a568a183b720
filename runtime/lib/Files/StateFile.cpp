// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes folders, reads files and takes locks.
#include "Files/StateFile.h"

#include "Files/InputFile.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace hetrt {
namespace {

/// Why the open file must not be trusted, or "".
std::string whyNotOurs(const struct stat &Status) {
  if (Status.st_uid != geteuid() && Status.st_uid != 0)
    return "wanted a file of user " + std::to_string(geteuid()) + ", found one of user " +
           std::to_string(Status.st_uid);
  return {};
}

std::string statusOf(const Descriptor &File, struct stat &Status) {
  if (!File || fstat(File.number(), &Status) != 0)
    return reason(errno);
  return whyNotOurs(Status);
}

} // namespace

std::string makeStateFolder(const std::string &Path) {
  for (std::size_t Slash = Path.find('/', 1); Slash != Path.npos; Slash = Path.find('/', Slash + 1))
    mkdir(Path.substr(0, Slash).c_str(), 0700); // errors are ignored here, since the mkdir() below fails then too
  if (mkdir(Path.c_str(), 0700) != 0 && errno != EEXIST)
    return reason(errno);
  struct stat Status;
  return statusOf(openAt(AT_FDCWD, Path, O_PATH | O_DIRECTORY), Status);
}

std::string readStateFile(const std::string &Path, std::size_t Most, std::string &Into) {
  const Descriptor File = openAt(AT_FDCWD, Path, O_RDONLY | O_NONBLOCK | O_NOCTTY); // without O_NONBLOCK, open() would
                                                                                    // wait for a pipe
  if (!File && (errno == ENOENT || errno == ENOTDIR))
    return {};
  struct stat Status;
  if (std::string Problem = statusOf(File, Status); !Problem.empty())
    return Problem;
  if (!S_ISREG(Status.st_mode))
    return "it is no regular file";
  if (Status.st_mode & S_IWOTH)
    return "everybody may write to it";
  return readAll(File, Most, Into);
}

StateLock::StateLock(const std::string &Path, std::chrono::milliseconds Patience)
    : File(openAt(AT_FDCWD, Path, O_CREAT | O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY, 0600)) {
  using namespace std::chrono_literals;
  struct stat Status;
  Why = statusOf(File, Status);
  if (Why.empty() && !S_ISREG(Status.st_mode))
    Why = "the lock is no regular file";
  for (auto Waited = 0ms; Why.empty(); Waited += 5ms) {
    Held = flock(File.number(), LOCK_EX | LOCK_NB) == 0;
    Busy = !Held && errno == EWOULDBLOCK;
    if (Held)
      return;
    if (!Busy)
      Why = reason(errno);
    else if (Waited >= Patience)
      Why = "another process keeps it locked";
    else
      std::this_thread::sleep_for(5ms);
  }
}

} // namespace hetrt
