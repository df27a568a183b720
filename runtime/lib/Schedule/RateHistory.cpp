// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Estimates a rate as a mean of measurements that leaves out noise and follows lasting changes.
#include "Schedule/RateHistory.h"

#include <algorithm>
#include <cmath>

namespace hetrt {

void RateHistory::suppose(double SecondsPerIteration) { restart(SecondsPerIteration, 0, 1); }

void RateHistory::restart(double SecondsPerIteration, double Iterations, unsigned Measurements) {
  Believed = SecondsPerIteration;
  Reference = Iterations;
  Count = Measurements;
  Suspect = 0;
}

/// Updates the noise with the deviation of a new measurement: the mean of the first five deviations, then a moving
/// average in which a new deviation has weight 1/5.
void RateHistory::noteNoise(double Deviation) {
  constexpr unsigned Averaged = 5;
  Deviations = std::min(Deviations + 1, Averaged);
  Noise += (std::min(Deviation, UnprovenSpread) - Noise) / Deviations;
}

/// The relative deviation from the estimate beyond which a measurement counts as far off (rules 1 and 2 of
/// DeviceRecord.h).
double RateHistory::surprise() const {
  constexpr double Least = 0.05;
  double ThreeDeviations = 3 * DeviationPerNoise * Noise;
  return std::max(ThreeDeviations, Count < Proof ? UnprovenSpread : Least);
}

void RateHistory::add(double Rate, double Iterations) {
  constexpr unsigned Window = 12; // after this number of measurements the mean becomes a moving average
  ++EverMeasured;
  Latest = Rate;
  LatestDeviation = 0;
  if (Count == 0 || !isAbout(Iterations))
    return restart(Rate, Iterations, 1);
  double Deviation = Rate / Believed - 1, Surprise = surprise();
  noteNoise(std::abs(Deviation));
  if (std::abs(Deviation) <= Surprise) {
    LatestDeviation = Rate / Believed;
    Count = std::min(Count + 1, Window);
    Believed += (Rate - Believed) / Count;
    Suspect = 0;
    return;
  }
  bool Confirmed = Suspect > 0 && (Suspect > Believed) == (Rate > Believed);
  if (Confirmed) {
    bool Agree = std::abs(Rate / Suspect - 1) <= UnprovenSpread;
    restart(Agree ? (Rate + Suspect) / 2 : std::min(Rate, Suspect), Iterations, 2);
  } else if (Count == 1 && Rate < Believed) {
    restart(Rate, Iterations, 1);
  } else {
    Suspect = Rate;
  }
}

} // namespace hetrt
