// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `chunk_static`: chunks from a queue, each 1/`div` of the device's share under `static`, hence in proportion to the
// device model or `ratio`. [D14], section 5.
#include "Schedule/QueueScheduler.h"
#include "Schedule/Rows.h"

namespace hetrt {

namespace {
class ChunkStatic final : public QueueScheduler {
  using QueueScheduler::QueueScheduler;
  bool learns() const override { return false; }
  uint64_t pieceOfRest(unsigned Device, uint64_t) override {
    uint64_t Share = plannedShares()[Device].size();
    return Share / div() + (Share % div() != 0);
  }
};
} // namespace

extern const SchedulerDescriptor ChunkStaticScheduler;
const SchedulerDescriptor ChunkStaticScheduler = {
    schedulers::ChunkStatic, "chunks from a queue, sized in proportion to the device model or ratio",
    [](const ScheduleOptions &Options) -> std::unique_ptr<Scheduler> {
      return std::make_unique<ChunkStatic>(Options);
    }};

} // namespace hetrt
