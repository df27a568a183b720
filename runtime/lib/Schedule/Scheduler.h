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
  /// proportional to 1 / SimdWidth ([D14], section 5). A value outside 1e-9 to 1e9 counts as 1.
  double SimdWidth = 1;
  /// The number of iterations whose data fit into the accelerator's memory at once; 0 means that the accelerator cannot
  /// compute any. Not used for cores.
  uint64_t MemoryLimitIterations = Unlimited;
  /// If false, the device gets no share. A core that is not usable still computes ranges that failing accelerators
  /// return, if there is no other device.
  bool Usable = true;
  /// Whether the caller lists one more core while this accelerator is given up, for the host thread that drove it.
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
  /// An accelerator that was given up is tried again after this number of passes, and after twice as many each time the
  /// trial fails; a device whose share was rounded to nothing is measured again after as many passes. 0: never.
  unsigned RetryPasses = 100;
  /// Cores whose times per iteration differ by at most this fraction count as equally fast.
  double CoreTolerance = 0.03;
  /// True: cores are assumed to differ in what their caches hold rather than in speed, so different shares for them are
  /// kept only if passes get shorter (CoreTrust.h).
  bool CoresAlike = true;
  /// The split changes only if the predicted time of a pass falls by more than this fraction.
  double RebalanceThreshold = 0.01;
  /// The split changes only if the predicted time of a pass also falls by more than this number of seconds, about the
  /// cost of a barrier.
  double RebalanceMinimumSeconds = 1e-6;
};

enum class Answer : uint8_t {
  Run,  ///< compute Share, then call finished() or returned() for it
  Wait, ///< no range now; ask again after another device has called finished() or returned(), or next() if keepsOrder()
  Done  ///< no more ranges for this device in this pass
};

struct Assignment {
  Answer What = Answer::Done;
  Range Share;
};

/// A scheduler serves one region and lives as long as the region; its measurements are kept from pass to pass. The
/// caller serialises the calls. No call blocks or throws. A device is named by its index in the list given to
/// beginPass(). After the first pass over a list of devices no call allocates memory, except where a memory limit binds
/// (the linear program) or a device returns a range.
class Scheduler {
public:
  virtual ~Scheduler() = default;

  /// Starts a pass over the iterations 0..Iterations-1. The models may differ from those of the last pass, also in
  /// number.
  virtual void beginPass(uint64_t Iterations, std::span<const DeviceModel> Models) = 0;

  /// What Device is to do next. A device that holds a range calls next() only after it has reported that range.
  virtual Assignment next(unsigned Device) = 0;

  /// Device has computed Part, the whole or a piece of the range that it holds, in Seconds: copies and launch included,
  /// one-time start-up excluded. If Seconds is no plausible measurement (NaN, infinite, zero, negative), only the
  /// iterations count.
  virtual void finished(unsigned Device, Range Part, double Seconds) = 0;

  /// Device, a core, spent this part of the seconds that it reports next on driving accelerators. The scheduler
  /// subtracts these seconds when it compares the core's speed with an accelerator's.
  virtual void drove(unsigned /*Device*/, double /*Seconds*/) {}

  /// Device will not compute Part, the whole or a piece of the range that it holds; other devices get Part. From an
  /// accelerator this reports a failure: it gets no more ranges in this pass unless there is no other device. An
  /// accelerator that is lost, or a core whose thread never came, returns an empty Part: its share goes to the other
  /// devices too.
  virtual void returned(unsigned Device, Range Part) = 0;

  /// The seconds that the caller has waited for the pass that is about to end, start-up excluded. They are more than
  /// the busiest device's seconds, since threads have to wake and to gather. A caller that has not measured them does
  /// not call this.
  virtual void waited(double /*Seconds*/) {}

  /// Ends the pass, learns from its measurements, and returns the number of unfinished iterations: 0 unless the caller
  /// broke the pass off.
  virtual uint64_t endPass() = 0;

  /// Whether Device, an accelerator, has been given up: cores do better without it and its host thread. It then gets no
  /// range. The caller may list one more core in its place, and goes on listing the accelerator, usable or not. The
  /// answer changes in endPass() only. After a number of passes it becomes false for a trial, and from the next pass on
  /// the caller lists the accelerator as usable.
  virtual bool givenUp(unsigned Device) const = 0;

  /// Announces the trip count of the next pass. An accelerator that was given up in much smaller passes is not given up
  /// in that pass. beginPass() calls this too; it is for callers that do not list given-up devices in beginPass().
  virtual void expect(uint64_t /*Iterations*/) {}

  /// Whether a device may have to wait until another device has taken a range, since ranges are handed out in a
  /// recorded order (HETRT_REPLAY).
  virtual bool keepsOrder() const { return false; }

  /// Why the latest pass was scheduled as it was, as a phrase for the report; empty if the scheduler has no choice.
  /// Valid until the next call.
  virtual std::string_view reason() const { return {}; }

  /// The whole split of the pass, one range per device, so that threads can read their ranges without calling next().
  /// Valid until endPass(). Empty if the scheduler hands out more than one range per device or if not all iterations
  /// fit. A device that took its range from here reports it by finished() or returned() as usual; unless an accelerator
  /// has a share, no range can come back and next() need not be called at all.
  virtual std::span<const Range> shares() const { return {}; }
};

} // namespace hetrt

#endif
