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
      Planner(Options), Judge(Options.BackOffPasses, Options.RetryPasses) {}

uint64_t PassScheduler::roundEnd(uint64_t) const { return Iterations; }

bool PassScheduler::uses(ProcessorKind) const { return true; }

//===-- Devices --------------------------------------------------------------------------------------------------===//

static double saneWidth(double Width) { return Width >= 1e-9 && Width <= 1e9 ? Width : 1; }

static uint32_t idAt(const DeviceModel &Model, size_t Position) {
  return Model.Id == DeviceModel::ByPosition ? static_cast<uint32_t>(Position) : Model.Id;
}

bool PassScheduler::sameDevices(std::span<const DeviceModel> Models) const {
  if (Models.size() != Members.size())
    return false;
  for (size_t J = 0; J < Models.size(); ++J) {
    const DeviceRecord &R = *Members[J].Record;
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
    Members.assign(Models.size(), {});
    Pool.reserve(Models.size() + 1);
    for (size_t J = 0; J < Models.size(); ++J)
      Members[J].Record = &recordOf(Models[J], J);
  }
  for (size_t J = 0; J < Models.size(); ++J) {
    DeviceRecord *Record = Members[J].Record;
    Members[J] = {};
    Members[J].Model = Models[J];
    Members[J].Record = Record;
    if (!Record->Rates.known() && plausible(Models[J].EarlierSecondsPerIteration))
      Record->Rates.suppose(Models[J].EarlierSecondsPerIteration);
  }
  CoresUsable = std::ranges::any_of(Members, [](const Member &M) { return !M.accelerator() && M.Model.Usable; });
  rankMembers();
}

PassScheduler::Tier PassScheduler::tierOf(const Member &M) const {
  bool Wanted = M.Model.Usable && uses(M.Model.Kind);
  if (!M.accelerator() && M.Failed)
    return NoTier;
  if (!M.accelerator())
    return Wanted ? Worker : M.Model.Usable ? SpareCore : ReserveCore;
  if (!M.Model.Usable || M.Model.MemoryLimitIterations == 0)
    return NoTier;
  if (M.Failed)
    return Failing;
  return Wanted && !(CoresUsable && M.Record->Judgement.givenUp()) ? Worker : UnusedAccelerator;
}

void PassScheduler::rankMembers() {
  ActiveTier = FirstCoreTier = NoTier;
  Workers = 0;
  for (Member &M : Members) {
    M.Rank = tierOf(M);
    Workers += works(M);
    ActiveTier = std::min(ActiveTier, M.Rank);
    if (!M.accelerator())
      FirstCoreTier = std::min(FirstCoreTier, M.Rank);
  }
}

/// Schedulers call this once for each piece, so the speeds are added up in the first call of a pass, and the sum is
/// updated when a speed changes.
double PassScheduler::allSpeeds() {
  if (Speeds.empty())
    Speeds.assign(Members.size(), [this](size_t J) { return speedOf(Members[J]); });
  return Speeds.total();
}

/// Whether the device M, for which there is nothing to compute now, may have to compute something later in this pass.
/// If so, it has to wait (Answer::Wait).
bool PassScheduler::mayBeNeeded(const Member &M) const {
  if (Unfinished == 0 || M.Rank == NoTier || M.Rank > FirstCoreTier)
    return false;
  bool MoreRounds = RoundLast < Iterations;
  return HeldByAccelerators > 0 || MoreRounds || !Pool.empty();
}

void PassScheduler::expect(uint64_t NewIterations) {
  for (Member &M : Members)
    M.Record->Judgement.expect(static_cast<double>(NewIterations));
}

bool PassScheduler::givenUp(unsigned Device) const {
  return Device < Members.size() && Members[Device].Record->Judgement.givenUp();
}

//===-- Passes and rounds ----------------------------------------------------------------------------------------===//

void PassScheduler::beginPass(uint64_t NewIterations, std::span<const DeviceModel> Models) {
  if (InPass)
    endPass();
  InPass = true;
  expect(NewIterations);
  takeModels(Models);
  Iterations = Unfinished = NewIterations;
  Round = RoundLast = RoundSize = RoundUnfinished = HeldByAccelerators = 0;
  Pool.clear();
  PoolSize = HomesSize = 0;
  PassSeconds = 0;
  Waited = NAN;
  if (Unfinished == 0)
    return;
  Kind = formOfPass();
  Speeds.clear();
  openRound();
}

void PassScheduler::openRound() {
  Range Whole{RoundLast, RoundLast};
  while (Whole.empty())
    Whole.Last = std::min(roundEnd(Round++), Iterations);
  RoundLast = Whole.Last;
  RoundSize = RoundUnfinished = Whole.size();
  planRound(Whole);
  Range Rest = Kind == Form::Queue ? Whole : Planner.rest();
  for (size_t J = 0; J < Members.size() && Kind != Form::Queue; ++J) {
    Members[J].Home = Planner.shares()[J];
    HomesSize += Members[J].Home.size();
    hold(Members[J], Members[J].Home.size());
  }
  if (!Rest.empty())
    Pool.push_back(Rest);
  PoolSize = Rest.size();
}

void PassScheduler::planRound(Range Whole) {
  Participants.clear();
  for (const Member &M : Members) {
    uint64_t Limit = M.accelerator() ? M.Model.MemoryLimitIterations : DeviceModel::Unlimited;
    // A device gets at least one iteration, so that it is measured, if it had no work for many passes, or if it has
    // work again after it was given up.
    bool Retry = learns() && helps(M) && Options.RetryPasses > 0 &&
                 (M.Record->Judgement.onTrial() || M.Record->IdlePasses >= Options.RetryPasses);
    Participants.push_back({M.Record, helps(M), Retry, Limit});
  }
  Planner.setDevices(Participants);
  Planner.plan(Whole, {.AllWait = Kind == Form::Shares, .FixedCosts = countsFixedCosts()});
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
  for (Member &M : Members) {
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
    Planner.measured(Longest / static_cast<double>(RoundSize), static_cast<double>(RoundSize));
  PassSeconds += Longest;
}

uint64_t PassScheduler::endPass() {
  if (!InPass)
    return 0;
  InPass = false;
  closeRound();
  if (Iterations == 0)
    return 0;
  for (const Member &M : Members)
    M.Record->IdlePasses = M.CountsForShare ? 0 : M.Record->IdlePasses + 1;
  if (backsOff() && Options.BackOffPasses > 0)
    judgeAccelerators();
  ++PassesDone;
  passEnded();
  return Unfinished;
}

PassScheduler::Others PassScheduler::others() const {
  Others Of;
  for (const Member &M : Members) {
    Of.Longest = std::max(Of.Longest, M.Pass.Seconds);
    if (!M.accelerator() && M.Pass.Iterations > 0)
      Of.SlowestCore = std::max(Of.SlowestCore, M.computedPart() * M.Pass.secondsPerIteration());
    if (!M.accelerator() && works(M))
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
  for (const Member &M : Members) {
    CoresAtWork += !M.accelerator() && M.Pass.Iterations > 0;
    if (!works(M) || !M.Record->Rates.known())
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
  for (const Member &M : Members) {
    if (!M.accelerator())
      continue;
    // An accelerator that had no work in the first pass may still have been starting up. If it is not ready before the
    // end of a later pass, it counts as slower than every core.
    bool Late = PassesDone > 0 && M.Pass.Iterations == 0 && !M.Record->Ranges.measured();
    bool Worked = CoresAtWork > 0 && works(M) && (Late || M.Record->Ranges.measured());
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
  for (const Member &M : Members) {
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
  if (Device >= Members.size() || Unfinished == 0)
    return {};
  if (RoundUnfinished == 0)
    openRound();
  Member &M = Members[Device];
  M.WillAsk = false;
  Range Part;
  if (!M.Home.empty())
    Part = takeFromShare(Device);
  else if (helps(M))
    Part = Pool.empty() ? takeFromOthers(Device) : takeFromPool(Device);
  if (!Part.empty()) {
    ++M.Taken;
    return {Answer::Run, Part};
  }
  return {mayBeNeeded(M) ? Answer::Wait : Answer::Done, {}};
}

Range PassScheduler::takeFromShare(unsigned Device) {
  Range &Home = Members[Device].Home;
  uint64_t Count = Home.size();
  if (Kind == Form::Pieces && works(Members[Device]))
    Count = std::clamp<uint64_t>(pieceOfShare(Device, Count), 1, Count);
  Range Part{Home.First, Home.First + Count};
  Home.First = Part.Last;
  HomesSize -= Count;
  return Part;
}

/// The device's part of the iterations `Left`, in proportion to its speed among the devices that may take some, so that
/// all end at about the same time. The part has a lower bound, so that a slow device does not take very many pieces. If
/// only accelerators that have failed in this pass are left, a device takes all iterations, since the other
/// accelerators may never call next() again.
uint64_t PassScheduler::fairPart(unsigned Device, uint64_t Left) const {
  constexpr double MostPieces = 64;
  double Speeds = 0, Helpers = 0;
  for (size_t J = 0; J < Members.size(); ++J)
    if (helps(Members[J]) && (J == Device || ActiveTier != Failing)) {
      Speeds += Planner.speed(J);
      ++Helpers;
    }
  auto All = static_cast<double>(Left);
  const double Known = Planner.speed(Device) / Speeds, Share = std::isfinite(Known) ? Known : 1 / Helpers;
  const double Part = std::ceil(All * std::max(Share, 1 / (MostPieces * Helpers)));
  return Part < All ? static_cast<uint64_t>(Part) : Left;
}

uint64_t PassScheduler::leastPart(unsigned Device, uint64_t Left) const {
  constexpr unsigned Many = 64;
  uint64_t Part = Members[Device].Taken > Many ? Left / (Many * workers()) : 0;
  return std::max<uint64_t>(1, Part);
}

/// How many of Count iterations fit into M's memory at once.
uint64_t PassScheduler::allowed(const Member &M, uint64_t Count) const {
  return M.accelerator() ? std::min(Count, M.Model.MemoryLimitIterations) : Count;
}

/// Whether other devices will compute the iterations that are left, so that the calling device need not take any:
/// another device is computing a range, or has reported one and will call next().
bool PassScheduler::othersGoOn() const {
  return RoundUnfinished > PoolSize ||
         std::ranges::any_of(Members, [](const Member &M) { return works(M) && M.WillAsk; });
}

Range PassScheduler::takeFromPool(unsigned Device) {
  Member &M = Members[Device];
  bool ByScheduler = Kind != Form::Shares && works(M);
  uint64_t Count = ByScheduler ? pieceOfRest(Device, PoolSize) : 0;
  if (!ByScheduler || (Count == 0 && !othersGoOn()))
    Count = fairPart(Device, PoolSize);
  Range &Last = Pool.back();
  Count = std::min(allowed(M, Count), Last.size());
  Range Part{Last.First, Last.First + Count};
  Last.First = Part.Last;
  if (Last.empty())
    Pool.pop_back();
  PoolSize -= Count;
  hold(M, Count);
  return Part;
}

/// Takes a piece from the end of a share of another device: of the share that would be finished last.
Range PassScheduler::takeFromOthers(unsigned Device) {
  if (Kind != Form::Pieces || !works(Members[Device]))
    return {};
  size_t Latest = Members.size();
  double Longest = 0;
  for (size_t J = 0; J < Members.size(); ++J) {
    double Seconds = static_cast<double>(Members[J].Home.size()) / Planner.speed(J);
    if (Seconds > Longest) {
      Longest = Seconds;
      Latest = J;
    }
  }
  if (Latest == Members.size())
    return {};
  Member &Owner = Members[Latest];
  uint64_t Count = pieceOfOthers(Device, static_cast<unsigned>(Latest), HomesSize);
  Count = std::min(allowed(Members[Device], Count), Owner.Home.size());
  Range Part{Owner.Home.Last - Count, Owner.Home.Last};
  Owner.Home.Last = Part.First;
  HomesSize -= Count;
  letGo(Owner, Count);
  hold(Members[Device], Count);
  return Part;
}

void PassScheduler::hold(Member &M, uint64_t Count) {
  M.Held += Count;
  if (M.accelerator())
    HeldByAccelerators += Count;
}

void PassScheduler::letGo(Member &M, uint64_t Count) {
  M.Held -= Count;
  if (M.accelerator())
    HeldByAccelerators -= Count;
}

//===-- Reports --------------------------------------------------------------------------------------------------===//

/// Called when a device reports the range Part. If the device has read its share in shares() and so has not called
/// next(), the share counts as taken from now on.
void PassScheduler::claimShare(Member &M, Range Part) {
  bool Inside = !Part.empty() && Part.First >= M.Home.First && Part.Last <= M.Home.Last;
  if (Kind != Form::Shares || !Inside)
    return;
  HomesSize -= M.Home.size();
  M.Home = {};
}

/// Whether the time of the range Part is used to compute the device's next share. Ranges from other devices' shares are
/// not used: in a triangular loop, for example, the iterations at one end are cheap, and a device that takes some of
/// them is not faster than others.
bool PassScheduler::tellsOfShare(unsigned Device, Range Part) const {
  Range Share = Planner.shares()[Device];
  return Kind != Form::Pieces || (Part.First >= Share.First && Part.Last <= Share.Last);
}

void PassScheduler::finished(unsigned Device, Range Part, double Seconds) {
  if (Device >= Members.size() || Unfinished == 0)
    return;
  Member &M = Members[Device];
  claimShare(M, Part);
  uint64_t Count = std::min(Part.size(), M.computing());
  if (Count == 0)
    return;
  letGo(M, Count);
  M.WillAsk = true;
  Unfinished -= Count;
  RoundUnfinished -= Count;
  auto Iterations = static_cast<double>(Count);
  if (plausible(Seconds / Iterations)) {
    bool Entry = M.accelerator() && M.Pass.Ranges == 0;
    M.Pass.add(Count, Seconds);
    if (tellsOfShare(Device, Part)) {
      M.Round.add(Count, Seconds);
      M.CountsForShare = true;
    }
    M.Record->Ranges.add(Iterations, Seconds, Entry);
    if (Kind == Form::Queue)
      M.Record->Growth.add(Count, Seconds / Iterations);
    if (!Speeds.empty())
      Speeds.set(Device, speedOf(M));
  }
  if (RoundUnfinished == 0)
    closeRound();
}

void PassScheduler::drove(unsigned Device, double Seconds) {
  if (Device < Members.size() && Seconds > 0)
    Members[Device].Driving += Seconds;
}

/// Moves the part of M's share that M has not taken yet (Home) into Pool, from which all devices take ranges.
void PassScheduler::leaveHome(Member &M) {
  if (M.Home.empty())
    return;
  letGo(M, M.Home.size());
  HomesSize -= M.Home.size();
  PoolSize += M.Home.size();
  Pool.push_back(M.Home);
  M.Home = {};
}

void PassScheduler::returned(unsigned Device, Range Part) {
  if (Device >= Members.size() || Unfinished == 0)
    return;
  Member &M = Members[Device];
  claimShare(M, Part);
  if (uint64_t Count = std::min(Part.size(), M.computing()); Count > 0) {
    letGo(M, Count);
    Pool.push_back({Part.First, Part.First + Count});
    PoolSize += Count;
  }
  M.WillAsk = false;
  // An empty Part of a core means that the core's thread has not joined the pass. The core is then treated as failed,
  // so that it gets nothing in later rounds either.
  if (M.accelerator() || Part.empty()) {
    M.Failed = true;
    leaveHome(M);
    rankMembers();
    Speeds.clear();
  }
}

/// The current split, if it divides the whole pass and all iterations have a device; else empty.
std::span<const Range> PassScheduler::shares() const {
  bool WholePass = InPass && Kind == Form::Shares && Round == 1 && RoundLast == Iterations && Pool.empty();
  return WholePass ? Planner.shares() : std::span<const Range>();
}

} // namespace hetrt
