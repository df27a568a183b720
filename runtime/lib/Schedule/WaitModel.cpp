// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Measures how much the times of devices vary, and corrects the estimated seconds per iteration accordingly.
#include "Schedule/WaitModel.h"

#include <algorithm>
#include <cmath>

namespace hetrt {

static bool isCore(const Participant &Which) { return Which.Record->Kind == ProcessorKind::Cpu; }

/// The expected maximum of Count normally distributed values is about 0.7 sqrt(2 ln Count) standard deviations above
/// their mean.
double expectedExcess(size_t Count, double Noise) {
  return 0.7 * std::sqrt(2 * std::log(static_cast<double>(Count))) * DeviationPerNoise * Noise;
}

void WaitModel::measured(std::span<const Participant> Devices, std::span<const Portion> Portions) {
  note(ProcessorKind::Cpu, Devices, Portions);
  note(ProcessorKind::Accelerator, Devices, Portions);
}

/// The deviations of the devices of one kind in one round, for the estimate of the noise.
namespace {
struct Deviations {
  double Sum = 0, Largest = 0;
  size_t Count = 0;
  void add(double Deviation) {
    Sum += Deviation;
    Largest = std::max(Largest, Deviation);
    ++Count;
  }
  double excess() const { return Largest * static_cast<double>(Count) / Sum - 1; }
  double noise() const { return excess() / expectedExcess(Count, 1); }
};
} // namespace

void WaitModel::note(ProcessorKind Kind, std::span<const Participant> Devices, std::span<const Portion> Portions) {
  constexpr unsigned Window = 12; // after this number of rounds the mean becomes a moving average
  Deviations FromBelief, FromEachOther;
  for (size_t J = 0; J < Devices.size(); ++J) {
    const DeviceRecord &R = *Devices[J].Record;
    if (R.Kind != Kind || Portions[J].Count == 0 || !R.Rates.measured())
      continue;
    FromEachOther.add(R.Rates.latest() / Portions[J].Seconds);
    if (R.Rates.latestDeviation() > 0)
      FromBelief.add(R.Rates.latestDeviation());
  }
  Spread &Of = Kind == ProcessorKind::Cpu ? Cores : Accelerators;
  if (FromBelief.Count > 1) {
    Of.Count = std::min(Of.Count + 1, Window);
    Of.Mean += (FromBelief.noise() - Of.Mean) / Of.Count;
  } else if (Kind == ProcessorKind::Cpu && FromEachOther.Count > 1 && FromEachOther.excess() <= UnprovenSpread) {
    Of.Guess = FromEachOther.noise();
  }
}

/// The usual deviation, as a fraction, of the times of this kind's devices from their estimates; infinity if unknown.
/// If no round had measurements of two or more devices of the kind, the least noise of a single device's measurements
/// is returned.
double WaitModel::noise(ProcessorKind Kind, std::span<const Participant> Devices) const {
  if (of(Kind).Count > 0)
    return of(Kind).Mean;
  double Least = INFINITY;
  for (const Participant &P : Devices)
    if (P.Record->Kind == Kind && P.Record->Rates.proven())
      Least = std::min(Least, P.Record->Rates.noise());
  return std::isinf(Least) ? of(Kind).Guess : Least;
}

void WaitModel::apply(std::span<const Participant> Devices, std::span<double> SecondsPerIteration) const {
  size_t Count = 0;
  double CoreSeconds = 0, CoreCount = 0, Fastest = INFINITY;
  for (size_t J = 0; J < Devices.size(); ++J) {
    if (!Devices[J].TakesPart)
      continue;
    ++Count;
    if (isCore(Devices[J])) {
      CoreSeconds += SecondsPerIteration[J];
      ++CoreCount;
    } else {
      Fastest = std::min(Fastest, SecondsPerIteration[J]);
    }
  }
  double OfCores = noise(ProcessorKind::Cpu, Devices), OfAccelerators = noise(ProcessorKind::Accelerator, Devices);
  if (std::isinf(OfCores)) // a kind without measurements gets the noise of the other kind
    OfCores = OfAccelerators;
  if (std::isinf(OfAccelerators))
    OfAccelerators = OfCores;
  if (Count < 2 || std::isinf(OfCores))
    return;
  double Core = CoreCount > 0 ? CoreSeconds / CoreCount : INFINITY;
  Fastest = std::min(Fastest, Core);
  double Scale =
      DeviationPerNoise * std::max(OfCores, OfAccelerators) / std::sqrt(2 * std::log(static_cast<double>(Count)));
  double ByCore = 1 + expectedExcess(Count, OfCores), ByAccelerator = 1 + expectedExcess(Count, OfAccelerators);
  double CoreFactor = CoreCount > 0 ? ByCore * std::pow(Core / Fastest, Scale) : 1;
  for (size_t J = 0; J < Devices.size(); ++J)
    if (Devices[J].TakesPart) {
      double &Seconds = SecondsPerIteration[J];
      Seconds *= isCore(Devices[J]) ? CoreFactor : ByAccelerator * std::pow(Seconds / Fastest, Scale);
    }
}

} // namespace hetrt
