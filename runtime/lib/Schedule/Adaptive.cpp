// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `adaptive`: the first pass as `static`, every later one with the split that equalises the devices' predicted times.
// [S12], section 4 (there `dynamic`); [D14], section 5.
#include "Schedule/PassScheduler.h"
#include "Schedule/Rows.h"

namespace hetrt {

namespace {
class Adaptive final : public PassScheduler {
  using PassScheduler::PassScheduler;
};
} // namespace

extern const SchedulerDescriptor AdaptiveScheduler;
const SchedulerDescriptor AdaptiveScheduler = {
    schedulers::Adaptive, "first pass as static, then before each pass the split that equalises predicted times",
    [](const ScheduleOptions &Options) -> std::unique_ptr<Scheduler> { return std::make_unique<Adaptive>(Options); }};

} // namespace hetrt
