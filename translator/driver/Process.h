// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Starts other programs, waits for them, and stops them when a signal asks hetcc to stop.
#pragma once

#include <string>
#include <sys/types.h>
#include <vector>

namespace hetcc::driver {

/// A program with its arguments. The first word is the program, which is searched in PATH.
struct Command {
  std::vector<std::string> Words;
  std::string Input;      ///< the file for its standard input; empty: hetcc's own standard input
  bool DeepStack = false; ///< the program parses expressions by recursion, so its stack limit is raised
};

/// The command as a line for a shell.
std::string toShell(const Command &Command);
std::string toShell(const std::vector<std::string> &Words);

/// The exit code for a program that could not be started, as in a shell.
constexpr int CannotRun = 127;

/// How a program has ended.
struct ExitStatus {
  int Code = 0;                  ///< the value given to exit(), or CannotRun
  int Signal = 0;                ///< the signal that ended the program; 0: none
  std::string Errors;            ///< the text of its standard error, if it was captured
  bool EnvironmentFault = false; ///< the caller knows that the environment was the cause, not the program's input

  bool succeeded() const { return Code == 0 && Signal == 0; }
  /// Whether the program failed because of its environment and not because of its input: a full disk, too little
  /// memory, a limit, or a missing program. This is found out from the status, or from one of the system's error texts
  /// at the end of a line in Errors.
  bool isEnvironmentFault() const;
  /// The signal by which a limit (on CPU time, memory, ...) has ended a process that this program had started, such as
  /// gcc's cc1; 0 if there is no such process. gcc and clang report the signal in Errors.
  int signalOfPart() const;
};

/// A program that runs at the same time as hetcc. If its standard error is captured, it goes to an anonymous file, so
/// that the program never waits for hetcc to read it.
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

/// Executes \p Command in this process (exec), with the standard streams as they were at the start of hetcc. If this is
/// not possible, returns, and errno tells why.
void become(const Command &Command);

/// Called at the start. If a standard stream is closed, opens it so that it can be neither read nor written. Otherwise
/// the next file that is opened would get the number of the standard stream, and text for the user would be written
/// into this file. Also makes exceeding a limit on file sizes an error of write(), because it would otherwise end the
/// process.
void protectFromEnvironment();

/// From now on, SIGINT, SIGTERM, SIGHUP and SIGPIPE are passed to the child processes and recorded, so that hetcc can
/// remove its files before it ends.
void deferSignals();
/// The recorded signal that asks hetcc to stop, or 0.
int pendingSignal();
/// Ends this process by \p Signal, as the signal would have ended it without deferSignals().
[[noreturn]] void endBySignal(int Signal);

} // namespace hetcc::driver
