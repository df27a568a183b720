// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `split`: cuts every pass into `div` equal subpasses, each of which is split like a pass under `adaptive`. For loops
// whose iterations cost more at one end than at the other, and for loops that run only once. [S12], section 4.
#include "Schedule/PassScheduler.h"
#include "Schedule/Rows.h"

#include <algorithm>

namespace hetrt {

namespace {
class Split final : public PassScheduler {
  using PassScheduler::PassScheduler;
  /// The first iterations() % div() subpasses have one iteration more.
  uint64_t roundEnd(uint64_t Round) const override {
    uint64_t Size = iterations() / div(), Larger = iterations() % div();
    return Round + 1 >= div() ? iterations() : (Round + 1) * Size + std::min(Round + 1, Larger);
  }
};
} // namespace

extern const SchedulerDescriptor SplitScheduler;
const SchedulerDescriptor SplitScheduler = {
    schedulers::Split, "each pass in div equal subpasses, each balanced like a pass of adaptive",
    [](const ScheduleOptions &Options) -> std::unique_ptr<Scheduler> { return std::make_unique<Split>(Options); }};

} // namespace hetrt
