// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A pass whose iterations are handed out range by range: the team and the accelerators ask one scheduler, one at a
// time, and wait while a range that others hold may come back. Where the team drives the accelerators, its members look
// after them whenever they come by, and while they wait.
//
// Devices are numbered as in the scheduler's list: first the threads of the team, then the accelerators. The scheduler
// shares out the units of the pass's division, which are grains or elements; all others see iterations.
#ifndef HETRT_PASS_SHAREDPASS_H
#define HETRT_PASS_SHAREDPASS_H

#include "Device/Status.h"
#include "Pass/AcceleratorPass.h"
#include "Pass/OrderedPartials.h"
#include "Pass/RangeCutter.h"
#include "Pass/Waiting.h"
#include "Schedule/Scheduler.h"
#include "hetrt/hetrt.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

namespace hetrt {

class SharedPass {
public:
  SharedPass(Scheduler &Plan, WaitPolicy Wait, const Reductions &Reduced = NoReductions)
      : Plan(Plan), Wait(Wait), Reduced(Reduced) {}

  /// The `Threads` members of the team drive the accelerators beside their own ranges: accelerator a by the member
  /// number a modulo their count. Said before any starts.
  void driveByTeam(std::uint32_t Threads) { Cutters.resize(Threads); }

  /// What only devices hold comes to the host before the team computes it.
  void supplyTeam(const PassArrays &Arrays, Directory &Known) {
    TeamArrays = &Arrays;
    TeamKnown = &Known;
  }

  // ---- The team.

  /// Gives a member its next range, as its `Current`; false at the end.
  int next(::hetrt_member &Member, hetrt_range &Into);

  /// The team has `Count` threads instead of `Planned`. Every member says so; the first one counts.
  void setTeam(std::uint32_t Count, std::uint32_t Planned);

  // ---- Everybody.

  /// The next range for a device; false when nothing more will come. Waits. A member of a team of so many looks after
  /// the accelerators that it drives, before that and until there is a range.
  bool take(unsigned Device, Range &Into, std::uint32_t TeamSize = 1);

  /// The same without waiting. After Answer::Wait the pass has to change before another answer can come.
  Answer ask(unsigned Device, Range &Into);

  /// Counts what may end a wait. Read before ask(), awaitChange() misses nothing.
  std::uint32_t changes() const { return Changes.load(std::memory_order_acquire); }
  void awaitChange(std::uint32_t Seen) const { waitWhile(Changes, Seen, Wait); }
  void changed();

  void finished(unsigned Device, Range Part, double Seconds);
  void returned(unsigned Device, Range Part);

  /// A program fault: nobody gets any more, and the pass ends with this error. The first one counts.
  void fail(const Status &Why);

  // ---- Accelerators.

  /// Hands the pass to an accelerator, which the caller holds, as device number `Device` of the list.
  void start(RegionDevice &Which, unsigned Device, const PassArrays &Arrays, Directory &Known);

  /// An accelerator's part is over, or its thread will not touch the pass any more.
  void left();

  /// Waits until all have left. The team has gone: what it drove and left is driven on here.
  void awaitAccelerators();

  const std::vector<std::unique_ptr<AcceleratorPass>> &accelerators() const { return Accelerators; }

  /// The error of fail(), or success.
  const Status &fault() const { return Fault; }

  const Reductions &reductions() const { return Reduced; }

  /// Units of a balanced pass that a device has finished. The pass is complete.
  std::uint64_t unitsDone(unsigned Device) const { return Device < UnitsDone.size() ? UnitsDone[Device] : 0; }

  /// Waits until all accelerators have left; false if the pass came to a bad end.
  bool complete();

  /// The reduction value after `Previous` (null: the first) of those that the accelerators left; null after the last.
  /// The pass is complete.
  const void *nextPartial(const void *Previous) const;

private:
  static inline const Reductions NoReductions;

  bool drivenByTeam() const { return !Cutters.empty(); }
  AcceleratorPass::Awaits poll(std::size_t First, std::size_t Stride);
  void await(AcceleratorPass::Awaits What, std::uint32_t Seen, unsigned Looks) const;
  void hold(unsigned Device, Range Units);
  Range release(unsigned Device, Range Part);
  int handOut(::hetrt_member &Member, hetrt_range &Into);

  const PassArrays *TeamArrays = nullptr;
  Directory *TeamKnown = nullptr;
  Scheduler &Plan;
  const WaitPolicy Wait;
  const Reductions &Reduced;
  std::mutex Mutex; ///< Guards the scheduler, Fault, TeamSet and what devices hold.
  Status Fault;
  bool Stopped = false, TeamSet = false;
  std::vector<Range> Given;              ///< Of balanced passes, by device: the units that it holds,
  std::vector<std::uint64_t> UnitsDone;  ///< and how many it has finished.
  std::atomic<std::uint32_t> Changes{0}; ///< Counts events that may end a wait.
  std::atomic<std::uint32_t> Running{0}; ///< Accelerators' parts that are not over, and threads at work on them.
  std::vector<RangeCutter> Cutters;      ///< One per member, if the team drives.
  std::vector<std::unique_ptr<AcceleratorPass>> Accelerators;
};

} // namespace hetrt

#endif
