// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A pass whose iterations are handed out range by range to a team and to accelerators. Where the team drives the
// accelerators, its members look after them whenever they come by, and while they wait.
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

  // ---- Before the team begins.

  /// What events call the region; outlives the pass.
  void setName(const char *To) { Name = To; }

  /// The `Threads` members of the team drive the accelerators beside their own ranges: accelerator a by the member
  /// number a modulo their count. Said before any starts.
  void driveByTeam(std::uint32_t Threads) { Cutters.resize(Threads); }

  /// What only devices hold comes to the host before the team computes it.
  void supplyTeam(const PassArrays &Arrays, Directory &Known) {
    TeamArrays = &Arrays;
    TeamKnown = &Known;
  }

  /// Hands the pass to an accelerator, which the caller holds, as device number `Device` of the list. `Here`: a thread
  /// of the team has nothing else to do, and will drive it.
  void start(RegionDevice &Which, unsigned Device, const PassArrays &Arrays, Directory &Known, bool Here);

  // ---- The team.

  /// Gives a member its next range, as its `Current`; false at the end.
  int next(::hetrt_member &Member, hetrt_range &Into);

  /// The team has `Count` threads instead of `Planned`. Every member says so; the first one counts.
  void setTeam(std::uint32_t Count, std::uint32_t Planned) { Queue.setTeam(Count, Planned); }

  /// A program fault of a member: no member gets any more, and the pass ends with this error.
  void fail(const Status &Why) { Queue.fail(Why); }

  // ---- When the team has gone.

  /// Waits until all accelerators have left; false if the pass came to a bad end. What the team drove and left is
  /// driven on here.
  bool complete();

  /// The reduction value after `Previous` (null: the first) of those that the accelerators left; null after the last.
  /// The pass is complete.
  const void *nextPartial(const void *Previous) const;

  /// Completes the pass. `Into` has a slot for each device of the list.
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
  std::vector<RangeCutter> Cutters; ///< One per member, if the team drives.
  std::vector<std::unique_ptr<AcceleratorPass>> Accelerators;
};

} // namespace hetrt

#endif
