// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The interface of schedulers: what a region tells a scheduler, and what it gets back.
//
//            beginPass           next / finished / returned              endPass
//   Region ------------> Scheduler ------------------------> ... ------------------> (kept for the next pass)
//
// A scheduler sees iteration counts, devices and measured seconds, and hands out ranges. It knows no clock, no thread
// and no device API, so the same object runs in a program and in virtual time (unit tests, simulator).
// docs/add-a-scheduler.md states the contract in full.
#ifndef HETRT_SCHEDULE_SCHEDULER_H
#define HETRT_SCHEDULE_SCHEDULER_H

#include <cstdint>
#include <limits>
#include <span>
#include <string_view>

namespace hetrt {

/// Iterations First <= i < Last of a region's 0..N-1.
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

/// What a scheduler knows of a device before it has measured anything. One entry per CPU core and per accelerator.
struct DeviceModel {
  static constexpr uint64_t Unlimited = std::numeric_limits<uint64_t>::max();
  static constexpr uint32_t ByPosition = std::numeric_limits<uint32_t>::max();

  ProcessorKind Kind = ProcessorKind::Cpu;
  /// Throughput relative to the other devices ([D14] section 5: p_j = 1 / (SIMD width_j / SIMD width of the base
  /// device)). Anything outside 1e-9 to 1e9 counts as 1.
  double SimdWidth = 1;
  /// Iterations whose data fit into the accelerator at once; 0 means that it cannot serve. Not used for cores.
  uint64_t MemoryLimitIterations = Unlimited;
  /// False: gets no share. An unusable core still takes over what failing accelerators leave when no other device is
  /// there.
  bool Usable = true;
  /// Whether one more core is listed while the accelerator is given up: the core of its host thread.
  bool TakesCore = false;
  /// Whether data stays on the accelerator from pass to pass, so that one pass may pay for what later ones use.
  bool KeepsData = false;
  /// What the device is called from pass to pass: measurements follow it when the list of devices changes. Unique
  /// within a list; ByPosition stands for the entry's index.
  uint32_t Id = ByPosition;
  /// What an earlier run measured for a loop of about this size; NaN: unknown. Believed until something is measured.
  double EarlierSecondsPerIteration = std::numeric_limits<double>::quiet_NaN();
};

struct ScheduleOptions {
  /// First-pass share of all CPU cores together, 0..1; NaN: from the device model.
  double Ratio = std::numeric_limits<double>::quiet_NaN();
  /// Subpasses (`split`, `quick`), or chunks that each device takes in a pass (chunk schedulers), at least 1.
  uint64_t Div = 10;
  /// An accelerator takes at least this fraction of the loop in one share, or none; 0..1. For schedulers that split.
  double MinimumShare = 0;
  /// An accelerator slower per iteration than the slowest core for so many passes is given up, unless passes take
  /// longer without it; 0: never.
  unsigned BackOffPasses = 2;
  /// After so many passes one that was given up is tried again, and after each trial that fails, twice as many; a
  /// device whose share rounds to nothing is measured anew. 0: never.
  unsigned RetryPasses = 100;
  /// Cores whose times per iteration differ by no more than this fraction count as equal.
  double CoreTolerance = 0.03;
  /// Cores differ in what their caches hold rather than in speed, so that telling them apart has to prove itself.
  bool CoresAlike = true;
  /// The split moves only where the predicted time of a pass falls by more than this fraction ...
  double RebalanceThreshold = 0.01;
  /// ... and by more than this, which is about what a barrier costs.
  double RebalanceMinimumSeconds = 1e-6;
};

enum class Answer : uint8_t {
  Run,  ///< compute Share, then call finished() or returned() for it
  Wait, ///< nothing now; ask again when another device has called finished() or returned(), or next() if keepsOrder()
  Done  ///< nothing more for this device in this pass
};

struct Assignment {
  Answer What = Answer::Done;
  Range Share;
};

/// One scheduler serves one region and lives as long as it; what it measured carries over from pass to pass.
/// Calls are serialised by the caller, none blocks, none throws. Devices are named by their index in the list given to
/// beginPass. After the first pass over a list of devices no call allocates, except where a memory limit binds (the
/// linear program) or ranges come back.
class Scheduler {
public:
  virtual ~Scheduler() = default;

  /// Starts a pass over iterations 0..Iterations-1. Models may change from pass to pass, in number too.
  virtual void beginPass(uint64_t Iterations, std::span<const DeviceModel> Models) = 0;

  /// What Device does next. A device that holds a range asks again only after reporting it.
  virtual Assignment next(unsigned Device) = 0;

  /// Device has computed Part, all or a piece of what it holds, in Seconds: copies and launch included, one-time
  /// start-up excluded. Seconds that are no plausible measurement (NaN, infinite, zero, negative) count the work only.
  virtual void finished(unsigned Device, Range Part, double Seconds) = 0;

  /// Of the seconds that Device, a core, reports next, so many went into driving accelerators: it is faster without
  /// them.
  virtual void drove(unsigned /*Device*/, double /*Seconds*/) {}

  /// Device will not compute Part, all or a piece of what it holds; it goes to others. For an accelerator this is a
  /// failure: it gets nothing more in this pass unless no other device is there. A device that is lost, or a core whose
  /// thread never came, returns an empty Part: what was meant for it goes to others too.
  virtual void returned(unsigned Device, Range Part) = 0;

  /// The caller has waited so long for the pass that is about to end, start-up excluded: more than its devices took,
  /// since threads had to wake and to gather. Who does not know says nothing.
  virtual void waited(double /*Seconds*/) {}

  /// Ends the pass, learns from it, and says how many iterations were not finished: 0 unless the pass was broken off.
  virtual uint64_t endPass() = 0;

  /// Whether an accelerator was found not to be worth its host thread. It gets no range; the caller may list one more
  /// core in its place, and keeps listing the accelerator, usable or not. Changes in endPass() only: after a number of
  /// passes the answer is no again, for a trial, and from the next pass on the caller lists the accelerator as usable.
  virtual bool givenUp(unsigned Device) const = 0;

  /// The next pass will have so many iterations. A device that was given up in passes much smaller than this one is no
  /// longer. beginPass() says it too; it is for callers that do not list devices that were given up.
  virtual void expect(uint64_t /*Iterations*/) {}

  /// Whether a device may have to wait until another one has taken a range.
  virtual bool keepsOrder() const { return false; }

  /// Why the latest pass was scheduled as it was, as a phrase for the report; empty when there is no choice. Valid
  /// until the next call.
  virtual std::string_view reason() const { return {}; }

  /// The whole split of the pass, one range per device, so that threads can read theirs without calling next(). Stable
  /// until endPass. Empty when the scheduler hands out more than one range per device or not all fits.
  /// A device that took a share from here reports it by finished() or returned() like any other; unless an accelerator
  /// has a share, nothing can come back and next() need not be called at all.
  virtual std::span<const Range> shares() const { return {}; }
};

} // namespace hetrt

#endif
