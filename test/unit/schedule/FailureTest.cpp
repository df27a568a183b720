// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ranges that devices return, devices that vanish, and callers that make mistakes.
#include "Machines.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace hetrt;
using namespace hetrt::test;

namespace {

using Counts = std::vector<uint64_t>;
constexpr auto Acc = ProcessorKind::Accelerator;

VirtualDevice failing(double SimdWidth = 1) {
  VirtualDevice D = VirtualDevice::accelerator(1e-3, SimdWidth);
  D.Fails = [](Range, unsigned) { return true; };
  return D;
}

} // namespace

TEST(Failure, AReturnedRangeGoesToWhoeverAsks) {
  auto S = make("static");
  DeviceModel Models[] = {{}, {.Kind = Acc}};
  S->beginPass(10, Models);
  EXPECT_EQ(S->next(0).Share, (Range{0, 5}));
  EXPECT_EQ(S->next(1).Share, (Range{5, 10}));
  S->finished(0, {0, 5}, 1);
  EXPECT_EQ(S->next(0).What, Answer::Wait);
  S->returned(1, {5, 10});
  EXPECT_EQ(S->next(1).What, Answer::Done); // the accelerator has failed, and there is a core
  Assignment A = S->next(0);
  EXPECT_EQ(A.Share, (Range{5, 10}));
  S->finished(0, A.Share, 1);
  EXPECT_EQ(S->next(0).What, Answer::Done);
  EXPECT_EQ(S->endPass(), 0u);
}

TEST(Failure, APartMayBeFinishedAndTheRestReturned) {
  auto S = make("static");
  DeviceModel Models[] = {{}, {}};
  S->beginPass(10, Models);
  S->next(0);
  S->next(1);
  S->finished(1, {5, 7}, 1);
  S->returned(1, {7, 10});
  S->finished(0, {0, 5}, 1);
  EXPECT_EQ(S->next(0).Share, (Range{7, 9}));  // half of the rest, rounded up
  EXPECT_EQ(S->next(1).Share, (Range{9, 10})); // a core that returned a range may take it again
}

TEST(Failure, ALostDeviceGivesBackTheShareThatItNeverAskedFor) {
  for (ProcessorKind Kind : {ProcessorKind::Cpu, Acc}) {
    auto S = make("static");
    DeviceModel Models[] = {{}, {.Kind = Kind}};
    S->beginPass(10, Models);
    S->returned(1, {});
    EXPECT_EQ(S->next(0).Share, (Range{0, 5}));
    S->finished(0, {0, 5}, 1);
    Range R = S->next(0).Share;
    EXPECT_EQ(R.First, 5u);
  }
}

TEST(Failure, ALostDeviceGivesBackAShareThatBeginsAtZero) {
  auto S = make("gpu");
  DeviceModel Models[] = {{}, {.Kind = Acc}};
  S->beginPass(10, Models);
  EXPECT_EQ(S->next(0).What, Answer::Wait);
  S->returned(1, {});
  EXPECT_EQ(S->next(0).Share, (Range{0, 10}));
}

TEST(Failure, OthersFinishByTheirSpeed) {
  VirtualMachine M;
  M.Devices = {VirtualDevice::core(8e-3), failing(8), VirtualDevice::accelerator(1e-3, 8)};
  PassResult R = M.run(*make("static"), 1700);
  EXPECT_EQ(R.Violation, "");
  EXPECT_EQ(R.Iterations[1], 0u);
  EXPECT_NEAR(static_cast<double>(R.Iterations[2]), 1700 * 8. / 9, 10);
}

TEST(Failure, AllAcceleratorsFailAndTheCoresDoEverything) {
  for (const SchedulerDescriptor *D : allSchedulers()) {
    VirtualMachine M;
    M.Devices = {VirtualDevice::core(1e-3), failing(20), VirtualDevice::core(1e-3), failing(20)};
    auto S = D->Create({});
    for (int Pass = 0; Pass < 3; ++Pass) {
      PassResult R = M.run(*S, 1000);
      EXPECT_EQ(R.Violation, "") << D->Name;
      EXPECT_EQ(R.Iterations[0] + R.Iterations[2], 1000u) << D->Name;
    }
  }
}

TEST(Failure, AcceleratorsThatVanishLeaveTheirWorkToCores) {
  for (const SchedulerDescriptor *D : allSchedulers()) {
    VirtualMachine M;
    M.Devices = {failing(20), VirtualDevice::core(1e-3)};
    M.Devices[0].VanishesOnFailure = true;
    PassResult R = M.run(*D->Create({}), 1000);
    EXPECT_EQ(R.Violation, "") << D->Name;
    EXPECT_EQ(R.Iterations[1], 1000u) << D->Name;
  }
}

TEST(Failure, AnUnusableCoreStandsIn) {
  VirtualMachine M;
  M.Devices = {failing(), VirtualDevice::core(1e-3)};
  M.Devices[1].Model.Usable = false;
  PassResult R = M.run(*make("adaptive"), 100);
  EXPECT_EQ(R.Violation, "");
  EXPECT_EQ(R.Iterations, (Counts{0, 100}));
  M.Devices[0].Fails = nullptr;
  EXPECT_EQ(M.run(*make("adaptive"), 100).Iterations, (Counts{100, 0}));
}

TEST(Failure, TheOnlyDeviceMayTryAgain) {
  VirtualMachine M;
  M.Devices = {VirtualDevice::accelerator(1e-3)};
  int Failures = 3;
  M.Devices[0].Fails = [&](Range, unsigned) { return Failures-- > 0; };
  PassResult R = M.run(*make("adaptive"), 100);
  EXPECT_EQ(R.Violation, "");
  EXPECT_EQ(R.Iterations, (Counts{100}));
}

TEST(Failure, UnfinishedIterationsAreCountedWhenNobodyIsLeft) {
  VirtualMachine M;
  M.Devices = {failing(), VirtualDevice::accelerator(1e-3)};
  M.Devices[0].VanishesOnFailure = true;
  M.Devices[1].VanishesOnFailure = true;
  M.Devices[1].Fails = [](Range, unsigned) { return true; };
  EXPECT_EQ(M.run(*make("adaptive"), 100).Unfinished, 100u);
}

TEST(Failure, ADeviceIsBackInTheNextPass) {
  VirtualMachine M;
  M.Devices = {VirtualDevice::core(1e-3), VirtualDevice::accelerator(1e-3)};
  M.Devices[1].Fails = [](Range, unsigned Pass) { return Pass == 1; };
  auto S = make("adaptive");
  EXPECT_EQ(M.run(*S, 100).Iterations, (Counts{50, 50}));
  EXPECT_EQ(M.run(*S, 100).Iterations, (Counts{100, 0}));
  EXPECT_EQ(M.run(*S, 100).Iterations, (Counts{50, 50}));
}

TEST(Failure, AnUnusableAcceleratorGetsNothing) {
  VirtualMachine M;
  M.Devices = {VirtualDevice::core(1e-3), VirtualDevice::accelerator(1e-6, 50)};
  M.Devices[1].Model.Usable = false;
  for (const SchedulerDescriptor *D : allSchedulers()) {
    PassResult R = M.run(*D->Create({}), 100);
    EXPECT_EQ(R.Violation, "") << D->Name;
    EXPECT_EQ(R.Iterations, (Counts{100, 0})) << D->Name;
  }
}

TEST(Failure, NoMemoryAtAllMeansUnusable) {
  VirtualMachine M;
  M.Devices = {VirtualDevice::core(1e-3), VirtualDevice::accelerator(1e-6, 50)};
  M.Devices[1].Model.MemoryLimitIterations = 0;
  PassResult R = M.run(*make("adaptive"), 100);
  EXPECT_EQ(R.Violation, "");
  EXPECT_EQ(R.Iterations, (Counts{100, 0}));
}

//===-- Bad input ------------------------------------------------------------------------------------------------===//

TEST(BadInput, NoDevices) {
  for (const SchedulerDescriptor *D : allSchedulers()) {
    auto S = D->Create({});
    S->beginPass(10, {});
    EXPECT_EQ(S->next(0).What, Answer::Done);
    EXPECT_EQ(S->endPass(), 10u);
  }
}

TEST(BadInput, ImpossibleModelsCountAsWidthOne) {
  for (double Width : {0.0, -3.0, 1e-300, 1e300, static_cast<double>(NAN), static_cast<double>(INFINITY)}) {
    auto S = make("static");
    DeviceModel Models[] = {{}, {.SimdWidth = Width}};
    S->beginPass(10, Models);
    EXPECT_EQ(S->next(0).Share, (Range{0, 5})) << Width;
  }
}

TEST(BadInput, ImpossibleSecondsAreNoMeasurement) {
  for (double Seconds : {0.0, -1.0, 1e-320, 1e300, static_cast<double>(NAN), static_cast<double>(INFINITY)}) {
    VirtualMachine M;
    M.Devices = {VirtualDevice::core(1e-3), VirtualDevice::core(5e-3)};
    for (VirtualDevice &D : M.Devices)
      D.Reported = [=](double) { return Seconds; };
    auto S = make("adaptive");
    for (int Pass = 0; Pass < 4; ++Pass) {
      PassResult R = M.run(*S, 100);
      EXPECT_EQ(R.Violation, "");
      EXPECT_EQ(R.Iterations, (Counts{50, 50})) << Seconds;
    }
  }
}

TEST(BadInput, OneDeviceWithoutMeasurementsCountsAsTheOthers) {
  VirtualMachine M;
  M.Devices = {VirtualDevice::core(1e-3), VirtualDevice::core(1e-3), VirtualDevice::accelerator(1e-4)};
  M.Devices[1].Reported = [](double) { return NAN; };
  auto S = make("adaptive");
  M.run(*S, 1200);
  EXPECT_EQ(M.run(*S, 1200).Iterations, (Counts{100, 100, 1000}));
}

TEST(BadInput, ImpossibleOptionsAreClamped) {
  VirtualMachine M;
  M.Devices = {VirtualDevice::core(1e-3), VirtualDevice::accelerator(1e-3)};
  for (const SchedulerDescriptor *D : allSchedulers())
    for (double Ratio : {-1.0, 2.0, static_cast<double>(INFINITY), -static_cast<double>(INFINITY)}) {
      auto S = D->Create({.Ratio = Ratio, .Div = 0, .RebalanceThreshold = NAN, .RebalanceMinimumSeconds = -1});
      for (int Pass = 0; Pass < 3; ++Pass)
        EXPECT_EQ(M.run(*S, 101).Violation, "") << D->Name << " ratio " << Ratio;
    }
}

TEST(BadInput, UnknownDevicesAndReportsOutOfTurnAreHarmless) {
  auto S = make("adaptive");
  S->finished(0, {0, 10}, 1); // calls before any pass
  S->returned(0, {0, 10});
  EXPECT_EQ(S->endPass(), 0u);
  EXPECT_EQ(S->next(0).What, Answer::Done);
  EXPECT_FALSE(S->givenUp(3));
  DeviceModel Models[] = {{}, {}};
  S->beginPass(10, Models);
  EXPECT_EQ(S->next(2).What, Answer::Done);
  S->finished(2, {0, 10}, 1);
  S->returned(2, {0, 10});
  Range R = S->next(0).Share;
  S->finished(0, R, 1);
  S->finished(0, R, 1); // reported twice
  S->returned(0, R);
  R = S->next(1).Share;
  EXPECT_EQ(R, (Range{5, 10}));
  S->finished(1, R, 1);
  EXPECT_EQ(S->next(0).What, Answer::Done);
  EXPECT_EQ(S->endPass(), 0u);
}

TEST(BadInput, APassBrokenOffDoesNotHarmTheNext) {
  auto S = make("adaptive");
  DeviceModel Models[] = {{}, {.Kind = Acc}};
  S->beginPass(10, Models);
  S->next(0);
  S->beginPass(20, Models); // without endPass()
  EXPECT_EQ(S->next(0).Share, (Range{0, 10}));
  EXPECT_EQ(S->next(1).Share, (Range{10, 20}));
  S->finished(0, {0, 10}, 1);
  EXPECT_EQ(S->endPass(), 10u);
}
