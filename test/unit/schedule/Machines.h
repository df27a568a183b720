// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Short notations for virtual machines and schedulers, for hand-written expectations.
#ifndef HETRT_TEST_SCHEDULE_MACHINES_H
#define HETRT_TEST_SCHEDULE_MACHINES_H

#include "Schedule/Registry.h"
#include "Simulation/VirtualMachine.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hetrt::test {

inline std::unique_ptr<Scheduler> make(std::string_view Name, ScheduleOptions Options = {}) {
  return findScheduler(Name)->Create(Options);
}

/// All schedulers, for a test suite with parameters, except those with these names.
inline auto allExcept(std::initializer_list<std::string_view> Names) {
  std::vector<const SchedulerDescriptor *> Rest;
  std::ranges::copy_if(allSchedulers(), std::back_inserter(Rest), [&](const SchedulerDescriptor *Each) {
    return std::ranges::find(Names, Each->Name) == Names.end();
  });
  return testing::ValuesIn(Rest);
}

/// The name of such a parameter.
inline std::string schedulerOf(const testing::TestParamInfo<const SchedulerDescriptor *> &Info) {
  return std::string(Info.param->Name);
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
