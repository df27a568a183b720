// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One accelerator and its host thread, which drives the accelerator or, if the team drives it, only loads its kernels.
// The thread is made when it is first needed, sleeps between passes, and lives as long as the process. Once the main
// thread has left by pthread_exit(), it lives until it has no task.
//
// A thread of the team that would only wait for the pass runs the host thread's task itself, if the host thread has not
// begun it. This helps if the host thread gets no processor, since threads of OpenMP runtimes spin for milliseconds
// after a region.
#ifndef HETRT_TEAM_ACCELERATOR_H
#define HETRT_TEAM_ACCELERATOR_H

#include "Memory/DeviceMemory.h"
#include "Team/Waiting.h"
#include "Trace/RegionTrace.h"

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>

namespace hetrt {

/// The work of an accelerator in one pass. It is run by the accelerator's thread, or by a thread that would otherwise
/// wait.
class AcceleratorTask {
public:
  virtual void run() = 0;

protected:
  ~AcceleratorTask() = default;
};

/// An accelerator serves one pass at a time, the one that has acquired it. Several threads of the pass may use the
/// device, one after another.
class Accelerator {
public:
  Accelerator(std::unique_ptr<Device> Owned, unsigned Number) : Owned(std::move(Owned)), Memory(*this->Owned, Number) {}

  Device &device() { return *Owned; }
  const Capabilities &capabilities() const { return Owned->capabilities(); }
  DeviceMemory &memory() { return Memory; }
  unsigned number() const { return Memory.number(); }

  /// Whether the accelerator is another rank of the job.
  bool isNode() const;

  /// The entry of this accelerator in a report, without measurements.
  DeviceFigures figures() const {
    const Capabilities &What = capabilities();
    return {.Kind = What.Kind, .Index = What.Index, .SimdWidth = What.RelativeWidth};
  }

  /// The bytes and messages that have been moved since the accelerator was made. Waits for the thread that drives the
  /// device.
  Traffic traffic();

  /// Acquires the accelerator for a pass; false if another pass has it, it is retired, or it loads a kernel for a pass
  /// that has ended without it.
  bool tryAcquire();
  void release();

  /// Gives a task to the host thread. The caller has acquired the accelerator, and keeps the task until it has run.
  /// Returns an error if the system grants no thread.
  Status start(AcceleratorTask &Task);

  /// The same, but the thread loads the kernel of `Region` before it begins the task. That may take long, and until
  /// then the caller may abandon the task.
  Status start(const hetrt_region &Region, AcceleratorTask &Task);

  /// The result of loading the kernel. For a task that was started with a region, and not taken back.
  const Status &startUpResult() const { return Start.result(); }

  /// Abandons a task that was started with a region: if the kernel is not loaded yet and `MayLeave` returns true, the
  /// task will never run, and the result is true. The thread goes on loading the kernel, so that a later pass need not
  /// wait for it; until it is loaded, no pass can acquire the accelerator. The thread begins no task while `MayLeave`
  /// runs.
  bool abandon(AcceleratorTask &Task, const std::function<bool()> &MayLeave);

  /// Whether the thread loads a kernel for a task that was abandoned.
  bool isLoading() const { return Start.isAbandoned(); }

  /// Waits until no accelerator of the process loads a kernel for an abandoned task. Does not wait in a forked child,
  /// which has no accelerators.
  static void awaitStartUps();

  /// The same as start(), but does not wake the thread; for a caller that will take the task back before it waits.
  void offer(AcceleratorTask &Task) { Next.store(&Task, std::memory_order_release); }

  /// Takes back a task that was started or offered; false if a thread has begun it, or has begun to load the kernel for
  /// it. If true, the caller runs it or starts it again.
  bool takeBack(AcceleratorTask &Task);

  /// Gives a task to the host thread if the thread has none. Used with a task that does nothing, to wake a thread that
  /// sleeps.
  void wakeIfIdle(AcceleratorTask &Task);

  /// Takes the accelerator out of service for the life of the process, after a fault.
  void retire() { Retired.store(true, std::memory_order_relaxed); }
  bool retired() const { return Retired.load(std::memory_order_relaxed); }

  /// True for the first call in the life of the process, since only the first fault of a device is worth a message.
  bool firstFault() { return !Warned.exchange(true); }

private:
  /// Loads a region's kernel in the accelerator's thread, and then runs the task of the pass that needs the kernel. The
  /// pass may abandon the task before that.
  class StartUp final : public AcceleratorTask {
  public:
    explicit StartUp(Accelerator &Of) : Of(Of) {}
    void set(const hetrt_region &Wanted, AcceleratorTask &Task);
    void run() override;
    bool abandon(AcceleratorTask &Task, const std::function<bool()> &MayLeave);
    bool isFor(const AcceleratorTask &Task);
    const Status &result() const { return Result; }
    bool isAbandoned() const { return WasAbandoned.load(std::memory_order_relaxed); }

  private:
    Accelerator &Of;
    std::mutex Mutex;
    const hetrt_region *Region = nullptr;
    AcceleratorTask *For = nullptr; ///< Null: no task, or it was abandoned.
    void *Library = nullptr;        ///< Keeps the region's library loaded once the task was abandoned.
    Status Result;                  ///< The result of loading the kernel; written by the thread that loads.
    std::atomic<bool> WasAbandoned{false};
  };

  Status wake(AcceleratorTask &Task);
  void awaitTask();
  Status makeThread();
  void serve();
  bool mayEnd();

  std::unique_ptr<Device> Owned;
  DeviceMemory Memory;
  std::atomic<unsigned> Users{0}; ///< Counts the pass that has acquired the accelerator, and an abandoned start-up; at
                                  ///< most one of each.
  std::atomic<bool> Retired{false}, Warned{false};
  StartUp Start{*this};
  std::atomic<AcceleratorTask *> Next{nullptr};
  WaitedNumber Wakes; ///< Counts how often the thread was to wake up and look for a task in Next.
  std::atomic<bool> HasThread{false};
  bool IsListed = false; ///< The accelerator is in the list of served(), whose threads end when the main thread has
                         ///< left.
};

} // namespace hetrt

#endif
