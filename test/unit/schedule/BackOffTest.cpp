// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Giving up accelerators that are slower than a core.
#include "Schedule/Registry.h"
#include "Simulation/VirtualMachine.h"

#include <gtest/gtest.h>

using namespace hetrt;

namespace {

using Counts = std::vector<uint64_t>;

struct BackOff : testing::TestWithParam<const char *> {
  VirtualMachine M;
  std::unique_ptr<Scheduler> S = findScheduler(GetParam())->Create({});

  Counts pass(uint64_t Iterations = 1200) {
    PassResult R = M.run(*S, Iterations);
    EXPECT_EQ(R.Violation, "");
    return R.Iterations;
  }
};

} // namespace

TEST_P(BackOff, ASlowAcceleratorIsGivenUpAfterTwoPasses) {
  M.Devices = {VirtualDevice::core(1e-3), VirtualDevice::core(1e-3), VirtualDevice::accelerator(5e-3, 8)};
  pass();
  EXPECT_FALSE(S->givenUp(2));
  pass();
  EXPECT_TRUE(S->givenUp(2));
  EXPECT_EQ(pass(), (Counts{600, 600, 0}));
  // Its host thread computes: the region lists a core in its stead, and keeps listing the accelerator.
  M.Devices.push_back(VirtualDevice::core(1e-3));
  EXPECT_EQ(pass(), (Counts{400, 400, 0, 400}));
  EXPECT_TRUE(S->givenUp(2));
  EXPECT_FALSE(S->givenUp(0));
}

TEST_P(BackOff, AFastOneIsKept) {
  M.Devices = {VirtualDevice::core(1e-3), VirtualDevice::accelerator(.9e-3)};
  for (int P = 0; P < 10; ++P)
    EXPECT_GT(pass()[1], 0u);
  EXPECT_FALSE(S->givenUp(1));
}

TEST_P(BackOff, OneSlowPassIsForgiven) {
  VirtualDevice Hiccup = VirtualDevice::accelerator(.5e-3);
  Hiccup.Seconds = [](Range R, unsigned Pass) {
    return (Pass % 3 == 2 ? 9e-3 : .5e-3) * static_cast<double>(R.size());
  };
  M.Devices = {VirtualDevice::core(1e-3), Hiccup};
  for (int P = 0; P < 12; ++P)
    pass();
  EXPECT_FALSE(S->givenUp(1));
}

TEST_P(BackOff, TheSlowestCoreIsTheMeasure) {
  M.Devices = {VirtualDevice::core(1e-3), VirtualDevice::core(8e-3), VirtualDevice::accelerator(5e-3)};
  for (int P = 0; P < 5; ++P)
    pass();
  EXPECT_FALSE(S->givenUp(2));
}

TEST_P(BackOff, NeedsCoresToCompareWith) {
  M.Devices = {VirtualDevice::accelerator(1e-3), VirtualDevice::accelerator(1)};
  for (int P = 0; P < 5; ++P)
    pass();
  EXPECT_FALSE(S->givenUp(0));
  EXPECT_FALSE(S->givenUp(1));
}

TEST_P(BackOff, CanBeSwitchedOffAndSet) {
  M.Devices = {VirtualDevice::core(1e-3), VirtualDevice::accelerator(5e-3)};
  S = findScheduler(GetParam())->Create({.BackOffPasses = 0});
  for (int P = 0; P < 6; ++P)
    pass();
  EXPECT_FALSE(S->givenUp(1));
  S = findScheduler(GetParam())->Create({.BackOffPasses = 4});
  for (int P = 0; P < 3; ++P)
    pass();
  EXPECT_FALSE(S->givenUp(1));
  pass();
  EXPECT_TRUE(S->givenUp(1));
}

TEST_P(BackOff, AShareShrunkToNothingIsGivenUpToo) {
  // The accelerator's share rounds to nothing after the first pass, and nothing new is ever measured.
  M.Devices = {VirtualDevice::core(1e-6), VirtualDevice::core(1e-6), VirtualDevice::accelerator(1)};
  for (int P = 0; P < 3; ++P)
    pass(100000);
  EXPECT_TRUE(S->givenUp(2));
}

INSTANTIATE_TEST_SUITE_P(Adapting, BackOff, testing::Values("adaptive", "split", "quick"),
                         [](const auto &Info) { return std::string(Info.param); });

TEST(NoBackOff, WhereNothingIsLearnt) {
  VirtualMachine M;
  M.Devices = {VirtualDevice::core(1e-3), VirtualDevice::accelerator(1)};
  for (const char *Name : {"static", "gpu"}) {
    auto S = findScheduler(Name)->Create({});
    for (int P = 0; P < 5; ++P)
      M.run(*S, 100);
    EXPECT_FALSE(S->givenUp(1)) << Name;
  }
}
