// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Accelerators that are slower than a core are given up.
#include "Machines.h"

#include <algorithm>
#include <gtest/gtest.h>

using namespace hetrt;
using namespace hetrt::test;

namespace {

using Counts = std::vector<uint64_t>;

/// A machine whose cores are at the front of the list and equally fast. While an accelerator is given up, one more core
/// is at the end of the list.
struct GivingUp : testing::TestWithParam<const SchedulerDescriptor *> {
  VirtualMachine M;
  std::unique_ptr<Scheduler> S = GetParam()->Create({});

  Counts pass(uint64_t Iterations = 1200) {
    const std::vector<VirtualDevice> Listed = M.Devices;
    for (unsigned J = 0; J < Listed.size(); ++J) {
      M.Devices[J].Model.Id = J;
      if (!S->givenUp(J))
        continue;
      M.Devices.push_back(Listed.front());
      M.Devices.back().Model.Id = 1000 + J;
    }
    PassResult R = M.run(*S, Iterations);
    EXPECT_EQ(R.Violation, "");
    M.Devices = Listed;
    return R.Iterations;
  }
};

} // namespace

TEST_P(GivingUp, ASlowAcceleratorIsGivenUpAfterTwoPasses) {
  M.Devices = {VirtualDevice::core(1e-3), VirtualDevice::core(1e-3), VirtualDevice::accelerator(5e-3, 8)};
  pass();
  EXPECT_FALSE(S->givenUp(2));
  pass();
  EXPECT_TRUE(S->givenUp(2));
  // The host thread of the accelerator computes: the region lists a core in its place, and goes on listing the
  // accelerator.
  EXPECT_EQ(pass(), (Counts{400, 400, 0, 400}));
  EXPECT_EQ(pass(), (Counts{400, 400, 0, 400}));
  EXPECT_TRUE(S->givenUp(2));
  EXPECT_FALSE(S->givenUp(0));
}

TEST_P(GivingUp, AFastOneIsKept) {
  M.Devices = {VirtualDevice::core(1e-3), VirtualDevice::accelerator(.9e-3)};
  for (int P = 0; P < 10; ++P)
    EXPECT_GT(pass()[1], 0u);
  EXPECT_FALSE(S->givenUp(1));
}

TEST_P(GivingUp, OneSlowPassIsForgiven) {
  VirtualDevice Hiccup = VirtualDevice::accelerator(.5e-3);
  Hiccup.Seconds = [](Range R, unsigned Pass) {
    return (Pass % 3 == 2 ? 9e-3 : .5e-3) * static_cast<double>(R.size());
  };
  M.Devices = {VirtualDevice::core(1e-3), Hiccup};
  for (int P = 0; P < 12; ++P)
    pass();
  EXPECT_FALSE(S->givenUp(1));
}

TEST_P(GivingUp, TheSlowestCoreIsTheMeasure) {
  M.Devices = {VirtualDevice::core(1e-3), VirtualDevice::core(8e-3), VirtualDevice::accelerator(5e-3)};
  for (int P = 0; P < 5; ++P)
    pass();
  EXPECT_FALSE(S->givenUp(2));
}

TEST_P(GivingUp, NeedsCoresToCompareWith) {
  M.Devices = {VirtualDevice::accelerator(1e-3), VirtualDevice::accelerator(1)};
  for (int P = 0; P < 5; ++P)
    pass();
  EXPECT_FALSE(S->givenUp(0));
  EXPECT_FALSE(S->givenUp(1));
}

TEST_P(GivingUp, CanBeSwitchedOffAndSet) {
  M.Devices = {VirtualDevice::core(1e-3), VirtualDevice::accelerator(5e-3)};
  S = GetParam()->Create({.BackOffPasses = 0});
  for (int P = 0; P < 6; ++P)
    pass();
  EXPECT_FALSE(S->givenUp(1));
  S = GetParam()->Create({.BackOffPasses = 4});
  for (int P = 0; P < 3; ++P)
    pass();
  EXPECT_FALSE(S->givenUp(1));
  pass();
  EXPECT_TRUE(S->givenUp(1));
}

TEST_P(GivingUp, AShareShrunkToNothingIsGivenUpToo) {
  // After the first pass the accelerator's share is rounded to nothing, so it is never measured again.
  M.Devices = {VirtualDevice::core(1e-6), VirtualDevice::core(1e-6), VirtualDevice::accelerator(1)};
  for (int P = 0; P < 3; ++P)
    pass(100000);
  EXPECT_TRUE(S->givenUp(2));
}

TEST_P(GivingUp, OneSlowedByOthersGetsWorkAgainWhenItRecovers) {
  VirtualDevice Loaded = VirtualDevice::accelerator(1);
  Loaded.Seconds = [](Range R, unsigned Pass) { return (Pass < 30 ? 9e-3 : .25e-3) * static_cast<double>(R.size()); };
  M.Devices = {VirtualDevice::core(1e-3), VirtualDevice::core(1e-3), Loaded};
  S = GetParam()->Create({.RetryPasses = 10});
  unsigned Used = 0;
  for (int P = 0; P < 30; ++P)
    Used += pass()[2] > 0;
  EXPECT_LE(Used, 4u); // two passes, and one trial after ten and one after twenty more
  for (int P = 30; P < 60; ++P)
    pass();
  EXPECT_FALSE(S->givenUp(2));
  EXPECT_GE(pass()[2], 700u);
}

TEST_P(GivingUp, TrialsOfASlowOneGetRare) {
  M.Devices = {VirtualDevice::core(1e-6), VirtualDevice::core(1e-6), VirtualDevice::accelerator(1)};
  S = GetParam()->Create({.RetryPasses = 4});
  std::vector<int> Trials;
  for (int P = 0; P < 200; ++P)
    if (pass(100000)[2] > 0)
      Trials.push_back(P);
  ASSERT_GE(Trials.size(), 4u);
  EXPECT_LE(Trials.size(), 8u);
  EXPECT_GE(Trials[3] - Trials[2], 2 * (Trials[2] - Trials[1]) - 2);
}

TEST_P(GivingUp, WhatSmallPassesSayDoesNotHoldForLargeOnes) {
  VirtualDevice Costly = VirtualDevice::accelerator(.2e-3, 1, .1);
  M.Devices = {VirtualDevice::core(1e-3), Costly};
  pass(100000);
  for (int Step = 0; Step < 4; ++Step) {
    for (int P = 0; P < 20; ++P)
      pass(20);
    EXPECT_TRUE(S->givenUp(1));
    S->expect(30);
    EXPECT_TRUE(S->givenUp(1)) << "about as small";
    S->expect(100000);
    EXPECT_FALSE(S->givenUp(1));
    EXPECT_GT(pass(100000)[1], 1000u); // the accelerator's share follows the measurements of small passes
    EXPECT_GT(pass(100000)[1], 10000u);
  }
}

TEST_P(GivingUp, NoTrialsWithoutRetries) {
  M.Devices = {VirtualDevice::core(1e-3), VirtualDevice::accelerator(5e-3)};
  S = GetParam()->Create({.RetryPasses = 0});
  for (int P = 0; P < 300; ++P)
    EXPECT_EQ(pass()[1] > 0, P < 2);
}

TEST_P(GivingUp, TheCallerMayListOneGivenUpAsUnusable) {
  M.Devices = {VirtualDevice::core(1e-3), VirtualDevice::accelerator(5e-3)};
  S = GetParam()->Create({.RetryPasses = 5});
  std::vector<int> Used;
  for (int P = 0; P < 9; ++P) {
    M.Devices[1].Model.Usable = !S->givenUp(1);
    if (pass()[1] > 0)
      Used.push_back(P);
  }
  EXPECT_EQ(Used, (std::vector<int>{0, 1, 8}));
}

TEST(Starvation, ACoreWhoseShareIsNothingIsMeasuredAnew) {
  VirtualMachine M;
  VirtualDevice Stuck = VirtualDevice::core(1e-6);
  Stuck.Seconds = [](Range R, unsigned Pass) { return (Pass < 10 ? 1. : 1e-6) * static_cast<double>(R.size()); };
  M.Devices = {VirtualDevice::core(1e-6), Stuck};
  auto S = findScheduler("adaptive")->Create({.RetryPasses = 20});
  for (int P = 0; P < 5; ++P)
    M.run(*S, 10000);
  EXPECT_EQ(M.run(*S, 10000).Iterations[1], 0u);
  for (int P = 0; P < 40; ++P)
    M.run(*S, 10000);
  EXPECT_NEAR(static_cast<double>(M.run(*S, 10000).Iterations[1]), 5000, 10);
}

/// A core that drives an accelerator computes more slowly meanwhile; only its own report tells how fast it is
/// otherwise.
TEST_P(GivingUp, WhatDrivingTakesDoesNotCountAsTheCoresSpeed) {
  constexpr double ToDrive = 1e-4, Iteration = 5e-8;
  const std::vector<DeviceModel> Devices = {VirtualDevice::core(1).Model, VirtualDevice::accelerator(1).Model};
  unsigned Passes = 0;
  for (; Passes < 50 && !S->givenUp(1); ++Passes) {
    S->beginPass(1000, Devices);
    for (Assignment A = S->next(1); A.What == Answer::Run; A = S->next(1))
      S->finished(1, A.Share, ToDrive);
    for (Assignment A = S->next(0); A.What == Answer::Run; A = S->next(0)) {
      S->drove(0, ToDrive);
      S->finished(0, A.Share, ToDrive + Iteration * static_cast<double>(A.Share.size()));
    }
    S->endPass();
  }
  EXPECT_LT(Passes, 10u) << "a pass of the core alone takes half as long";
}

INSTANTIATE_TEST_SUITE_P(Adapting, GivingUp,
                         testing::Values(findScheduler("adaptive"), findScheduler("split"), findScheduler("quick")),
                         schedulerOf);

/// The tests of this fixture also run with schedulers that hand out pieces.
struct EveryBackOff : GivingUp {};

TEST_P(EveryBackOff, GivesUpWhatIsSlowAndTakesItBackWhenItIsFast) {
  VirtualDevice Loaded = VirtualDevice::accelerator(1);
  Loaded.Seconds = [](Range R, unsigned Pass) { return (Pass < 60 ? 20e-3 : .25e-3) * static_cast<double>(R.size()); };
  M.Devices = {VirtualDevice::core(1e-3), VirtualDevice::core(1e-3), Loaded};
  S = GetParam()->Create({.RetryPasses = 10});
  unsigned Idle = 0;
  for (int P = 0; P < 60; ++P)
    Idle += pass(4000)[2] == 0;
  EXPECT_GE(Idle, 40u);
  for (int P = 60; P < 160; ++P)
    pass(4000);
  EXPECT_FALSE(S->givenUp(2));
  EXPECT_GE(pass(4000)[2], 1500u);
}

INSTANTIATE_TEST_SUITE_P(Schedulers, EveryBackOff, allExcept({"static", "cpu", "gpu"}), schedulerOf);

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

TEST(AutoBackOff, WhatTheFirstSmallPieceTookCountsWhereNoDataStays) {
  for (bool KeepsData : {false, true}) {
    VirtualDevice Copying = VirtualDevice::accelerator(.5e-6);
    Copying.Seconds = [](Range R, unsigned Pass) { return (Pass ? 0 : .15) + .5e-6 * static_cast<double>(R.size()); };
    Copying.Model.KeepsData = KeepsData;
    VirtualMachine M;
    M.Devices = {VirtualDevice::core(1e-6), Copying};
    auto S = findScheduler("auto")->Create({});
    M.run(*S, 100000);
    const bool HasShare = M.run(*S, 100000).Iterations[1] > 0;
    EXPECT_EQ(HasShare, KeepsData);
  }
}

namespace {

/// Runs passes over a short loop on a core and an accelerator that takes three times as long. Together they are faster
/// by a quarter, but the pass begins SecondsToWake later. A pass without the accelerator after one with it begins
/// SecondsToMake later, since a thread for the core is created. Returns whether the accelerator was given up.
bool isGivenUpAfterPasses(double SecondsToWake, double SecondsToMake = 0) {
  bool Before = true;
  auto S = findScheduler("auto")->Create({});
  const DeviceModel Models[] = {{}, {.Kind = ProcessorKind::Accelerator, .Id = 1}};
  for (int Pass = 0; Pass < 40; ++Pass) {
    double At[] = {0, 0};
    bool Works[] = {true, true}, Worked = false;
    S->beginPass(100, Models);
    while (Works[0] || Works[1]) {
      const unsigned J = Works[1] && (!Works[0] || At[1] < At[0]);
      const Assignment Next = S->next(J);
      Works[J] = Next.What == Answer::Run;
      if (!Works[J])
        continue;
      const double Took = (J ? 3e-6 : 1e-6) * static_cast<double>(Next.Share.size());
      S->finished(J, Next.Share, Took);
      At[J] += Took;
      Worked |= J;
    }
    S->waited(std::max(At[0], At[1]) + (Worked ? SecondsToWake : Before ? SecondsToMake : 0));
    Before = Worked;
    EXPECT_EQ(S->endPass(), 0u);
  }
  return S->givenUp(1);
}

} // namespace

TEST(AutoBackOff, WhatTheCallerWaitsCounts) {
  EXPECT_FALSE(isGivenUpAfterPasses(5e-6));
  EXPECT_TRUE(isGivenUpAfterPasses(50e-6));
  EXPECT_TRUE(isGivenUpAfterPasses(50e-6, 100e-6));
  EXPECT_FALSE(isGivenUpAfterPasses(5e-6, 100e-6));
}
