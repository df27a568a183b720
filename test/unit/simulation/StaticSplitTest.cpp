// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The best static split, compared with trying all splits.
#include "Simulation/StaticSplit.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

using namespace hetrt;

namespace {

ModelledDevice device(ProcessorKind Kind, double Speed) {
  ModelledDevice D;
  D.Kind = Kind;
  D.Speed = Speed;
  return D;
}

/// Tries every split of Left iterations over the devices from D on; Best is the least time found.
void tryAll(const MachineModel &M, const ProgramModel &P, StaticSplit &Split, size_t D, uint64_t Left, double &Best) {
  if (D + 1 == M.Devices.size()) {
    if (Left > memoryLimit(P, M.Devices[D]))
      return;
    Split.Iterations[D] = Left;
    Best = std::min(Best, simulateSplit(M, P, Split, {}).Seconds);
    return;
  }
  for (uint64_t Count = 0; Count <= std::min(Left, memoryLimit(P, M.Devices[D])); ++Count) {
    Split.Iterations[D] = Count;
    tryAll(M, P, Split, D + 1, Left - Count, Best);
  }
}

double bruteForce(const MachineModel &M, const ProgramModel &P) {
  StaticSplit Split{std::vector<uint64_t>(M.Devices.size()), std::vector<bool>(M.accelerators()), 0};
  double Best = INFINITY;
  tryAll(M, P, Split, 0, P.Iterations, Best);
  return Best;
}

using Random = std::mt19937_64;
double even(Random &R, double Low, double High) { return std::uniform_real_distribution<double>(Low, High)(R); }

MachineModel randomMachine(Random &R) {
  MachineModel M{.Name = "m", .HostThreadsTakeCores = false};
  M.Devices = {device(ProcessorKind::Cpu, even(R, .5, 2)), device(ProcessorKind::Cpu, even(R, .5, 2)),
               device(ProcessorKind::Accelerator, even(R, .2, 8))};
  M.Devices[2].LaunchSeconds = even(R, 0, 5);
  M.Devices[2].Link = {even(R, 0, 1), even(R, 5, 50), even(R, 5, 50)};
  if (R() % 2)
    M.Devices[2].MemoryBytes = even(R, 50, 150);
  return M;
}

ProgramModel randomProgram(Random &R) {
  ProgramModel P{.Name = "p", .Iterations = 5 + R() % 10, .CoreSeconds = 1, .AcceleratorSeconds = 1};
  if (R() % 2)
    P.Profile = WorkProfile::triangular();
  P.BytesInPerIteration = even(R, 0, 10);
  P.FullBytesIn = even(R, 0, 20);
  return P;
}

} // namespace

TEST(StaticSplit, WorkedOutByHand) {
  MachineModel M{.Name = "m", .HostThreadsTakeCores = false};
  M.Devices = {device(ProcessorKind::Cpu, 1), device(ProcessorKind::Accelerator, 4)};
  ProgramModel P{.Name = "p", .Iterations = 100, .CoreSeconds = 1, .AcceleratorSeconds = 1};
  auto Split = bestStaticSplit(M, P);
  ASSERT_TRUE(Split);
  EXPECT_EQ(Split->Iterations, (std::vector<uint64_t>{20, 80}));
  EXPECT_EQ(Split->Seconds, 20);
  M.Devices[1].LaunchSeconds = 10; // 28 s: the core does 28, the accelerator 72 in 18 s plus the launch
  EXPECT_EQ(bestStaticSplit(M, P)->Iterations, (std::vector<uint64_t>{28, 72}));
  M.Devices[1].LaunchSeconds = 100; // the accelerator never pays
  EXPECT_EQ(bestStaticSplit(M, P)->Iterations, (std::vector<uint64_t>{100, 0}));
}

TEST(StaticSplit, IsTheBestOfAllWithoutSharedMemory) {
  Random R(5);
  for (int Case = 0; Case < 60; ++Case) {
    MachineModel M = randomMachine(R);
    ProgramModel P = randomProgram(R);
    auto Split = bestStaticSplit(M, P);
    ASSERT_TRUE(Split);
    EXPECT_NEAR(Split->Seconds, bruteForce(M, P), 1e-9) << "case " << Case;
  }
}

TEST(StaticSplit, IsCloseToTheBestOfAllWithSharedMemory) {
  Random R(6);
  for (int Case = 0; Case < 60; ++Case) {
    MachineModel M = randomMachine(R);
    M.MemoryBytesPerSecond = even(R, 5, 20);
    ProgramModel P = randomProgram(R);
    P.Iterations *= 4; // so that a single iteration makes little difference
    P.MemoryBytesPerIteration = even(R, 1, 10);
    double Best = bruteForce(M, P);
    auto Split = bestStaticSplit(M, P);
    ASSERT_TRUE(Split);
    EXPECT_GE(Split->Seconds, Best * (1 - 1e-9));
    EXPECT_LE(Split->Seconds, Best * 1.04) << "case " << Case;
  }
}

TEST(StaticSplit, AnAcceleratorSlowerThanItsHostCoreIsLeftOut) {
  MachineModel M{.Name = "m"};
  M.Devices = {device(ProcessorKind::Cpu, 1), device(ProcessorKind::Cpu, 1), device(ProcessorKind::Accelerator, .5)};
  ProgramModel P{.Name = "p", .Iterations = 100, .CoreSeconds = 1, .AcceleratorSeconds = 1};
  auto Split = bestStaticSplit(M, P);
  ASSERT_TRUE(Split);
  EXPECT_EQ(Split->Iterations, (std::vector<uint64_t>{50, 50, 0}));
  EXPECT_EQ(Split->LeftOut, (std::vector<bool>{true}));
}

TEST(StaticSplit, OfAThousandDevices) {
  MachineModel M{.Name = "m", .Devices = std::vector<ModelledDevice>(600, device(ProcessorKind::Cpu, 1))};
  M.Devices.resize(1000, device(ProcessorKind::Accelerator, 9));
  M.MemoryBytesPerSecond = 2e9;
  ProgramModel P{.Name = "p", .Iterations = 1'000'000'000, .CoreSeconds = 1e-6, .AcceleratorSeconds = 1e-6};
  P.MemoryBytesPerIteration = 4; // 200 cores would use 0.8 GB/s
  auto Split = bestStaticSplit(M, P);
  ASSERT_TRUE(Split);
  EXPECT_NEAR(Split->Seconds, 1e3 / (200 + 400 * 9), 1e-3);
}

TEST(StaticSplit, NothingWhereTheLoopDoesNotFit) {
  MachineModel M{.Name = "m", .Devices = {device(ProcessorKind::Accelerator, 1)}};
  M.Devices[0].MemoryBytes = 50;
  ProgramModel P{.Name = "p", .Iterations = 100, .CoreSeconds = 1, .AcceleratorSeconds = 1};
  P.BytesInPerIteration = 1;
  EXPECT_FALSE(bestStaticSplit(M, P));
}

TEST(FixedScheduler, AFailingDevicesShareGoesToOthers) {
  MachineModel M{.Name = "m", .HostThreadsTakeCores = false};
  M.Devices = {device(ProcessorKind::Cpu, 1), device(ProcessorKind::Accelerator, 1)};
  M.Devices[1].Changes = {{.AtSeconds = 5.5, .Speed = 0}};
  ProgramModel P{.Name = "p", .Iterations = 20, .CoreSeconds = 1, .AcceleratorSeconds = 1};
  SimulationResult R = simulateSplit(M, P, {{10, 10}, {false}, 0}, {.Passes = 2});
  EXPECT_EQ(R.Violation, "");
  EXPECT_EQ(R.Passes[0].Seconds, 20);
  EXPECT_EQ(R.Passes[1].Devices[0].Iterations, 20u);
}
