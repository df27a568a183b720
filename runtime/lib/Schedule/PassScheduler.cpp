// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The parts that all schedulers have in common: opening rounds, computing shares, handing out ranges, and handing out
// again the ranges that devices return.
#include "Schedule/PassScheduler.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace hetrt {

PassScheduler::PassScheduler(const ScheduleOptions &GivenOptions)
    : Options([&] {
        ScheduleOptions O = GivenOptions;
        O.Div = std::max<uint64_t>(1, O.Div);
        return O;
      }()),
      Open(Options), Judge(Options.BackOffPasses, Options.RetryPasses),
      Forms{std::make_unique<ByShares>(Open, rules()), std::make_unique<ByPieces>(Open, rules()),
            std::make_unique<ByQueue>(Open, rules())},
      How(Forms.front().get()) {}

uint64_t PassScheduler::roundEnd(uint64_t) const { return Iterations; }

bool PassScheduler::uses(ProcessorKind) const { return true; }

//===-- Devices --------------------------------------------------------------------------------------------------===//

static double saneWidth(double Width) { return Width >= 1e-9 && Width <= 1e9 ? Width : 1; }

static uint32_t idAt(const DeviceModel &Model, size_t Position) {
  return Model.Id == DeviceModel::ByPosition ? static_cast<uint32_t>(Position) : Model.Id;
}

bool PassScheduler::sameDevices(std::span<const DeviceModel> Models) const {
  if (Models.size() != Open.Devices.size())
    return false;
  for (size_t J = 0; J < Models.size(); ++J) {
    const DeviceRecord &R = *Open.Devices[J].Record;
    if (R.Id != idAt(Models[J], J) || R.Kind != Models[J].Kind || R.SimdWidth != saneWidth(Models[J].SimdWidth))
      return false;
  }
  return true;
}

/// The record of the device that Model describes. A device whose kind or width has changed gets a fresh record.
DeviceRecord &PassScheduler::recordOf(const DeviceModel &Model, size_t Position) {
  uint32_t Id = idAt(Model, Position);
  DeviceRecord Fresh = {
      .Id = Id, .Kind = Model.Kind, .SimdWidth = saneWidth(Model.SimdWidth), .Ranges = RangeHistory(Model.Kind)};
  DeviceRecord *&Found = ById[Id];
  if (!Found)
    return *(Found = &Records.emplace_back(Fresh));
  if (Found->Kind != Fresh.Kind || Found->SimdWidth != Fresh.SimdWidth)
    *Found = Fresh;
  return *Found;
}

void PassScheduler::takeModels(std::span<const DeviceModel> Models) {
  if (!sameDevices(Models)) {
    Open.Devices.assign(Models.size(), {});
    Open.Pool.reserve(Models.size() + 1);
    for (size_t J = 0; J < Models.size(); ++J)
      Open.Devices[J].Record = &recordOf(Models[J], J);
  }
  for (size_t J = 0; J < Models.size(); ++J) {
    DeviceRecord *Record = Open.Devices[J].Record;
    Open.Devices[J] = {};
    Open.Devices[J].Model = Models[J];
    Open.Devices[J].Record = Record;
    if (!Record->Rates.known() && plausible(Models[J].EarlierSecondsPerIteration))
      Record->Rates.suppose(Models[J].EarlierSecondsPerIteration);
  }
  CoresUsable = std::ranges::any_of(Open.Devices, [](const Member &M) { return !M.accelerator() && M.Model.Usable; });
  rankMembers();
}

Tier PassScheduler::tierOf(const Member &M) const {
  bool Wanted = M.Model.Usable && uses(M.Model.Kind);
  if (!M.accelerator() && M.Failed)
    return Tier::NoTier;
  if (!M.accelerator())
    return Wanted ? Tier::Worker : M.Model.Usable ? Tier::SpareCore : Tier::ReserveCore;
  if (!M.Model.Usable || M.Model.MemoryLimitIterations == 0)
    return Tier::NoTier;
  if (M.Failed)
    return Tier::Failing;
  return Wanted && !(CoresUsable && M.Record->Judgement.givenUp()) ? Tier::Worker : Tier::UnusedAccelerator;
}

void PassScheduler::rankMembers() {
  Open.Active = FirstCoreTier = Tier::NoTier;
  Workers = 0;
  for (Member &M : Open.Devices) {
    M.Rank = tierOf(M);
    Workers += M.works();
    Open.Active = std::min(Open.Active, M.Rank);
    if (!M.accelerator())
      FirstCoreTier = std::min(FirstCoreTier, M.Rank);
  }
}

/// Schedulers call this once for each piece, so the speeds are added up in the first call of a pass, and the sum is
/// updated when a speed changes.
double PassScheduler::allSpeeds() {
  if (Speeds.empty())
    Speeds.assign(Open.Devices.size(), [this](size_t J) { return speedOf(Open.Devices[J]); });
  return Speeds.total();
}

/// Whether the device M, for which there is nothing to compute now, may have to compute something later in this pass.
/// If so, it has to wait (Answer::Wait).
bool PassScheduler::mayBeNeeded(const Member &M) const {
  if (Unfinished == 0 || M.Rank == Tier::NoTier || M.Rank > FirstCoreTier)
    return false;
  bool MoreRounds = Open.Whole.Last < Iterations;
  return Open.HeldByAccelerators > 0 || MoreRounds || !Open.Pool.empty();
}

void PassScheduler::expect(uint64_t NewIterations) {
  for (Member &M : Open.Devices)
    M.Record->Judgement.expect(static_cast<double>(NewIterations));
}

bool PassScheduler::givenUp(unsigned Device) const {
  return Device < Open.Devices.size() && Open.Devices[Device].Record->Judgement.givenUp();
}

//===-- Passes and rounds ----------------------------------------------------------------------------------------===//

void PassScheduler::beginPass(uint64_t NewIterations, std::span<const DeviceModel> Models) {
  if (InPass)
    endPass();
  InPass = true;
  expect(NewIterations);
  takeModels(Models);
  Iterations = Unfinished = NewIterations;
  Open.begin();
  PassSeconds = 0;
  Waited = NAN;
  if (Unfinished == 0)
    return;
  How = Forms[static_cast<size_t>(formOfPass())].get();
  Speeds.clear();
  openRound();
}

void PassScheduler::openRound() {
  Open.Whole.First = Open.Whole.Last;
  while (Open.Whole.empty())
    Open.Whole.Last = std::min(roundEnd(Open.Number++), Iterations);
  Open.Unfinished = Open.Whole.size();
  planRound();
  Open.Pool.add(How->divide());
}

void PassScheduler::planRound() {
  Participants.clear();
  for (const Member &M : Open.Devices) {
    uint64_t Limit = M.accelerator() ? M.Model.MemoryLimitIterations : DeviceModel::Unlimited;
    // A device gets at least one iteration, so that it is measured, if it had no work for many passes, or if it has
    // work again after it was given up.
    bool Retry = learns() && Open.helps(M) && Options.RetryPasses > 0 &&
                 (M.Record->Judgement.onTrial() || M.Record->IdlePasses >= Options.RetryPasses);
    Participants.push_back({M.Record, Open.helps(M), Retry, Limit});
  }
  Open.Planner.setDevices(Participants);
  Open.Planner.plan(Open.Whole, {.AllWait = How->areSharesFixed(), .FixedCosts = countsFixedCosts()});
}

/// The seconds that M would have needed in this round if it had computed its iterations as one range, with one launch.
double PassScheduler::asOneRange(const Member &M) {
  constexpr double Least = 0.1;
  double Launches = (M.Round.Ranges - 1) * M.Record->Ranges.fixedSeconds();
  return std::max(M.Round.Seconds - Launches, Least * M.Round.Seconds);
}

void PassScheduler::closeRound() {
  double Longest = 0;
  bool Measured = false;
  for (Member &M : Open.Devices) {
    Longest = std::max(Longest, M.Pass.Seconds - M.EarlierRounds);
    M.EarlierRounds = M.Pass.Seconds;
    if (M.Round.Iterations > 0 && learns()) {
      auto Count = static_cast<double>(M.Round.Iterations);
      M.Record->Rates.add(asOneRange(M) / Count, Count);
      Measured = true;
    }
    M.Round = {};
  }
  if (Measured)
    Open.Planner.measured(Longest / static_cast<double>(Open.Whole.size()), static_cast<double>(Open.Whole.size()));
  PassSeconds += Longest;
}

uint64_t PassScheduler::endPass() {
  if (!InPass)
    return 0;
  InPass = false;
  closeRound();
  if (Iterations == 0)
    return 0;
  for (const Member &M : Open.Devices)
    M.Record->IdlePasses = M.CountsForShare ? 0 : M.Record->IdlePasses + 1;
  if (backsOff() && Options.BackOffPasses > 0)
    judgeAccelerators();
  ++PassesDone;
  passEnded();
  return Unfinished;
}

PassScheduler::Others PassScheduler::others() const {
  Others Of;
  for (const Member &M : Open.Devices) {
    Of.Longest = std::max(Of.Longest, M.Pass.Seconds);
    if (!M.accelerator() && M.Pass.Iterations > 0)
      Of.SlowestCore = std::max(Of.SlowestCore, M.computedPart() * M.Pass.secondsPerIteration());
    if (!M.accelerator() && M.works())
      Of.Fewest = std::min(Of.Fewest, M.Pass.Iterations);
  }
  return Of;
}

/// Whether the accelerator was slower than the slowest core. If it had no work in this pass, the last estimate of its
/// speed is used: it may be given up too, since its host thread takes a core.
bool PassScheduler::wasSlow(const Member &Accelerator, const Others &Of) const {
  double Seconds = Accelerator.Pass.Iterations > 0 ? Accelerator.Pass.secondsPerIteration()
                                                   : Accelerator.Record->Rates.secondsPerIteration();
  return Of.SlowestCore > 0 && Seconds > Of.SlowestCore;
}

/// The fraction by which passes would be longer without the accelerator if the other devices kept their speeds. Speeds:
/// the sum of all devices' speeds; Gain: by how much cores together are faster if they need not drive the accelerator.
double PassScheduler::costWithout(const Member &Accelerator, double Speeds, double Gain) const {
  double Own = 1 / Accelerator.Record->Rates.secondsPerIteration();
  double Without = Speeds - Own + Gain;
  return Without > 0 ? std::max(0.0, Speeds / Without - 1) : INFINITY;
}

/// Back-off: passes each accelerator's measurements of this pass to Judge, which decides which accelerators are given
/// up. If no core is usable, there is nothing to compare accelerators with, so none is given up; if no core computed in
/// this pass, no accelerator counts as slow.
void PassScheduler::judgeAccelerators() {
  if (!CoresUsable)
    return;
  constexpr uint64_t Pieces = 64; // a piece is small if it is at most this part of the pass
  double Speeds = 0, CoreSpeeds = 0, CoresAtWork = 0, Driving = 0, Driven = 0;
  for (const Member &M : Open.Devices) {
    CoresAtWork += !M.accelerator() && M.Pass.Iterations > 0;
    if (!M.works() || !M.Record->Rates.known())
      continue;
    double Speed = 1 / M.Record->Rates.secondsPerIteration();
    Speeds += Speed;
    CoreSpeeds += M.accelerator() ? 0 : Speed;
    Driving += Speed / M.computedPart() - Speed;
    Driven += M.accelerator();
  }
  const auto Gain = [&](const Member &M) {
    return Driving / Driven + (M.Model.TakesCore ? CoreSpeeds / CoresAtWork : 0);
  };
  const Others Of = others();
  Witnesses.clear();
  for (const Member &M : Open.Devices) {
    if (!M.accelerator())
      continue;
    // An accelerator that had no work in the first pass may still have been starting up. If it is not ready before the
    // end of a later pass, it counts as slower than every core.
    bool Late = PassesDone > 0 && M.Pass.Iterations == 0 && !M.Record->Ranges.measured();
    bool Worked = CoresAtWork > 0 && M.works() && (Late || M.Record->Ranges.measured());
    bool Known = Worked && M.Record->Rates.known();
    bool OnePiece = M.Pass.Ranges == 1 && M.Pass.Iterations * Pieces <= Iterations && !M.Model.KeepsData;
    Witnesses.push_back({.Judgement = &M.Record->Judgement,
                         .Worked = Worked,
                         .Slow = Worked && (Late || wasSlow(M, Of)),
                         .WouldCost = Known ? costWithout(M, Speeds, Gain(M)) : INFINITY,
                         .Least = OnePiece ? M.Pass.Seconds : 0});
  }
  if (!Witnesses.empty())
    followTurn(Judge.passEnded(PassSeconds, Iterations, Workers, PassesDone == 0, Witnesses,
                               std::isnan(Waited) ? NAN : std::max(0.0, Waited - PassSeconds)));
}

/// Devices that share a memory slow each other down, so the estimates for passes with an accelerator are kept apart
/// from those for passes without it, while the back-off question ("with or without it?") is open. Turn::Aside (the next
/// pass is on the other side of the question) puts the estimates aside, Turn::Back exchanges them for those put aside.
void PassScheduler::followTurn(BackOffJudge::Turn Next) {
  for (const Member &M : Open.Devices) {
    DeviceRecord &R = *M.Record;
    if (Next == BackOffJudge::Turn::Aside) {
      R.OtherRates = R.Rates;
      R.Rates.loosen();
    } else if (Next == BackOffJudge::Turn::Back && R.OtherRates.measured()) {
      std::swap(R.Rates, R.OtherRates);
    }
  }
}

//===-- Handing out ----------------------------------------------------------------------------------------------===//

Assignment PassScheduler::next(unsigned Device) {
  if (Device >= Open.Devices.size() || Unfinished == 0)
    return {};
  if (Open.Unfinished == 0)
    openRound();
  Member &M = Open.Devices[Device];
  M.WillAsk = false;
  const Range Part = How->take(Device);
  if (!Part.empty()) {
    ++M.Taken;
    return {Answer::Run, Part};
  }
  return {mayBeNeeded(M) ? Answer::Wait : Answer::Done, {}};
}

uint64_t PassScheduler::leastPart(unsigned Device, uint64_t Left) const {
  constexpr unsigned Many = 64;
  uint64_t Part = Open.Devices[Device].Taken > Many ? Left / (Many * workers()) : 0;
  return std::max<uint64_t>(1, Part);
}

//===-- Reports --------------------------------------------------------------------------------------------------===//

void PassScheduler::finished(unsigned Device, Range Part, double Seconds) {
  if (Device >= Open.Devices.size() || Unfinished == 0)
    return;
  Member &M = Open.Devices[Device];
  How->reported(M, Part);
  uint64_t Count = std::min(Part.size(), M.computing());
  if (Count == 0)
    return;
  Open.letGo(M, Count);
  M.WillAsk = true;
  Unfinished -= Count;
  Open.Unfinished -= Count;
  auto Iterations = static_cast<double>(Count);
  if (plausible(Seconds / Iterations)) {
    bool Entry = M.accelerator() && M.Pass.Ranges == 0;
    M.Pass.add(Count, Seconds);
    if (How->tellsOfShare(Device, Part)) {
      M.Round.add(Count, Seconds);
      M.CountsForShare = true;
    }
    M.Record->Ranges.add(Iterations, Seconds, Entry);
    How->measured(M, Count, Seconds / Iterations);
    if (!Speeds.empty())
      Speeds.set(Device, speedOf(M));
  }
  if (Open.Unfinished == 0)
    closeRound();
}

void PassScheduler::drove(unsigned Device, double Seconds) {
  if (Device < Open.Devices.size() && Seconds > 0)
    Open.Devices[Device].Driving += Seconds;
}

void PassScheduler::returned(unsigned Device, Range Part) {
  if (Device >= Open.Devices.size() || Unfinished == 0)
    return;
  Member &M = Open.Devices[Device];
  How->reported(M, Part);
  if (uint64_t Count = std::min(Part.size(), M.computing()); Count > 0) {
    Open.letGo(M, Count);
    Open.Pool.add({Part.First, Part.First + Count});
  }
  M.WillAsk = false;
  // An empty Part of a core means that the core's thread has not joined the pass. The core is then treated as failed,
  // so that it gets nothing in later rounds either.
  if (M.accelerator() || Part.empty()) {
    M.Failed = true;
    Open.leaveHome(M);
    rankMembers();
    Speeds.clear();
  }
}

/// The current split, if it divides the whole pass and all iterations have a device; else empty.
std::span<const Range> PassScheduler::shares() const {
  bool WholePass =
      InPass && How->areSharesFixed() && Open.Number == 1 && Open.Whole.Last == Iterations && Open.Pool.empty();
  return WholePass ? Open.Planner.shares() : std::span<const Range>();
}

} // namespace hetrt
