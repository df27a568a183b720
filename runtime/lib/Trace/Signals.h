// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Threads of ours and the program's signals.
#ifndef HETRT_TRACE_SIGNALS_H
#define HETRT_TRACE_SIGNALS_H

#include <csignal>
#include <string>

namespace hetrt {

/// While one lives, the signals that are sent to the process as a whole are blocked, and so they are in threads that
/// are made: handlers belong on the program's own threads. Faults of a thread itself stay visible.
class SignalsBlocked {
public:
  SignalsBlocked();
  ~SignalsBlocked();
  SignalsBlocked(const SignalsBlocked &) = delete;
  SignalsBlocked &operator=(const SignalsBlocked &) = delete;

private:
  sigset_t Before;
};

/// From now on, when the process gets the signal, `Do` is called in a thread of its own; once for signals that come
/// while it is at work. The program's threads do no more than wake that thread. Once in the life of a process; a forked
/// child ignores the signal. Returns why it cannot be, or "": the program, or who started it, handles the signal.
std::string onSignal(int Signal, void (*Do)());

} // namespace hetrt

#endif
