// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Robust estimates of seconds per iteration.
#include "Schedule/RateHistory.h"

#include <algorithm>
#include <cmath>

namespace hetrt {

/// How far a core may stray from the median of its kind before that is believed, while measurements are few. Also the
/// most that one measurement counts as noise.
static constexpr double UnprovenSpread = 0.25;

/// The weight of the latest measurement in a device's noise.
static constexpr double NoiseWeight = 0.2;

/// The middle value; of an even number the mean of the middle two. Reorders Values.
static double median(std::span<double> Values) {
  auto Middle = Values.begin() + static_cast<std::ptrdiff_t>(Values.size() / 2);
  std::nth_element(Values.begin(), Middle, Values.end());
  if (Values.size() % 2)
    return *Middle;
  return (*Middle + *std::max_element(Values.begin(), Middle)) / 2;
}

/// The middle value; of an even number the smaller of the middle two. Reorders Values.
static double lowerMedian(std::span<double> Values) {
  auto Middle = Values.begin() + static_cast<std::ptrdiff_t>((Values.size() - 1) / 2);
  std::nth_element(Values.begin(), Middle, Values.end());
  return *Middle;
}

void RateHistory::add(double SecondsPerIteration) {
  if (Outdated)
    Count = Oldest = 0;
  Outdated = false;
  ++EverMeasured;
  if (measured()) {
    double Deviation = std::min(UnprovenSpread, std::abs(SecondsPerIteration / Believed - 1));
    Noise += NoiseWeight * (Deviation - Noise);
  }
  if (Count < Window) {
    Samples[Count++] = SecondsPerIteration;
  } else {
    Samples[Oldest] = SecondsPerIteration;
    Oldest = (Oldest + 1) % Window;
  }
  std::array<double, Window> Sorted = Samples;
  Believed = lowerMedian(std::span(Sorted).first(Count));
}

/// The median over devices of Kind of seconds per iteration as if their SIMD width were 1, or NaN.
double RateEstimator::typicalCost(std::span<const RateHistory *const> Devices, ProcessorKind Kind) {
  Scratch.clear();
  for (const RateHistory *H : Devices)
    if (H->Kind == Kind && H->measured())
      Scratch.push_back(H->secondsPerIteration() * H->SimdWidth);
  return Scratch.empty() ? NAN : median(Scratch);
}

/// By how much the slowest of Count devices is expected to exceed their mean, where each usually varies by Noise: the
/// expected maximum of Count normal variables, about 0.7 sqrt(2 ln Count) standard deviations.
static double expectedExcess(size_t Count, double Noise) {
  constexpr double DeviationPerNoise = 1.1; // Noise is a mean absolute deviation from a median of few
  return 0.7 * std::sqrt(2 * std::log(static_cast<double>(Count))) * DeviationPerNoise * Noise;
}

void RateEstimator::judgeCores(std::span<const RateHistory *const> Devices, double TypicalCore, double Tolerance,
                               std::span<double> SecondsPerIteration) {
  bool AllProven = true;
  Scratch.clear();
  for (const RateHistory *H : Devices) {
    if (H->Kind != ProcessorKind::Cpu || !H->measured())
      continue;
    AllProven &= H->proven();
    Scratch.push_back(H->noise());
  }
  double Noise = lowerMedian(Scratch);
  double Allowed = std::max(Tolerance, AllProven ? 2 * Noise : UnprovenSpread);
  double WithWait = 1 + expectedExcess(Scratch.size(), Noise);
  for (size_t J = 0; J < Devices.size(); ++J) {
    const RateHistory &H = *Devices[J];
    if (H.Kind != ProcessorKind::Cpu)
      continue;
    double AsTypical = TypicalCore / H.SimdWidth;
    if (std::abs(SecondsPerIteration[J] / AsTypical - 1) <= Allowed)
      SecondsPerIteration[J] = AsTypical;
    SecondsPerIteration[J] *= WithWait;
  }
}

void RateEstimator::estimate(std::span<const RateHistory *const> Devices, double Tolerance,
                             std::span<double> SecondsPerIteration) {
  Scratch.reserve(Devices.size());
  double TypicalCore = typicalCost(Devices, ProcessorKind::Cpu);
  double TypicalAccelerator = typicalCost(Devices, ProcessorKind::Accelerator);
  bool CoresMeasured = !std::isnan(TypicalCore), AcceleratorsMeasured = !std::isnan(TypicalAccelerator);
  if (!CoresMeasured)
    TypicalCore = AcceleratorsMeasured ? TypicalAccelerator : 1;
  if (!AcceleratorsMeasured)
    TypicalAccelerator = TypicalCore;
  for (size_t J = 0; J < Devices.size(); ++J) {
    const RateHistory &H = *Devices[J];
    double Typical = H.Kind == ProcessorKind::Cpu ? TypicalCore : TypicalAccelerator;
    SecondsPerIteration[J] = H.measured() ? H.secondsPerIteration() : Typical / H.SimdWidth;
  }
  if (CoresMeasured)
    judgeCores(Devices, TypicalCore, Tolerance, SecondsPerIteration);
}

} // namespace hetrt
