// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The lanes that share the iterations of an emulated kernel. Each runs the kernel on a stack of its own, in the thread
// that drives the device. Between two barriers one lane runs after the other, in an order that is shuffled anew each
// time; without a barrier, a lane runs ahead of all others. Where a kernel has lanes of several iterations in columns
// side by side, they make one group: a barrier is one for all columns.
#ifndef HETRT_DEVICE_EMULATED_LANEGROUP_H
#define HETRT_DEVICE_EMULATED_LANEGROUP_H

#include "Device/Emulated/KernelGuard.h"

#include <cfenv>
#include <memory>
#include <random>
#include <ucontext.h>
#include <vector>

namespace hetrt {

class LaneGroup {
public:
  explicit LaneGroup(unsigned LanesOfColumn, unsigned Columns = 1);
  ~LaneGroup();
  LaneGroup(const LaneGroup &) = delete;
  LaneGroup &operator=(const LaneGroup &) = delete;

  /// Whether the stacks of all lanes could be had.
  bool usable() const;

  /// Lanes of all columns.
  unsigned size() const { return static_cast<unsigned>(Lanes.size()); }

  /// Runs a kernel as all lanes of all columns. `Partials` has one place for each, those of a column in a row. The
  /// first fault ends all of them.
  Status run(const KernelCall &Call, const std::vector<void *> &Partials, std::mt19937_64 &Order);

  // ---- For the kernel that the calling thread runs; a kernel without a group is one lane.

  static unsigned lane();
  static unsigned count();
  static unsigned column();
  static unsigned columnCount();
  static void barrier();
  static void *exchange(unsigned Slot);

  /// The calling thread runs as no group's lane while this lives.
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
  std::vector<std::unique_ptr<Lane>> Lanes; ///< Those of a column in a row.
  std::vector<std::uint64_t> Exchange;
  ucontext_t Home;
  void *HomeFiber = nullptr, *HomeStack = nullptr; ///< as sanitizers know the thread's own stack
  const void *HomeBottom = nullptr;
  std::size_t HomeSize = 0;
  KernelCall Call;
  std::fenv_t Rounding; ///< of the thread that runs the kernel
  Lane *Current = nullptr;
  bool Leaving = false;
};

} // namespace hetrt

#endif
