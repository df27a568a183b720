// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `quick`: the first pass measures the devices on the first 1/`div` of its iterations and splits the other iterations
// by these measurements; later passes are split as under `adaptive`. [S12], section 4.
#include "Schedule/PassScheduler.h"
#include "Schedule/Rows.h"

#include <algorithm>

namespace hetrt {

namespace {
class Quick final : public PassScheduler {
  using PassScheduler::PassScheduler;
  uint64_t roundEnd(uint64_t Round) const override {
    bool Training = passesDone() == 0 && Round == 0;
    return Training ? std::max<uint64_t>(1, iterations() / div()) : iterations();
  }
};
} // namespace

extern const SchedulerDescriptor QuickScheduler;
const SchedulerDescriptor QuickScheduler = {
    schedulers::Quick, "trains on 1/div of the first pass, then does the rest; afterwards adaptive",
    [](const ScheduleOptions &Options) -> std::unique_ptr<Scheduler> { return std::make_unique<Quick>(Options); }};

} // namespace hetrt
