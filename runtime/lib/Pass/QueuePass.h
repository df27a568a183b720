// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A pass whose iterations are handed out range by range, to a team and to accelerators. If the team drives the
// accelerators, its members take the accelerators' steps between pieces of their own ranges, and while they wait.
//
// Devices are numbered as in the plan's list: first the threads of the team, then the accelerators.
#ifndef HETRT_PASS_QUEUEPASS_H
#define HETRT_PASS_QUEUEPASS_H

#include "Pass/AcceleratorPass.h"
#include "Pass/Execution.h"
#include "Pass/RangeCutter.h"
#include "Pass/RangeQueue.h"
#include "Settings/Settings.h"

#include <memory>
#include <vector>

namespace hetrt {

/// Form::Queue.
class QueuePass final : public Execution {
public:
  /// `Name` is the region's name in events, which outlives the pass. With `TeamDrives`, members of the team drive the
  /// accelerators beside their own ranges.
  QueuePass(TeamState &Of, Scheduler &Plan, WaitPolicy Wait, const char *Name, bool TeamDrives = false);

  AcceleratorUse accelerators() const override { return AcceleratorUse::TakeRanges; }
  WaitReader waitReader() const override { return WaitReader::Scheduler; }

  void supplyTeam(const PassArrays &Arrays, Directory &Known) override {
    TeamArrays = &Arrays;
    TeamKnown = &Known;
  }
  void startAccelerators(const PassArrays &Arrays, Directory &Known) override;

  void joined(const ::hetrt_member &Member) override { Queue.setTeam(Member.Count, Of.Plan->Threads); }
  int next(::hetrt_member &Member, hetrt_range &Into) override;

  /// Notes a program fault of a member: no member gets another range, and the pass ends with this error.
  void fail(const Status &Why) { Queue.fail(Why); }

  /// Drives the accelerators that the team drove until now, until they have left.
  bool complete() override;
  const void *nextPartial(const void *Previous) const override;
  void finish(PassRecord &Into) override;

private:
  void start(RegionDevice &Which, unsigned Device, const PassArrays &Arrays, Directory &Known, bool Here);
  bool drivenByTeam() const { return !Cutters.empty(); }
  bool take(unsigned Device, Range &Into, std::uint32_t TeamSize);
  AcceleratorPass::Awaits poll(std::size_t First, std::size_t Stride);
  AcceleratorPass::Awaits leaveLoading(std::size_t First, std::size_t Stride);
  void help();
  void await(AcceleratorPass::Awaits What, std::uint32_t Seen, unsigned Looks);
  int handOut(::hetrt_member &Member, hetrt_range &Into);

  RangeQueue Queue;
  const char *const Name;
  const PassArrays *TeamArrays = nullptr;
  Directory *TeamKnown = nullptr;
  /// One for each member, if the team drives the accelerators: accelerator number a is driven by the member whose
  /// number is a modulo the size of the team.
  std::vector<RangeCutter> Cutters;
  std::vector<std::unique_ptr<AcceleratorPass>> Accelerators;
};

} // namespace hetrt

#endif
