// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Starting other programs, waiting for them, and taking them down with us when a signal asks us to stop.
#pragma once

#include <string>
#include <sys/types.h>
#include <vector>

namespace hetcc::driver {

/// A program with its arguments; the first word names the program, looked up in PATH.
struct Command {
  std::vector<std::string> Words;
  std::string Input;      ///< a file for its standard input; empty: ours
  bool DeepStack = false; ///< it goes into the program's expressions by recursion
};

/// The command as one would type it into a shell.
std::string toShell(const Command &Command);
std::string toShell(const std::vector<std::string> &Words);

/// The code of a program that could not be started, as a shell has it.
constexpr int CannotRun = 127;

struct ExitStatus {
  int Code = 0;                ///< what exit() was given, or CannotRun
  int Signal = 0;              ///< the signal that ended it
  std::string Errors;          ///< its standard error, where it was captured
  bool OfSurroundings = false; ///< it is known to have failed for no fault of what it was given

  bool succeeded() const { return Code == 0 && Signal == 0; }
  /// Whether it failed for no fault of what it was given: no room, no memory, a limit, no such program. Programs tell
  /// that by the system's words at the end of a line of captured errors.
  bool isOfSurroundings() const;
  /// The signal of a limit that ended a program which this one had started, as gcc says of a pass and clang of a part
  /// of itself in captured errors; 0: none did.
  int signalOfPart() const;
};

/// A program that runs beside us. Captured standard error goes to a file without a name, so it need not be read
/// meanwhile.
class Child {
public:
  Child() = default;
  Child(const Child &) = delete;
  Child &operator=(const Child &) = delete;
  Child(Child &&Other) noexcept;
  ~Child();

  static Child start(const Command &Command, bool CaptureErrors);
  ExitStatus wait();

private:
  pid_t Id = -1;
  int Errors = -1;
  ExitStatus Status;
};

ExitStatus run(const Command &Command, bool CaptureErrors = false);

/// Becomes \p Command, which finds the standard streams as we found them. Returns only where that fails, with errno
/// set.
void become(const Command &Command);

/// Puts something in the place of standard streams that are closed, which can be neither read nor written: otherwise
/// the next file that we or our steps open is taken for one, and gets what was meant for the user. A limit on the size
/// of files is an error to us, no end.
void protectFromSurroundings();

/// From here on SIGINT, SIGTERM, SIGHUP and SIGPIPE are passed to the children and noted, so that we can clean up
/// before we end.
void deferSignals();
/// The signal that asked us to stop, or 0.
int pendingSignal();
/// Ends this process by \p Signal, as if it had never been deferred.
[[noreturn]] void endBySignal(int Signal);

} // namespace hetcc::driver
