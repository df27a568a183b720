// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How large the next piece is.
#include "Schedule/PieceScheduler.h"

#include <algorithm>
#include <cmath>

namespace hetrt {

/// A piece shorter than this is not worth the call that fetches it ...
static constexpr double ShortestPiece = 20e-6;
/// ... nor one shorter than so many launches.
static constexpr double LaunchesPerPiece = 4;

/// The whole number nearest below, within 1 and Most.
static uint64_t wholeIterations(double Count, uint64_t Most) {
  if (!(Count < static_cast<double>(Most)))
    return Most;
  return Count < 1 ? 1 : static_cast<uint64_t>(Count);
}

/// The fewest iterations that are worth a piece of their own.
static double leastIterations(const RangeHistory &Ranges) {
  return std::max(ShortestPiece, LaunchesPerPiece * Ranges.fixedSeconds()) / Ranges.secondsPerIteration();
}

size_t PieceScheduler::unknownAccelerators() const {
  return static_cast<size_t>(std::ranges::count_if(
      members(), [](const Member &M) { return works(M) && M.accelerator() && !M.Record->Rates.known(); }));
}

/// Slow is who would do less than the slowest core in a whole pass: a launch may cost more than the pass takes.
bool PieceScheduler::wasSlow(const Member &Accelerator) const {
  double Longest = 0, SlowestCore = 0;
  for (const Member &M : members()) {
    Longest = std::max(Longest, M.PassSeconds);
    if (!M.accelerator() && M.PassIterations > 0)
      SlowestCore = std::max(SlowestCore, M.PassSeconds / static_cast<double>(M.PassIterations));
  }
  const DeviceRecord &Record = *Accelerator.Record;
  if (SlowestCore == 0 || !Record.Rates.measured())
    return false;
  double Fixed = Record.fixedSeconds();
  double PerIteration = Record.Rates.secondsPerIteration() - Fixed / Record.Rates.iterations();
  return (Longest - Fixed) / PerIteration < Longest / SlowestCore;
}

/// Most of the share at first; how much of it stays for the end depends on how much ranges are seen to vary.
uint64_t PieceScheduler::pieceOfShare(unsigned Device, uint64_t Left) {
  constexpr double Deviations = 2.5, LeastPart = 0.5, LargestPart = 0.9;
  const RangeHistory &Ranges = members()[Device].Record->Ranges;
  auto All = static_cast<double>(Left);
  if (!Ranges.measured())
    return wholeIterations(LeastPart * All, Left);
  double Part = std::clamp(1 - Deviations * Ranges.spread(), LeastPart, LargestPart) * All;
  double Least = std::max(leastIterations(Ranges), static_cast<double>(leastPart(Device, Left)));
  return All - Part < Least ? Left : wholeIterations(Part, Left);
}

/// The first piece of a device of which nothing is known: so little of the loop that it delays nobody, be the device a
/// core beside an accelerator of 1000 cores, or an accelerator slower than a core.
uint64_t PieceScheduler::probe(const Member &M) const {
  constexpr uint64_t OfCore = uint64_t{1} << 15, OfAccelerator = uint64_t{1} << 8;
  return std::max<uint64_t>(1, iterations() / (M.accelerator() ? OfAccelerator : OfCore));
}

/// How fast M is at most. One that has not reported its first piece yet is slower than what that piece would mean if it
/// came now, as long after the start as Asking has been at work.
double PieceScheduler::speedBound(const Member &M, const Member &Asking, double TypicalCore) const {
  if (M.Record->Ranges.measured())
    return 1 / M.Record->Ranges.secondsPerIteration();
  if (!M.accelerator())
    return TypicalCore;
  double AtWork = Asking.PassSeconds + Asking.RoundSeconds;
  return M.computing() > 0 && AtWork > 0 ? static_cast<double>(M.computing()) / AtWork : 0;
}

double PieceScheduler::speedOfOthers(unsigned Device) const {
  const Member &Asking = members()[Device];
  double Core = Asking.accelerator() ? 0 : 1 / Asking.Record->Ranges.secondsPerIteration();
  for (const Member &M : members())
    if (Core == 0 && !M.accelerator() && M.Record->Ranges.measured())
      Core = 1 / M.Record->Ranges.secondsPerIteration();
  double Sum = 0;
  for (const Member &M : members())
    if (&M != &Asking && works(M))
      Sum += speedBound(M, Asking, Core);
  return Sum;
}

/// Whether another device, alone and after what it is computing, would have done all of Left before Device has done one
/// iteration.
bool PieceScheduler::anotherIsSooner(unsigned Device, uint64_t Left) const {
  const Member &Asking = members()[Device];
  double Own = Asking.Record->Ranges.secondsFor(1);
  return std::ranges::any_of(members(), [&](const Member &M) {
    if (&M == &Asking || !works(M) || !M.Record->Ranges.measured())
      return false;
    return M.Record->Ranges.secondsFor(static_cast<double>(Left + M.computing())) < Own;
  });
}

/// Half of what Device would do until the end; when that gets too short for a piece, all of it.
uint64_t PieceScheduler::pieceOfRest(unsigned Device, uint64_t Left) {
  constexpr double Part = 0.5, FastestGrowth = 16;
  const Member &M = members()[Device];
  const RangeHistory &Ranges = M.Record->Ranges;
  if (!Ranges.measured())
    return std::min(Left, probe(M));
  if (anotherIsSooner(Device, Left))
    return 0;
  double Others = speedOfOthers(Device), Own = 1 / Ranges.secondsPerIteration();
  double UntilEnd = (static_cast<double>(Left) + Own * Ranges.fixedSeconds()) / (Own + Others);
  double Count = (Part * UntilEnd - Ranges.fixedSeconds()) * Own;
  double Least = leastIterations(Ranges);
  if (Count < Least)
    Count = std::min(Least, (UntilEnd - Ranges.fixedSeconds()) * Own);
  Count = std::min(Count, FastestGrowth * Ranges.largest());
  return std::max(leastPart(Device, Left), wholeIterations(Count, Left));
}

} // namespace hetrt
