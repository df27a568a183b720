// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Computes the size of the next piece (Form::Pieces).
#include "Schedule/PieceScheduler.h"

#include <algorithm>
#include <cmath>

namespace hetrt {

/// Seconds. A piece that takes less time is not worth the call of next() that fetches it.
static constexpr double ShortestPiece = 20e-6;
/// A piece that is shorter than this number of kernel launches is not worth its launch.
static constexpr double LaunchesPerPiece = 4;
/// A piece must take at least this fraction of the time for which the device has already computed in this pass.
static constexpr double ShortestPart = 1. / 256;

/// Rounds Count down to a whole number from 1 to Most.
static uint64_t wholeIterations(double Count, uint64_t Most) {
  if (!(Count < static_cast<double>(Most)))
    return Most;
  return Count < 1 ? 1 : static_cast<uint64_t>(Count);
}

/// The least number of seconds for a piece. AtWork: the seconds that the device has computed in this pass.
static double shortestPiece(const DeviceRecord &Record, double AtWork) {
  return std::max({ShortestPiece, LaunchesPerPiece * Record.Ranges.fixedSeconds(), ShortestPart * AtWork});
}

size_t PieceScheduler::unknownAccelerators() const {
  return static_cast<size_t>(std::ranges::count_if(
      members(), [](const Member &M) { return works(M) && M.accelerator() && !M.Record->Rates.known(); }));
}

/// Whether the accelerator, with its fixed cost, would compute fewer iterations than the slowest core during the time
/// of a pass. It computes none if its fixed cost exceeds the time of the pass.
bool PieceScheduler::wasSlow(const Member &Accelerator, const Others &Of) const {
  const DeviceRecord &Record = *Accelerator.Record;
  if (Of.SlowestCore == 0 || !Record.Rates.measured())
    return false;
  double Fixed = Record.fixedSeconds();
  double PerIteration = Record.Rates.secondsPerIteration() - Fixed / Record.Rates.iterations();
  return (Of.Longest - Fixed) / PerIteration < Of.Longest / Of.SlowestCore;
}

/// The first piece of a device is most of its share. The more the times of its ranges vary, the smaller is the piece,
/// so that more of the share is left to balance the end of the pass.
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

/// The size of the first piece of a device that has not been measured. The piece is so small that the other devices do
/// not have to wait for it, even if the device is a core beside an accelerator with the speed of 1000 cores, or an
/// accelerator that is slower than a core.
uint64_t PieceScheduler::probe(const Member &M) const {
  constexpr uint64_t OfCore = uint64_t{1} << 15, OfAccelerator = uint64_t{1} << 8;
  return std::max<uint64_t>(1, iterations() / (M.accelerator() ? OfAccelerator : OfCore));
}

/// An upper bound for the speed of M, in iterations per second. If M has reported no range, or only first ranges of
/// passes, which may cost more than later ones, its speed is not known. The bound is then the speed that M would have
/// if it finished its present piece now. M has been computing that piece for as many seconds as the reported ranges of
/// the device Asking exceed those of M.
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

/// How many more seconds a device will need for its present piece of Computing iterations. AtWork: the seconds of the
/// device's reported ranges; AskingAtWork: those of the device that calls next() now. So the device has been computing
/// the piece for AskingAtWork - AtWork seconds.
static double outstanding(double AtWork, double AskingAtWork, const DeviceRecord &Record, uint64_t Computing) {
  if (Computing == 0)
    return 0;
  double Whole = Record.secondsFor(static_cast<double>(Computing), AtWork == 0);
  return std::clamp(Whole - (AskingAtWork - AtWork), 0.0, Whole);
}

/// Whether some other device, after its present piece, would alone finish all Left iterations in less than Seconds.
bool PieceScheduler::anotherIsSooner(unsigned Device, uint64_t Left, double Seconds) const {
  const Member &Asking = members()[Device];
  return std::ranges::any_of(members(), [&](const Member &M) {
    if (&M == &Asking || !works(M) || !M.Record->Ranges.measured())
      return false;
    double First = outstanding(M.Pass.Seconds, Asking.Pass.Seconds, *M.Record, M.computing());
    return First + M.Record->secondsFor(static_cast<double>(Left), M.Taken == 0) < Seconds;
  });
}

/// How expensive the iterations of M's share are: M's time per iteration, divided by the mean over the devices of its
/// kind.
double PieceScheduler::weight(const Member &M) const {
  double Sum = 0, Devices = 0;
  for (const Member &Each : members())
    if (works(Each) && Each.Model.Kind == M.Model.Kind && Each.Record->Ranges.measured()) {
      Sum += Each.Record->secondsPerIteration();
      ++Devices;
    }
  return M.Record->Ranges.measured() ? M.Record->secondsPerIteration() * Devices / Sum : 1;
}

/// The size of a piece that Device takes from the share of Owner. Owner's iterations may be more expensive than those
/// of Device: in a triangular loop, the device with the cheap iterations ends first and takes pieces from others. So
/// the piece becomes smaller in proportion to their cost.
uint64_t PieceScheduler::pieceOfOthers(unsigned Device, unsigned Owner, uint64_t Left) {
  return piece(Device, Left, std::max(1.0, weight(members()[Owner]) / weight(members()[Device])));
}

/// Half of the iterations that Device would compute until the end of the pass, or all of them if half is too short for
/// a piece. Weight: the time of one of these iterations divided by the time of the iterations with which the device was
/// measured.
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
