// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fits rates to measured passes.
#include "Simulation/ReportFit.h"
#include "Simulation/ModelFiles.h"

#include <gtest/gtest.h>

#include <random>

using namespace hetrt;

namespace {

using Counts = std::vector<uint64_t>;
using Work = std::vector<double>;
using Seconds = std::vector<double>;

/// The seconds of passes on a device that needs Fixed + PerIteration * n, each up to 2% off.
Seconds timesOf(const Counts &N, double Fixed, double PerIteration) {
  std::mt19937_64 R(1);
  Seconds All;
  for (uint64_t Each : N)
    All.push_back((Fixed + PerIteration * static_cast<double>(Each)) *
                  std::uniform_real_distribution<double>(.98, 1.02)(R));
  return All;
}

MeasuredRegion region(std::vector<MeasuredDevice> Devices) {
  unsigned Passes = Devices.empty() ? 0 : static_cast<unsigned>(Devices.front().Iterations.size());
  return {"loop.c:1", Passes, std::move(Devices)};
}

} // namespace

TEST(FitTime, TellsFixedFromPerIterationWhereSharesDiffer) {
  Counts N;
  for (uint64_t P = 0; P < 40; ++P)
    N.push_back(1000 + 997 * P % 4000);
  Seconds S = timesOf(N, .5, 1e-3);
  S[7] *= 5; // a disturbed pass
  FittedTime F = fitTime(Work(N.begin(), N.end()), S);
  EXPECT_NEAR(F.Fixed, .5, .05);
  EXPECT_NEAR(F.PerIteration, 1e-3, 2e-5);
}

TEST(FitTime, TakesAllForPerIterationWhereTheyDoNot) {
  Counts N(40, 1000);
  N[1] = 5000; // a single odd pass is not enough
  FittedTime F = fitTime(Work(N.begin(), N.end()), timesOf(N, .5, 1e-3));
  EXPECT_EQ(F.Fixed, 0);
  EXPECT_NEAR(F.PerIteration, 1.5e-3, 3e-5);
}

TEST(FitTime, LeavesOutTheFirstPassAndPassesWithoutWork) {
  EXPECT_EQ(fitTime({10, 10, 0, 10}, {9, 1, 0, 1}).PerIteration, .1);
  EXPECT_EQ(fitTime({10}, {2}).PerIteration, .2);
  EXPECT_EQ(fitTime({0, 0}, {0, 0}).PerIteration, 0);
}

TEST(FitRun, DevicesOfOneKindMayDiffer) {
  FittedRun Run = fitRun(region({{"cpu:0", "cpu", {10, 10, 10}, {1, 1, 1}},
                                 {"cpu:1", "cpu", {10, 10, 10}, {1, 1, 1}},
                                 {"cuda:0", "cuda", {40, 40, 40}, {1, 1, 1}, 1200, 120},
                                 {"cuda:1", "cuda", {20, 20, 20}, {1, 1, 1}, 600, 60},
                                 {"cuda:2", "cuda", {0, 0, 0}, {0, 0, 0}}}));
  EXPECT_EQ(Run.Program.Iterations, 80u);
  EXPECT_EQ(Run.Program.Passes, 3u);
  EXPECT_DOUBLE_EQ(Run.Program.CoreSeconds, .1);
  EXPECT_DOUBLE_EQ(Run.Program.AcceleratorSeconds, .025);
  EXPECT_DOUBLE_EQ(Run.Program.BytesInPerIteration, 10);
  ASSERT_EQ(Run.Machine.Devices.size(), 4u); // the third accelerator computed nothing
  EXPECT_DOUBLE_EQ(Run.Machine.Devices[2].Speed, 1);
  EXPECT_DOUBLE_EQ(Run.Machine.Devices[3].Speed, .5);
  EXPECT_EQ(Run.Machine.hostCores(), 0u);
}

TEST(FitRun, SeveralRunsTellFixedCostsApart) {
  auto Run = [](uint64_t Share, double Seconds) {
    return std::vector<MeasuredRegion>{region({{"cpu:0", "cpu", Counts(9, 100 - Share), ::Seconds(9, 1)},
                                               {"cuda:0", "cuda", Counts(9, Share), ::Seconds(9, Seconds)}})};
  };
  auto Both = Run(20, 3);
  addPasses(Both, Run(60, 5), "more.json");
  FittedRun Fit = fitRun(Both.front());
  EXPECT_DOUBLE_EQ(Fit.Program.AcceleratorSeconds, .05);
  EXPECT_DOUBLE_EQ(Fit.Machine.Devices[1].LaunchSeconds, 2);
  EXPECT_EQ(Fit.Program.Passes, 9u);
  EXPECT_DOUBLE_EQ(fitRun(Run(20, 3).front()).Program.AcceleratorSeconds, .15);

  EXPECT_THROW(addPasses(Both, {{"other.c:1", 0, {}}}, "more.json"), ModelError);
  EXPECT_THROW(addPasses(Both, {region({{"cpu:0", "cpu", {1}, {1}}})}, "more.json"), ModelError);
}

TEST(FitRun, WantsIterations) {
  EXPECT_THROW(fitRun(region({{"cpu:0", "cpu", {0, 0}, {0, 0}}})), ModelError);
  EXPECT_THROW(fitRun(region({})), ModelError);
}

TEST(ChooseDevices, AMixOfKinds) {
  FittedRun Run = fitRun(region({{"cpu:0", "cpu", {10}, {1}}, {"cuda:0", "cuda", {40}, {1}}}));
  MachineModel M = chooseDevices(Run.Machine, "cuda:2,cpu:3", /*Repeat=*/true);
  ASSERT_EQ(M.Devices.size(), 5u);
  EXPECT_EQ(M.Devices[2].Name, "cpu:2");
  EXPECT_EQ(M.Devices[4].Name, "cuda:1");
  EXPECT_EQ(M.cores(), 3u);
  EXPECT_THROW(chooseDevices(Run.Machine, "cuda:2,cpu:3"), ModelError) << "more than there are";
  EXPECT_EQ(chooseDevices(Run.Machine, "cuda").Devices.size(), 1u);
  for (const char *Wrong : {"", "cpu:", "cpu:x", "cpu:-1", "tpu:1", "cpu:0", "cpu:1,"})
    EXPECT_THROW(chooseDevices(Run.Machine, Wrong), ModelError) << Wrong;
}

TEST(RelativeTo, TakesSpeedLaunchAndCopiesOut) {
  FittedRun Run =
      fitRun(region({{"cpu:0", "cpu", {10, 10}, {1, 1}}, {"cuda:0", "cuda", {10, 10}, {1, 1}, 2000, 1000}}));
  MachineModel M{.Name = "there"};
  M.Devices = {{.Name = "cpu:0", .Speed = 2},
               {.Name = "gpu:0", .Kind = ProcessorKind::Accelerator, .Speed = 4, .Link = {0, 2500, 5000}}};
  ProgramModel P = relativeTo(Run, M);
  EXPECT_DOUBLE_EQ(P.CoreSeconds, .2);
  // Of .1 s, the copy of 100 bytes in takes .04, and that of 50 bytes out .01.
  EXPECT_DOUBLE_EQ(P.AcceleratorSeconds, .05 * 4);
  M.Devices[1].Link.BytesPerSecondIn = 500;
  EXPECT_THROW(relativeTo(Run, M), ModelError);
}

TEST(AddTrace, TakesRangesAndTheirPasses) {
  auto Regions = parseReport(R"({"regions": [{"location": "a.c:1", "scheduler": "auto", "devices": [
      {"name": "cpu:0", "kind": "cpu", "iterations": [60, 60], "seconds": [1, 1]},
      {"name": "cuda:0", "kind": "cuda", "iterations": [40, 30], "seconds": [1, 1]}]}]})",
                             "r.json");
  EXPECT_TRUE(Regions.front().Ranges.empty()) << "nobody knows where they lay";
  const std::string Trace = R"([
{"name":"hetrt_trace","ph":"M","args":{"version":1}},
{"name":"a.c:1","cat":"range","ts":120.5,"dur":3e6,"args":{"device":"cuda:0","region":"a.c:1","first":60,"last":90}},
{"name":"a.c:1","cat":"range","ts":12.5,"dur":2e6,"args":{"device":"cpu:0","region":"a.c:1","first":0,"last":60}},
{"name":"b.c:1","cat":"range","ts":13,"dur":2e6,"args":{"device":"cpu:0","region":"b.c:1","first":0,"last":60}},
{"name":"a.c:1","cat":"range","ts":5,"dur":2e6,"args":{"device":"cpu:0","region":"a.c:1","first":0,"last":60}},
{"name":"a.c:1","cat":"range","ts":125,"dur":2e6,"args":{"device":"tpu:0","region":"a.c:1","first":0,"last":60}},
{"name":"a.c:1","cat":"pass","ts":110,"dur":20,"args":{"region":"a.c:1","iterations":90}},
{"name":"a.c:1","cat":"pass","ts":10,"dur":20,"args":{"region":"a.c:1","iterations":100}},
{"name":"a.c:1","cat":"range","ts":126,"dur":2e6,"args":{"device":"cp)";
  addTrace(Regions, Trace, "t.trace");
  const auto &Ranges = Regions.front().Ranges;
  ASSERT_EQ(Ranges.size(), 2u) << "those outside passes, of others and cut off are left out";
  EXPECT_EQ(Ranges[0].Device, 1u);
  EXPECT_EQ(Ranges[0].Pass, 1u);
  EXPECT_EQ(Ranges[0].Part, (Range{60, 90}));
  EXPECT_EQ(Ranges[0].Iterations, 90u);
  EXPECT_DOUBLE_EQ(Ranges[0].Seconds, 3);
  EXPECT_EQ(Ranges[1].Iterations, 100u);
  EXPECT_THROW(addTrace(Regions, "{}", "t.trace"), ModelError) << "no trace";
  EXPECT_THROW(addTrace(Regions, R"({"name":"hetrt_trace"})", "t.trace"), ModelError) << "of another run";
}

TEST(ParseReport, KnowsWhereRangesLieUnderSchedulersThatLayThemOutInOrder) {
  auto Regions = parseReport(R"({"regions": [{"location": "a.c:1", "scheduler": "adaptive", "devices": [
      {"name": "cpu:0", "kind": "cpu", "iterations": [60, 10], "seconds": [1, 1]},
      {"name": "cpu:1", "kind": "cpu", "iterations": [0, 20], "seconds": [0, 1]},
      {"name": "cuda:0", "kind": "cuda", "iterations": [40, 30], "seconds": [1, 2]}]}]})",
                             "r.json");
  const auto &Ranges = Regions.front().Ranges;
  ASSERT_EQ(Ranges.size(), 5u);
  EXPECT_EQ(Ranges[1].Part, (Range{60, 100}));
  EXPECT_EQ(Ranges[4].Part, (Range{30, 60}));
  EXPECT_EQ(Ranges[4].Iterations, 60u);
  EXPECT_EQ(Ranges[4].Device, 2u);
  EXPECT_EQ(Ranges[4].Pass, 1u);
}
