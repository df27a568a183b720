// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rounds, shares, and ranges that come back.
#include "Schedule/PassScheduler.h"

#include <algorithm>
#include <cmath>

namespace hetrt {

PassScheduler::PassScheduler(const ScheduleOptions &GivenOptions)
    : Options([&] {
        ScheduleOptions O = GivenOptions;
        O.Div = std::max<uint64_t>(1, O.Div);
        return O;
      }()),
      Planner(Options) {}

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
    const RateHistory &H = *Members[J].History;
    if (H.Id != idAt(Models[J], J) || H.Kind != Models[J].Kind || H.SimdWidth != saneWidth(Models[J].SimdWidth))
      return false;
  }
  return true;
}

/// The history of the device that Model describes. One whose kind or width has changed is another device.
RateHistory &PassScheduler::historyOf(const DeviceModel &Model, size_t Position) {
  uint32_t Id = idAt(Model, Position);
  auto Matches = [&](const RateHistory &H) { return H.Id == Id; };
  auto Found = Position < Histories.size() && Matches(Histories[Position])
                   ? Histories.begin() + static_cast<std::ptrdiff_t>(Position)
                   : std::ranges::find_if(Histories, Matches);
  RateHistory Fresh(Id, Model.Kind, saneWidth(Model.SimdWidth));
  if (Found == Histories.end())
    return Histories.emplace_back(Fresh);
  if (Found->Kind != Fresh.Kind || Found->SimdWidth != Fresh.SimdWidth)
    *Found = Fresh;
  return *Found;
}

void PassScheduler::takeModels(std::span<const DeviceModel> Models) {
  if (!sameDevices(Models)) {
    Members.assign(Models.size(), {});
    for (size_t J = 0; J < Models.size(); ++J)
      Members[J].History = &historyOf(Models[J], J);
  }
  for (size_t J = 0; J < Models.size(); ++J) {
    Member &M = Members[J];
    M.Model = Models[J];
    M.Failed = false;
    M.Held = 0;
    M.RoundIterations = M.PassIterations = 0;
    M.RoundSeconds = M.PassSeconds = 0;
  }
  rankMembers();
}

PassScheduler::Tier PassScheduler::tierOf(const Member &M) const {
  bool Wanted = M.Model.Usable && uses(M.Model.Kind);
  if (M.Model.Kind == ProcessorKind::Cpu && M.Failed)
    return Never;
  if (M.Model.Kind == ProcessorKind::Cpu)
    return Wanted ? Worker : M.Model.Usable ? SpareCore : ReserveCore;
  if (!M.Model.Usable || M.Model.MemoryLimitIterations == 0)
    return Never;
  if (M.Failed)
    return Failing;
  return Wanted && !M.History->GivenUp ? Worker : SetAside;
}

void PassScheduler::rankMembers() {
  ActiveTier = FirstCoreTier = Never;
  for (Member &M : Members) {
    M.Rank = tierOf(M);
    ActiveTier = std::min(ActiveTier, M.Rank);
    if (M.Model.Kind == ProcessorKind::Cpu)
      FirstCoreTier = std::min(FirstCoreTier, M.Rank);
  }
}

/// Whether M, who has nothing to do now, may have to do something later in this pass.
bool PassScheduler::mayBeNeeded(const Member &M) const {
  if (Unfinished == 0 || M.Rank == Never || M.Rank > FirstCoreTier)
    return false;
  bool MoreRounds = RoundLast < Iterations;
  return HeldByAccelerators > 0 || MoreRounds || !Pool.empty();
}

bool PassScheduler::givenUp(unsigned Device) const {
  return Device < Members.size() && Members[Device].History->GivenUp;
}

//===-- Passes and rounds ----------------------------------------------------------------------------------------===//

void PassScheduler::beginPass(uint64_t NewIterations, std::span<const DeviceModel> Models) {
  if (InPass)
    endPass();
  InPass = true;
  takeModels(Models);
  Iterations = Unfinished = NewIterations;
  Round = RoundLast = RoundUnfinished = HeldByAccelerators = 0;
  Pool.clear();
  if (Unfinished > 0)
    openRound();
}

void PassScheduler::openRound() {
  Range Whole{RoundLast, RoundLast};
  while (Whole.empty())
    Whole.Last = std::min(roundEnd(Round++), Iterations);
  RoundLast = Whole.Last;
  RoundUnfinished = Whole.size();

  Participants.clear();
  for (const Member &M : Members) {
    uint64_t Limit = M.Model.Kind == ProcessorKind::Cpu ? DeviceModel::Unlimited : M.Model.MemoryLimitIterations;
    Participants.push_back({M.History, helps(M), Limit});
  }
  Planner.setDevices(Participants);
  Planner.plan(Whole);

  for (size_t J = 0; J < Members.size(); ++J) {
    Member &M = Members[J];
    M.Held = Planner.shares()[J].size();
    M.ShareTaken = M.Held == 0;
    if (M.Model.Kind == ProcessorKind::Accelerator)
      HeldByAccelerators += M.Held;
  }
  if (!Planner.rest().empty())
    Pool.push_back(Planner.rest());
}

void PassScheduler::closeRound() {
  for (Member &M : Members) {
    if (M.RoundIterations == 0)
      continue;
    if (learns()) {
      M.History->add(M.RoundSeconds / static_cast<double>(M.RoundIterations));
      Planner.measured();
    }
    M.PassIterations += M.RoundIterations;
    M.PassSeconds += M.RoundSeconds;
    M.RoundIterations = 0;
    M.RoundSeconds = 0;
  }
}

uint64_t PassScheduler::endPass() {
  if (!InPass)
    return 0;
  InPass = false;
  closeRound();
  if (learns() && Options.BackOffPasses > 0)
    judgeAccelerators();
  PassesDone += Iterations > 0;
  return Unfinished;
}

/// Back-off: gives up accelerators that stay slower per iteration than the slowest core. One whose share has shrunk to
/// nothing is judged by what was last seen of it: its host thread would compute more.
void PassScheduler::judgeAccelerators() {
  double SlowestCore = 0;
  for (const Member &M : Members)
    if (M.Model.Kind == ProcessorKind::Cpu && M.PassIterations > 0)
      SlowestCore = std::max(SlowestCore, M.PassSeconds / static_cast<double>(M.PassIterations));
  if (SlowestCore == 0)
    return;
  for (Member &M : Members) {
    RateHistory &H = *M.History;
    if (M.Model.Kind != ProcessorKind::Accelerator || M.Rank != Worker || !H.measured())
      continue;
    double Seconds =
        M.PassIterations > 0 ? M.PassSeconds / static_cast<double>(M.PassIterations) : H.secondsPerIteration();
    H.SlowPasses = Seconds > SlowestCore ? H.SlowPasses + 1 : 0;
    H.GivenUp = H.SlowPasses >= Options.BackOffPasses;
  }
}

//===-- Ranges ---------------------------------------------------------------------------------------------------===//

Assignment PassScheduler::next(unsigned Device) {
  if (Device >= Members.size() || Unfinished == 0)
    return {};
  if (RoundUnfinished == 0)
    openRound();
  Member &M = Members[Device];
  if (!M.ShareTaken) {
    M.ShareTaken = true;
    return {Answer::Run, Planner.shares()[Device]};
  }
  if (!Pool.empty() && helps(M))
    return {Answer::Run, takeFromPool(Device)};
  return {mayBeNeeded(M) ? Answer::Wait : Answer::Done, {}};
}

/// A piece of what came back: Device's part by speed among those who may help, so that all end at about the same time,
/// but never so small that a slow device would ask for ever. Where only failing devices are left, each takes all: the
/// others may never ask again.
Range PassScheduler::takeFromPool(unsigned Device) {
  constexpr double MostPieces = 64;
  Member &M = Members[Device];
  double Speeds = 0, Helpers = 0;
  for (size_t J = 0; J < Members.size(); ++J)
    if (helps(Members[J]) && (J == Device || ActiveTier != Failing)) {
      Speeds += Planner.speed(J);
      ++Helpers;
    }
  Range &Last = Pool.back();
  auto Left = static_cast<double>(Last.size());
  double Part = std::ceil(Left * std::max(Planner.speed(Device) / Speeds, 1 / (MostPieces * Helpers)));
  uint64_t Count = Part >= Left ? Last.size() : static_cast<uint64_t>(Part);
  if (M.Model.Kind == ProcessorKind::Accelerator) {
    Count = std::min(Count, M.Model.MemoryLimitIterations);
    HeldByAccelerators += Count;
  }
  Range Piece{Last.First, Last.First + Count};
  Last.First = Piece.Last;
  if (Last.empty())
    Pool.pop_back();
  M.Held += Count;
  return Piece;
}

/// A thread that read shares() reports a share that it never asked for.
void PassScheduler::claimShare(unsigned Device, Range Part) {
  Range Share = Planner.shares()[Device];
  if (Part.First >= Share.First && Part.Last <= Share.Last)
    Members[Device].ShareTaken = true;
}

void PassScheduler::letGo(Member &M, uint64_t Count) {
  M.Held -= Count;
  if (M.Model.Kind == ProcessorKind::Accelerator)
    HeldByAccelerators -= Count;
}

void PassScheduler::finished(unsigned Device, Range Part, double Seconds) {
  if (Device >= Members.size() || Unfinished == 0)
    return;
  Member &M = Members[Device];
  uint64_t Count = std::min(Part.size(), M.Held);
  if (Count == 0)
    return;
  claimShare(Device, Part);
  letGo(M, Count);
  Unfinished -= Count;
  RoundUnfinished -= Count;
  if (RateHistory::plausible(Seconds / static_cast<double>(Count))) {
    M.RoundIterations += Count;
    M.RoundSeconds += Seconds;
  }
  if (RoundUnfinished == 0)
    closeRound();
}

void PassScheduler::returned(unsigned Device, Range Part) {
  if (Device >= Members.size() || Unfinished == 0)
    return;
  Member &M = Members[Device];
  if (uint64_t Count = std::min(Part.size(), M.Held); Count > 0) {
    claimShare(Device, Part);
    letGo(M, Count);
    Pool.push_back({Part.First, Part.First + Count});
  }
  // A core fails only by never coming: then it gets nothing in later rounds either.
  if (M.Model.Kind == ProcessorKind::Accelerator || Part.empty()) {
    M.Failed = true;
    rankMembers();
  }
  if (!M.ShareTaken && M.Failed) {
    M.ShareTaken = true;
    Range Share = Planner.shares()[Device];
    letGo(M, Share.size());
    Pool.push_back(Share);
  }
}

/// The split as it stands, where it is the whole pass.
std::span<const Range> PassScheduler::shares() const {
  bool WholePass = InPass && Round == 1 && RoundLast == Iterations && Pool.empty();
  return WholePass ? Planner.shares() : std::span<const Range>();
}

} // namespace hetrt
