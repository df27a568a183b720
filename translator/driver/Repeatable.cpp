// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// There are two ways to offer a text again. A name such as /dev/stdin or /dev/fd/63 (by which shells implement <(...))
// means a descriptor of this process, which child processes inherit, so hetcc makes this descriptor refer to an
// anonymous file with the text. For a FIFO in the file system, a child process writes the text to each reader. The
// child runs as long as this process, even if this process becomes another program (exec).
#include "Repeatable.h"

#include "Files.h"

#include <cerrno>
#include <charconv>
#include <climits>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace hetcc::driver {

namespace {

bool writeAll(int Descriptor, std::string_view Text) {
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

/// Opens an anonymous file: in memory, or in the folder for temporary files if the system has no such files.
int openNameless() {
  if (int Descriptor = memfd_create("hetcc-input", MFD_CLOEXEC); Descriptor >= 0)
    return Descriptor;
  const char *Folder = getenv("TMPDIR");
  return open(Folder && *Folder ? Folder : "/tmp", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
}

/// Makes \p Descriptor refer to a file with \p Text, at the beginning of the file.
bool replaceDescriptor(int Descriptor, std::string_view Text) {
  int Copy = openNameless();
  if (Copy < 0)
    return false;
  bool Good = writeAll(Copy, Text) && lseek(Copy, 0, SEEK_SET) == 0 && dup2(Copy, Descriptor) == Descriptor;
  int Saved = errno;
  close(Copy);
  errno = Saved;
  return Good;
}

/// The descriptor of this process that a path names; nothing if there is none. Follows links one at a time, and stops
/// at the entry in /proc/self/fd, which is itself a link to the open file.
std::optional<int> descriptorBehind(std::string Path) {
  char Own[PATH_MAX], Folder[PATH_MAX], Target[PATH_MAX];
  if (!realpath("/proc/self/fd", Own))
    return std::nullopt;
  for (int Links = 0; Links < 16; ++Links) {
    std::string Parent = dirPart(Path);
    if (!realpath(Parent.empty() ? "." : Parent.c_str(), Folder))
      return std::nullopt;
    std::string_view Name = namePart(Path);
    int Number = -1;
    if (strcmp(Folder, Own) == 0 && std::from_chars(Name.data(), Name.data() + Name.size(), Number).ec == std::errc())
      return Number;
    ssize_t Length = readlink(Path.c_str(), Target, sizeof Target);
    if (Length <= 0)
      return std::nullopt;
    Path = (Target[0] == '/' ? "" : Parent) + std::string(Target, Length);
  }
  return std::nullopt;
}

/// Waits until a process that has opened the watched file for reading closes it.
bool waitForClose(int Watch) {
  alignas(inotify_event) char Events[4096];
  ssize_t Count;
  do
    Count = read(Watch, Events, sizeof Events);
  while (Count < 0 && errno == EINTR);
  return Count > 0;
}

/// Writes \p Text to each process that opens the FIFO. There may be several, because a compiler opens a source again to
/// print lines of it.
[[noreturn]] void serve(const std::string &Path, std::string_view Text) {
  close_range(0, ~0U, 0);
  signal(SIGPIPE, SIG_IGN);
  int Watch = inotify_init1(IN_CLOEXEC);
  inotify_add_watch(Watch, Path.c_str(), IN_CLOSE_NOWRITE);
  do {
    int Pipe = open(Path.c_str(), O_WRONLY); // blocks until a process opens the FIFO for reading
    if (Pipe < 0)
      break;
    writeAll(Pipe, Text); // may fail if the reader closes the FIFO early
    close(Pipe);
  } while (waitForClose(Watch));
  _exit(0);
}

bool startServing(const std::string &Path, std::string_view Text) {
  pid_t Parent = getpid();
  pid_t Child = fork();
  if (Child != 0)
    return Child > 0;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != Parent)
    _exit(1);
  serve(Path, Text);
}

/// The rest of a regular file from \p Offset on, read without moving the file position.
std::optional<std::string> restOf(int Descriptor, off_t Offset) {
  std::string Text;
  static char Buffer[1 << 16]; // not on the stack, whose size may be limited
  while (true) {
    ssize_t Count = pread(Descriptor, Buffer, sizeof Buffer, Offset);
    if (Count < 0 && errno == EINTR)
      continue;
    if (Count < 0)
      return std::nullopt;
    if (Count == 0)
      return Text;
    Text.append(Buffer, Count);
    Offset += Count;
  }
}

void cannotOffer(const std::string &Path, std::string &Error) {
  Error = "cannot read '" + Path + "' twice, and keep no copy of it: " + strerror(errno);
}

std::optional<std::string> readStandardInput(std::string &Error) {
  struct stat Status;
  if (fstat(STDIN_FILENO, &Status) != 0 || S_ISDIR(Status.st_mode))
    return std::nullopt;
  if (S_ISREG(Status.st_mode))
    if (off_t Offset = lseek(STDIN_FILENO, 0, SEEK_CUR); Offset >= 0)
      return restOf(STDIN_FILENO, Offset);
  std::string Text = readDescriptor(STDIN_FILENO);
  if (!replaceDescriptor(STDIN_FILENO, Text))
    cannotOffer("<stdin>", Error);
  return Text;
}

} // namespace

bool isReadOnce(const std::string &Path) {
  struct stat Status;
  return stat(Path.c_str(), &Status) == 0 && !S_ISREG(Status.st_mode) && !S_ISDIR(Status.st_mode);
}

bool isOwnDescriptor(const std::string &Path) { return descriptorBehind(Path).has_value(); }

std::optional<std::string> readRepeatably(const std::string &Path, std::string &Error) {
  if (Path == "-")
    return readStandardInput(Error);
  if (!isReadOnce(Path))
    return readFile(Path);
  std::optional<int> Behind = descriptorBehind(Path);
  struct stat Status;
  bool IsPipe = stat(Path.c_str(), &Status) == 0 && S_ISFIFO(Status.st_mode);
  // Devices in the file system, such as /dev/null, are left to the host compiler.
  if (!Behind && !IsPipe)
    return std::nullopt;
  if (!Behind && access(Path.c_str(), W_OK) != 0) {
    cannotOffer(Path, Error);
    return std::nullopt;
  }
  std::optional<std::string> Text = readFile(Path);
  if (Text && !(Behind ? replaceDescriptor(*Behind, *Text) : startServing(Path, *Text)))
    cannotOffer(Path, Error);
  return Text;
}

} // namespace hetcc::driver
