// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How large the next piece is.
#include "Schedule/PieceScheduler.h"

#include <algorithm>
#include <cmath>

namespace hetrt {

/// A piece shorter than this is not worth the call that fetches it ...
static constexpr double ShortestPiece = 20e-6;
/// ... nor one shorter than so many launches ...
static constexpr double LaunchesPerPiece = 4;
/// ... nor one shorter than this part of what the device has been at work in the pass.
static constexpr double ShortestPart = 1. / 256;

/// The whole number nearest below, within 1 and Most.
static uint64_t wholeIterations(double Count, uint64_t Most) {
  if (!(Count < static_cast<double>(Most)))
    return Most;
  return Count < 1 ? 1 : static_cast<uint64_t>(Count);
}

/// The shortest time that is worth a piece of its own.
static double shortestPiece(const DeviceRecord &Record, double AtWork) {
  return std::max({ShortestPiece, LaunchesPerPiece * Record.Ranges.fixedSeconds(), ShortestPart * AtWork});
}

size_t PieceScheduler::unknownAccelerators() const {
  return static_cast<size_t>(std::ranges::count_if(
      members(), [](const Member &M) { return works(M) && M.accelerator() && !M.Record->Rates.known(); }));
}

/// Slow is who would do less than the slowest core in a whole pass: a launch may cost more than the pass takes.
bool PieceScheduler::wasSlow(const Member &Accelerator, const Others &Of) const {
  const DeviceRecord &Record = *Accelerator.Record;
  if (Of.SlowestCore == 0 || !Record.Rates.measured())
    return false;
  double Fixed = Record.fixedSeconds();
  double PerIteration = Record.Rates.secondsPerIteration() - Fixed / Record.Rates.iterations();
  return (Of.Longest - Fixed) / PerIteration < Of.Longest / Of.SlowestCore;
}

/// Most of the share at first; how much of it stays for the end depends on how much ranges are seen to vary.
uint64_t PieceScheduler::pieceOfShare(unsigned Device, uint64_t Left) {
  constexpr double Deviations = 2.5, LeastPart = 0.25, LargestPart = 0.7;
  const Member &M = members()[Device];
  const DeviceRecord &Record = *M.Record;
  auto All = static_cast<double>(Left);
  if (!Record.Ranges.measured())
    return wholeIterations(LeastPart * All, Left);
  double Part = std::clamp(1 - Deviations * Record.Ranges.spread(), LeastPart, LargestPart) * All;
  double Least = std::max(shortestPiece(Record, M.Pass.Seconds) / Record.secondsPerIteration(),
                          static_cast<double>(leastPart(Device, Left)));
  return All - Part < Least ? Left : wholeIterations(Part, Left);
}

/// The first piece of a device of which nothing is known: so little of the loop that it delays no other device, be the
/// device a core beside an accelerator of 1000 cores, or an accelerator slower than a core.
uint64_t PieceScheduler::probe(const Member &M) const {
  constexpr uint64_t OfCore = uint64_t{1} << 15, OfAccelerator = uint64_t{1} << 8;
  return std::max<uint64_t>(1, iterations() / (M.accelerator() ? OfAccelerator : OfCore));
}

/// How fast M is at most. One that has not reported its first piece yet, or only that, which may cost more than others,
/// is slower than what its next one would mean if it came now, as long after the last as Asking has been at work since.
double PieceScheduler::speedBound(const Member &M, const Member &Asking, double TypicalCore) const {
  double Known = M.Record->Ranges.measured() ? 1 / M.Record->secondsPerIteration() : 0;
  if (Known > 0 && !M.Record->Ranges.onlyEntries())
    return Known;
  if (!M.accelerator())
    return TypicalCore;
  double Since = Asking.Pass.Seconds - M.Pass.Seconds;
  return M.computing() > 0 && Since > 0 ? std::max(Known, static_cast<double>(M.computing()) / Since) : Known;
}

double PieceScheduler::speedOfOthers(unsigned Device) const {
  const Member &Asking = members()[Device];
  double Core = Asking.accelerator() ? 0 : 1 / Asking.Record->secondsPerIteration();
  for (const Member &M : members())
    if (Core == 0 && !M.accelerator() && M.Record->Ranges.measured())
      Core = 1 / M.Record->secondsPerIteration();
  double Sum = 0;
  for (const Member &M : members())
    if (&M != &Asking && works(M))
      Sum += speedBound(M, Asking, Core);
  return Sum;
}

/// For how long M will still be at what it computes: it has been at that since it last reported, as long as Asking has
/// been at work for longer.
static double outstanding(double AtWork, double AskingAtWork, const DeviceRecord &Record, uint64_t Computing) {
  if (Computing == 0)
    return 0;
  double Whole = Record.secondsFor(static_cast<double>(Computing), AtWork == 0);
  return std::clamp(Whole - (AskingAtWork - AtWork), 0.0, Whole);
}

/// Whether another device, alone and after what it is computing, would have done all of Left in less than Seconds.
bool PieceScheduler::anotherIsSooner(unsigned Device, uint64_t Left, double Seconds) const {
  const Member &Asking = members()[Device];
  return std::ranges::any_of(members(), [&](const Member &M) {
    if (&M == &Asking || !works(M) || !M.Record->Ranges.measured())
      return false;
    double First = outstanding(M.Pass.Seconds, Asking.Pass.Seconds, *M.Record, M.computing());
    return First + M.Record->secondsFor(static_cast<double>(Left), M.Taken == 0) < Seconds;
  });
}

/// How heavy the iterations are at which M is: its time per iteration over the mean of its kind.
double PieceScheduler::weight(const Member &M) const {
  double Sum = 0, Devices = 0;
  for (const Member &Each : members())
    if (works(Each) && Each.Model.Kind == M.Model.Kind && Each.Record->Ranges.measured()) {
      Sum += Each.Record->secondsPerIteration();
      ++Devices;
    }
  return M.Record->Ranges.measured() ? M.Record->secondsPerIteration() * Devices / Sum : 1;
}

/// Iterations of others may be heavier than a device's own: in a triangular loop those who end first do.
uint64_t PieceScheduler::pieceOfOthers(unsigned Device, unsigned Owner, uint64_t Left) {
  return piece(Device, Left, std::max(1.0, weight(members()[Owner]) / weight(members()[Device])));
}

/// Half of what Device would do until the end; when that gets too short for a piece, all of it. Weight: how much
/// heavier iterations are than what the device has been measured by.
uint64_t PieceScheduler::piece(unsigned Device, uint64_t Left, double Weight) {
  constexpr double Part = 0.5, FastestGrowth = 16;
  const Member &M = members()[Device];
  const RangeHistory &Ranges = M.Record->Ranges;
  if (!Ranges.measured())
    return std::min(Left, probe(M));
  double Launch = Ranges.fixedSeconds() + (M.Taken == 0 ? Ranges.entrySeconds() : 0),
         PerIteration = M.Record->secondsPerIteration() * Weight;
  if (anotherIsSooner(Device, Left, Launch + PerIteration))
    return 0;
  double Own = 1 / PerIteration;
  double UntilEnd = (static_cast<double>(Left) + Own * Launch) / (Own + speedOfOthers(Device));
  double Seconds = Part * UntilEnd - Launch, Shortest = shortestPiece(*M.Record, M.Pass.Seconds);
  if (Seconds < Shortest)
    Seconds = std::min(Shortest, UntilEnd - Launch);
  double Count = std::min(Seconds * Own, FastestGrowth * Ranges.largest());
  return std::max(leastPart(Device, Left), wholeIterations(Count, Left));
}

} // namespace hetrt
