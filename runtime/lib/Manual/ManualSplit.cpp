// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loop that the program computes in rounds, each with one range for the cores and one for an accelerator
// (ManualSplit.h): hands out the ranges, measures their times, and copies arrays.
#include "Manual/ManualSplit.h"

#include "Team/Clock.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

using namespace hetrt;

hetrt_split::hetrt_split(ManualSetup Made) : Setup(std::move(Made)) {
  auto Free = std::find_if(Setup.Accelerators.begin(), Setup.Accelerators.end(),
                           [](Accelerator *Each) { return Each->tryAcquire(); });
  // For the scheduler, all cores together are one device, whose SIMD width is the sum of the cores' widths.
  DeviceModel Cores = Setup.core(0, Setup.Cores > 0);
  Cores.SimdWidth = std::max(Setup.Cores, 1u);
  Cores.EarlierSecondsPerIteration /= std::max(Setup.Cores, 1u);
  Models.push_back(Cores);
  if (Free == Setup.Accelerators.end()) {
    Models[0].Usable = true;
    return;
  }
  Accel = *Free;
  Models.push_back(Setup.accelerator(*Accel));
  Models[1].TakesCore = false;
}

hetrt_split::~hetrt_split() {
  if (InPass) {
    endRound();
    endPass();
  }
  if (!Accel)
    return;
  std::unique_lock Driving(Accel->memory().driving());
  for (DeviceAddress Address : Allocated)
    Accel->memory().release(Address);
  Driving.unlock();
  Accel->release();
}

//===-- Rounds ---------------------------------------------------------------------------------------------------===//

Status hetrt_split::named(const Status &Result) const {
  return Result.ok() ? Result : Status::programFault(Result.code(), Setup.Location + ": " + Result.message());
}

Status hetrt_split::checkOrder(std::uint64_t Iterations, std::uint64_t Number) const {
  if (Number == 0 || (InPass && Number == Round + 1 && Iterations == TripCount && Dealt < TripCount))
    return Status::success();
  return Status::programFault(
      HETRT_ERROR_ARGUMENT,
      fmt::format("wanted round 0 of a pass or the next round of the pass that runs, found round {} of {} iterations "
                  "after round {} of {}, of which {} are handed out",
                  Number, Iterations, Round, TripCount, Dealt));
}

Status hetrt_split::next(std::uint64_t Iterations, std::uint64_t Number, hetrt_range Ranges[2], std::uint64_t &Rounds) {
  if (InPass)
    endRound();
  if (Status Result = checkOrder(Iterations, Number); !Result.ok())
    return named(Result);
  if (Number == 0) {
    if (InPass)
      endPass();
    beginPass(Iterations);
  }
  Round = Number;
  if (TripCount && !deal())
    return named(Status::programFault(HETRT_ERROR_INTERNAL, "the scheduler gives nothing to anybody"));
  for (unsigned S = 0; S < 2; ++S)
    Ranges[S] = {Sides[S].Current.First, Sides[S].Current.Last};
  Rounds = Round + (Dealt < TripCount ? 2 : 1);
  return Status::success();
}

void hetrt_split::beginPass(std::uint64_t Iterations) {
  TripCount = Iterations;
  Dealt = 0;
  Sides = {};
  InPass = true;
  if (Accel)
    Before = Accel->traffic();
  if (TripCount)
    Setup.Choice.Plan->beginPass(TripCount, Models);
}

/// Asks the scheduler for a range for each side (the cores, and the accelerator). A side that would have to wait for
/// the other side gets no range in this round. Returns false if no side gets a range.
bool hetrt_split::deal() {
  bool Any = false;
  for (unsigned S = 0; S < Models.size(); ++S) {
    const Assignment Given = Setup.Choice.Plan->next(S);
    Sides[S].Current = Given.What == Answer::Run ? Given.Share : Range{};
    Dealt += Sides[S].Current.size();
    Any |= !Sides[S].Current.empty();
  }
  return Any;
}

void hetrt_split::begin(unsigned S) { Sides[S].Since = nanoseconds(); }

void hetrt_split::end(unsigned S) {
  if (Sides[S].Since)
    Sides[S].Seconds += double(nanoseconds() - std::exchange(Sides[S].Since, 0)) * 1e-9;
}

void hetrt_split::endRound() {
  for (unsigned S = 0; S < Models.size(); ++S) {
    Side &Each = Sides[S];
    if (!Each.Current.empty())
      Setup.Choice.Plan->finished(S, Each.Current, Each.Seconds);
    Each.Done += Each.Current.size();
    Each.Took += Each.Seconds;
    Each.Current = {};
    Each.Seconds = 0;
  }
}

/// Ends the scheduler's pass. The program may stop before it has asked for all ranges; the remaining iterations are
/// then not computed, which is no error.
void hetrt_split::endPass() {
  InPass = false;
  if (!TripCount)
    return;
  static_cast<void>(Setup.Choice.Plan->endPass());
  if (Accel)
    Models[1].Usable = !Setup.Choice.Plan->givenUp(1);
  if (!Setup.Trace)
    return;
  std::vector<DeviceFigures> Figures{{.Kind = "cpu", .Iterations = Sides[0].Done, .Seconds = Sides[0].Took}};
  if (Accel) {
    DeviceFigures &Own = Figures.emplace_back(Accel->figures());
    Own.Iterations = Sides[1].Done;
    Own.Seconds = Sides[1].Took;
    Own.Bytes = Accel->traffic() - Before;
    Own.GivenUp = !Models[1].Usable;
  }
  Setup.Trace->add({.Scheduler = Setup.Choice.As->Name, .Reason = Setup.Choice.Plan->reason(), .Devices = Figures});
}

//===-- Data of the accelerator ----------------------------------------------------------------------------------===//

Status hetrt_split::needsAccelerator() const {
  if (Accel)
    return Status::success();
  return Status::programFault(HETRT_ERROR_DEVICE, "wanted an accelerator, found none: call split_gpu_present() first");
}

Status hetrt_split::allocate(std::uint64_t Bytes, void *&Address) {
  if (Status Result = needsAccelerator(); !Result.ok())
    return named(Result);
  std::lock_guard Driving(Accel->memory().driving());
  DeviceAddress Made = 0;
  Status Result = Accel->memory().allocate(Bytes, Made, [&] { return Setup.All->Known->evict(Accel->memory(), {}); });
  if (Result.ok())
    Allocated.push_back(Made);
  Address = reinterpret_cast<void *>(Made);
  return named(Result);
}

Status hetrt_split::release(void *Address) {
  auto There = std::find(Allocated.begin(), Allocated.end(), reinterpret_cast<DeviceAddress>(Address));
  if (There == Allocated.end())
    return Status::success();
  std::lock_guard Driving(Accel->memory().driving());
  Accel->memory().release(*There);
  Allocated.erase(There);
  return Status::success();
}

Status hetrt_split::copyIn(void *To, const void *From, std::uint64_t Bytes) {
  Status Result = needsAccelerator();
  if (!Result.ok() || !Bytes)
    return named(Result);
  std::lock_guard Driving(Accel->memory().driving());
  Result = Accel->device().copyIn(reinterpret_cast<DeviceAddress>(To), From, Bytes);
  if (Result.ok())
    Result = Accel->device().synchronize(Queue::In);
  return named(Result);
}

Status hetrt_split::copyOut(void *To, const void *From, std::uint64_t Bytes) {
  Status Result = needsAccelerator();
  if (!Result.ok() || !Bytes)
    return named(Result);
  std::lock_guard Driving(Accel->memory().driving());
  Result = Accel->device().copyOut(To, reinterpret_cast<DeviceAddress>(From), Bytes);
  if (Result.ok())
    Result = Accel->device().synchronize(Queue::Out);
  return named(Result);
}
