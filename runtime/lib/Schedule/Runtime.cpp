// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `runtime`: whatever HETRT_SCHEDULE names. The region looks there first for every scheduler, so what is left to say
// here is what happens without it.
#include "Schedule/Registry.h"

namespace hetrt {

extern const SchedulerDescriptor RuntimeScheduler;
const SchedulerDescriptor RuntimeScheduler = {
    "runtime", "what HETRT_SCHEDULE names; adaptive where it names none",
    [](const ScheduleOptions &Options) { return findScheduler("adaptive")->Create(Options); }};

} // namespace hetrt
