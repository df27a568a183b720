// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `runtime`: the scheduler that HETRT_SCHEDULE names. The runtime reads this setting before it creates a scheduler, so
// this file only defines which scheduler is used for `runtime` if the setting is missing.
#include "Schedule/Registry.h"
#include "Schedule/Rows.h"

namespace hetrt {

extern const SchedulerDescriptor RuntimeScheduler;
const SchedulerDescriptor RuntimeScheduler = {
    schedulers::Runtime, "what HETRT_SCHEDULE names; adaptive where it names none",
    [](const ScheduleOptions &Options) { return findScheduler("adaptive")->Create(Options); }};

} // namespace hetrt
