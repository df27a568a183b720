// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The handler of the report signal posts a semaphore; a thread that waits for the semaphore writes the report.
#include "Trace/Signals.h"

#include "Files/Descriptor.h"

#include <cerrno>
#include <semaphore.h>
#include <system_error>
#include <thread>

namespace hetrt {
namespace {

sem_t Came;

/// The signal handler, which may run in any thread of the program: uses only functions that POSIX allows in signal
/// handlers.
void wake(int) {
  const int Before = errno;
  sem_post(&Came);
  errno = Before;
}

[[noreturn]] void serve(void (*Do)()) {
  while (true) {
    while (sem_wait(&Came) != 0)
      ;
    while (sem_trywait(&Came) == 0)
      ;
    Do();
  }
}

} // namespace

SignalsBlocked::SignalsBlocked() {
  sigset_t All;
  sigfillset(&All);
  for (int Fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS})
    sigdelset(&All, Fault);
  pthread_sigmask(SIG_SETMASK, &All, &Before);
}

SignalsBlocked::~SignalsBlocked() { pthread_sigmask(SIG_SETMASK, &Before, nullptr); }

std::string onSignal(int Signal, void (*Do)()) {
  struct sigaction There;
  if (sigaction(Signal, nullptr, &There) != 0)
    return reason(errno);
  if ((There.sa_flags & SA_SIGINFO) || There.sa_handler != SIG_DFL)
    return "the program, or who started it, handles the signal";
  sem_init(&Came, 0, 0);
  try {
    const SignalsBlocked DuringStart;
    std::thread(serve, Do).detach();
  } catch (const std::system_error &Error) {
    return Error.what();
  }
  struct sigaction Ours = {};
  Ours.sa_handler = wake;
  Ours.sa_flags = SA_RESTART; // system calls of the program go on
  return sigaction(Signal, &Ours, nullptr) == 0 ? "" : reason(errno);
}

} // namespace hetrt
