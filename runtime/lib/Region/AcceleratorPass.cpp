// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The accelerator's side of a pass.
#include "Region/AcceleratorPass.h"

#include "Region/Pass.h"
#include "Region/SharedPass.h"

#include <utility>

namespace hetrt {

/// Tells where the time goes.
class Stopwatch {
public:
  /// Seconds since the last call.
  double lap() {
    const std::int64_t Before = std::exchange(Last, nanoseconds());
    return double(Last - Before) * 1e-9;
  }

private:
  std::int64_t Last = nanoseconds();
};

void AcceleratorPass::run() {
  const DeviceStatistics Before = Who.device().statistics();
  serve();
  BytesIn = Who.device().statistics().BytesIn - Before.BytesIn;
  BytesOut = Who.device().statistics().BytesOut - Before.BytesOut;
  Pass.left();
}

void AcceleratorPass::neverStarted(const Status &Why) {
  giveUp(Why, {});
  Pass.left();
}

void AcceleratorPass::serve() {
  // Start-up, before the clock runs: it happens once, and would mislead the balance.
  if (Status Result = Who.device().prepare(*Arrays.Region); !Result.ok())
    return giveUp(Result, {});
  PassMemory Memory(Arrays, Who.memory(), Known);
  Stopwatch Clock;
  for (Range Part; take(Clock, Part);) {
    const double Before = Host.computing();
    if (Status Result = compute(Memory, Part, Clock); !Result.ok()) {
      Memory.abandon();
      giveUp(Result, Part);
      break;
    }
    const double Took = Host.computing() - Before;
    Partials.insert(Partials.end(), LaunchPartials.begin(), LaunchPartials.end());
    Iterations += Part.size();
    Seconds += Took;
    Pass.finished(Number, Part, Took);
  }
  for (unsigned Array = 0; Array < Arrays.Call.Arrays.size(); ++Array)
    Written.push_back(Memory.written(Array));
}

/// All since the last range was computed is part of the decision.
bool AcceleratorPass::take(Stopwatch &Clock, Range &Into) {
  double Waited = 0;
  const bool More = Pass.take(Number, Into, &Waited);
  Host.Decide += Clock.lap() - Waited;
  return More;
}

/// Moves in, launches, moves out; the outputs are in their place on success.
Status AcceleratorPass::compute(PassMemory &Memory, Range Part, Stopwatch &Clock) {
  Device &On = Who.device();
  if (Status Result = Memory.bringIn(Part.First, Part.Last); !Result.ok())
    return Result;
  if (Status Result = On.orderAfter(Queue::Compute, Queue::In); !Result.ok())
    return Result;
  Host.Move += Clock.lap();
  LaunchPartials.clear();
  Launch Wanted = Memory.launch();
  if (Arrays.Region->partials_size)
    Wanted.Partials = &LaunchPartials;
  if (Status Result = On.launch(Wanted); !Result.ok())
    return Result;
  Host.Launch += Clock.lap();
  if (Status Result = On.orderAfter(Queue::Out, Queue::Compute); !Result.ok())
    return Result;
  if (Status Result = Memory.sendOut(); !Result.ok())
    return Result;
  Host.Move += Clock.lap();
  if (Status Result = On.synchronize(); !Result.ok())
    return Result;
  Host.Wait += Clock.lap();
  Memory.commit();
  Host.Commit += Clock.lap();
  return Status::success();
}

/// A program fault ends the pass; after a device fault the others compute the range.
void AcceleratorPass::giveUp(const Status &Why, Range Part) {
  if (Why.isProgramFault()) {
    Pass.fail(Why);
  } else {
    Fault = Why;
    Pass.returned(Number, Part);
  }
}

} // namespace hetrt
