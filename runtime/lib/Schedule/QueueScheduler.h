// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the schedulers share that hand out chunks from a queue, and the rule of those whose chunks grow.
#ifndef HETRT_SCHEDULE_QUEUE_SCHEDULER_H
#define HETRT_SCHEDULE_QUEUE_SCHEDULER_H

#include "Schedule/PassScheduler.h"

namespace hetrt {

/// All iterations in one queue, for the whole pass. An accelerator is slow when it did fewer than any core, and is
/// given up for that even where sizes follow no measurement.
class QueueScheduler : public PassScheduler {
public:
  using PassScheduler::PassScheduler;

protected:
  Form formOfPass() override { return Form::Queue; }
  uint64_t pieceOfRest(unsigned Device, uint64_t Left) override = 0;
  bool backsOff() const override { return true; }
  bool wasSlow(const Member &Accelerator, const Others &Of) const override;
};

/// Chunks of the size at which the device has been seen to work best, from a small start; smaller towards the end, so
/// that no device works alone.
class GrowingQueueScheduler : public QueueScheduler {
public:
  using QueueScheduler::QueueScheduler;

protected:
  uint64_t pieceOfRest(unsigned Device, uint64_t Left) override;
  /// The best size so far, whatever is left.
  uint64_t grownChunk(unsigned Device);
  /// Device's part of Left by measured speeds; all of it while none is known.
  double exactPart(unsigned Device, uint64_t Left) const;
  /// The same in whole iterations, at least leastPart().
  uint64_t partBySpeed(unsigned Device, uint64_t Left) const;
};

} // namespace hetrt

#endif
