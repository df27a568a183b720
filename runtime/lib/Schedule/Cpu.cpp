// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `cpu`: the CPU cores only, split by the device model. If there are no cores, the accelerators run the region.
#include "Schedule/PassScheduler.h"
#include "Schedule/Rows.h"

namespace hetrt {

namespace {
class Cpu final : public PassScheduler {
  using PassScheduler::PassScheduler;
  bool learns() const override { return false; }
  bool uses(ProcessorKind Kind) const override { return Kind == ProcessorKind::Cpu; }
};
} // namespace

extern const SchedulerDescriptor CpuScheduler;
const SchedulerDescriptor CpuScheduler = {
    schedulers::Cpu, "the CPU cores only, split by the device model",
    [](const ScheduleOptions &Options) -> std::unique_ptr<Scheduler> { return std::make_unique<Cpu>(Options); }};

} // namespace hetrt
