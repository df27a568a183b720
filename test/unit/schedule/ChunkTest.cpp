// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The chunks that each chunk scheduler hands out, compared with hand-written expectations.
#include "Machines.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

using namespace hetrt;
using namespace hetrt::test;

namespace {

using Sizes = std::vector<uint64_t>;

Sizes sizes(const std::vector<Range> &Ranges) {
  Sizes All;
  for (Range R : Ranges)
    All.push_back(R.size());
  return All;
}

/// The seconds of a pass if every device worked all the time at its rate, without other costs.
double ideal(const std::vector<double> &Rates, uint64_t Iterations) {
  double Speed = 0;
  for (double R : Rates)
    Speed += 1 / R;
  return static_cast<double>(Iterations) / Speed;
}

} // namespace

TEST(Chunk, HandsOutEqualChunksInOrder) {
  auto S = make("chunk", {.Div = 2});
  DeviceModel Models[] = {{}, {}};
  S->beginPass(20, Models);
  EXPECT_TRUE(S->shares().empty());
  EXPECT_EQ(S->next(1).Share, (Range{0, 5}));
  EXPECT_EQ(S->next(0).Share, (Range{5, 10}));
  S->finished(0, {5, 10}, 1);
  EXPECT_EQ(S->next(0).Share, (Range{10, 15}));
  S->finished(0, {10, 15}, 1);
  EXPECT_EQ(S->next(0).Share, (Range{15, 20}));
  S->finished(0, {15, 20}, 1);
  EXPECT_EQ(S->next(0).What, Answer::Done); // a core cannot fail, so no range can come back
  S->finished(1, {0, 5}, 1);
  EXPECT_EQ(S->endPass(), 0u);
}

TEST(Chunk, GivesTheFasterMore) {
  auto M = machine({core(4e-3), accelerator(1e-3)});
  PassResult R = M.run(*make("chunk", {.Div = 50}), 1000);
  EXPECT_EQ(R.Violation, "");
  EXPECT_EQ(sizes(R.Ranges[0]), Sizes(20, 10));
  EXPECT_EQ(sizes(R.Ranges[1]), Sizes(80, 10));
}

TEST(Chunk, AShortLoopHasChunksOfOne) {
  auto M = machine({core(), core()});
  EXPECT_EQ(sizes(M.run(*make("chunk"), 4).Ranges[0]), (Sizes{1, 1}));
}

TEST(ChunkStatic, ChunksFollowTheDeviceModel) {
  auto M = machine({core(4e-3), accelerator(1e-3, 3)});
  PassResult R = M.run(*make("chunk_static", {.Div = 10}), 400);
  EXPECT_EQ(R.Ranges[0].front().size(), 10u);
  EXPECT_EQ(R.Ranges[1].front().size(), 30u);
  EXPECT_EQ(M.run(*make("chunk_static", {.Div = 10}), 400).Violation, "");
}

TEST(ChunkStatic, ChunksFollowTheRatio) {
  auto M = machine({core(4e-3), core(4e-3), accelerator(1e-3, 3)});
  PassResult R = M.run(*make("chunk_static", {.Ratio = .5, .Div = 10}), 400);
  EXPECT_EQ(R.Ranges[0].front().size(), 10u);
  EXPECT_EQ(R.Ranges[2].front().size(), 20u);
}

TEST(ChunkStatic, TheModelStaysTheMeasure) {
  auto M = machine({core(1e-3), accelerator(1e-4, 1)});
  auto S = make("chunk_static", {.Div = 10});
  for (int Pass = 0; Pass < 4; ++Pass) {
    PassResult R = M.run(*S, 400);
    EXPECT_EQ(R.Ranges[0].front().size(), 20u);
    EXPECT_EQ(R.Ranges[1].front().size(), 20u);
  }
}

TEST(ChunkStatic, RatioOneLeavesAcceleratorsWithoutChunks) {
  auto M = machine({core(), accelerator(1e-6)});
  PassResult R = M.run(*make("chunk_static", {.Ratio = 1}), 400);
  EXPECT_EQ(R.Violation, "");
  EXPECT_EQ(R.Iterations, (Sizes{400, 0}));
}

TEST(ChunkDynamic, ChunksGrowWhereALaunchCosts) {
  // A launch takes as long as 1000 iterations.
  auto M = machine({core(1e-3), accelerator(1e-6, 1, 1e-3)});
  PassResult R = M.run(*make("chunk_dynamic"), 1'000'000);
  EXPECT_EQ(R.Violation, "");
  Sizes Core = sizes(R.Ranges[0]), Acc = sizes(R.Ranges[1]);
  EXPECT_GE(*std::ranges::max_element(Acc), 4 * Acc.front());
  EXPECT_LE(Acc[1], 2 * Acc[0]); // grows step by step
  EXPECT_LE(*std::ranges::max_element(Core), 2 * Core.front());
}

TEST(HybridChunk, SplitsFromTheSecondPassOn) {
  auto M = machine({core(4e-3), accelerator(1e-3)});
  auto S = make("hybrid_chunk");
  PassResult First = M.run(*S, 1000), Second = M.run(*S, 1000);
  EXPECT_EQ(First.Violation, "");
  EXPECT_GT(First.Ranges[0].size(), 2u);
  EXPECT_EQ(Second.Ranges[0], (std::vector<Range>{{0, 200}}));
  EXPECT_EQ(Second.Ranges[1], (std::vector<Range>{{200, 1000}}));
}

TEST(Throughput, IsNearTheIdealForAnyAccelerator) {
  for (double Ratio : {.1, 1., 5., 30.}) {
    auto M = machine({core(1e-5), core(1e-5), core(1e-5), accelerator(1e-5 / Ratio, 4, 1e-5)});
    auto S = make("throughput");
    M.run(*S, 300'000);
    PassResult R = M.run(*S, 300'000);
    EXPECT_EQ(R.Violation, "");
    EXPECT_LE(R.Seconds, 1.1 * ideal({1e-5, 1e-5, 1e-5, 1e-5 / Ratio}, 300'000)) << Ratio;
  }
}

TEST(Throughput, CoresKeepInStepWithTheAccelerator) {
  // By the formula: a core takes as many iterations as it does while the accelerator computes its best chunk.
  auto M = machine({core(1e-5), accelerator(1e-6)});
  auto S = make("throughput", {.Div = 100});
  M.run(*S, 1'000'000);
  PassResult R = M.run(*S, 1'000'000);
  Sizes Core = sizes(R.Ranges[0]), Acc = sizes(R.Ranges[1]);
  EXPECT_NEAR(static_cast<double>(Core[1]) / static_cast<double>(Acc[1]), .1, .01);
}

TEST(Throughput, ASlowAcceleratorIsNotWaitedFor) {
  // The launch alone takes longer than the cores need for all iterations.
  auto M = machine({core(1e-6), core(1e-6), accelerator(1e-6, 1, 10)});
  auto S = make("throughput");
  M.run(*S, 100'000);
  PassResult R = M.run(*S, 100'000);
  EXPECT_EQ(R.Iterations[2], 0u);
  EXPECT_LE(R.Seconds, .06);
}

TEST(ChunkBackOff, AnAcceleratorThatDoesFewerIterationsThanACoreIsGivenUp) {
  for (const char *Name : {"chunk", "chunk_static", "chunk_dynamic"}) {
    auto M = machine({core(1e-3), core(1e-3), accelerator(9e-3)});
    auto S = make(Name, {.Div = 40});
    M.run(*S, 4000);
    EXPECT_FALSE(S->givenUp(2)) << Name;
    M.run(*S, 4000);
    EXPECT_TRUE(S->givenUp(2)) << Name;
    M.Devices.push_back(core(1e-3)); // a core in the accelerator's place
    EXPECT_EQ(M.run(*S, 4000).Iterations[2], 0u) << Name;
    EXPECT_TRUE(S->givenUp(2)) << Name;
  }
}

TEST(Runtime, IsAdaptiveWhereNothingElseIsSaid) {
  auto M = machine({core(4e-3), accelerator(1e-3)});
  auto S = make("runtime");
  M.run(*S, 1000);
  EXPECT_EQ(M.run(*S, 1000).Iterations, (Sizes{200, 800}));
}
