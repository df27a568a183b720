// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes files: into drafts (new files that are then renamed), or over the existing file.
#include "Files/OutputFile.h"

#include "Files/Rights.h"
#include "Files/Target.h"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <initializer_list>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

namespace hetrt {
namespace {

// The functions below that return int return 0 or an errno.

bool hasAccessList(int File) { return fgetxattr(File, "system.posix_acl_access", nullptr, 0) > 0; }

/// A random name for the draft. It begins with ".hetcc-", so that a draft left by a killed process can be recognised.
std::string draftName() {
  constexpr char Letters[] = "abcdefghijklmnopqrstuvwxyz012345"; // 32 characters, a divisor of 256, so that each is
                                                                 // equally likely
  unsigned char Random[16];
  if (getentropy(Random, sizeof Random) != 0)
    return {};
  std::string Name = ".hetcc-";
  for (unsigned char Each : Random)
    Name += Letters[Each % 32];
  return Name;
}

/// The draft: a new file in the target's folder, into which the text is written, and which is then renamed to the
/// target's name. The destructor removes the draft unless it was renamed.
class Draft {
public:
  Draft(const Target &Goal, mode_t Mode) : Goal(Goal), Name(draftName()) {
    constexpr int Flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW;
    Why = Name.empty() ? errno : 0;
    if (!Why) {
      File = openAt(Goal.Folder.number(), Name, Flags, Goal.There ? Goal.Status.st_mode & 0777 : Mode);
      Why = File ? 0 : errno;
    }
    Made = bool(File);
  }
  ~Draft() {
    if (Made)
      unlinkat(Goal.Folder.number(), Name.c_str(), 0);
  }
  Draft(const Draft &) = delete;
  Draft &operator=(const Draft &) = delete;

  int whyNotMade() const { return Why; }

  /// Gives the draft the group and the permissions of the file that it will replace. Returns false if that is not
  /// possible.
  bool becomeAlike() {
    struct stat Own;
    if (!Goal.There)
      return true;
    if (fstat(File.number(), &Own) != 0)
      return false;
    if (Own.st_gid != Goal.Status.st_gid && fchown(File.number(), uid_t(-1), Goal.Status.st_gid) != 0)
      return false;
    return fchmod(File.number(), Goal.Status.st_mode & 0777) == 0;
  }

  int write(std::string_view Text) {
    if (int Error = writeAll(File.number(), Text))
      return Error;
    return File.close() ? 0 : errno;
  }

  int putInPlace() {
    if (renameat(Goal.Folder.number(), Name.c_str(), Goal.Folder.number(), Goal.Name.c_str()) != 0)
      return errno;
    Made = false;
    return 0;
  }

private:
  const Target &Goal;
  const std::string Name;
  Descriptor File;
  int Why = 0;
  bool Made = false;
};

/// Whether an errno of making or renaming the draft is caused by the folder (this user may not make files there, or the
/// file is a mount point), so that writing into the existing file may still succeed.
bool isOfTheFolder(int Error) {
  for (int Each : {EACCES, EPERM, EROFS, EBUSY, EXDEV})
    if (Error == Each)
      return true;
  return false;
}

/// Opens the file that findTarget() has found. If another process has replaced the file since, this fails unless the
/// new file is of the same kind (regular file, pipe, ...) and may be written by the rules of OutputFile.h.
Descriptor openTarget(Target &What, int Flags) {
  const mode_t Kind = What.Status.st_mode & S_IFMT;
  Descriptor File =
      openAt(What.Folder.number(), What.Name, Flags | O_WRONLY | O_NOCTTY | (What.Opaque ? 0 : O_NOFOLLOW));
  struct stat Folder;
  if (!File || fstat(File.number(), &What.Status) != 0 || fstat(What.Folder.number(), &Folder) != 0)
    return Descriptor();
  if ((What.Status.st_mode & S_IFMT) == Kind && (What.Opaque || !isPlanted(What.Status, Folder)))
    return File;
  errno = EAGAIN;
  return Descriptor();
}

std::string writeToSpecial(Target &What, std::string_view Text, bool Wait) {
  Descriptor File = openTarget(What, Wait ? 0 : O_NONBLOCK);
  if (!File && errno == ENXIO && S_ISFIFO(What.Status.st_mode))
    return "no process reads this pipe";
  if (!File)
    return reason(errno);
  fcntl(File.number(), F_SETFL, fcntl(File.number(), F_GETFL) & ~O_NONBLOCK);
  if (int Error = writeAll(File.number(), Text))
    return reason(Error);
  return File.close() ? "" : reason(errno);
}

/// Appends the text to the file. Whole: see WriteOptions.
std::string appendTo(Target &What, std::string_view Text, bool Whole) {
  Descriptor File = openTarget(What, O_APPEND);
  if (!File)
    return reason(errno);
  if (int Error = writeAll(File.number(), Text)) {
    if (Whole && ftruncate(File.number(), What.Status.st_size) != 0)
      return reason(Error) + "; the last line of the file is not whole";
    return reason(Error);
  }
  return File.close() ? "" : reason(errno);
}

/// Replaces the contents of an open file: overwrites the old text, so that the disk space reserved for the file is
/// kept, and then cuts off the rest of the old text. Returns 0 or an errno.
int writeInPlace(Descriptor File, std::string_view Text) {
  const NoSignals Quiet;
  const auto Size = static_cast<off_t>(Text.size());
  rlimit Limit;
  if (getrlimit(RLIMIT_FSIZE, &Limit) == 0 && Limit.rlim_cur != RLIM_INFINITY && Text.size() > Limit.rlim_cur)
    return EFBIG;
  if (Size > 0 && fallocate(File.number(), FALLOC_FL_KEEP_SIZE, 0, Size) != 0)
    for (int Each : {ENOSPC, EDQUOT, EFBIG})
      if (errno == Each)
        return Each;
  int Error = writeAll(File.number(), Text);
  if (ftruncate(File.number(), Error ? 0 : Size) != 0 && !Error)
    Error = errno;
  if (!File.close() && !Error)
    Error = errno;
  return Error;
}

/// Replaces the file by a draft. `Suits` becomes false if a draft cannot replace this file. Returns 0 or an errno.
int replace(const Target &What, std::string_view Text, mode_t Mode, bool &Suits) {
  Draft New(What, Mode);
  if (int Error = New.whyNotMade()) {
    Suits = !isOfTheFolder(Error);
    return Error;
  }
  Suits = New.becomeAlike();
  if (!Suits)
    return EPERM;
  if (int Error = New.write(Text))
    return Error;
  const int Error = New.putInPlace();
  Suits = !isOfTheFolder(Error);
  return Error;
}

std::string writeRegular(Target &What, std::string_view Text, mode_t Mode) {
  bool Suits = true;
  if (!What.There)
    return reason(replace(What, Text, Mode, Suits));
  // Opening the file for writing tests whether this user may write to it. If not, the file must not be replaced either.
  Descriptor Old = openTarget(What, O_NONBLOCK);
  if (!Old)
    return reason(errno);
  if (What.Status.st_uid == geteuid() && What.Status.st_nlink <= 1 && !hasAccessList(Old.number()))
    if (const int Error = replace(What, Text, Mode, Suits); !Error || Suits)
      return reason(Error);
  return reason(writeInPlace(std::move(Old), Text));
}

} // namespace

/// Writes to the file that Path stands for. Regular and new files are written by `Regular`, all others (descriptors of
/// this process, pipes, devices) by this function.
template <typename Writer>
static std::string writeTo(const std::string &Path, std::string_view Text, const WriteOptions &Options,
                           Writer Regular) {
  Target What;
  if (std::string Problem = findTarget(Path, What); !Problem.empty())
    return Problem;
  if (What.Standing >= 0) {
    if (What.Standing == STDOUT_FILENO)
      std::fflush(stdout);
    return reason(writeAll(What.Standing, Text));
  }
  if (What.There && !What.isRegular())
    return writeToSpecial(What, Text, Options.WaitForReader);
  return Regular(What);
}

std::string writeFile(const std::string &Path, std::string_view Text, WriteOptions Options) {
  return writeTo(Path, Text, Options, [&](Target &What) {
    // A link in /proc may stand for another process's standard output, which must not be replaced.
    return What.Opaque ? appendTo(What, Text, false) : writeRegular(What, Text, Options.Mode);
  });
}

std::string appendToFile(const std::string &Path, std::string_view Text, WriteOptions Options) {
  return writeTo(Path, Text, Options, [&](Target &What) {
    if (What.There)
      return appendTo(What, Text, Options.Whole);
    constexpr int Flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW;
    if (!openAt(What.Folder.number(), What.Name, Flags, Options.Mode) && errno != EEXIST)
      return reason(errno);
    Target Made; // findTarget() is called again, since this process, or another one, has made the file just now
    std::string Problem = findTarget(Path, Made);
    return Problem.empty() ? appendTo(Made, Text, Options.Whole) : Problem;
  });
}

std::string whyNotWritable(const std::string &Path) {
  Target What;
  if (std::string Problem = findTarget(Path, What); !Problem.empty())
    return Problem;
  if (What.Standing >= 0)
    return fcntl(What.Standing, F_GETFD) < 0 ? reason(errno) : "";
  const char *Name = What.There ? What.Name.c_str() : ".";
  const int Wanted = What.There ? W_OK : W_OK | X_OK;
  return faccessat(What.Folder.number(), Name, Wanted, AT_EACCESS) == 0 ? "" : reason(errno);
}

} // namespace hetrt
