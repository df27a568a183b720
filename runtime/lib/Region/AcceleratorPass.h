// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An accelerator's part in one pass: asks for ranges, moves their windows, launches the kernel, and reports.
#ifndef HETRT_REGION_ACCELERATORPASS_H
#define HETRT_REGION_ACCELERATORPASS_H

#include "Memory/PassMemory.h"
#include "Region/Accelerator.h"
#include "Region/PieceChooser.h"
#include "Schedule/Scheduler.h"
#include "Trace/RegionTrace.h"

#include <array>
#include <vector>

namespace hetrt {

class SharedPass;
class Stopwatch;

class AcceleratorPass final : public AcceleratorTask {
public:
  AcceleratorPass(SharedPass &Pass, Accelerator &Who, unsigned Number, const PassArrays &Arrays, Directory &Known,
                  PieceChooser &Cut)
      : Pass(Pass), Who(Who), Number(Number), Arrays(Arrays), Known(Known), Cut(Cut) {}

  /// In the accelerator's thread.
  void run() override;

  /// Instead of run(), if there is no thread.
  void neverStarted(const Status &Why);

  // ---- What came of it, once the accelerator has left the pass.

  Accelerator &accelerator() const { return Who; }

  /// Number in the scheduler's list.
  unsigned number() const { return Number; }

  /// The reduction values of the launches that succeeded, one after another, unless they are ordered.
  const std::vector<std::byte> &partials() const { return Partials; }

  /// The indices that the device wrote, per array.
  const std::vector<IntervalSet> &written() const { return Written; }

  std::uint64_t iterations() const { return Iterations; }
  double seconds() const { return Seconds; }
  const HostSeconds &host() const { return Host; }
  const DeviceSeconds &queues() const { return Queues; }

  /// The device fault that ended its part, or success.
  const Status &fault() const { return Fault; }

private:
  void serve();
  bool serve(PassMemory &Memory, Range Part, std::unique_lock<std::mutex> &Driving, Stopwatch &Clock);
  bool take(Stopwatch &Clock, Range &Into);
  Status compute(PassMemory &Memory, Range &Rest, Stopwatch &Clock);
  Status start(PassMemory &Memory, Range Piece, unsigned Slot, Stopwatch &Clock);
  void account(Range Done, double Took);
  void keepPartials(std::uint64_t First, const std::vector<std::byte> &Left);
  void giveUp(const Status &Why, Range Part);

  SharedPass &Pass;
  Accelerator &Who;
  const unsigned Number;
  const PassArrays &Arrays;
  Directory &Known;
  PieceChooser &Cut;

  std::vector<std::byte> Partials;
  std::array<std::vector<std::byte>, 2> LaunchPartials; ///< One per slot.
  std::vector<IntervalSet> Written;
  std::uint64_t Iterations = 0;
  double Seconds = 0;
  HostSeconds Host;
  DeviceSeconds Queues;
  Status Fault;
};

} // namespace hetrt

#endif
