// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The base classes of schedulers that hand out chunks from a queue, and the rule for chunks that grow.
#ifndef HETRT_SCHEDULE_QUEUE_SCHEDULER_H
#define HETRT_SCHEDULE_QUEUE_SCHEDULER_H

#include "Schedule/PassScheduler.h"

namespace hetrt {

/// Keeps all iterations of a pass in one queue. An accelerator counts as slow if it computed fewer iterations than
/// every core. It can then be given up, even if the scheduler computes its chunk sizes without measurements.
class QueueScheduler : public PassScheduler {
public:
  using PassScheduler::PassScheduler;

protected:
  Form formOfPass() override { return Form::Queue; }
  uint64_t pieceOfRest(unsigned Device, uint64_t Left) override = 0;
  bool backsOff() const override { return true; }
  bool wasSlow(const Member &Accelerator, const Others &Of) const override;
};

/// Gives each device chunks that start small and grow while larger chunks make its iterations cheaper (ChunkGrowth).
/// Towards the end of a pass chunks shrink, so that devices end at about the same time.
class GrowingQueueScheduler : public QueueScheduler {
public:
  using QueueScheduler::QueueScheduler;

protected:
  uint64_t pieceOfRest(unsigned Device, uint64_t Left) override;
  /// The size of the device's next chunk by ChunkGrowth; may be more than the iterations that are left.
  uint64_t grownChunk(unsigned Device);
  /// Device's part of Left in proportion to measured speeds; Left itself while Device has not been measured.
  double exactPart(unsigned Device, uint64_t Left);
  /// The same as exactPart(), rounded to whole iterations and not less than leastPart().
  uint64_t partBySpeed(unsigned Device, uint64_t Left);
};

} // namespace hetrt

#endif
