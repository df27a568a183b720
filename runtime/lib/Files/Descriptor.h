// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A file descriptor that closes itself, and the two calls on it that every file of ours goes through: opening, so that
// it is never taken for a standard stream, and writing, so that no signal ends the program.
#ifndef HETRT_FILES_DESCRIPTOR_H
#define HETRT_FILES_DESCRIPTOR_H

#include <csignal>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <utility>

namespace hetrt {

/// What an errno means, for messages; "" for 0.
std::string reason(int Error);

class Descriptor {
public:
  Descriptor() = default;
  explicit Descriptor(int Number) : Number(Number) {}
  Descriptor(Descriptor &&Other) noexcept : Number(std::exchange(Other.Number, -1)) {}
  Descriptor &operator=(Descriptor &&Other) noexcept {
    std::swap(Number, Other.Number);
    return *this;
  }
  ~Descriptor() { close(); }

  explicit operator bool() const { return Number >= 0; }
  int number() const { return Number; }

  /// False, with errno, where closing fails: some file systems say only then that the disk is full.
  bool close();

private:
  int Number = -1;
};

/// openat(2) with O_CLOEXEC. Where standard streams are closed, the number is above theirs all the same: what others
/// print must not land in a file of ours. Without a number where it fails, with errno.
Descriptor openAt(int Folder, const std::string &Name, int Flags, mode_t Mode = 0);

/// While one lives, a pipe without a reader and a limit of file sizes are errors of this thread's write(),
/// and no signals, which would end a program because of its report.
class NoSignals {
public:
  NoSignals();
  ~NoSignals();
  NoSignals(const NoSignals &) = delete;
  NoSignals &operator=(const NoSignals &) = delete;

private:
  sigset_t Before, Pending;
};

/// Writes all of it, also to a descriptor that does not block. Returns 0 or what errno says.
int writeAll(int Descriptor, std::string_view Text);

} // namespace hetrt

#endif
