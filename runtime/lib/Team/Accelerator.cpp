// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The threads of accelerators.
//
// They are never joined: a program may call exit() from a loop body, or while a kernel runs, and must not hang. An idle
// one sleeps on an atomic that is never destroyed.
#include "Team/Accelerator.h"

#include "Device/DeviceList.h"
#include "Topology/Granted.h"
#include "Trace/Signals.h"

#include <cstdlib>
#include <system_error>
#include <thread>

namespace hetrt {

bool Accelerator::isNode() const {
  const DeviceKind *Kind = findDeviceKind(capabilities().Kind);
  return Kind && Kind->OfJob;
}

Traffic Accelerator::traffic() {
  std::lock_guard Driving(Memory.driving());
  const DeviceStatistics &Now = Owned->statistics();
  return {.In = Now.BytesIn,
          .Out = Now.BytesOut,
          .Across = Now.BytesAcross,
          .MessagesIn = Now.MessagesIn,
          .MessagesOut = Now.MessagesOut,
          .MessagesAcross = Now.MessagesAcross,
          .Orders = Now.Orders,
          .TakenEarly = Now.TakenEarly,
          .UnusedBytes = Now.UnusedBytes};
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
    if (AcceleratorTask *Given = Next.exchange(nullptr, std::memory_order_acquire))
      Given->run();
  }
}

bool Accelerator::takeBack(AcceleratorTask &Task) {
  AcceleratorTask *Given = &Task;
  return Next.compare_exchange_strong(Given, nullptr, std::memory_order_acquire, std::memory_order_relaxed);
}

} // namespace hetrt
