// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The two schedulers of LoggedSchedulers.h: one records the steps of passes, the other repeats recorded steps.
#include "Replay/LoggedSchedulers.h"

#include <algorithm>
#include <fmt/format.h>

namespace hetrt {
namespace {

std::string textOf(Range Of) { return fmt::format("{} to {}", Of.First, Of.Last); }

std::string textOf(RecordedStep::Kind What, Range Part) {
  switch (What) {
  case RecordedStep::Kind::Take:
    return "to be given units " + textOf(Part);
  case RecordedStep::Kind::Finish:
    return "to compute units " + textOf(Part);
  case RecordedStep::Kind::Return:
    break;
  }
  return Part.empty() ? "not to come, or to fail" : "to fail at units " + textOf(Part);
}

std::string textOf(const std::vector<RecordedDevice> &Devices) {
  std::string Text =
      fmt::format("{} {} for the scheduler:", Devices.size(), Devices.size() == 1 ? "device" : "devices");
  for (const RecordedDevice &Each : Devices) // the lowest bits of an accelerator's Id are its number
    Text += fmt::format(" {}:{}{}", Each.IsAccelerator ? "accelerator" : "core", Each.Id & 0xfffff,
                        Each.Usable ? "" : " (not used)");
  return Text;
}

} // namespace

//===-- Keeping --------------------------------------------------------------------------------------------------===//

void RecordingScheduler::keep(RecordedStep::Kind What, unsigned Device, Range Part) {
  if (RecordedPass *Into = Pass->keeps())
    Into->Steps.push_back({What, Device, Part});
}

void RecordingScheduler::beginPass(uint64_t Iterations, std::span<const DeviceModel> Models) {
  Inner->beginPass(Iterations, Models);
  RecordedPass *Into = Pass->keeps();
  if (!Into)
    return;
  Into->Units = Iterations;
  for (const DeviceModel &Each : Models)
    Into->Devices.push_back(RecordedDevice::of(Each, Into->Devices.size()));
  Into->Shares.assign(Inner->shares().begin(), Inner->shares().end());
}

Assignment RecordingScheduler::next(unsigned Device) {
  const Assignment Given = Inner->next(Device);
  if (Given.What == Answer::Run)
    keep(RecordedStep::Kind::Take, Device, Given.Share);
  return Given;
}

void RecordingScheduler::finished(unsigned Device, Range Part, double Seconds) {
  keep(RecordedStep::Kind::Finish, Device, Part);
  Inner->finished(Device, Part, Seconds);
}

void RecordingScheduler::returned(unsigned Device, Range Part) {
  keep(RecordedStep::Kind::Return, Device, Part);
  Inner->returned(Device, Part);
}

uint64_t RecordingScheduler::endPass() {
  const uint64_t Unfinished = Inner->endPass();
  if (RecordedPass *Into = Pass ? Pass->keeps() : nullptr) {
    Into->Unfinished = Unfinished;
    for (unsigned Device = 0; Device < Into->Devices.size(); ++Device)
      if (Inner->givenUp(Device))
        Into->GivenUp.push_back(Device);
  }
  return Unfinished;
}

//===-- Repeating ------------------------------------------------------------------------------------------------===//

void ReplayingScheduler::beginPass(uint64_t Iterations, std::span<const DeviceModel> Models) {
  Recorded = Pass->repeats();
  Unfinished = Iterations;
  Before = 0;
  std::vector<RecordedDevice> Devices;
  for (const DeviceModel &Each : Models)
    Devices.push_back(RecordedDevice::of(Each, Devices.size()));
  if (Recorded->Units != Iterations)
    Pass->fail(fmt::format("{} units to divide", Recorded->Units), fmt::to_string(Iterations));
  if (Recorded->Devices != Devices)
    Pass->fail(textOf(Recorded->Devices), textOf(Devices));
  IsDone.assign(Recorded->Steps.size(), false);
  StepsOf.assign(Recorded->Devices.size(), {});
  for (std::size_t I = Recorded->Steps.size(); I-- > 0;)
    StepsOf[Recorded->Steps[I].Device].push_back(static_cast<std::uint32_t>(I));
}

std::span<const Range> ReplayingScheduler::shares() const {
  return goesOn() ? Recorded->Shares : std::span<const Range>();
}

/// The next recorded step of the device, or null.
const RecordedStep *ReplayingScheduler::stepOf(unsigned Device) const {
  return Device < StepsOf.size() && !StepsOf[Device].empty() ? &Recorded->Steps[StepsOf[Device].back()] : nullptr;
}

void ReplayingScheduler::done(unsigned Device) {
  IsDone[StepsOf[Device].back()] = true;
  StepsOf[Device].pop_back();
  while (Before < IsDone.size() && IsDone[Before])
    ++Before;
}

Assignment ReplayingScheduler::next(unsigned Device) {
  if (!goesOn())
    return {};
  const RecordedStep *Step = stepOf(Device);
  if (!Step)
    return {};
  if (Step->What != Kind::Take) {
    Pass->fail(fmt::format("device {} {}", Device, textOf(Step->What, Step->Part)), "that it asks for more");
    return {};
  }
  if (StepsOf[Device].back() != Before)
    return {Answer::Wait, {}};
  const Range Share = Step->Part;
  done(Device);
  return {Answer::Run, Share};
}

/// Called when a device reports a range: compares the report with the recording. If the recorded pass ended early, the
/// recording lacks the last reports, so a report beyond the recorded ones is no error.
void ReplayingScheduler::reports(Kind What, unsigned Device, Range Part) {
  if (!goesOn())
    return;
  const RecordedStep *Step = stepOf(Device);
  if (!Step && Recorded->Unfinished > 0)
    return;
  if (!Step || Step->What != What || Step->Part != Part)
    return Pass->fail(fmt::format("device {} {}", Device, Step ? textOf(Step->What, Step->Part) : "to be done"),
                      fmt::format("that it is {}", textOf(What, Part)));
  done(Device);
}

void ReplayingScheduler::finished(unsigned Device, Range Part, double) {
  Unfinished -= std::min(Unfinished, Part.size());
  reports(Kind::Finish, Device, Part);
}

void ReplayingScheduler::returned(unsigned Device, Range Part) { reports(Kind::Return, Device, Part); }

uint64_t ReplayingScheduler::endPass() {
  if (!Recorded)
    return 0;
  if (Recorded->Unfinished > 0)
    Pass->fail(fmt::format("the pass to be broken off, with {} of {} units not computed", Recorded->Unfinished,
                           Recorded->Units),
               "that nothing was wrong");
  else if (Before < IsDone.size())
    Pass->fail(fmt::format("{} ranges to be taken and computed", IsDone.size()),
               fmt::format("an end after {}", Before));
  GivenUp = Recorded->GivenUp;
  Recorded = nullptr;
  return Unfinished;
}

bool ReplayingScheduler::givenUp(unsigned Device) const { return std::ranges::find(GivenUp, Device) != GivenUp.end(); }

} // namespace hetrt
