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
#include <memory>

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

  /// Takes the accelerator for a pass, unless another has it or it has been retired.
  bool tryAcquire();
  void release() { Busy.store(false, std::memory_order_release); }

  /// Gives the task to the thread. The caller holds the accelerator and keeps the task until it has run. Fails if
  /// the system grants no thread.
  Status start(AcceleratorTask &Task);

  /// The same for a caller that will take it back before it waits: wakes no thread.
  void offer(AcceleratorTask &Task) { Next.store(&Task, std::memory_order_release); }

  /// Whether no thread has begun a task that was started or offered. Then it is the caller's, who runs it or starts it
  /// again.
  bool takeBack(AcceleratorTask &Task);

  /// Out of service for the life of the process.
  void retire() { Retired.store(true, std::memory_order_relaxed); }
  bool retired() const { return Retired.load(std::memory_order_relaxed); }

  /// True once in the life of the process: the first fault of a device is worth a message, the others are not.
  bool firstFault() { return !Warned.exchange(true); }

private:
  void serve();

  std::unique_ptr<Device> Owned;
  DeviceMemory Memory;
  std::atomic<bool> Busy{false}, Retired{false}, Warned{false};
  std::atomic<AcceleratorTask *> Next{nullptr};
  bool HasThread = false; ///< Used by the thread that holds the accelerator.
};

} // namespace hetrt

#endif
