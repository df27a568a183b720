// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a scheduler has measured of each device, and what it believes from that.
//
// Belief about whole passes moves by six rules, so that a big difference shows after one pass and noise never does:
//   1. A device's time per iteration is the mean of its measurements: each new one moves it by less. A measurement that
//      is far off (three standard deviations of what it usually varies by) is left out ...
//   2. ... unless the next one is far off on the same side: then the device has changed, and all earlier ones are
//      forgotten. Of the first two, if they are far apart, the smaller counts: disturbances only ever slow down.
//   3. Measurements of a share of quite another size are forgotten: a device's time per iteration depends on its share
//      (fixed costs, caches, an irregular loop).
//   4. Cores count as equal (in proportion to their device models), at their mean, until they are seen to differ: by
//      more than a quarter while one has been measured less than three times, thereafter by more than twice what cores
//      usually vary from pass to pass.
//   5. Where each device has one range, a pass waits for the last of them: WaitModel.h.
//   6. Where telling cores apart has made no pass shorter, they count as equal for a while: CoreTrust.h.
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

/// What single ranges of a device took: seconds = FixedSeconds + iterations * SecondsPerIteration, the line through its
/// latest ranges that leaves the least relative error, and a moving average of the speed. The first range of a pass
/// takes EntrySeconds more: arrays that are copied in full, once for all ranges.
class RangeHistory {
public:
  /// A core has no fixed cost: where the line says otherwise, the loop is irregular.
  explicit RangeHistory(ProcessorKind Kind = ProcessorKind::Accelerator)
      : Shortest(Kind == ProcessorKind::Accelerator ? std::numeric_limits<double>::infinity() : 0) {}

  /// Takes a plausible measurement. Entry: the first range of an accelerator in a pass.
  void add(double Iterations, double Seconds, bool Entry = false);

  bool measured() const { return Speed > 0; }
  /// Whether only first ranges have been measured, which may cost more than the next ones.
  bool onlyEntries() const { return measured() && !Followed; }
  /// Iterations per second by exponential average with weight 1/2 [N14].
  double speed() const { return Speed; }
  /// What a range costs however small it is: launch, latency. 0 until ranges of different sizes tell.
  double fixedSeconds() const { return Fixed; }
  /// What the first range of a pass costs besides. 0 until others follow it.
  double entrySeconds() const { return EntryCost; }
  double secondsPerIteration() const { return PerIteration; }
  double secondsFor(double Iterations) const { return Fixed + PerIteration * Iterations; }
  /// By how much the time per iteration differs from range to range, as a fraction: noise, or an irregular loop.
  double spread() const { return Spread; }
  /// The size of the largest range.
  double largest() const { return Largest; }

private:
  void sum(double Iterations, double Seconds);
  void noteEntry(double NextIterations);
  void fit();

  bool Followed = false; ///< others than first ranges are summed up below
  double EntryCost = 0;
  double EntryIterations = 0, EntryTook = 0; ///< the last first range
  double Speed = 0, Fixed = 0, PerIteration = 0, Largest = 0;
  double Spread = 0.3; ///< a loop is taken for irregular until it is seen not to be
  double Shortest;     ///< the least that a range took, and so the most that a launch can cost
  /// Decaying sums over ranges of n iterations in t seconds, weighted by 1/t^2: of 1, n, n^2, t and n t.
  double Weight = 0, N = 0, NN = 0, T = 0, NT = 0;
};

/// The size of a device's chunks: it doubles while that makes an iteration cheaper. One chunk may tell by luck, so a
/// size is judged by the mean of several, beside the mean of those half as large; one that has not paid is left again.
class ChunkGrowth {
public:
  /// The size of the next chunk; Start at first.
  uint64_t size(uint64_t Start);
  /// A chunk of so many iterations took so long for each.
  void add(uint64_t Iterations, double SecondsPerIteration);

private:
  void moveTo(uint64_t NewSize, double Known);

  uint64_t Size = 0;
  double Average = 0;   ///< of the chunks of this size
  unsigned Chunks = 0;  ///< so many
  double Smaller = 0;   ///< the average at half the size; 0: not known
  bool Settled = false; ///< twice the size has been tried, and did not pay
};

/// All that is remembered of one device.
struct DeviceRecord {
  uint32_t Id = 0;
  ProcessorKind Kind = ProcessorKind::Cpu;
  double SimdWidth = 1;
  // What every pass looks at lies together.
  BackOff Judgement = {};
  unsigned IdlePasses = 0; ///< since it was last measured
  RateHistory Rates = {};
  RateHistory OtherRates = {}; ///< beside the devices that worked before the open question of back-off
  RangeHistory Ranges = RangeHistory();
  ChunkGrowth Growth = {};

  /// What a share costs however small it is, as far as single ranges have told.
  double fixedSeconds() const;
  /// What an iteration costs besides, by the share or by the latest ranges, whichever is more: in an irregular loop the
  /// latest ranges may have been light. Only when Ranges.measured().
  double secondsPerIteration() const;
  /// What a range costs; Entry: it is the first of a pass.
  double secondsFor(double Iterations, bool Entry) const {
    return Ranges.fixedSeconds() + (Entry ? Ranges.entrySeconds() : 0) + Iterations * secondsPerIteration();
  }
};

/// Estimates every device's time per iteration from the records by rule 4. A device of which nothing is known is
/// put beside those of its kind, else beside any other, in proportion to the device model; where nothing at all is
/// known the device model alone speaks (p_j = 1 / SIMD width_j).
class RateEstimator {
public:
  /// Tolerance: difference between cores of one model that is never acted on.
  void estimate(std::span<const DeviceRecord *const> Devices, double Tolerance, std::span<double> SecondsPerIteration);

private:
  /// What counts here of a record. Records are large, and every rule goes through all of them.
  struct Glance {
    double Cost = 0; ///< seconds per iteration, as if the SIMD width were 1; only if known
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
