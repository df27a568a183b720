// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Opens files, and writes whole texts.
#include "Files/Descriptor.h"

#include <cerrno>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace hetrt {
namespace {

constexpr int EndedBySignals[] = {SIGPIPE, SIGXFSZ};

int aboveStandardStreams(int Opened) {
  if (Opened < 0 || Opened > STDERR_FILENO)
    return Opened;
  const int Moved = fcntl(Opened, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  const int Why = errno;
  close(Opened);
  errno = Why;
  return Moved;
}

} // namespace

std::string reason(int Error) { return Error ? std::strerror(Error) : ""; }

bool Descriptor::close() {
  const int Closing = std::exchange(Number, -1);
  return Closing < 0 || ::close(Closing) == 0;
}

Descriptor openAt(int Folder, const std::string &Name, int Flags, mode_t Mode) {
  int Opened = -1;
  do
    Opened = openat(Folder, Name.c_str(), Flags | O_CLOEXEC, Mode);
  while (Opened < 0 && errno == EINTR);
  return Descriptor(aboveStandardStreams(Opened));
}

NoSignals::NoSignals() {
  sigset_t Ours;
  sigemptyset(&Ours);
  for (int Signal : EndedBySignals)
    sigaddset(&Ours, Signal);
  sigpending(&Pending);
  pthread_sigmask(SIG_BLOCK, &Ours, &Before);
}

/// Removes the pending signals that failing calls of write() have caused, so that they are not delivered when the
/// signals are unblocked.
NoSignals::~NoSignals() {
  const int Why = errno;
  for (int Signal : EndedBySignals) {
    if (sigismember(&Pending, Signal))
      continue;
    sigset_t One;
    sigemptyset(&One);
    sigaddset(&One, Signal);
    const timespec Now = {0, 0};
    while (sigtimedwait(&One, nullptr, &Now) < 0 && errno == EINTR)
      ;
  }
  pthread_sigmask(SIG_SETMASK, &Before, nullptr);
  errno = Why;
}

int writeAll(int Descriptor, std::string_view Text) {
  const NoSignals Quiet;
  while (!Text.empty()) {
    const ssize_t Count = write(Descriptor, Text.data(), Text.size());
    if (Count > 0) {
      Text.remove_prefix(static_cast<std::size_t>(Count));
      continue;
    }
    if (Count == 0)
      return ENOSPC;
    pollfd Ready = {Descriptor, POLLOUT, 0};
    if (errno == EAGAIN ? poll(&Ready, 1, -1) < 0 && errno != EINTR : errno != EINTR)
      return errno;
  }
  return 0;
}

} // namespace hetrt
