// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Seconds per iteration from pass to pass, and what to believe of them: rules 1 to 3 of DeviceRecord.h.
#ifndef HETRT_SCHEDULE_RATE_HISTORY_H
#define HETRT_SCHEDULE_RATE_HISTORY_H

#include <algorithm>

namespace hetrt {

/// Whether so many seconds per iteration can be a measurement: not NaN, infinite, zero, negative, or absurd.
constexpr bool plausible(double SecondsPerIteration) {
  return SecondsPerIteration >= 1e-30 && SecondsPerIteration <= 1e30;
}

/// Whether times per iteration of shares, or passes, of these sizes are comparable: fixed costs and caches differ.
constexpr bool similarSize(double Iterations, double Others) {
  constexpr double OtherSize = 1.3;
  return Iterations <= OtherSize * Others && Others <= OtherSize * Iterations;
}

/// How far measurements may stray while they are few before that is believed. Also the most that one of them counts as
/// noise.
inline constexpr double UnprovenSpread = 0.25;

/// Noise is a mean absolute deviation; so many standard deviations of a normal variable.
inline constexpr double DeviationPerNoise = 1.25;

/// Seconds per iteration, of a device or of whole passes, from pass to pass.
class RateHistory {
public:
  /// Takes a plausible measurement of a share of so many iterations.
  void add(double SecondsPerIteration, double Iterations);
  /// What is believed until the first measurement, from an earlier run.
  void suppose(double SecondsPerIteration);

  /// Whether anything is believed, be it supposed.
  bool known() const { return Count > 0; }
  bool measured() const { return EverMeasured > 0; }
  bool proven() const { return EverMeasured >= Proof; }
  /// By rules 1 to 3; only when known().
  double secondsPerIteration() const { return Believed; }
  /// The size of the share that this is about; 0 where it is supposed.
  double iterations() const { return Reference; }
  /// Whether a measurement of a share of this size is comparable.
  bool isAbout(double Iterations) const { return similarSize(Iterations, Reference); }
  /// By how much a measurement usually differs from what was believed before it, as a fraction; outlasts rules 2 and 3.
  double noise() const { return Noise; }
  /// What comes is measured beside other devices: it may soon outweigh what was.
  void loosen() { Count = std::min(Count, 1u); }
  /// The last measurement over what was believed before; 0 where nothing was, or where it is no matter of noise.
  double latestDeviation() const { return LatestDeviation; }
  /// The last measurement, whether it is believed or not.
  double latest() const { return Latest; }

private:
  static constexpr unsigned Proof = 3;

  void restart(double SecondsPerIteration, double Iterations, unsigned Measurements);
  void noteNoise(double Deviation);
  double surprise() const;

  double Believed = 0;
  double Reference = 0; ///< size of the share that Believed is about
  double Latest = 0, LatestDeviation = 0;
  double Suspect = 0; ///< the last measurement, if it was far off
  double Noise = 0;
  unsigned Count = 0; ///< measurements behind Believed
  unsigned Deviations = 0;
  unsigned EverMeasured = 0;
};

} // namespace hetrt

#endif
