// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `chunk_dynamic`: chunks from a queue; a device's chunks grow as long as larger chunks make an iteration cheaper on
// the device. [D14], section 5.
#include "Schedule/QueueScheduler.h"
#include "Schedule/Rows.h"

namespace hetrt {

namespace {
class ChunkDynamic final : public GrowingQueueScheduler {
  using GrowingQueueScheduler::GrowingQueueScheduler;
};
} // namespace

extern const SchedulerDescriptor ChunkDynamicScheduler;
const SchedulerDescriptor ChunkDynamicScheduler = {
    schedulers::ChunkDynamic, "chunks from a queue that grow, for each device, while iterations get cheaper",
    [](const ScheduleOptions &Options) -> std::unique_ptr<Scheduler> {
      return std::make_unique<ChunkDynamic>(Options);
    }};

} // namespace hetrt
