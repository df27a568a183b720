// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Work profiles, costs of ranges, memory limits, noise, and the ideal time.
#include "Simulation/Model.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

using namespace hetrt;

namespace {

ModelledDevice core(double Speed = 1) { return {.Name = "cpu", .Speed = Speed}; }

ModelledDevice gpu(double Speed = 1) {
  return {.Name = "gpu",
          .Kind = ProcessorKind::Accelerator,
          .Speed = Speed,
          .LaunchSeconds = .25,
          .Link = {.LatencySeconds = .5, .BytesPerSecondIn = 100, .BytesPerSecondOut = 50},
          .MemoryBytes = 1000};
}

ProgramModel loop(uint64_t Iterations) {
  return {.Name = "loop", .Iterations = Iterations, .CoreSeconds = 2, .AcceleratorSeconds = .5};
}

double total(const Cost &C) { return C.Phases[0].Seconds + C.Phases[1].Seconds + C.Phases[2].Seconds; }

} // namespace

TEST(WorkProfile, SumsAreThoseOfTheIterations) {
  constexpr uint64_t N = 60;
  const std::vector<double> Parts = {1, 4, 0, 3};
  struct Shape {
    WorkProfile Profile;
    std::function<double(uint64_t)> Cost;
  };
  for (const Shape &S : {Shape{WorkProfile::uniform(), [](uint64_t) { return 1.; }},
                         Shape{WorkProfile::triangular(), [](uint64_t I) { return double(N - I); }},
                         Shape{WorkProfile::sloped(.5), [](uint64_t I) { return double(N) / 2 + double(I) + .5; }},
                         Shape{WorkProfile::table(Parts), [&](uint64_t I) { return Parts[I * 4 / N]; }}}) {
    std::vector<double> Sums{0};
    for (uint64_t I = 0; I < N; ++I)
      Sums.push_back(Sums.back() + S.Cost(I));
    for (uint64_t First = 0; First <= N; ++First)
      for (uint64_t Last = First; Last <= N; ++Last)
        ASSERT_NEAR(S.Profile.work({First, Last}, N), (Sums[Last] - Sums[First]) / Sums[N] * N, 1e-9);
  }
}

TEST(WorkProfile, HoldsForHugeLoops) {
  constexpr uint64_t N = 1'000'000'000;
  WorkProfile T = WorkProfile::triangular();
  EXPECT_NEAR(T.work({0, N}, N), double(N), 1);
  EXPECT_NEAR(T.work({N - 1, N}, N), 2 / double(N), 1e-15);
  EXPECT_NEAR(WorkProfile::table({1, 1}).work({N / 2, N / 2 + 10}, N), 10, 1e-5);
}

TEST(Model, ACorePaysForComputingAndDrawsOnTheMemory) {
  ProgramModel P = loop(10);
  P.MemoryBytesPerIteration = 6;
  ModelledDevice D = core(4);
  Cost C = costOf(P, D, {2, 6}, true);
  EXPECT_EQ(C.Phases[0].Seconds, 2); // 4 iterations of 2 s, at speed 4
  EXPECT_EQ(C.Phases[0].BytesPerSecond, 12);
  EXPECT_EQ(total(C), 2);
  D.LaunchSeconds = 1;
  EXPECT_EQ(total(costOf(P, D, {2, 6}, false)), 3);
}

TEST(Model, AnAcceleratorPaysForCopiesAndLaunch) {
  ProgramModel P = loop(10);
  P.BytesInPerIteration = 10;
  P.BytesOutPerIteration = 5;
  P.FullBytesIn = 60;
  P.AcceleratorFixedSeconds = .125;
  Cost First = costOf(P, gpu(), {0, 4}, true), Later = costOf(P, gpu(), {0, 4}, false);
  EXPECT_EQ(First.Phases[0].Seconds, .5 + 100. / 100);
  EXPECT_EQ(First.Phases[0].BytesPerSecond, 100 / 1.5);
  EXPECT_EQ(Later.Phases[0].Seconds, .5 + 40. / 100);
  EXPECT_EQ(Later.Phases[1].Seconds, .25 + .125 + 4 * .5);
  EXPECT_EQ(Later.Phases[1].BytesPerSecond, 0);
  EXPECT_EQ(Later.Phases[2].Seconds, .5 + 20. / 50);
}

TEST(Model, NoBytesNoLatency) { EXPECT_EQ(total(costOf(loop(10), gpu(), {0, 4}, true)), .25 + 2); }

TEST(Model, MemoryLimits) {
  ProgramModel P = loop(100);
  P.BytesInPerIteration = 15;
  P.BytesOutPerIteration = 5;
  EXPECT_EQ(memoryLimit(P, core()), DeviceModel::Unlimited);
  EXPECT_EQ(memoryLimit(P, gpu()), 50u);
  P.FullBytesIn = 700;
  EXPECT_EQ(memoryLimit(P, gpu()), 15u);
  P.FullBytesIn = 1000;
  EXPECT_EQ(memoryLimit(P, gpu()), 0u);
  P.FullBytesIn = 0;
  P.Iterations = 50;
  EXPECT_EQ(memoryLimit(P, gpu()), DeviceModel::Unlimited);
}

TEST(Noise, HasMeanOneAndKeepsItsBounds) {
  constexpr unsigned Draws = 200'000;
  double Sum = 0, Squares = 0;
  for (unsigned I = 0; I < Draws; ++I) {
    double F = noiseFactor(.1, 7, I / 100, I % 100);
    ASSERT_GE(F, .9);
    ASSERT_LE(F, 1.1);
    Sum += F;
    Squares += (F - 1) * (F - 1);
  }
  EXPECT_NEAR(Sum / Draws, 1, 5e-4); // three and a half standard errors
  EXPECT_NEAR(std::sqrt(Squares / Draws), .1 / std::sqrt(3), 5e-4);
}

TEST(Noise, DependsOnSeedPassAndDevice) {
  double F = noiseFactor(.1, 1, 2, 3);
  EXPECT_EQ(F, noiseFactor(.1, 1, 2, 3));
  EXPECT_NE(F, noiseFactor(.1, 2, 2, 3));
  EXPECT_NE(F, noiseFactor(.1, 1, 3, 3));
  EXPECT_NE(F, noiseFactor(.1, 1, 2, 4));
  EXPECT_NE(noiseFactor(.1, 1, 2, 3), noiseFactor(.1, 1, 3, 2));
}

TEST(Ideal, AddsUpTheRatesOfDevicesAlone) {
  MachineModel M{.Name = "m", .Devices = {core(), core(), core(), gpu()}};
  // The third core drives the accelerator, which takes 50 s and a launch.
  EXPECT_EQ(M.hostCoreOf(0), 2u);
  EXPECT_DOUBLE_EQ(idealSeconds(loop(100), M), 1 / (2 / 200. + 1 / 50.25));
  M.HostThreadsTakeCores = false;
  EXPECT_EQ(M.hostCoreOf(0), std::nullopt);
  EXPECT_DOUBLE_EQ(idealSeconds(loop(100), M), 1 / (3 / 200. + 1 / 50.25));
}

TEST(Ideal, CountsCopies) {
  ProgramModel P = loop(100);
  P.BytesInPerIteration = 10;
  P.FullBytesOut = 50;
  MachineModel M{.Name = "m", .Devices = {gpu()}};
  EXPECT_DOUBLE_EQ(idealSeconds(P, M), 50.25 + .5 + 1000. / 100 + .5 + 50. / 50);
}

TEST(Ideal, AnAcceleratorSlowerThanItsCoreDoesNotCount) {
  MachineModel M{.Name = "m", .Devices = {core(), core(), core(), gpu(.1)}};
  EXPECT_DOUBLE_EQ(idealSeconds(loop(100), M), 200. / 3);
}

TEST(Ideal, AtLeastOneCoreComputes) {
  MachineModel M{.Name = "m", .Devices = {core(), core(), gpu(), gpu()}};
  EXPECT_EQ(M.hostCores(), 1u);
  EXPECT_DOUBLE_EQ(idealSeconds(loop(100), M), 1 / (1 / 200. + 2 / 50.25));
}
