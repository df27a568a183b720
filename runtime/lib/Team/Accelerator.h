// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One accelerator and its host thread, which drives it or, where the team does, loads its kernels. The thread is made
// when it is first needed, sleeps between passes, and lives as long as the process.
//
// A thread that would only wait for the pass does it itself where the host thread has not begun: that one may have no
// processor, since threads of OpenMP runtimes spin on theirs for milliseconds after a region.
#ifndef HETRT_TEAM_ACCELERATOR_H
#define HETRT_TEAM_ACCELERATOR_H

#include "Memory/DeviceMemory.h"
#include "Trace/RegionTrace.h"

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>

namespace hetrt {

/// Work for an accelerator's thread, or for one that waits for it: one pass.
class AcceleratorTask {
public:
  virtual void run() = 0;

protected:
  ~AcceleratorTask() = default;
};

/// An accelerator serves one pass at a time: the pass that acquired it. The pass's threads hand the device to each
/// other.
class Accelerator {
public:
  Accelerator(std::unique_ptr<Device> Owned, unsigned Number) : Owned(std::move(Owned)), Memory(*this->Owned, Number) {}

  Device &device() { return *Owned; }
  const Capabilities &capabilities() const { return Owned->capabilities(); }
  DeviceMemory &memory() { return Memory; }
  unsigned number() const { return Memory.number(); }

  /// Whether it is another rank of the job.
  bool isNode() const;

  /// Who it is, in a report; it has done nothing.
  DeviceFigures figures() const {
    const Capabilities &What = capabilities();
    return {.Kind = What.Kind, .Index = What.Index, .SimdWidth = What.RelativeWidth};
  }

  /// What has moved since it was made. Waits for the thread that drives the device.
  Traffic traffic();

  /// Takes the accelerator for a pass, unless another pass has it, it has been retired, or a start-up that a pass has
  /// abandoned is under way.
  bool tryAcquire();
  void release();

  /// Gives the task to the thread. The caller holds the accelerator and keeps the task until it has run. Fails if
  /// the system grants no thread.
  Status start(AcceleratorTask &Task);

  /// The same, but the thread first loads the kernel of `Region`, which may take long, and until then the caller may
  /// abandon the task.
  Status start(const hetrt_region &Region, AcceleratorTask &Task);

  /// In such a task, which has not been taken back: what came of loading the kernel.
  const Status &startUpResult() const { return Start.result(); }

  /// If the kernel of start(Region, Task) is not loaded yet and `MayLeave` returns true, the task will never run, and
  /// the result is true. The thread loads the kernel all the same, so that a later pass need not wait for it; until
  /// then the accelerator cannot be acquired. The thread begins no task while `MayLeave` runs.
  bool abandon(AcceleratorTask &Task, const std::function<bool()> &MayLeave);

  /// Whether it still loads a kernel for a task that was abandoned.
  bool isLoading() const { return Start.isAbandoned(); }

  /// Waits until no start-up that was abandoned is under way, on any accelerator. A forked child has none.
  static void awaitStartUps();

  /// The same for a caller that will take it back before it waits: wakes no thread.
  void offer(AcceleratorTask &Task) { Next.store(&Task, std::memory_order_release); }

  /// Whether no thread has begun a task that was started or offered, nor to load the kernel for it. Then the task is
  /// the caller's, who runs it or starts it again.
  bool takeBack(AcceleratorTask &Task);

  /// Out of service for the life of the process.
  void retire() { Retired.store(true, std::memory_order_relaxed); }
  bool retired() const { return Retired.load(std::memory_order_relaxed); }

  /// True once in the life of the process: the first fault of a device is worth a message, the others are not.
  bool firstFault() { return !Warned.exchange(true); }

private:
  /// Loads a region's kernel in the accelerator's thread, and then runs the task of the pass that wants it there. A
  /// pass may end before that.
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
    Status Result;                  ///< Of loading; for the thread that loads.
    std::atomic<bool> WasAbandoned{false};
  };

  Status wake(AcceleratorTask &Task);
  void serve();

  std::unique_ptr<Device> Owned;
  DeviceMemory Memory;
  std::atomic<unsigned> Users{0}; ///< The pass that has acquired it, and a start-up that a pass has abandoned.
  std::atomic<bool> Retired{false}, Warned{false};
  StartUp Start{*this};
  std::atomic<AcceleratorTask *> Next{nullptr};
  bool HasThread = false; ///< Used by the thread that holds the accelerator.
};

} // namespace hetrt

#endif
