// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A scheduler that records which ranges another scheduler hands out, and a scheduler that hands out the ranges of a
// recording.
#ifndef HETRT_REPLAY_LOGGEDSCHEDULERS_H
#define HETRT_REPLAY_LOGGEDSCHEDULERS_H

#include "Replay/PassLog.h"
#include "Schedule/Scheduler.h"

#include <memory>
#include <utility>
#include <vector>

namespace hetrt {

/// The log of the pass that a region's scheduler is handling now; null between passes. Schedulers keep a reference to
/// the pointer, since it changes from pass to pass.
using CurrentPass = PassLog *;

/// Forwards all calls to another scheduler, and records the ranges that are handed out and reported.
class RecordingScheduler final : public Scheduler {
public:
  RecordingScheduler(std::unique_ptr<Scheduler> Inner, const CurrentPass &Pass) : Inner(std::move(Inner)), Pass(Pass) {}

  void beginPass(uint64_t Iterations, std::span<const DeviceModel> Models) override;
  Assignment next(unsigned Device) override;
  void finished(unsigned Device, Range Part, double Seconds) override;
  void drove(unsigned Device, double Seconds) override { Inner->drove(Device, Seconds); }
  void returned(unsigned Device, Range Part) override;
  void waited(double Seconds) override { Inner->waited(Seconds); }
  uint64_t endPass() override;
  bool givenUp(unsigned Device) const override { return Inner->givenUp(Device); }
  void expect(uint64_t Iterations) override { Inner->expect(Iterations); }
  std::string_view reason() const override { return Inner->reason(); }
  std::span<const Range> shares() const override { return Inner->shares(); }
  bool keepsOrder() const override { return Inner->keepsOrder(); }

private:
  void keep(RecordedStep::Kind What, unsigned Device, Range Part);

  const std::unique_ptr<Scheduler> Inner;
  const CurrentPass &Pass;
};

/// Hands out the ranges of a recording. The steps of a recorded pass are the ranges that devices took, finished and
/// returned. A range is handed out only after all earlier steps have happened in this run too; a device that calls
/// next() too early waits. So devices act in the recorded order. If a device does not act as recorded, no device gets
/// more ranges, and PassLog::why() says why.
class ReplayingScheduler final : public Scheduler {
public:
  explicit ReplayingScheduler(const CurrentPass &Pass) : Pass(Pass) {}

  void beginPass(uint64_t Iterations, std::span<const DeviceModel> Models) override;
  Assignment next(unsigned Device) override;
  void finished(unsigned Device, Range Part, double Seconds) override;
  void returned(unsigned Device, Range Part) override;
  uint64_t endPass() override;
  bool givenUp(unsigned Device) const override;
  std::string_view reason() const override { return "repeated from a recording"; }
  std::span<const Range> shares() const override;
  bool keepsOrder() const override { return true; }

private:
  using Kind = RecordedStep::Kind;

  bool goesOn() const { return Recorded && Pass->why().empty(); }
  const RecordedStep *stepOf(unsigned Device) const;
  void done(unsigned Device);
  void reports(Kind What, unsigned Device, Range Part);

  const CurrentPass &Pass;
  const RecordedPass *Recorded = nullptr;          ///< Null unless a pass is being repeated.
  std::vector<std::vector<std::uint32_t>> StepsOf; ///< For each device: the indices of its recorded steps that have not
                                                   ///< happened yet, in descending order.
  std::vector<bool> IsDone;                        ///< For each recorded step: whether it has happened in this pass
                                                   ///< too.
  std::size_t Before = 0;                          ///< All steps with smaller indices have happened.
  uint64_t Unfinished = 0;
  std::vector<std::uint32_t> GivenUp; ///< Devices that were given up at the end of the last pass.
};

} // namespace hetrt

#endif
