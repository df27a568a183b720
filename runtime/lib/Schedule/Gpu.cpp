// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `gpu`: the accelerators only, split by the device model. If there are none, the cores run the region.
#include "Schedule/PassScheduler.h"
#include "Schedule/Rows.h"

namespace hetrt {

namespace {
class Gpu final : public PassScheduler {
  using PassScheduler::PassScheduler;
  bool learns() const override { return false; }
  bool uses(ProcessorKind Kind) const override { return Kind == ProcessorKind::Accelerator; }
};
} // namespace

extern const SchedulerDescriptor GpuScheduler;
const SchedulerDescriptor GpuScheduler = {
    schedulers::Gpu, "the accelerators only, split by the device model",
    [](const ScheduleOptions &Options) -> std::unique_ptr<Scheduler> { return std::make_unique<Gpu>(Options); }};

} // namespace hetrt
