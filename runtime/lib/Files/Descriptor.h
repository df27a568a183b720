// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A file descriptor that its owner object closes, and functions to open files and to write to them. Opening never
// returns the number of a standard stream (0 to 2), and a failing write does not end the program by a signal.
#ifndef HETRT_FILES_DESCRIPTOR_H
#define HETRT_FILES_DESCRIPTOR_H

#include <csignal>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <utility>

namespace hetrt {

/// The text for an errno, for messages; "" for 0.
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

  /// Closes the descriptor. Returns false and sets errno if that fails: some file systems report only here that the
  /// disk is full.
  bool close();

private:
  int Number = -1;
};

/// openat(2) with O_CLOEXEC. The number is always above those of the standard streams, even if these are closed, since
/// otherwise output printed to a standard stream would go into the file. If opening fails, the result has no number,
/// and errno is set.
Descriptor openAt(int Folder, const std::string &Name, int Flags, mode_t Mode = 0);

/// While an object of this class lives, this thread gets no SIGPIPE and no SIGXFSZ: writing to a pipe without a reader,
/// or beyond the limit of file sizes, makes only write() fail. By default, these signals would end the program when the
/// runtime cannot write its report.
class NoSignals {
public:
  NoSignals();
  ~NoSignals();
  NoSignals(const NoSignals &) = delete;
  NoSignals &operator=(const NoSignals &) = delete;

private:
  sigset_t Before, Pending;
};

/// Writes the whole text, also to a non-blocking descriptor. Returns 0 or an errno.
int writeAll(int Descriptor, std::string_view Text);

} // namespace hetrt

#endif
