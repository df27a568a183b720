// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `hybrid_chunk`: the first pass as `chunk_dynamic`, later ones as `adaptive`. [D14], section 5.
#include "Schedule/QueueScheduler.h"
#include "Schedule/Rows.h"

namespace hetrt {

namespace {
class HybridChunk final : public GrowingQueueScheduler {
  using GrowingQueueScheduler::GrowingQueueScheduler;
  Form formOfPass() override { return passesDone() == 0 ? Form::Queue : Form::Shares; }
  bool wasSlow(const Member &Accelerator, const Others &Of) const override {
    return passesDone() == 0 ? QueueScheduler::wasSlow(Accelerator, Of) : PassScheduler::wasSlow(Accelerator, Of);
  }
};
} // namespace

extern const SchedulerDescriptor HybridChunkScheduler;
const SchedulerDescriptor HybridChunkScheduler = {schedulers::HybridChunk,
                                                  "first pass as chunk_dynamic, afterwards adaptive",
                                                  [](const ScheduleOptions &Options) -> std::unique_ptr<Scheduler> {
                                                    return std::make_unique<HybridChunk>(Options);
                                                  }};

} // namespace hetrt
