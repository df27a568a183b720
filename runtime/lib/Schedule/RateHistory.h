// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Measured seconds per iteration from pass to pass, and the estimate made from them: rules 1 to 3 of DeviceRecord.h.
#ifndef HETRT_SCHEDULE_RATE_HISTORY_H
#define HETRT_SCHEDULE_RATE_HISTORY_H

#include <algorithm>

namespace hetrt {

/// Whether a value can be a measurement of seconds per iteration: not NaN, infinite, zero, negative, or absurd.
constexpr bool plausible(double SecondsPerIteration) {
  return SecondsPerIteration >= 1e-30 && SecondsPerIteration <= 1e30;
}

/// Whether the time per iteration of a share (or pass) of Iterations iterations can be compared with that of one of
/// Others iterations. Because of fixed costs and caches, the time per iteration depends on the size.
constexpr bool similarSize(double Iterations, double Others) {
  constexpr double OtherSize = 1.3;
  return Iterations <= OtherSize * Others && Others <= OtherSize * Iterations;
}

/// While a device has few measurements, a new one that differs from the estimate by more than this fraction is only
/// used if the next one confirms it. Also the largest deviation, as a fraction, that a single measurement contributes
/// to the noise.
inline constexpr double UnprovenSpread = 0.25;

/// For a normal distribution: the standard deviation divided by the mean absolute deviation. Noise is measured as a
/// mean absolute deviation.
inline constexpr double DeviationPerNoise = 1.25;

/// The estimate of the seconds per iteration of one device, or of whole passes.
class RateHistory {
public:
  /// Adds a plausible measurement of a share of the given size.
  void add(double SecondsPerIteration, double Iterations);
  /// Sets the estimate that is used until the first measurement: a value from an earlier run of the program.
  void suppose(double SecondsPerIteration);

  /// Whether there is an estimate, measured or set by suppose().
  bool known() const { return Count > 0; }
  bool measured() const { return EverMeasured > 0; }
  bool proven() const { return EverMeasured >= Proof; }
  /// The estimate, by rules 1 to 3 of DeviceRecord.h. Valid only if known().
  double secondsPerIteration() const { return Believed; }
  /// The size of the shares that the estimate was measured for; 0 if it was set by suppose().
  double iterations() const { return Reference; }
  /// Whether a measurement of a share of this size can be compared with the estimate.
  bool isAbout(double Iterations) const { return similarSize(Iterations, Reference); }
  /// The fraction by which a measurement usually differs from the estimate that was made before it. Kept when
  /// measurements are dropped by rules 2 and 3 of DeviceRecord.h.
  double noise() const { return Noise; }
  /// Gives all earlier measurements together the weight of one. Called if the next passes run with other devices, so
  /// that the measurements may change.
  void loosen() { Count = std::min(Count, 1u); }
  /// The last measurement divided by the estimate before it; 0 if there was no estimate or the measurement was left
  /// out.
  double latestDeviation() const { return LatestDeviation; }
  /// The last measurement, whether it was used for the estimate or left out.
  double latest() const { return Latest; }

private:
  static constexpr unsigned Proof = 3;

  void restart(double SecondsPerIteration, double Iterations, unsigned Measurements);
  void noteNoise(double Deviation);
  double surprise() const;

  double Believed = 0;
  double Reference = 0; ///< size of the shares that Believed was measured for
  double Latest = 0, LatestDeviation = 0;
  double Suspect = 0; ///< the last measurement if it was far off the estimate, else 0
  double Noise = 0;
  unsigned Count = 0; ///< number of measurements in Believed
  unsigned Deviations = 0;
  unsigned EverMeasured = 0;
};

} // namespace hetrt

#endif
