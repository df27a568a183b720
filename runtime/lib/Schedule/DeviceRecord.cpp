// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Estimates of seconds per iteration on which single disturbances have little effect, and the decision which cores
// count as equally fast.
#include "Schedule/DeviceRecord.h"

#include <algorithm>
#include <cmath>

namespace hetrt {

//===-- Ranges ---------------------------------------------------------------------------------------------------===//

void RangeHistory::add(double Iterations, double Seconds, bool Entry) {
  constexpr double Least = 0.1;
  if (Entry) {
    EntryIterations = Iterations;
    EntryTook = Seconds;
    return sum(Iterations, std::max(Seconds - EntryCost, Least * Seconds));
  }
  // The first range of a pass says nothing about the speed of later ranges. So when the first later range is measured,
  // the sums of the first ranges are dropped. Only their shortest time is kept, as an upper bound for the time of a
  // launch.
  if (onlyEntries()) {
    Speed = Weight = N = NN = T = NT = Fixed = 0;
  }
  Followed = true;
  sum(Iterations, Seconds);
  noteEntry(Iterations);
}

/// Estimates the extra time that the first range of a pass takes (EntryCost): its time, less the time that the fitted
/// line expects for it. Called after the second range, of NextIterations iterations. Does nothing unless the first
/// range was smaller than the second: in a large first range, the extra time is smaller than the noise and the
/// differences between iterations.
void RangeHistory::noteEntry(double NextIterations) {
  double Expected = secondsFor(EntryIterations), Excess = EntryTook - Expected;
  if (EntryTook > 0 && EntryIterations < NextIterations && Excess > UnprovenSpread * Expected)
    EntryCost = EntryCost > 0 ? (EntryCost + Excess) / 2 : Excess;
  EntryTook = 0;
}

void RangeHistory::sum(double Iterations, double Seconds) {
  constexpr double Decay = 0.8, SpeedWeight = 0.5, SpreadWeight = 0.2;
  double Relative = 1 / Seconds;
  if (measured()) {
    double Deviation = std::abs(Seconds / secondsFor(Iterations) - 1);
    Spread += SpreadWeight * (std::min(Deviation, 1.0) - Spread);
  }
  Largest = std::max(Largest, Iterations);
  Shortest = std::min(Shortest, Seconds);
  double Latest = Iterations * Relative;
  Speed = measured() ? Speed + SpeedWeight * (Latest - Speed) : Latest;
  double Scaled = Iterations * Relative;
  Weight = Decay * Weight + Relative * Relative;
  N = Decay * N + Scaled * Relative;
  NN = Decay * NN + Scaled * Scaled;
  T = Decay * T + Relative;
  NT = Decay * NT + Scaled;
  fit();
}

/// Fits the line seconds = Fixed + iterations * PerIteration to the ranges, by least squares. If the sizes of the
/// ranges hardly differ, Fixed stays as it is. Neither value becomes negative.
void RangeHistory::fit() {
  constexpr double Telling = 0.05; // the fit determines Fixed only if the sizes of the ranges vary at least this much
  double Determinant = Weight * NN - N * N;
  if (Determinant > Telling * Weight * NN)
    Fixed = std::clamp((NN * T - N * NT) / Determinant, 0.0, Shortest);
  PerIteration = (NT - Fixed * N) / NN;
  double Least = 1e-3 * NT / NN;
  if (PerIteration < Least) {
    PerIteration = Least;
    Fixed = std::clamp((T - PerIteration * N) / Weight, 0.0, Shortest);
  }
}

//===-- Chunks ---------------------------------------------------------------------------------------------------===//

uint64_t ChunkGrowth::size(uint64_t Start) {
  constexpr uint64_t SmallestPart = 16; // a chunk has at least this part of Start, so that it is not too small in a
                                        // much longer loop
  Size = std::max({uint64_t{1}, Size == 0 ? Start : Size, Start / SmallestPart});
  return Size;
}

void ChunkGrowth::moveTo(uint64_t NewSize, double Known) {
  Smaller = Known;
  Size = NewSize;
  Average = Chunks = 0;
}

void ChunkGrowth::add(uint64_t Iterations, double SecondsPerIteration) {
  constexpr double Gain = 0.03, Clear = 0.25;
  constexpr unsigned Enough = 6, Memory = 16;
  constexpr uint64_t Largest = uint64_t{1} << 62;
  if (Iterations < Size || Size == 0) // a chunk that was made smaller by the end of the pass or by a memory limit is
                                      // not used
    return;
  Chunks = std::min(Chunks + 1, Memory);
  Average += (SecondsPerIteration - Average) / Chunks;
  const bool First = Smaller == 0 && !Settled;
  const double Better = First ? 1 : 1 - Average / Smaller;
  if (Settled) { // the size stays until the loop's times change clearly
    if (Chunks == Memory && std::abs(Better) > Clear)
      Settled = false, Smaller = 0;
  } else if (First || Better > Clear || (Better > Gain && Chunks >= Enough)) {
    moveTo(Size > Largest / 2 ? Largest : 2 * Size, Average);
  } else if (Better < -Clear || Chunks >= Enough) {
    const double Before = Smaller;
    moveTo(std::max<uint64_t>(1, Size / 2), Before);
    Settled = true;
  }
}

double DeviceRecord::fixedSeconds() const {
  constexpr double Most = 0.95; // the fixed part is at most this fraction of the time of a share, and the iterations
                                // take at least the rest
  return std::min(Ranges.fixedSeconds() + Ranges.entrySeconds(),
                  Most * Rates.secondsPerIteration() * Rates.iterations());
}

double DeviceRecord::secondsPerIteration() const {
  double OfShare = Rates.measured() ? Rates.secondsPerIteration() - fixedSeconds() / Rates.iterations() : 0;
  return std::max(Ranges.secondsPerIteration(), OfShare);
}

//===-- All devices ----------------------------------------------------------------------------------------------===//

/// The median; if the number of values is even, the mean of the middle two. Reorders Values.
static double median(std::span<double> Values) {
  auto Middle = Values.begin() + static_cast<std::ptrdiff_t>(Values.size() / 2);
  std::nth_element(Values.begin(), Middle, Values.end());
  if (Values.size() % 2)
    return *Middle;
  return (*Middle + *std::max_element(Values.begin(), Middle)) / 2;
}

/// The median; if the number of values is even, the smaller of the middle two. Reorders Values.
static double lowerMedian(std::span<double> Values) {
  auto Middle = Values.begin() + static_cast<std::ptrdiff_t>((Values.size() - 1) / 2);
  std::nth_element(Values.begin(), Middle, Values.end());
  return *Middle;
}

/// The median cost of the known devices of this kind; NaN if none is known.
double RateEstimator::typicalCost(ProcessorKind Kind) {
  Scratch.clear();
  for (const Glance &G : Glances)
    if (G.Kind == Kind && G.Known)
      Scratch.push_back(G.Cost);
  return Scratch.empty() ? NAN : median(Scratch);
}

/// For the cores whose costs are close enough to count as equal: their mean cost, and the fraction by which a core's
/// cost may differ from the mean. TypicalCore is the median cost of the cores.
RateEstimator::EqualCores RateEstimator::equalCores(double TypicalCore, double Tolerance) {
  EqualCores Equal;
  bool AllProven = true;
  Scratch.clear();
  for (const Glance &G : Glances)
    if (G.knownCore()) {
      AllProven &= G.Proven;
      Scratch.push_back(G.Noise);
    }
  Equal.Allowed = std::max(Tolerance, AllProven ? 2 * lowerMedian(Scratch) : UnprovenSpread);
  double Sum = 0, Members = 0;
  for (const Glance &G : Glances) {
    double Deviation = G.Cost / TypicalCore - 1;
    if (G.knownCore() && std::abs(Deviation) <= Equal.Allowed) {
      Sum += Deviation;
      ++Members;
    }
  }
  if (Members > 0)
    Equal.Cost = TypicalCore * (1 + Sum / Members);
  return Equal;
}

void RateEstimator::judgeCores(double TypicalCore, double Tolerance, std::span<double> SecondsPerIteration) {
  EqualCores Equal = equalCores(TypicalCore, Tolerance);
  for (size_t J = 0; J < Glances.size(); ++J) {
    const Glance &G = Glances[J];
    if (G.Kind != ProcessorKind::Cpu)
      continue;
    if (std::abs(SecondsPerIteration[J] * G.Width / TypicalCore - 1) <= Equal.Allowed)
      SecondsPerIteration[J] = Equal.Cost / G.Width;
  }
}

void RateEstimator::estimate(std::span<const DeviceRecord *const> Devices, double Tolerance,
                             std::span<double> SecondsPerIteration) {
  Glances.clear();
  Scratch.reserve(Devices.size());
  for (const DeviceRecord *D : Devices)
    Glances.push_back({.Cost = D->Rates.secondsPerIteration() * D->SimdWidth,
                       .Width = D->SimdWidth,
                       .Noise = D->Rates.noise(),
                       .Kind = D->Kind,
                       .Known = D->Rates.known(),
                       .Proven = D->Rates.proven()});
  double TypicalCore = typicalCost(ProcessorKind::Cpu);
  double TypicalAccelerator = typicalCost(ProcessorKind::Accelerator);
  bool CoresKnown = !std::isnan(TypicalCore), AcceleratorsKnown = !std::isnan(TypicalAccelerator);
  if (!CoresKnown)
    TypicalCore = AcceleratorsKnown ? TypicalAccelerator : 1;
  if (!AcceleratorsKnown)
    TypicalAccelerator = TypicalCore;
  for (size_t J = 0; J < Devices.size(); ++J) {
    const Glance &G = Glances[J];
    double Typical = G.Kind == ProcessorKind::Cpu ? TypicalCore : TypicalAccelerator;
    SecondsPerIteration[J] = (G.Known ? G.Cost : Typical) / G.Width;
  }
  if (CoresKnown)
    judgeCores(TypicalCore, Tolerance, SecondsPerIteration);
}

} // namespace hetrt
