// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keeps the program's signals away from the runtime's threads, and lets a signal trigger the report.
#ifndef HETRT_TRACE_SIGNALS_H
#define HETRT_TRACE_SIGNALS_H

#include <csignal>
#include <string>

namespace hetrt {

/// While an object of this class lives, signals to the process are blocked in its thread and in threads that this
/// thread creates, so that signal handlers run on the program's own threads. Signals for faults of the thread itself
/// (SIGSEGV, ...) are not blocked.
class SignalsBlocked {
public:
  SignalsBlocked();
  ~SignalsBlocked();
  SignalsBlocked(const SignalsBlocked &) = delete;
  SignalsBlocked &operator=(const SignalsBlocked &) = delete;

private:
  sigset_t Before;
};

/// From now on, a separate thread calls `Do` when the process gets the signal. For all signals that come while `Do`
/// runs, it is called once more. The signal handler, which runs on a thread of the program, only wakes that thread. May
/// be called once in a process; a forked child ignores the signal. Returns "", or why this failed: for example, because
/// the program handles the signal, or ignores it.
std::string onSignal(int Signal, void (*Do)());

} // namespace hetrt

#endif
