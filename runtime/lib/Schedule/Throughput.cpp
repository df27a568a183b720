// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `throughput`: keeps accelerators at the chunk size at which they are fastest, and lets cores take chunks of the same
// duration. Navarro, Vilches, Corbera and Asenjo, "Strategies for maximizing utilization on multi-CPU and multi-GPU
// heterogeneous architectures" (2014). f is a device's speed over a core's, r the number of iterations left, G an
// accelerator's best chunk:
//   an accelerator takes G while G/f < (r-G) / (sum of the others' f), then its fair part of what is left;
//   a core takes min(G/f, r / (sum of accelerators' f + cores)).
#include "Schedule/QueueScheduler.h"
#include "Schedule/Rows.h"

#include <algorithm>
#include <cmath>

namespace hetrt {

namespace {
class Throughput final : public GrowingQueueScheduler {
  using GrowingQueueScheduler::GrowingQueueScheduler;

  /// Accelerators are not given up for being slow, since the formula itself leaves slow ones without work.
  bool wasSlow(const Member &, const Others &) const override { return false; }

  uint64_t pieceOfRest(unsigned Device, uint64_t Left) override {
    const Member &M = members()[Device];
    if (!M.Record->Ranges.measured())
      return grownChunk(Device);
    return M.accelerator() ? acceleratorChunk(Device, Left) : coreChunk(Device, Left);
  }

  /// Whether M, an accelerator to which the formula has given no work for many passes, gets work so that it is measured
  /// again.
  bool retry(const Member &M) const {
    return M.Taken == 0 && Options.RetryPasses > 0 && M.Record->IdlePasses >= Options.RetryPasses;
  }

  uint64_t acceleratorChunk(unsigned Device, uint64_t Left) {
    if (exactPart(Device, Left) < 1)
      return retry(members()[Device]) ? 1 : 0;
    uint64_t Best = std::min(grownChunk(Device), Left);
    double Own = speedOf(members()[Device]), OfOthers = allSpeeds() - Own;
    double Rest = static_cast<double>(Left - Best);
    bool OthersTakeLonger = static_cast<double>(Best) * OfOthers < Rest * Own;
    return OthersTakeLonger ? Best : std::min(Best, partBySpeed(Device, Left));
  }

  /// The number of iterations that the core computes in the time of a chunk on an accelerator (on the one whose chunk
  /// takes least time), but at most a fair part of Left.
  uint64_t coreChunk(unsigned Device, uint64_t Left) {
    double Seconds = INFINITY;
    for (size_t J = 0; J < members().size(); ++J) {
      const Member &M = members()[J];
      if (M.accelerator() && speedOf(M) > 0)
        Seconds = std::min(Seconds, static_cast<double>(grownChunk(static_cast<unsigned>(J))) / speedOf(M));
    }
    uint64_t Fair = partBySpeed(Device, Left), Least = leastPart(Device, Left);
    if (std::isinf(Seconds)) // no accelerator has been measured: half of a fair part, so that the other half can
                             // balance the load
      return std::max(Least, Fair / 2);
    double InStep = speedOf(members()[Device]) * Seconds;
    return InStep < static_cast<double>(Fair) ? std::max(Least, static_cast<uint64_t>(InStep)) : Fair;
  }
};
} // namespace

extern const SchedulerDescriptor ThroughputScheduler;
const SchedulerDescriptor ThroughputScheduler = {
    schedulers::Throughput, "accelerators take their best chunk while that pays, cores keep in step [Navarro et al.]",
    [](const ScheduleOptions &Options) -> std::unique_ptr<Scheduler> { return std::make_unique<Throughput>(Options); }};

} // namespace hetrt
