// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A queue from which several threads get ranges of one scheduler, one call at a time. A thread may have to wait even if
// no range is left, while other threads still compute: their ranges come back to the queue if their devices fail.
//
// The scheduler hands out units (Plan/Division.h): iterations, grains of ordered reductions or, with a `balance`
// clause, elements of segments. Users of the queue only see iterations.
#ifndef HETRT_PASS_RANGEQUEUE_H
#define HETRT_PASS_RANGEQUEUE_H

#include "Device/Status.h"
#include "Pass/OrderedPartials.h"
#include "Schedule/Scheduler.h"
#include "Team/Waiting.h"

#include <mutex>
#include <vector>

namespace hetrt {

/// Any thread may call, unless a comment says otherwise. Devices are numbered as in the scheduler's list.
class RangeQueue {
public:
  /// A queue for a pass of `Threads` threads.
  RangeQueue(Scheduler &Plan, WaitPolicy Wait, std::size_t Threads, const Reductions &Reduced = NoReductions)
      : Plan(Plan), Wait(Wait), Threads(Threads), Reduced(Reduced) {}

  /// Asks for the next range of a device. After Answer::Wait, the answer stays the same until changes() has changed.
  Answer ask(unsigned Device, Range &Into);

  /// The same as ask(), but waits for the next range; false if no more ranges will come.
  bool take(unsigned Device, Range &Into);

  /// A counter of changes that may end a wait. A thread that reads the counter before ask() and passes it to
  /// awaitChange() misses no change between the two.
  std::uint32_t changes() const { return Changes.load(); }
  void awaitChange(std::uint32_t Seen) { Changes.awaitOtherThan(Seen, Wait, Threads); }
  void changed() { Changes.add(1); }

  /// Reports that a device has finished a part of its range in `Seconds` seconds, of which it spent `Driving` on
  /// accelerators; or that it returns the part, since it has failed.
  void finished(unsigned Device, Range Part, double Seconds, double Driving = 0);
  void returned(unsigned Device, Range Part);

  /// Says that the team has `Count` threads instead of `Planned`. Every member says this; the first call counts.
  void setTeam(std::uint32_t Count, std::uint32_t Planned);

  /// Notes a program fault: no member gets another range, and the pass ends with the first such error.
  void fail(const Status &Why);

  // ---- For the parts of accelerators, which go on after the team has left.

  /// Counts one more part of an accelerator that is not over yet, or one more thread that works on such a part.
  void enter() { Running.add(1); }

  /// A part is over, or its thread will not touch the pass any more. The caller must not use the pass after this call.
  void left() { Running.add(-1); }

  /// Waits until left() has been called as often as enter().
  void awaitAll();

  WaitPolicy waitPolicy() const { return Wait; }
  const Reductions &reductions() const { return Reduced; }

  // ---- Called when all have left.

  /// The error of fail(), or success.
  const Status &fault() const { return Fault; }

  /// How many units of a balanced pass a device has finished.
  std::uint64_t unitsDone(unsigned Device) const { return Device < Balanced.size() ? Balanced[Device].Done : 0; }

private:
  static inline const Reductions NoReductions;

  /// The units that a device holds in a balanced pass, and how many it has finished.
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
  std::mutex Mutex; ///< Guards the scheduler, Fault, TeamSet and the units that devices hold.
  Status Fault;
  bool Stopped = false, TeamSet = false;
  std::vector<UnitsOfDevice> Balanced;
  WaitedNumber Changes, Running;
};

} // namespace hetrt

#endif
