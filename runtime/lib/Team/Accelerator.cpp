// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The host threads of accelerators.
//
// These threads are never joined: a program may call exit() in a loop body, or while a kernel runs, and must not hang.
// An idle thread sleeps on a number that is never destroyed. If the main thread leaves by pthread_exit(), the process
// has to end with its last thread, so idle threads of accelerators end, too.
#include "Team/Accelerator.h"

#include "Device/DeviceList.h"
#include "Topology/Granted.h"
#include "Trace/Signals.h"

#include <cstdlib>
#include <dlfcn.h>
#include <pthread.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <vector>

namespace hetrt {
namespace {

/// The number of start-ups (loading a kernel) that are under way although passes have abandoned them, on all
/// accelerators.
constinit WaitedNumber Abandoned;

/// The process exits. Passes abandon no start-ups from now on, since the driver may shut down at any time.
std::atomic<bool> Exits{false};

/// The main thread of the process has left by pthread_exit().
std::atomic<bool> MainLeft{false};

/// All accelerators that ever had a thread.
struct Served {
  std::mutex Mutex;
  std::vector<Accelerator *> All;
};

Served &served() {
  static auto &Made = *new Served;
  return Made;
}

/// A task that does nothing. Given to a thread that sleeps, which then wakes up and looks whether it has to end.
class WakeUp final : public AcceleratorTask {
  void run() override {}
} Nothing;

/// Called in the main thread when it ends by pthread_exit(), but not when it calls exit().
void mainLeaves(void *) {
  MainLeft = true;
  std::lock_guard Lock(served().Mutex);
  for (Accelerator *Each : served().All)
    Each->wakeIfIdle(Nothing);
}

/// From now on, no pass abandons a start-up. Waits for those under way.
void beginExit() {
  Exits = true;
  Accelerator::awaitStartUps();
}

/// Waits for start-ups when the main thread calls exit(). Exit destroys thread-local objects of its thread before it
/// calls any handler. A handler might be too late: while a driver loads a kernel, it may register further handlers,
/// which run earlier and destroy what the driver is using.
struct ExitOfMain {
  void use() {} // Makes the calling thread's object.
  ~ExitOfMain() { beginExit(); }
};
thread_local ExitOfMain OfMain;

/// Notices how the main thread ends, by exit() or by pthread_exit(). This works only if the main thread loads the
/// library; otherwise the end of the main thread goes unnoticed.
[[gnu::constructor]] void noticeEndOfMain() {
  if (getpid() != gettid())
    return;
  OfMain.use();
  if (pthread_key_t Key; pthread_key_create(&Key, mainLeaves) == 0)
    pthread_setspecific(Key, &MainLeft);
}

/// Keeps the library that contains the address loaded until dlclose() is called for the result.
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
  while (const std::uint32_t Now = inForkedChild() ? 0 : Abandoned.load())
    Abandoned.sleepWhile(Now);
}

Status Accelerator::wake(AcceleratorTask &Task) {
  Next = &Task;
  if (!HasThread.exchange(true))
    if (Status Made = makeThread(); !Made.ok()) {
      HasThread = false;
      Next = nullptr;
      return Made;
    }
  Wakes.add(1);
  return Status::success();
}

void Accelerator::wakeIfIdle(AcceleratorTask &Task) {
  AcceleratorTask *None = nullptr;
  if (Next.compare_exchange_strong(None, &Task))
    Wakes.add(1);
}

Status Accelerator::makeThread() {
  try {
    SignalsBlocked DuringStart;
    std::lock_guard Lock(served().Mutex);
    if (!std::exchange(IsListed, true))
      served().All.push_back(this);
    std::thread([this] { serve(); }).detach();
  } catch (const std::system_error &Error) {
    return Status::deviceFault("no host thread for it: " + std::string(Error.what()));
  }
  return Status::success();
}

/// Sleeps until wake() or wakeIfIdle() is called, unless there is a task already. A task may have been taken back by
/// the time the thread runs.
void Accelerator::awaitTask() {
  const std::uint32_t Seen = Wakes.load(); // read first, so that no wake-up is missed
  if (!MainLeft && !Next.load(std::memory_order_acquire))
    Wakes.sleepWhile(Seen);
}

void Accelerator::serve() {
  leaveInheritedPlace([](const char *Name) -> const char * { return std::getenv(Name); });
  do {
    awaitTask();
    if (AcceleratorTask *Given = Next.exchange(nullptr, std::memory_order_acquire))
      Given->run();
  } while (!mayEnd());
}

/// Called by the accelerator's thread when it has no task: whether it may end. If a task is given at the same time,
/// either this thread still sees the task and goes on, or the giver sees that there is no thread, and makes one.
bool Accelerator::mayEnd() {
  if (!MainLeft)
    return false;
  HasThread = false;
  return !Next.load() || HasThread.exchange(true);
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

/// Loads the kernel, and then runs the task if it was not abandoned. If no task learns of an error, this does no harm,
/// since the error occurs again when the next pass loads the kernel.
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
  Abandoned.add(-1);
}

/// A process that exits has to wait for abandoned start-ups, since they use the driver, which shuts down at exit. Where
/// another thread than the main one calls exit(), a handler waits. It is registered later than the driver's own
/// handler, and so runs before it.
bool Accelerator::StartUp::abandon(AcceleratorTask &Task, const std::function<bool()> &MayLeave) {
  std::lock_guard Lock(Mutex);
  static const int Registered = std::atexit(beginExit);
  static_cast<void>(Registered);
  if (For != &Task || Exits || !MayLeave())
    return false;
  WasAbandoned = true;
  Library = holdLibrary(Region);
  Of.Users.fetch_add(1, std::memory_order_relaxed);
  Abandoned.add(1);
  For = nullptr;
  return true;
}

bool Accelerator::takeBack(AcceleratorTask &Task) {
  const auto Take = [&](AcceleratorTask *Given) {
    return Next.compare_exchange_strong(Given, nullptr, std::memory_order_acquire, std::memory_order_relaxed);
  };
  const bool Taken = Take(&Task) || (Start.isFor(Task) && Take(&Start));
  if (Taken && MainLeft)
    wakeIfIdle(Nothing); // if the thread was to be woken by `Nothing`, the task may have replaced it before that; so
                         // wake the thread now
  return Taken;
}

} // namespace hetrt
