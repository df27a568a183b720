// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A pass whose iterations are handed out range by range, to a team and to accelerators. If the team drives the
// accelerators, its members take the accelerators' steps between pieces of their own ranges, and while they wait.
//
// Devices are numbered as in the plan's list: first the threads of the team, then the accelerators.
#ifndef HETRT_PASS_QUEUEPASS_H
#define HETRT_PASS_QUEUEPASS_H

#include "Pass/AcceleratorPass.h"
#include "Pass/Member.h"
#include "Pass/PassRecord.h"
#include "Pass/RangeCutter.h"
#include "Pass/RangeQueue.h"

#include <memory>
#include <span>
#include <vector>

namespace hetrt {

class QueuePass {
public:
  QueuePass(Scheduler &Plan, WaitPolicy Wait, std::size_t Threads, const Reductions &Reduced)
      : Queue(Plan, Wait, Threads, Reduced) {}

  // ---- Called before the team begins.

  /// Sets the region's name in events; `To` outlives the pass.
  void setName(const char *To) { Name = To; }

  /// Lets the `Threads` members of the team drive the accelerators beside their own ranges: accelerator number a is
  /// driven by the member whose number is a modulo the size of the team. To be called before start().
  void driveByTeam(std::uint32_t Threads) { Cutters.resize(Threads); }

  /// Lets elements of which only devices have the present values be written back before members of the team compute
  /// ranges that use them.
  void supplyTeam(const PassArrays &Arrays, Directory &Known) {
    TeamArrays = &Arrays;
    TeamKnown = &Known;
  }

  /// Lets an accelerator, which the caller has acquired, take part as device number `Device` of the list. With `Here`,
  /// a thread of the team has nothing else to do and will drive the accelerator, so its own thread need not be woken.
  void start(RegionDevice &Which, unsigned Device, const PassArrays &Arrays, Directory &Known, bool Here);

  // ---- Called by the team.

  /// Gives a member its next range, which is also in its `Current`; returns 0 at the end.
  int next(::hetrt_member &Member, hetrt_range &Into);

  /// Says that the team has `Count` threads instead of `Planned`. Every member says this; the first call counts.
  void setTeam(std::uint32_t Count, std::uint32_t Planned) { Queue.setTeam(Count, Planned); }

  /// Notes a program fault of a member: no member gets another range, and the pass ends with this error.
  void fail(const Status &Why) { Queue.fail(Why); }

  // ---- Called when the team has gone.

  /// Waits until all accelerators have left the pass, and drives the accelerators that the team drove until then.
  /// Returns false if the pass has failed.
  bool complete();

  /// The partial after `Previous` (null: the first one) of those that accelerators left; null after the last. Only
  /// after complete().
  const void *nextPartial(const void *Previous) const;

  /// Completes the pass, and fills the record, which has a slot for each device of the list.
  void finish(std::span<const ::hetrt_member> Team, PassRecord &Into);

private:
  bool drivenByTeam() const { return !Cutters.empty(); }
  bool take(unsigned Device, Range &Into, std::uint32_t TeamSize);
  AcceleratorPass::Awaits poll(std::size_t First, std::size_t Stride);
  AcceleratorPass::Awaits leaveLoading(std::size_t First, std::size_t Stride);
  void help();
  void await(AcceleratorPass::Awaits What, std::uint32_t Seen, unsigned Looks);
  int handOut(::hetrt_member &Member, hetrt_range &Into);

  RangeQueue Queue;
  const char *Name = "";
  const PassArrays *TeamArrays = nullptr;
  Directory *TeamKnown = nullptr;
  std::vector<RangeCutter> Cutters; ///< One for each member, if the team drives.
  std::vector<std::unique_ptr<AcceleratorPass>> Accelerators;
};

} // namespace hetrt

#endif
