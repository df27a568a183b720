// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `chunk`: chunks of one size from a queue, as OpenMP's `dynamic`; the size is such that equally fast devices would
// take `div` chunks each. [D14], section 5.
#include "Schedule/QueueScheduler.h"
#include "Schedule/Rows.h"

#include <algorithm>

namespace hetrt {

namespace {
class Chunk final : public QueueScheduler {
  using QueueScheduler::QueueScheduler;
  bool learns() const override { return false; }
  uint64_t pieceOfRest(unsigned, uint64_t) override { return std::max<uint64_t>(1, iterations() / div() / workers()); }
};
} // namespace

extern const SchedulerDescriptor ChunkScheduler;
const SchedulerDescriptor ChunkScheduler = {
    schedulers::Chunk, "equal chunks from a queue, div for each device",
    [](const ScheduleOptions &Options) -> std::unique_ptr<Scheduler> { return std::make_unique<Chunk>(Options); }};

} // namespace hetrt
