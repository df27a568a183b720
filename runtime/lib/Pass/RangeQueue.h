// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One scheduler that several threads ask for ranges, one at a time; and the waiting, while a range that others hold may
// come back.
//
// The scheduler shares out the units of the pass's division, which are grains or elements; all others see iterations.
#ifndef HETRT_PASS_RANGEQUEUE_H
#define HETRT_PASS_RANGEQUEUE_H

#include "Device/Status.h"
#include "Pass/OrderedPartials.h"
#include "Pass/Waiting.h"
#include "Schedule/Scheduler.h"

#include <mutex>
#include <vector>

namespace hetrt {

/// Any thread, unless it is said otherwise. Devices are numbered as in the scheduler's list.
class RangeQueue {
public:
  /// For so many threads.
  RangeQueue(Scheduler &Plan, WaitPolicy Wait, std::size_t Threads, const Reductions &Reduced = NoReductions)
      : Plan(Plan), Wait(Wait), Threads(Threads), Reduced(Reduced) {}

  /// The next range for a device. After Answer::Wait the pass has to change before another answer can come.
  Answer ask(unsigned Device, Range &Into);

  /// The same, and waits; false when nothing more will come.
  bool take(unsigned Device, Range &Into);

  /// Counts what may end a wait. Read before ask(), awaitChange() misses nothing.
  std::uint32_t changes() const { return Changes.load(); }
  void awaitChange(std::uint32_t Seen) { Changes.awaitOtherThan(Seen, Wait, Threads); }
  void changed() { Changes.add(1); }

  /// Of the seconds, so many went into driving accelerators.
  void finished(unsigned Device, Range Part, double Seconds, double Driving = 0);
  void returned(unsigned Device, Range Part);

  /// The team has `Count` threads instead of `Planned`. Every member says so; the first one counts.
  void setTeam(std::uint32_t Count, std::uint32_t Planned);

  /// A program fault: no member gets any more, and the pass ends with this error. The first one counts.
  void fail(const Status &Why);

  // ---- Accelerators' parts, which outlive the team.

  /// One more part that is not over, or thread at work on one.
  void enter() { Running.add(1); }

  /// A part is over, or its thread will not touch the pass any more: nothing of the pass may be used after it.
  void left() { Running.add(-1); }

  /// Waits until all that entered have left.
  void awaitAll();

  WaitPolicy waitPolicy() const { return Wait; }
  const Reductions &reductions() const { return Reduced; }

  // ---- When all have left.

  /// The error of fail(), or success.
  const Status &fault() const { return Fault; }

  /// Units of a balanced pass that a device has finished.
  std::uint64_t unitsDone(unsigned Device) const { return Device < Balanced.size() ? Balanced[Device].Done : 0; }

private:
  static inline const Reductions NoReductions;

  /// What a device has of a balanced pass, in units.
  struct UnitsOfDevice {
    Range Holds;
    std::uint64_t Done = 0;
  };

  void hold(unsigned Device, Range Units);
  Range release(unsigned Device, Range Part);

  Scheduler &Plan;
  const WaitPolicy Wait;
  const std::size_t Threads;
  const Reductions &Reduced;
  std::mutex Mutex; ///< Guards the scheduler, Fault, TeamSet and what devices hold.
  Status Fault;
  bool Stopped = false, TeamSet = false;
  std::vector<UnitsOfDevice> Balanced;
  WaitedNumber Changes, Running;
};

} // namespace hetrt

#endif
