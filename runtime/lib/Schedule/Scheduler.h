// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The interface of schedulers. A region is an annotated loop; a pass is one execution of it. For each pass the region
// tells its scheduler the trip count and the devices, and the scheduler hands out ranges of iterations.
//
//            beginPass           next / finished / returned              endPass
//   Region ------------> Scheduler ------------------------> ... ------------------> (kept for the next pass)
//
// A scheduler sees iteration counts, devices and measured seconds. It uses no clock, no thread and no device API, so
// the same object runs in a program and in virtual time (unit tests, simulator). docs/add-a-scheduler.md states the
// contract in full.
#ifndef HETRT_SCHEDULE_SCHEDULER_H
#define HETRT_SCHEDULE_SCHEDULER_H

#include <cstdint>
#include <limits>
#include <span>
#include <string_view>

namespace hetrt {

/// The iterations First <= i < Last of a region, which are numbered 0..N-1.
struct Range {
  uint64_t First = 0;
  uint64_t Last = 0;
  constexpr uint64_t size() const { return Last > First ? Last - First : 0; }
  constexpr bool empty() const { return Last <= First; }
  friend constexpr bool operator==(const Range &, const Range &) = default;
};

enum class ProcessorKind : uint8_t {
  Cpu,        ///< one core of the host: cannot fail, works in the host's memory
  Accelerator ///< driven by one host thread; may fail, may have too little memory
};

/// What a scheduler knows of a device before the device has been measured. The caller lists one model for each CPU core
/// and one for each accelerator.
struct DeviceModel {
  static constexpr uint64_t Unlimited = std::numeric_limits<uint64_t>::max();
  static constexpr uint32_t ByPosition = std::numeric_limits<uint32_t>::max();

  ProcessorKind Kind = ProcessorKind::Cpu;
  /// The expected throughput relative to the other devices, for the first pass; the time of an iteration is taken to be
  /// proportional to 1 / SimdWidth ([D14], section 5). A value outside of the range 1e-9 to 1e9 counts as 1.
  double SimdWidth = 1;
  /// The number of iterations whose data fit into the accelerator's memory at once; 0: the accelerator cannot compute
  /// any iteration. Not used for cores.
  uint64_t MemoryLimitIterations = Unlimited;
  /// If false, the device gets no share. A core that is not usable still computes ranges that failing accelerators
  /// return, if there is no other device.
  bool Usable = true;
  /// Whether the accelerator's host thread takes a core, so that the caller lists one more core while the accelerator
  /// is given up.
  bool TakesCore = false;
  /// Whether arrays stay on the accelerator from pass to pass. If so, one pass may contain copies that later passes
  /// need not make.
  bool KeepsData = false;
  /// A number that identifies the device from pass to pass: measurements belong to the number, not to the position in
  /// the list of devices. Unique within a list; ByPosition stands for the entry's index.
  uint32_t Id = ByPosition;
  /// Seconds per iteration that an earlier run of the program measured for a loop of about this trip count; NaN:
  /// unknown. Used until the device has been measured in this run.
  double EarlierSecondsPerIteration = std::numeric_limits<double>::quiet_NaN();
};

struct ScheduleOptions {
  /// The share of all CPU cores together in the first pass, 0..1; NaN: by the device models.
  double Ratio = std::numeric_limits<double>::quiet_NaN();
  /// The number of subpasses (`split`, `quick`), or of chunks that each device takes in a pass (chunk schedulers); at
  /// least 1.
  uint64_t Div = 10;
  /// An accelerator gets at least this fraction of the loop in one share, or nothing; 0..1. Used by schedulers that
  /// split the loop into shares.
  double MinimumShare = 0;
  /// An accelerator that was slower per iteration than the slowest core for this number of consecutive passes is given
  /// up, unless passes take longer without it; 0: never.
  unsigned BackOffPasses = 2;
  /// An accelerator that was given up is tried again after this number of passes; each time that the trial fails, the
  /// number doubles. After this number of passes, too, a device whose share was rounded to 0 iterations is measured
  /// again. 0: never.
  unsigned RetryPasses = 100;
  /// Cores whose times per iteration differ by at most this fraction count as equally fast.
  double CoreTolerance = 0.03;
  /// True: if cores' times differ, the contents of their caches are the likely reason, and not their speeds, so
  /// different shares for cores are kept only if passes get shorter (CoreTrust.h).
  bool CoresAlike = true;
  /// The split changes only if the predicted time of a pass falls by more than this fraction.
  double RebalanceThreshold = 0.01;
  /// The split changes only if the predicted time of a pass also falls by more than this number of seconds, about the
  /// cost of a barrier.
  double RebalanceMinimumSeconds = 1e-6;
};

enum class Answer : uint8_t {
  Run,  ///< compute Share, then call finished() or returned() for it
  Wait, ///< no range now; call next() again after another device has called finished() or returned() (if keepsOrder(),
        ///< also after next())
  Done  ///< no more ranges for this device in this pass
};

struct Assignment {
  Answer What = Answer::Done;
  Range Share;
};

/// A scheduler serves one region and lives as long as the region; its measurements are kept from pass to pass. The
/// caller serialises the calls. No call blocks or throws. The parameter Device is the device's index in the list given
/// to beginPass(). After the first pass over a list of devices no call allocates memory, except if a memory limit
/// restricts the split (the linear program then allocates) or if a device returns a range.
class Scheduler {
public:
  virtual ~Scheduler() = default;

  /// Starts a pass over the iterations 0..Iterations-1. The list of devices may differ from that of the last pass, also
  /// in length.
  virtual void beginPass(uint64_t Iterations, std::span<const DeviceModel> Models) = 0;

  /// What Device is to do next. A device that has got a range calls next() only after it has reported the range by
  /// finished() or returned().
  virtual Assignment next(unsigned Device) = 0;

  /// Device has computed Part, which is all or a part of the range that it has got. Seconds: the time for Part, with
  /// copies and launch, but without start-up that happens only once. If Seconds is no plausible measurement (NaN,
  /// infinite, zero, negative), only the iterations count.
  virtual void finished(unsigned Device, Range Part, double Seconds) = 0;

  /// Device is a core whose thread has also driven accelerators, for Seconds of the seconds that it reports next by
  /// finished(). The scheduler subtracts them when it compares the core's speed with an accelerator's.
  virtual void drove(unsigned /*Device*/, double /*Seconds*/) {}

  /// Device will not compute Part, which is all or a part of the range that it has got; other devices get Part. If
  /// Device is an accelerator, it has failed: it gets no more ranges in this pass unless there is no other device. An
  /// accelerator that is lost, or a core whose thread has not joined the pass, returns an empty Part; its share then
  /// goes to other devices too.
  virtual void returned(unsigned Device, Range Part) = 0;

  /// The seconds that the caller has waited for the pass that is about to end, start-up excluded. They are more than
  /// the busiest device's seconds, since the threads have to wake first and to wait for each other at the end. A caller
  /// that has not measured them does not call this function.
  virtual void waited(double /*Seconds*/) {}

  /// Ends the pass, updates the estimates by its measurements, and returns the number of unfinished iterations: 0
  /// unless the caller stopped the pass early.
  virtual uint64_t endPass() = 0;

  /// Whether Device, an accelerator, has been given up, since passes are shorter without it and its host thread. It
  /// then gets no range. The caller may list one more core in its place, and goes on listing the accelerator, usable or
  /// not. The result changes only in endPass(), and in expect() or beginPass() for a pass that is much larger. After a
  /// number of passes the result becomes false for a trial; from then on the caller lists the accelerator as usable.
  virtual bool givenUp(unsigned Device) const = 0;

  /// Announces the trip count of the next pass. An accelerator that was given up in much smaller passes counts as not
  /// given up in that pass. beginPass() does the same; this function is for callers that want to know givenUp() before
  /// they make the list for beginPass().
  virtual void expect(uint64_t /*Iterations*/) {}

  /// Whether ranges are handed out in a recorded order (HETRT_REPLAY), so that a device may have to wait until another
  /// device has taken a range.
  virtual bool keepsOrder() const { return false; }

  /// Why the scheduler scheduled the latest pass as it did: a phrase for the report. Empty if the scheduler makes no
  /// choices. Valid until the next call.
  virtual std::string_view reason() const { return {}; }

  /// The whole split of the pass, one range per device, so that threads can read their ranges without calling next().
  /// Valid until endPass(). Empty if the scheduler hands out more than one range per device, or if the devices' memory
  /// is too small for all iterations. A device that read its range here reports it by finished() or returned() as
  /// usual. If no accelerator has a share, no range can be returned, so no device need call next() at all.
  virtual std::span<const Range> shares() const { return {}; }
};

} // namespace hetrt

#endif
