// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keeps the program's signals away from the runtime's threads, and lets a signal trigger the report.
#ifndef HETRT_TRACE_SIGNALS_H
#define HETRT_TRACE_SIGNALS_H

#include <csignal>
#include <string>

namespace hetrt {

/// While an object lives, signals to the process are blocked in this thread and in threads that it creates, so that
/// handlers run on the program's own threads. Faults of the thread itself (SIGSEGV, ...) are not blocked.
class SignalsBlocked {
public:
  SignalsBlocked();
  ~SignalsBlocked();
  SignalsBlocked(const SignalsBlocked &) = delete;
  SignalsBlocked &operator=(const SignalsBlocked &) = delete;

private:
  sigset_t Before;
};

/// From now on, `Do` is called in a separate thread when the process gets the signal; once for all signals that come
/// while it runs. The program's threads only wake that thread. May be called once in a process; a forked child ignores
/// the signal. Returns "", or why it failed: for example, the program, or the process that started it, handles the
/// signal.
std::string onSignal(int Signal, void (*Do)());

} // namespace hetrt

#endif
