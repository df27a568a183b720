// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The threads of accelerators.
//
// They are never joined: a program may call exit() from a loop body, or while a kernel runs, and must not hang. An idle
// one sleeps on an atomic that is never destroyed.
#include "Team/Accelerator.h"

#include "Topology/Granted.h"

#include <csignal>
#include <cstdlib>
#include <pthread.h>
#include <system_error>
#include <thread>

namespace hetrt {
namespace {

/// Blocks the signals that are sent to the process as a whole, while it lives: their handlers belong on the program's
/// own threads. Faults of the thread itself stay visible.
class SignalsBlocked {
public:
  SignalsBlocked() {
    sigset_t All;
    sigfillset(&All);
    for (int Fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS})
      sigdelset(&All, Fault);
    pthread_sigmask(SIG_SETMASK, &All, &Before);
  }
  ~SignalsBlocked() { pthread_sigmask(SIG_SETMASK, &Before, nullptr); }

private:
  sigset_t Before;
};

} // namespace

Traffic Accelerator::traffic() {
  std::lock_guard Driving(Memory.driving());
  const DeviceStatistics &Now = Owned->statistics();
  return {Now.BytesIn, Now.BytesOut, Now.BytesAcross};
}

bool Accelerator::tryAcquire() {
  return !retired() && !Busy.load(std::memory_order_relaxed) && !Busy.exchange(true, std::memory_order_acquire);
}

Status Accelerator::start(AcceleratorTask &Task) {
  if (!HasThread) {
    try {
      SignalsBlocked DuringStart;
      std::thread([this] { serve(); }).detach();
      HasThread = true;
    } catch (const std::system_error &Error) {
      return Status::deviceFault("no host thread for it: " + std::string(Error.what()));
    }
  }
  Next.store(&Task, std::memory_order_release);
  Next.notify_one();
  return Status::success();
}

void Accelerator::serve() {
  leaveInheritedPlace([](const char *Name) -> const char * { return std::getenv(Name); });
  while (true) {
    Next.wait(nullptr, std::memory_order_acquire);
    Next.exchange(nullptr, std::memory_order_acquire)->run();
  }
}

} // namespace hetrt
