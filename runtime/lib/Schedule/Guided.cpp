// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `guided`: shares as `adaptive` would give, taken in pieces that shrink; a device that has finished its share takes
// pieces of other devices' shares. As OpenMP's `guided`, but pieces follow the speed of each device, and each device
// computes about the same iterations in every pass.
#include "Schedule/PieceScheduler.h"
#include "Schedule/Rows.h"

namespace hetrt {

namespace {
class Guided final : public PieceScheduler {
  using PieceScheduler::PieceScheduler;
};
} // namespace

extern const SchedulerDescriptor GuidedScheduler;
const SchedulerDescriptor GuidedScheduler = {
    schedulers::Guided, "shares as under adaptive, taken in shrinking pieces, by others too",
    [](const ScheduleOptions &Options) -> std::unique_ptr<Scheduler> { return std::make_unique<Guided>(Options); }};

} // namespace hetrt
