// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The threads of accelerators.
//
// They are never joined: a program may call exit() in a loop body, or while a kernel runs, and must not hang. An idle
// thread sleeps on an atomic that is never destroyed.
#include "Team/Accelerator.h"

#include "Device/DeviceList.h"
#include "Topology/Granted.h"
#include "Trace/Signals.h"

#include <cstdlib>
#include <dlfcn.h>
#include <system_error>
#include <thread>

namespace hetrt {
namespace {

/// The number of start-ups under way that passes have abandoned, on all accelerators.
std::atomic<unsigned> Abandoned{0};

/// The process exits: nothing is abandoned any more, since the driver may shut down at any time.
std::atomic<bool> Exits{false};

/// The library that an address lies in stays loaded until dlclose() of the result.
void *holdLibrary(const void *Address) {
  Dl_info Found{};
  return dladdr(Address, &Found) && Found.dli_fname ? dlopen(Found.dli_fname, RTLD_LAZY | RTLD_NOLOAD) : nullptr;
}

} // namespace

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
          .EarlyMessages = Now.EarlyMessages,
          .UnusedBytes = Now.UnusedBytes};
}

bool Accelerator::tryAcquire() {
  unsigned None = 0;
  return !retired() && Users.compare_exchange_strong(None, 1, std::memory_order_acquire, std::memory_order_relaxed);
}

void Accelerator::release() { Users.fetch_sub(1, std::memory_order_release); }

Status Accelerator::start(AcceleratorTask &Task) { return wake(Task); }

Status Accelerator::start(const hetrt_region &Region, AcceleratorTask &Task) {
  Start.set(Region, Task);
  return wake(Start);
}

bool Accelerator::abandon(AcceleratorTask &Task, const std::function<bool()> &MayLeave) {
  return Start.abandon(Task, MayLeave);
}

void Accelerator::awaitStartUps() {
  while (const unsigned Now = inForkedChild() ? 0 : Abandoned.load(std::memory_order_acquire))
    Abandoned.wait(Now, std::memory_order_acquire);
}

Status Accelerator::wake(AcceleratorTask &Task) {
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

bool Accelerator::StartUp::isFor(const AcceleratorTask &Task) {
  std::lock_guard Lock(Mutex);
  return For == &Task;
}

void Accelerator::StartUp::set(const hetrt_region &Wanted, AcceleratorTask &Task) {
  std::lock_guard Lock(Mutex);
  Region = &Wanted;
  For = &Task;
}

/// An error that no task is told of any more comes again when the next pass loads the kernel.
void Accelerator::StartUp::run() {
  {
    std::lock_guard Driving(Of.Memory.driving().ofSteps());
    Result = Of.Owned->prepare(*Region);
  }
  std::unique_lock Lock(Mutex);
  AcceleratorTask *const Task = std::exchange(For, nullptr);
  void *const Held = std::exchange(Library, nullptr);
  Lock.unlock();
  if (Task)
    return Task->run();
  if (Held)
    dlclose(Held);
  WasAbandoned = false;
  Of.release();
  Abandoned.fetch_sub(1, std::memory_order_release);
  Abandoned.notify_all();
}

/// A process that exits waits, since the driver that loads the kernel shuts down then. The handler is registered behind
/// the driver's own, so that it runs before that.
bool Accelerator::StartUp::abandon(AcceleratorTask &Task, const std::function<bool()> &MayLeave) {
  std::lock_guard Lock(Mutex);
  static const int Registered = std::atexit([] {
    Exits = true;
    awaitStartUps();
  });
  static_cast<void>(Registered);
  if (For != &Task || Exits || !MayLeave())
    return false;
  WasAbandoned = true;
  Library = holdLibrary(Region);
  Of.Users.fetch_add(1, std::memory_order_relaxed);
  Abandoned.fetch_add(1, std::memory_order_relaxed);
  For = nullptr;
  return true;
}

bool Accelerator::takeBack(AcceleratorTask &Task) {
  const auto Take = [&](AcceleratorTask *Given) {
    return Next.compare_exchange_strong(Given, nullptr, std::memory_order_acquire, std::memory_order_relaxed);
  };
  return Take(&Task) || (Start.isFor(Task) && Take(&Start));
}

} // namespace hetrt
