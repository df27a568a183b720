// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Short notations for virtual machines and schedulers, for hand-written expectations.
#ifndef HETRT_TEST_SCHEDULE_MACHINES_H
#define HETRT_TEST_SCHEDULE_MACHINES_H

#include "Schedule/Registry.h"
#include "Simulation/VirtualMachine.h"

#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace hetrt::test {

inline std::unique_ptr<Scheduler> make(std::string_view Name, ScheduleOptions Options = {}) {
  return findScheduler(Name)->Create(Options);
}

inline VirtualMachine machine(std::vector<VirtualDevice> Devices) {
  VirtualMachine M;
  M.Devices = std::move(Devices);
  return M;
}

/// Virtual devices; Seconds are those of one iteration.
inline VirtualDevice core(double Seconds = 1e-3) { return VirtualDevice::core(Seconds); }
inline VirtualDevice accelerator(double Seconds, double Width = 1, double Fixed = 0) {
  return VirtualDevice::accelerator(Seconds, Width, Fixed);
}

} // namespace hetrt::test

#endif
