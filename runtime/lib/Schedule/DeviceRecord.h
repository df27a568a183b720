// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a scheduler has measured of each device, and the estimates that it makes from the measurements.
//
// Estimates for whole passes (executions of the loop) follow six rules. They make a large difference take effect after
// one pass, and keep noise from having an effect:
//   1. A device's estimated time per iteration is the mean of its measurements, so each new measurement changes the
//      estimate less than the one before. A measurement that is far off (by three standard deviations of this device's
//      measurements) is left out ...
//   2. ... unless the next measurement is far off in the same direction: then the device's speed has changed, and all
//      earlier measurements are dropped. If the two measurements that are far off differ much, the smaller one is used,
//      since disturbances only make a device slower.
//   3. Measurements are dropped when the size of the device's share changes much: its time per iteration depends on the
//      size (fixed costs, caches, an irregular loop).
//   4. All cores get the mean of their times (in proportion to their device models) until measurements show that they
//   differ: by
//      more than a quarter while a core has fewer than three measurements, thereafter by more than twice the deviation
//      that cores usually have from pass to pass.
//   5. If each device has one range, a pass waits for the slowest device: WaitModel.h.
//   6. If different shares for cores have made no pass shorter, cores count as equal for some rounds: CoreTrust.h.
#ifndef HETRT_SCHEDULE_DEVICE_RECORD_H
#define HETRT_SCHEDULE_DEVICE_RECORD_H

#include "Schedule/BackOff.h"
#include "Schedule/RateHistory.h"
#include "Schedule/Scheduler.h"

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace hetrt {

/// The measured times of single ranges of one device, described in two ways: by a moving average of the speed, and by
/// the line seconds = fixedSeconds() + iterations * secondsPerIteration() that has the least relative error for the
/// latest ranges. The first range of a pass takes entrySeconds() more, since arrays that the device needs in full are
/// copied once for all ranges of the pass.
class RangeHistory {
public:
  /// For a core, fixedSeconds() is always 0: a core has no fixed cost. If the fit finds one, the reason is that
  /// iterations differ in cost.
  explicit RangeHistory(ProcessorKind Kind = ProcessorKind::Accelerator)
      : Shortest(Kind == ProcessorKind::Accelerator ? std::numeric_limits<double>::infinity() : 0) {}

  /// Adds a plausible measurement. Entry: the range was the first one of an accelerator in a pass.
  void add(double Iterations, double Seconds, bool Entry = false);

  bool measured() const { return Speed > 0; }
  /// Whether each measured range was the first range of its pass, which may cost more than later ranges.
  bool onlyEntries() const { return measured() && !Followed; }
  /// Iterations per second: an exponential moving average in which the latest range has weight 1/2 [N14].
  double speed() const { return Speed; }
  /// The time that a range takes even without iterations: launch, latency. 0 until ranges of different sizes are
  /// measured.
  double fixedSeconds() const { return Fixed; }
  /// The additional time that the first range of a pass takes. 0 until a second or later range of a pass has been
  /// measured.
  double entrySeconds() const { return EntryCost; }
  double secondsPerIteration() const { return PerIteration; }
  double secondsFor(double Iterations) const { return Fixed + PerIteration * Iterations; }
  /// The fraction by which the time per iteration usually differs from range to range, by noise or because iterations
  /// differ in cost.
  double spread() const { return Spread; }
  /// The number of iterations of the largest measured range.
  double largest() const { return Largest; }

private:
  void sum(double Iterations, double Seconds);
  void noteEntry(double NextIterations);
  void fit();

  bool Followed = false; ///< the sums below contain ranges other than first ranges of a pass
  double EntryCost = 0;
  double EntryIterations = 0, EntryTook = 0; ///< the latest first range of a pass
  double Speed = 0, Fixed = 0, PerIteration = 0, Largest = 0;
  double Spread = 0.3; ///< a loop counts as irregular until its measurements show otherwise
  double Shortest;     ///< the shortest time of a range, which is an upper bound for the fixed time of a launch; 0 for
                       ///< a core
  /// Sums for the fit of the line, over ranges of n iterations that took t seconds: the sums of 1, n, n^2, t and n t,
  /// each term with weight 1/t^2. Older ranges count less.
  double Weight = 0, N = 0, NN = 0, T = 0, NT = 0;
};

/// The size of a device's chunks: it doubles while larger chunks make an iteration cheaper. The times of single chunks
/// vary, so the mean of several chunks of one size is compared with the mean of chunks of half the size. If the larger
/// size was not faster, it is halved again.
class ChunkGrowth {
public:
  /// The size of the next chunk, in iterations. Start: the size of the first chunk.
  uint64_t size(uint64_t Start);
  /// Called when a chunk of Iterations iterations has taken SecondsPerIteration for each iteration.
  void add(uint64_t Iterations, double SecondsPerIteration);

private:
  void moveTo(uint64_t NewSize, double Known);

  uint64_t Size = 0;
  double Average = 0;   ///< mean seconds per iteration of the chunks of this size
  unsigned Chunks = 0;  ///< number of chunks in Average, at most 16
  double Smaller = 0;   ///< the average at half the size; 0: not known
  bool Settled = false; ///< twice the size has been tried and was not faster
};

/// All that a scheduler remembers of one device.
struct DeviceRecord {
  uint32_t Id = 0;
  ProcessorKind Kind = ProcessorKind::Cpu;
  double SimdWidth = 1;
  // Fields that every pass reads come first, so that they are close to each other in memory.
  BackOff Judgement = {};
  unsigned IdlePasses = 0; ///< passes since the device was last measured
  RateHistory Rates = {};
  RateHistory OtherRates = {}; ///< while a back-off question (BackOff.h) compares passes with and without some
                               ///< accelerators: Rates for the kind of pass that does not run now
  RangeHistory Ranges = RangeHistory();
  ChunkGrowth Growth = {};

  /// The part of a share's time that does not depend on the number of its iterations (launch, copies of whole arrays),
  /// as estimated from single ranges.
  double fixedSeconds() const;
  /// The time of one iteration without fixed costs: the larger of the value from whole shares and the value from the
  /// latest ranges, since in an irregular loop the latest ranges may have been light. Valid only if Ranges.measured().
  double secondsPerIteration() const;
  /// The expected time of a range; Entry: the range is the first one of a pass.
  double secondsFor(double Iterations, bool Entry) const {
    return Ranges.fixedSeconds() + (Entry ? Ranges.entrySeconds() : 0) + Iterations * secondsPerIteration();
  }
};

/// Estimates every device's time per iteration from the records by rule 4 at the head of this file. A device without
/// measurements is assumed to be as fast as the measured devices of its kind or, if there are none, as the measured
/// devices of the other kind, in proportion to the device models; if no device has been measured, the estimate follows
/// from the device models alone: device j needs 1 / SimdWidth_j for an iteration, in an arbitrary unit.
class RateEstimator {
public:
  /// Tolerance: cores whose times per iteration differ by at most this fraction count as equally fast.
  void estimate(std::span<const DeviceRecord *const> Devices, double Tolerance, std::span<double> SecondsPerIteration);

private:
  /// The fields of a DeviceRecord that the estimate needs. Records are large, and each step of the estimate reads these
  /// fields of all records, so they are first copied into an array of Glances.
  struct Glance {
    double Cost = 0; ///< seconds per iteration, multiplied by the SIMD width; only if Known
    double Width = 1;
    double Noise = 0;
    ProcessorKind Kind = ProcessorKind::Cpu;
    bool Known = false, Proven = false;
    bool knownCore() const { return Known && Kind == ProcessorKind::Cpu; }
  };

  struct EqualCores {
    double Cost = 0, Allowed = 0;
  };

  double typicalCost(ProcessorKind Kind);
  EqualCores equalCores(double TypicalCore, double Tolerance);
  void judgeCores(double TypicalCore, double Tolerance, std::span<double> SecondsPerIteration);

  std::vector<Glance> Glances;
  std::vector<double> Scratch;
};

} // namespace hetrt

#endif
