// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The estimates that follow from given measurements.
#include "Schedule/DeviceRecord.h"

#include <gtest/gtest.h>

#include <cmath>
#include <deque>
#include <initializer_list>
#include <random>

using namespace hetrt;

namespace {

RateHistory rates(std::initializer_list<double> Samples) {
  RateHistory H;
  for (double S : Samples)
    H.add(S, 100);
  return H;
}

DeviceRecord measured(ProcessorKind Kind, double Width, std::initializer_list<double> Samples) {
  static uint32_t Id = 0;
  return {.Id = Id++, .Kind = Kind, .SimdWidth = Width, .Rates = rates(Samples)};
}

DeviceRecord coreRecord(std::initializer_list<double> Samples) { return measured(ProcessorKind::Cpu, 1, Samples); }

std::vector<double> estimated(const std::deque<DeviceRecord> &Devices) {
  std::vector<const DeviceRecord *> Pointers;
  for (const DeviceRecord &D : Devices)
    Pointers.push_back(&D);
  std::vector<double> Rates(Devices.size());
  RateEstimator().estimate(Pointers, 0.03, Rates);
  return Rates;
}

using Rates = std::vector<double>;

} // namespace

//===-- Passes ---------------------------------------------------------------------------------------------------===//

TEST(RateHistory, BelievesTheOnlyMeasurement) { EXPECT_EQ(rates({7}).secondsPerIteration(), 7); }

TEST(RateHistory, IsTheMeanOfWhatIsNearEachOther) {
  EXPECT_DOUBLE_EQ(rates({1, 1.2}).secondsPerIteration(), 1.1);
  EXPECT_DOUBLE_EQ(rates({1, 1.2, 1.1, .9}).secondsPerIteration(), 1.05);
}

TEST(RateHistory, OfTwoFarApartBelievesTheSmaller) {
  EXPECT_EQ(rates({7, 5}).secondsPerIteration(), 5);
  EXPECT_EQ(rates({5, 7}).secondsPerIteration(), 5);
}

TEST(RateHistory, OneOutlierIsWithoutEffect) {
  EXPECT_EQ(rates({5, 5, 50}).secondsPerIteration(), 5);
  EXPECT_EQ(rates({5, 50, 5}).secondsPerIteration(), 5);
  EXPECT_EQ(rates({50, 5, 5}).secondsPerIteration(), 5);
  EXPECT_EQ(rates({5, 5, 5, 50, 5, 50, 5, .5}).secondsPerIteration(), 5); // several outliers are ignored too, unless
                                                                          // they come in a row
}

TEST(RateHistory, TwoInARowAreAChange) {
  EXPECT_EQ(rates({5, 5, 5, 5, 15, 15}).secondsPerIteration(), 15);
  EXPECT_EQ(rates({5, 5, 5, 5, 1, 1}).secondsPerIteration(), 1);
  EXPECT_EQ(rates({5, 5, 5, 5, 50, 15}).secondsPerIteration(), 15);
  EXPECT_EQ(rates({5, 5, 5, 5, 50, 1}).secondsPerIteration(), 5); // outliers on different sides
}

TEST(RateHistory, AShareOfAnotherSizeStartsAfresh) {
  RateHistory H = rates({5, 5, 5});
  H.add(9, 300);
  EXPECT_EQ(H.secondsPerIteration(), 9);
  H.add(8, 290);
  EXPECT_EQ(H.secondsPerIteration(), 8.5);
}

TEST(RateHistory, WhatIsSupposedGivesWayToTheFirstMeasurement) {
  RateHistory H;
  H.suppose(3);
  EXPECT_TRUE(H.known());
  EXPECT_FALSE(H.measured());
  EXPECT_EQ(H.secondsPerIteration(), 3);
  H.add(3.1, 100);
  EXPECT_EQ(H.secondsPerIteration(), 3.1);
}

TEST(RateHistory, NoiseIsWhatMeasurementsUsuallyVaryBy) {
  RateHistory H = rates({1});
  EXPECT_EQ(H.noise(), 0);
  for (int I = 0; I < 40; ++I)
    H.add(I % 2 ? 1 : 1.1, 100);
  EXPECT_NEAR(H.noise(), .05, .01);
  H.add(2, 1000);
  EXPECT_NEAR(H.noise(), .05, .01); // a share of another size does not count as noise
  H.add(2000, 1000);
  EXPECT_LT(H.noise(), .1); // a single outlier does not hide the other measurements
}

TEST(RateHistory, NoiseAveragesOut) {
  // With 10% noise, the estimate after eight measurements is within 5% for all but a few seeds.
  int Far = 0;
  for (unsigned Seed = 0; Seed < 200; ++Seed) {
    std::mt19937_64 Random(Seed);
    std::normal_distribution<double> Noise(1, .1);
    RateHistory H;
    for (int I = 0; I < 8; ++I)
      H.add(Noise(Random), 100);
    Far += std::abs(H.secondsPerIteration() - 1) > .07;
  }
  EXPECT_LE(Far, 16);
}

//===-- Ranges ---------------------------------------------------------------------------------------------------===//

TEST(RangeHistory, TellsFixedCostFromRate) {
  RangeHistory H;
  for (double N : {10., 40., 160., 600.})
    H.add(N, 5 + 2 * N);
  EXPECT_NEAR(H.fixedSeconds(), 5, 1e-6);
  EXPECT_NEAR(H.secondsPerIteration(), 2, 1e-9);
  EXPECT_NEAR(H.secondsFor(100), 205, 1e-6);
  H.add(600, 1205); // further ranges of equal size do not change the fixed cost
  H.add(600, 1205);
  EXPECT_NEAR(H.fixedSeconds(), 5, 1e-3);
}

TEST(RangeHistory, WithoutDifferentSizesThereIsNoFixedCost) {
  RangeHistory H;
  H.add(10, 25);
  EXPECT_EQ(H.fixedSeconds(), 0);
  EXPECT_DOUBLE_EQ(H.secondsPerIteration(), 2.5);
  H.add(10, 25);
  EXPECT_EQ(H.fixedSeconds(), 0);
}

TEST(RangeHistory, NeitherPartIsEverNegative) {
  RangeHistory Falling; // the longer range took less time: the rate becomes tiny, not negative
  Falling.add(10, 100);
  Falling.add(40, 90);
  EXPECT_GT(Falling.secondsPerIteration(), 0);
  EXPECT_GE(Falling.fixedSeconds(), 0);
  RangeHistory Rising; // time grows more than in proportion to the size: the fixed cost is not negative
  Rising.add(10, 10);
  Rising.add(40, 400);
  EXPECT_EQ(Rising.fixedSeconds(), 0);
  EXPECT_GT(Rising.secondsPerIteration(), 0);
}

TEST(RangeHistory, SpeedIsAnExponentialAverage) {
  RangeHistory H;
  H.add(10, 1);
  EXPECT_EQ(H.speed(), 10);
  H.add(20, 1);
  EXPECT_EQ(H.speed(), 15);
}

TEST(RangeHistory, SurvivesExtremes) {
  RangeHistory H;
  for (double N : {1., 1e19})
    for (double Rate : {1e-29, 1e29}) {
      H.add(N, N * Rate);
      EXPECT_TRUE(std::isfinite(H.fixedSeconds()) && std::isfinite(H.secondsPerIteration())) << N << " " << Rate;
      EXPECT_GT(H.secondsPerIteration(), 0);
    }
}

TEST(RangeHistory, WhatTheFirstRangeOfAPassCostsBesidesIsToldFromALaunch) {
  RangeHistory H;
  H.add(16, 20 + 16 * .5, true); // a full copy takes 20, each iteration 0.5
  EXPECT_TRUE(H.onlyEntries());
  EXPECT_GT(H.secondsPerIteration(), 1.5);
  H.add(256, 128);
  EXPECT_FALSE(H.onlyEntries());
  EXPECT_DOUBLE_EQ(H.secondsPerIteration(), .5);
  EXPECT_DOUBLE_EQ(H.entrySeconds(), 20);
  H.add(1000, 520, true); // the first range of the next pass
  EXPECT_NEAR(H.secondsPerIteration(), .5, 1e-9);
  EXPECT_NEAR(H.fixedSeconds(), 0, 1e-9);
}

TEST(RangeHistory, ALaunchCostsNoMoreThanTheShortestRange) {
  RangeHistory H; // iterations that get cheaper look like a fixed cost
  H.add(8, 4, true);
  H.add(128, 40);
  H.add(1000, 100);
  EXPECT_LE(H.fixedSeconds(), 4);
}

TEST(RangeHistory, ALargeFirstRangeTellsNoEntry) {
  RangeHistory H; // as in a triangular loop, whose first iterations cost most
  H.add(1000, 2000, true);
  H.add(100, 100);
  EXPECT_EQ(H.entrySeconds(), 0);
}

//===-- Chunks ---------------------------------------------------------------------------------------------------===//

TEST(ChunkGrowth, DoublesWhileAnIterationGetsCheaper) {
  // Each chunk costs 10, and 1 for each iteration.
  ChunkGrowth G;
  uint64_t Size = G.size(1);
  for (int I = 0; I < 40; ++I) {
    Size = G.size(1);
    G.add(Size, 1 + 10. / static_cast<double>(Size));
  }
  EXPECT_GE(Size, 64u);
  EXPECT_LE(Size, 4096u);
}

TEST(ChunkGrowth, StaysSmallWhereSizeDoesNotMatter) {
  ChunkGrowth G;
  for (int I = 0; I < 40; ++I)
    G.add(G.size(8), 1);
  EXPECT_EQ(G.size(8), 8u);
}

TEST(ChunkGrowth, NoiseIsNoGain) {
  std::mt19937_64 Random(1);
  std::uniform_real_distribution<double> Noise(0.8, 1.2);
  unsigned Doublings = 0;
  for (int Run = 0; Run < 50; ++Run) {
    ChunkGrowth G;
    for (int I = 0; I < 3000; ++I)
      G.add(G.size(8), Noise(Random));
    Doublings += G.size(8) > 32;
  }
  EXPECT_LE(Doublings, 2u);
}

TEST(ChunkGrowth, FollowsALoopThatBecomesAnotherOne) {
  ChunkGrowth G;
  for (int I = 0; I < 40; ++I)
    G.add(G.size(8), 1);
  for (int I = 0; I < 200; ++I)
    G.add(G.size(8), .1 + 100. / static_cast<double>(G.size(8)));
  EXPECT_GE(G.size(8), 512u);
}

TEST(ChunkGrowth, ShrinksWhereLargeChunksCostMore) {
  ChunkGrowth G;
  G.add(G.size(64), 1);
  EXPECT_EQ(G.size(64), 128u);
  G.add(128, 2);
  EXPECT_EQ(G.size(64), 64u);
}

TEST(ChunkGrowth, TheEndOfAPassTellsNothing) {
  ChunkGrowth G;
  G.size(8);
  G.add(3, 1);
  EXPECT_EQ(G.size(8), 8u);
}

//===-- All devices ----------------------------------------------------------------------------------------------===//

TEST(RateEstimator, WithoutMeasurementTheModelSpeaks) {
  EXPECT_EQ(estimated({coreRecord({}), measured(ProcessorKind::Accelerator, 4, {})}), (Rates{1, .25}));
}

TEST(RateEstimator, TheUnmeasuredIsPutBesideItsKind) {
  EXPECT_EQ(estimated({coreRecord({2}), coreRecord({}), measured(ProcessorKind::Cpu, 2, {}),
                       measured(ProcessorKind::Accelerator, 4, {8}), measured(ProcessorKind::Accelerator, 8, {})}),
            (Rates{2, 2, 1, 8, 4}));
}

TEST(RateEstimator, TheUnmeasuredKindIsPutBesideTheOther) {
  EXPECT_EQ(estimated({coreRecord({}), measured(ProcessorKind::Accelerator, 4, {1})}), (Rates{4, 1}));
}

TEST(RateEstimator, CoresCountAsEqualUntilSeenToDiffer) {
  Rates R = estimated({coreRecord({1.0}), coreRecord({1.2}), coreRecord({1.1})});
  EXPECT_EQ(R, Rates(3, R[0]));
  EXPECT_DOUBLE_EQ(R[0], 1.1);
  EXPECT_EQ(estimated({coreRecord({1.0}), coreRecord({2.0}), coreRecord({1.0})}), (Rates{1, 2, 1}));
}

TEST(RateEstimator, ThreeMeasurementsProveADifference) {
  EXPECT_EQ(estimated({coreRecord({1, 1, 1}), coreRecord({1.2, 1.2, 1.2}), coreRecord({1, 1, 1})}), (Rates{1, 1.2, 1}));
}

TEST(RateEstimator, ADifferenceWithinTheNoiseIsNone) {
  Rates R = estimated({coreRecord({1, 1.1, 0.9}), coreRecord({1.05, 1.15, 0.95}), coreRecord({1.1, 0.9, 1})});
  EXPECT_EQ(R[0], R[1]);
  EXPECT_EQ(R[0], R[2]);
}

TEST(RateEstimator, AcceleratorsArePooledWithNobody) {
  EXPECT_EQ(estimated({measured(ProcessorKind::Accelerator, 1, {1}), measured(ProcessorKind::Accelerator, 1, {1.1})}),
            (Rates{1, 1.1}));
}
