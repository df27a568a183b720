// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a scheduler has measured of each device, and what it believes from that.
//
// Belief moves by three rules, so that a big difference shows after one pass and noise never does:
//   1. A device's time per iteration is the median of its last Window measurements; of two, the smaller, since
//      disturbances only ever slow down.
//   2. Measurements taken under a share that has since changed by more than a tenth are forgotten: a device's time per
//      iteration depends on its share (fixed costs, caches, an irregular loop).
//   3. Cores count as equal (in proportion to their device models), at their median, until they are seen to differ: by
//      more than a quarter while one has been measured less than three times, thereafter by more than twice what cores
//      usually vary from pass to pass.
//   4. A pass waits for the slowest of its cores. Where measurements vary, every core counts as slower by what the
//      slowest of so many is expected to lose; among cores alone that changes nothing.
#ifndef HETRT_SCHEDULE_RATE_HISTORY_H
#define HETRT_SCHEDULE_RATE_HISTORY_H

#include "Schedule/Scheduler.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace hetrt {

/// Measurements of one device.
class RateHistory {
public:
  static constexpr unsigned Window = 5;

  explicit RateHistory(uint32_t Id, ProcessorKind Kind, double SimdWidth) : Id(Id), Kind(Kind), SimdWidth(SimdWidth) {}

  uint32_t Id;
  ProcessorKind Kind;
  double SimdWidth;
  unsigned SlowPasses = 0; ///< passes in a row in which an accelerator was slower than the slowest core
  bool GivenUp = false;

  /// Whether so many seconds per iteration can be a measurement: not NaN, infinite, zero, negative, or absurd.
  static bool plausible(double SecondsPerIteration) {
    return SecondsPerIteration >= 1e-30 && SecondsPerIteration <= 1e30;
  }
  /// Takes a plausible measurement.
  void add(double SecondsPerIteration);
  /// The device's share has changed: the next measurement replaces all earlier ones.
  void shareChanged() { Outdated = true; }

  bool measured() const { return Count > 0; }
  bool proven() const { return EverMeasured >= 3; }
  /// By rule 1; only when measured().
  double secondsPerIteration() const { return Believed; }
  /// By how much a measurement usually differs from what was believed before it, as a fraction; outlasts rule 2.
  double noise() const { return Noise; }

private:
  std::array<double, Window> Samples = {};
  unsigned Count = 0;
  unsigned Oldest = 0;
  unsigned EverMeasured = 0;
  bool Outdated = false;
  double Believed = 0;
  double Noise = 0;
};

/// Estimates every device's time per iteration from the histories by rules 3 and 4. A device never measured is put
/// beside those of its kind, else beside any that were, in proportion to the device model; with no measurement at all
/// the device model alone speaks (p_j = 1 / SIMD width_j).
class RateEstimator {
public:
  /// Tolerance: difference between cores of one model that is never acted on.
  void estimate(std::span<const RateHistory *const> Devices, double Tolerance, std::span<double> SecondsPerIteration);

private:
  double typicalCost(std::span<const RateHistory *const> Devices, ProcessorKind Kind);
  void judgeCores(std::span<const RateHistory *const> Devices, double TypicalCore, double Tolerance,
                  std::span<double> SecondsPerIteration);

  std::vector<double> Scratch;
};

} // namespace hetrt

#endif
