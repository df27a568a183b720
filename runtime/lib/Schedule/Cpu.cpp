// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `cpu`: the CPU cores only, split by the device model. If there are no cores, the accelerators run the region.
#include "Schedule/PassScheduler.h"
#include "Schedule/Registry.h"

namespace hetrt {

namespace {
class Cpu final : public PassScheduler {
  using PassScheduler::PassScheduler;
  bool learns() const override { return false; }
  bool uses(ProcessorKind Kind) const override { return Kind == ProcessorKind::Cpu; }
};
} // namespace

extern const SchedulerDescriptor CpuScheduler;
const SchedulerDescriptor CpuScheduler = {.Name = "cpu",
                                          .Help = "the CPU cores only, split by the device model",
                                          .Create = [](const ScheduleOptions &Options) -> std::unique_ptr<Scheduler> {
                                            return std::make_unique<Cpu>(Options);
                                          },
                                          .UsesAccelerators = false,
                                          .OneRange = true};

} // namespace hetrt
