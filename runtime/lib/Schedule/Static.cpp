// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `static`: the split by the device models, or by `ratio`, in every pass. Devices are not measured, so none is given
// up.
#include "Schedule/PassScheduler.h"
#include "Schedule/Rows.h"

namespace hetrt {

namespace {
class Static final : public PassScheduler {
  using PassScheduler::PassScheduler;
  bool learns() const override { return false; }
};
} // namespace

extern const SchedulerDescriptor StaticScheduler;
const SchedulerDescriptor StaticScheduler = {
    schedulers::Static, "one split from the device model or ratio, reused for ever",
    [](const ScheduleOptions &Options) -> std::unique_ptr<Scheduler> { return std::make_unique<Static>(Options); }};

} // namespace hetrt
