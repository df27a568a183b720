// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The accelerator's side of a pass.
#include "Region/AcceleratorPass.h"

#include "Memory/Exchange.h"
#include "Region/Pass.h"
#include "Region/SharedPass.h"

#include <cstring>
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
  serve();
  Pass.left();
}

void AcceleratorPass::neverStarted(const Status &Why) {
  giveUp(Why, {});
  Pass.left();
}

void AcceleratorPass::serve() {
  // Others may use the device between the ranges: to fetch what it alone holds.
  std::unique_lock Driving(Who.memory().driving());
  // Start-up, before the clock runs: it happens once, and would mislead the balance.
  if (Status Result = Who.device().prepare(*Arrays.Region); !Result.ok()) {
    Status Lost = Who.device().lost() ? Known.deviceLost(Who.memory()) : Status::success();
    return giveUp(Lost.ok() ? Result : Lost, {});
  }
  PassMemory Memory(Arrays, Who.memory(), Known);
  Stopwatch Clock;
  Driving.unlock();
  for (Range Part; take(Clock, Part);)
    if (!serve(Memory, Part, Driving, Clock))
      break;
  if (!Driving)
    Driving.lock();
  for (unsigned Array = 0; Array < Arrays.Call.Arrays.size(); ++Array)
    Written.push_back(Memory.written(Array));
}

/// Computes a range. Returns false if that was the last one.
bool AcceleratorPass::serve(PassMemory &Memory, Range Part, std::unique_lock<std::mutex> &Driving, Stopwatch &Clock) {
  const double Before = Host.computing(), Launching = Host.Launch;
  Range Rest = Part;
  Status Result;
  if (Known.policy() == WritePolicy::Back)
    Result = supplyDevice(Arrays, Known, Who.memory(), Part.First, Part.Last, Memory.keepsPersistent(), false);
  Driving.lock();
  Queues += Who.device().takeSeconds(); // what others fetched meanwhile
  if (Result.ok())
    Result = compute(Memory, Rest, Clock);
  const DeviceSeconds Took = Who.device().takeSeconds();
  Queues += Took;
  if (!Result.ok())
    if (Status Lost = Memory.abandon(); !Lost.ok() && Result.isDeviceFault())
      Result = Status::programFault(Lost.code(), Lost.message() + ": " + Result.message());
  Driving.unlock();
  // Where memory is short, it decides about the pieces.
  if (Result.ok() && Memory.iterationsAtOnce() >= Part.size())
    Cut.note(Part.size(), Host.computing() - Before, Took, Host.Launch - Launching);
  if (Rest.First > Part.First)
    account({Part.First, Rest.First}, Host.computing() - Before);
  if (!Result.ok())
    giveUp(Result, Rest);
  return Result.ok();
}

/// All since the last range was computed is part of the decision.
bool AcceleratorPass::take(Stopwatch &Clock, Range &Into) {
  double Waited = 0;
  const bool More = Pass.take(Number, Into, &Waited);
  Host.Decide += Clock.lap() - Waited;
  return More;
}

void AcceleratorPass::account(Range Done, double Took) {
  Iterations += Done.size();
  Seconds += Took;
  Pass.finished(Number, Done, Took);
}

/// Moves the windows of a piece in and launches it.
Status AcceleratorPass::start(PassMemory &Memory, Range Piece, unsigned Slot, Stopwatch &Clock) {
  if (Status Result = Memory.bringIn(Piece.First, Piece.Last, Slot); !Result.ok())
    return Result;
  if (Status Result = Who.device().orderAfter(Queue::Compute, Queue::In); !Result.ok())
    return Result;
  Host.Move += Clock.lap();
  LaunchPartials[Slot].clear();
  Launch Wanted = Memory.launch(Slot);
  if (const Reductions &Reduced = Pass.reductions(); Reduced.Bytes) {
    Wanted.Partials = &LaunchPartials[Slot];
    Wanted.PartialBytes = Reduced.Bytes;
    Wanted.Grain = Reduced.Ordered ? Reduced.Division.Size : 0;
  }
  const Status Result = Who.device().launch(Wanted);
  Host.Launch += Clock.lap();
  return Result;
}

/// Computes a range, in pieces if it is larger than the device has room for, or if that has turned out to be faster:
/// the next piece moves in while one is computed and moves out. `Rest` loses each piece whose outputs are in their
/// place.
Status AcceleratorPass::compute(PassMemory &Memory, Range &Rest, Stopwatch &Clock) {
  Device &On = Who.device();
  const std::uint64_t Grain = Pass.reductions().Division.Size;
  const std::uint64_t Wanted = std::min(Memory.iterationsAtOnce(), (Rest.size() - 1) / Cut.pieces() + 1);
  const std::uint64_t AtOnce = std::max(Wanted / Grain, std::uint64_t(1)) * Grain;
  auto After = [&](std::uint64_t First) { return Range{First, First + std::min(AtOnce, Rest.Last - First)}; };
  unsigned Slot = 0;
  Range Piece = After(Rest.First);
  if (Status Result = start(Memory, Piece, Slot, Clock); !Result.ok())
    return Result;
  while (true) {
    if (Status Result = On.orderAfter(Queue::Out, Queue::Compute); !Result.ok())
      return Result;
    if (Status Result = Memory.sendOut(Slot); !Result.ok())
      return Result;
    Host.Move += Clock.lap();
    const Range Next = After(Piece.Last);
    if (!Next.empty())
      if (Status Result = start(Memory, Next, 1 - Slot, Clock); !Result.ok())
        return Result;
    // Reduction values are there only once the compute queue is.
    const bool All = Next.empty() || Pass.reductions().Bytes;
    if (Status Result = All ? On.synchronize() : On.synchronize(Queue::Out); !Result.ok())
      return Result;
    Host.Wait += Clock.lap();
    Memory.commit(Slot);
    keepPartials(Piece.First, LaunchPartials[Slot]);
    Host.Commit += Clock.lap();
    Rest.First = Piece.Last;
    if (Next.empty())
      return Status::success();
    Piece = Next;
    Slot = 1 - Slot;
  }
}

/// Takes over the reduction values of a launch that succeeded.
void AcceleratorPass::keepPartials(std::uint64_t First, const std::vector<std::byte> &Left) {
  if (OrderedPartials *Ordered = Pass.reductions().Ordered.get(); Ordered && !Left.empty())
    std::memcpy(Ordered->at(First), Left.data(), Left.size());
  else
    Partials.insert(Partials.end(), Left.begin(), Left.end());
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
