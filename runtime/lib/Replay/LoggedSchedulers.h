// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Schedulers that keep what they hand out, and such that hand out what was kept.
#ifndef HETRT_REPLAY_LOGGEDSCHEDULERS_H
#define HETRT_REPLAY_LOGGEDSCHEDULERS_H

#include "Replay/PassLog.h"
#include "Schedule/Scheduler.h"

#include <memory>
#include <utility>
#include <vector>

namespace hetrt {

/// The pass that a region's scheduler is asked about; null between passes.
using CurrentPass = PassLog *;

/// Keeps what another scheduler hands out, and what comes back.
class RecordingScheduler final : public Scheduler {
public:
  RecordingScheduler(std::unique_ptr<Scheduler> Asked, const CurrentPass &Pass) : Asked(std::move(Asked)), Pass(Pass) {}

  void beginPass(uint64_t Iterations, std::span<const DeviceModel> Models) override;
  Assignment next(unsigned Device) override;
  void finished(unsigned Device, Range Part, double Seconds) override;
  void drove(unsigned Device, double Seconds) override { Asked->drove(Device, Seconds); }
  void returned(unsigned Device, Range Part) override;
  void waited(double Seconds) override { Asked->waited(Seconds); }
  uint64_t endPass() override;
  bool givenUp(unsigned Device) const override { return Asked->givenUp(Device); }
  void expect(uint64_t Iterations) override { Asked->expect(Iterations); }
  std::string_view reason() const override { return Asked->reason(); }
  std::span<const Range> shares() const override { return Asked->shares(); }
  bool keepsOrder() const override { return Asked->keepsOrder(); }

private:
  void keep(RecordedStep::Kind What, unsigned Device, Range Part);

  const std::unique_ptr<Scheduler> Asked;
  const CurrentPass &Pass;
};

/// Hands out what was kept. A range is handed out once everything has come that came before it in the recording, so
/// that devices meet as they did then; a device that is too early waits. Where a pass goes another way, no device gets
/// any more, and its log says why.
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
  const RecordedPass *Recorded = nullptr;          ///< While a pass is repeated.
  std::vector<std::vector<std::uint32_t>> StepsOf; ///< By device: its steps that are still to come, the last one first.
  std::vector<bool> IsDone;                        ///< By step.
  std::size_t Before = 0;                          ///< All steps before this one are done.
  uint64_t Unfinished = 0;
  std::vector<std::uint32_t> GivenUp; ///< At the end of the last pass.
};

} // namespace hetrt

#endif
