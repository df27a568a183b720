// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The time to plan and to end a pass is proportional to the number of devices, under every scheduler. With 16 times
// as many devices it may take up to 128 times as long, which allows for caches, fresh memory and other programs;
// comparing each device with each other one would take 256 times as long.
#include "Device/Emulated/EmulatedDevice.h"
#include "Device/Emulated/ThreadTime.h"
#include "Plan/Planner.h"
#include "Schedule/Registry.h"

#include <algorithm>
#include <cmath>
#include <gmock/gmock.h>
#include <memory>
#include <string>

using namespace hetrt;

namespace {

Fleet fleetOf(unsigned Count) {
  Fleet All;
  for (unsigned Number = 0; Number < Count; ++Number)
    All.Members.push_back(
        std::make_unique<Accelerator>(std::make_unique<EmulatedDevice>(Number, EmulatedOptions{}), Number));
  return All;
}

/// The seconds to plan and to end two passes of a new region, with one core; all devices report the same speed.
double secondsOf(const SchedulerDescriptor &Which, const Fleet &All) {
  const std::unique_ptr<Scheduler> By = Which.Create({});
  DeviceTable Devices;
  Devices.choose(All, [](Accelerator &) { return true; });
  Planner Plan;
  double Seconds = 0;
  for (int Pass = 0; Pass < 2; ++Pass) {
    Seconds -= threadSeconds();
    std::vector<AcceleratorLease> Serving = Devices.acquire(false);
    PassRequest Wanted{.TripCount = 1'000'000, .Units = Division({.Size = 1, .TripCount = 1'000'000}), .Threads = 1};
    Devices.list(Serving, Wanted.Accelerators);
    const PassPlan Made = Plan.plan(Wanted, *By);
    Seconds += threadSeconds();
    for (unsigned J = 0; J < Made.Devices.size(); ++J)
      if (const Assignment Next = By->next(J); Next.What == Answer::Run)
        By->finished(J, Next.Share, 1e-6 * double(Next.Share.size()));
    Seconds -= threadSeconds();
    By->endPass();
    DeviceTable::noteGivenUp(Made.Devices, *By);
    Serving.clear();
    Seconds += threadSeconds();
  }
  return Seconds;
}

TEST(ManyDevices, CostInProportion) {
  constexpr unsigned Few = 1000, Times = 16, Most = 128;
  const Fleet Small = fleetOf(Few), Large = fleetOf(Times * Few);
  for (const SchedulerDescriptor *Each : allSchedulers()) {
    double Least = INFINITY, LeastOfMany = INFINITY;
    for (int Round = 0; Round < 5; ++Round) {
      Least = std::min(Least, secondsOf(*Each, Small));
      LeastOfMany = std::min(LeastOfMany, secondsOf(*Each, Large));
    }
    EXPECT_LT(LeastOfMany, Most * Least) << Each->Name;
  }
}

} // namespace
