// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs programs on machines, pass after pass.
#include "Simulation/Simulation.h"
#include "Schedule/Registry.h"

#include <gtest/gtest.h>

using namespace hetrt;

namespace {

MachineModel machine(size_t Cores, size_t Accelerators, double Width = 4) {
  MachineModel M{.Name = "m"};
  for (size_t J = 0; J < Cores; ++J)
    M.Devices.push_back({.Name = "cpu:" + std::to_string(J)});
  for (size_t J = 0; J < Accelerators; ++J)
    M.Devices.push_back({.Name = "gpu:" + std::to_string(J), .Kind = ProcessorKind::Accelerator, .SimdWidth = Width});
  return M;
}

ProgramModel loop(double CoreSeconds, double AcceleratorSeconds, uint64_t Iterations = 1200) {
  return {
      .Name = "loop", .Iterations = Iterations, .CoreSeconds = CoreSeconds, .AcceleratorSeconds = AcceleratorSeconds};
}

SimulationResult run(const MachineModel &M, const ProgramModel &P, std::string_view Scheduler,
                     SimulationOptions O = {}) {
  applyKindOfScheduler(Scheduler, M, O);
  SimulationResult R = simulate(M, P, *findScheduler(Scheduler)->Create({}), O);
  EXPECT_EQ(R.Violation, "");
  return R;
}

std::vector<uint64_t> counts(const SimulatedPass &P) {
  std::vector<uint64_t> All;
  for (const DevicePass &D : P.Devices)
    All.push_back(D.Iterations);
  return All;
}

using Counts = std::vector<uint64_t>;

} // namespace

TEST(Simulation, TheHostThreadOfAnAcceleratorTakesACore) {
  SimulationResult R = run(machine(3, 1), loop(4e-3, 1e-3), "adaptive", {.Passes = 2});
  EXPECT_EQ(counts(R.Passes[1]), (Counts{200, 200, 0, 800}));
  EXPECT_DOUBLE_EQ(R.Passes[1].Seconds, .8);
  EXPECT_DOUBLE_EQ(R.Passes[1].Devices[3].Seconds, .8);
}

TEST(Simulation, UnlessTheCoresAreCounted) {
  MachineModel M = machine(3, 1);
  M.HostThreadsTakeCores = false;
  EXPECT_EQ(counts(run(M, loop(4e-3, 4e-3), "adaptive", {.Passes = 2}).Passes[1]), (Counts{300, 300, 300, 300}));
}

TEST(Simulation, ItsCoreComputesWhenItIsGivenUp) {
  SimulationResult R = run(machine(3, 1), loop(1e-3, 9e-3), "adaptive", {.Passes = 4});
  EXPECT_GT(R.Passes[0].Devices[3].Iterations, 0u);
  EXPECT_EQ(counts(R.Passes[3]), (Counts{400, 400, 400, 0}));
}

TEST(Simulation, KindsOfSchedulers) {
  EXPECT_EQ(counts(run(machine(3, 1), loop(1e-3, 1e-3), "cpu").Passes[0]), (Counts{400, 400, 400, 0}));
  EXPECT_EQ(counts(run(machine(3, 2), loop(1e-3, 1e-3), "gpu").Passes[0]), (Counts{0, 0, 0, 600, 600}));
}

TEST(Simulation, FullCopiesArePaidOncePerPassAndDevice) {
  MachineModel M = machine(0, 1);
  M.Devices[0].Link.BytesPerSecondIn = 1000;
  ProgramModel P = loop(1, 1e-3, 100);
  P.FullBytesIn = 500;
  // Ten rounds of `split` with ten iterations each; full copies are made once per pass.
  for (const SimulatedPass &Pass : run(M, P, "split", {.Passes = 3}).Passes)
    EXPECT_NEAR(Pass.Seconds, .5 + .1, 1e-12);
}

TEST(Simulation, MemoryLimitsReachTheScheduler) {
  MachineModel M = machine(1, 1);
  M.HostThreadsTakeCores = false;
  M.Devices[1].MemoryBytes = 2000;
  ProgramModel P = loop(1e-3, 1e-5, 1000);
  P.BytesInPerIteration = 10;
  EXPECT_EQ(counts(run(M, P, "adaptive", {.Passes = 2}).Passes[1]), (Counts{800, 200}));
}

TEST(Simulation, SpeedsChangeAtAPass) {
  MachineModel M = machine(2, 0);
  M.Devices[1].Changes = {{.AtPass = 1, .Speed = .5}, {.AtPass = 2, .Speed = 1}};
  SimulationResult R = run(M, loop(1e-3, 1), "static", {.Passes = 3});
  EXPECT_NEAR(R.Passes[0].Seconds, .6, 1e-12);
  EXPECT_NEAR(R.Passes[1].Seconds, 1.2, 1e-12);
  EXPECT_NEAR(R.Passes[2].Seconds, .6, 1e-12);
}

TEST(Simulation, SpeedsChangeAtAMoment) {
  MachineModel M = machine(1, 0);
  M.Devices[0].Changes = {{.AtSeconds = 1.5, .Speed = .5}};
  SimulationResult R = run(M, loop(1e-3, 1, 1000), "static", {.Passes = 3});
  EXPECT_NEAR(R.Passes[0].Seconds, 1, 1e-12);
  EXPECT_NEAR(R.Passes[1].Seconds, 1.5, 1e-12);
  EXPECT_NEAR(R.Passes[2].Seconds, 2, 1e-12);
}

TEST(Simulation, AnOutageIsWorkedAround) {
  MachineModel M = machine(2, 1);
  M.Devices[2].Changes = {{.AtPass = 2, .Speed = 0}, {.AtPass = 4, .Speed = 1}};
  for (const SchedulerDescriptor *D : allSchedulers()) {
    SimulationResult R = run(M, loop(1e-3, 5e-4), D->Name, {.Passes = 6});
    EXPECT_EQ(R.Passes[3].Devices[2].Iterations, 0u) << D->Name;
    EXPECT_EQ(R.Passes[5].Devices[2].Iterations > 0, D->Name != "cpu") << D->Name;
  }
}

TEST(Simulation, TheSameSeedGivesTheSamePasses) {
  auto Seconds = [](uint64_t Seed) {
    std::vector<double> All;
    for (const SimulatedPass &P :
         run(machine(4, 2), loop(1e-3, 1e-4), "split", {.Passes = 10, .Noise = .1, .Seed = Seed}).Passes)
      All.push_back(P.Seconds);
    return All;
  };
  EXPECT_EQ(Seconds(1), Seconds(1));
  EXPECT_NE(Seconds(1), Seconds(2));
}

TEST(Simulation, AllSchedulersMeetTheSameNoise) {
  // A single device: in each pass it is slowed by the same factor under every scheduler.
  MachineModel M = machine(1, 0);
  SimulationOptions O{.Passes = 5, .Noise = .1, .Seed = 3};
  SimulationResult Whole = run(M, loop(1e-3, 1), "adaptive", O), Parts = run(M, loop(1e-3, 1), "split", O);
  for (unsigned P = 0; P < 5; ++P)
    EXPECT_NEAR(Whole.Passes[P].Seconds, Parts.Passes[P].Seconds, 1e-9);
}
