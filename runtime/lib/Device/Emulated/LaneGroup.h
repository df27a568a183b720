// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lanes are threads of a device that share one iteration. Here they are coroutines of the thread that drives the
// emulated device, each with its own stack. Between two barriers of the kernel, one lane runs after the other, in an
// order that is shuffled each time, so that a missing barrier shows in the results. If a kernel computes several
// iterations side by side (columns of lanes), all their lanes are one group, and each barrier is for all of them.
#ifndef HETRT_DEVICE_EMULATED_LANEGROUP_H
#define HETRT_DEVICE_EMULATED_LANEGROUP_H

#include "Device/Emulated/KernelGuard.h"

#include <cfenv>
#include <memory>
#include <random>
#include <ucontext.h>
#include <vector>

namespace hetrt {

/// The lanes of an emulated device, reused for all its kernels.
class LaneGroup {
public:
  explicit LaneGroup(unsigned LanesOfColumn, unsigned Columns = 1);
  ~LaneGroup();
  LaneGroup(const LaneGroup &) = delete;
  LaneGroup &operator=(const LaneGroup &) = delete;

  /// Whether stacks for all lanes could be allocated.
  bool usable() const;

  /// The number of lanes in all columns.
  unsigned size() const { return static_cast<unsigned>(Lanes.size()); }

  /// Runs a kernel on all lanes of all columns. `Partials` has one entry for each lane, column by column. The first
  /// fault ends the kernel on all lanes.
  Status run(const KernelCall &Call, const std::vector<void *> &Partials, std::mt19937_64 &Order);

  // ---- Called by the kernel that runs on the calling thread. Without a group, the kernel is the only lane.

  static unsigned lane();
  static unsigned count();
  static unsigned column();
  static unsigned columnCount();
  static void barrier();
  static void *exchange(unsigned Slot);

  /// While an object of this class exists, the calling thread does not count as a lane of any group.
  class Apart {
  public:
    Apart();
    ~Apart();
    Apart(const Apart &) = delete;
    Apart &operator=(const Apart &) = delete;

  private:
    LaneGroup *Outer;
  };

private:
  struct Lane;
  static void enter();
  Status runAs(const Lane &Own) const;
  void resume(Lane &Next);
  void suspend(bool Ends);

  const unsigned LanesOfColumn;
  std::vector<std::unique_ptr<Lane>> Lanes; ///< Column by column.
  std::vector<std::uint64_t> Exchange;
  ucontext_t Home;
  void *HomeFiber = nullptr, *HomeStack = nullptr; ///< the thread's own stack, for sanitizers
  const void *HomeBottom = nullptr;
  std::size_t HomeSize = 0;
  KernelCall Call;
  std::fenv_t Rounding; ///< the floating-point environment of the thread that called run()
  Lane *Current = nullptr;
  bool Leaving = false;
};

} // namespace hetrt

#endif
