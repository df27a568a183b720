// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rounds fractions to whole iterations.
#include "Schedule/Apportion.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <vector>

using namespace hetrt;

namespace {

struct Result {
  std::vector<uint64_t> Counts;
  uint64_t Left;
  bool operator==(const Result &) const = default;
};

Result apportioned(uint64_t Iterations, std::vector<double> Fractions, std::vector<double> Seconds,
                   std::vector<uint64_t> Limits = {}) {
  std::vector<Portion> Portions(Fractions.size());
  for (size_t J = 0; J < Fractions.size(); ++J) {
    Portions[J].Fraction = Fractions[J];
    Portions[J].Seconds = Seconds[J];
    if (!Limits.empty())
      Portions[J].Limit = Limits[J];
  }
  std::vector<uint32_t> Order(Portions.size());
  uint64_t Left = apportion(Iterations, Portions, Order);
  Result R{{}, Left};
  for (const Portion &P : Portions)
    R.Counts.push_back(P.Count);
  return R;
}

using Counts = std::vector<uint64_t>;

} // namespace

TEST(Apportion, EqualSharesGiveLeftoversInDeviceOrder) {
  EXPECT_EQ(apportioned(10, {.25, .25, .25, .25}, {1, 1, 1, 1}).Counts, (Counts{3, 3, 2, 2}));
  EXPECT_EQ(apportioned(12, {.25, .25, .25, .25}, {1, 1, 1, 1}).Counts, (Counts{3, 3, 3, 3}));
}

TEST(Apportion, LeftoversGoToTheSlowestThatHasAtLeastTheMean) {
  // Shares 0.5, 4.2, 5.3 of 10: the mean is 10/3. Device 0 has less; device 1 is the slowest of the others.
  EXPECT_EQ(apportioned(10, {.05, .42, .53}, {3, 2, 1}).Counts, (Counts{0, 5, 5}));
}

TEST(Apportion, LeftoversGoRound) {
  // Shares 11.9, 11.9, 11.9, 4.3 of 40: three iterations are left over, for the three devices with at least the mean
  // 10.
  EXPECT_EQ(apportioned(40, {.2975, .2975, .2975, .1075}, {1, 1, 1, 1}).Counts, (Counts{12, 12, 12, 4}));
}

TEST(Apportion, FewerIterationsThanDevicesGoToTheFastest) {
  EXPECT_EQ(apportioned(1, {.1, .2, .7}, {3, 2, 1}).Counts, (Counts{0, 0, 1}));
  EXPECT_EQ(apportioned(2, {.2, .35, .45}, {3, 2, 1}).Counts, (Counts{0, 1, 1}));
  EXPECT_EQ(apportioned(1, {.5, .5}, {1, 1}).Counts, (Counts{1, 0}));
}

TEST(Apportion, FractionsJustBelowAWholeNumberAreThatNumber) {
  EXPECT_EQ(apportioned(100, {.25 * (1 - 1e-15), .75}, {2, 1}).Counts, (Counts{25, 75}));
}

TEST(Apportion, NothingToShare) { EXPECT_EQ(apportioned(0, {.5, .5}, {1, 1}), (Result{{0, 0}, 0})); }

TEST(Apportion, DevicesWithoutFractionGetNothingWhileOthersHaveRoom) {
  EXPECT_EQ(apportioned(3, {0, .5, .5}, {2, 1, 1}).Counts, (Counts{0, 2, 1}));
}

TEST(Apportion, LimitsHold) {
  EXPECT_EQ(apportioned(10, {.2, .8}, {2, 1}, {~0ull, 5}), (Result{{5, 5}, 0}));
  EXPECT_EQ(apportioned(10, {.2, .8}, {2, 1}, {3, 5}), (Result{{3, 5}, 2}));
  EXPECT_EQ(apportioned(10, {0, 1}, {2, 1}, {~0ull, 4}), (Result{{6, 4}, 0}));
}

TEST(Apportion, HugeCountsLoseNothing) {
  uint64_t Huge = ~0ull;
  Result R = apportioned(Huge, {1. / 3, 1. / 3, 1. / 3}, {1, 1, 1});
  EXPECT_EQ(R.Left, 0u);
  EXPECT_EQ(R.Counts[0] + R.Counts[1] + R.Counts[2], Huge);
  for (uint64_t C : R.Counts)
    EXPECT_NEAR(static_cast<double>(C) / static_cast<double>(Huge), 1. / 3, 1e-12);
}

TEST(Apportion, RandomSharesAreWithinOneOfTheirFractionAndSumUp) {
  std::mt19937_64 Random(1);
  for (int Case = 0; Case < 2000; ++Case) {
    size_t N = 1 + Random() % 20;
    std::vector<double> Fractions(N);
    for (double &F : Fractions)
      F = Random() % 5 == 0 ? 0 : static_cast<double>(Random() % 1000 + 1);
    Fractions[Random() % N] = 10;
    double Sum = std::accumulate(Fractions.begin(), Fractions.end(), 0.0);
    for (double &F : Fractions)
      F /= Sum;
    std::vector<double> Seconds(N);
    for (size_t J = 0; J < N; ++J)
      Seconds[J] = Fractions[J] > 0 ? 1 / Fractions[J] : INFINITY;
    uint64_t Iterations = Random() % 100000;
    Result R = apportioned(Iterations, Fractions, Seconds);
    ASSERT_EQ(R.Left, 0u);
    ASSERT_EQ(std::accumulate(R.Counts.begin(), R.Counts.end(), uint64_t{0}), Iterations);
    for (size_t J = 0; J < N; ++J) {
      double Exact = Fractions[J] * static_cast<double>(Iterations);
      ASSERT_GE(static_cast<double>(R.Counts[J]), Exact - 1);
      // A device may get several leftovers if few devices have the mean share.
      ASSERT_LE(static_cast<double>(R.Counts[J]), Exact + static_cast<double>(N));
      if (Fractions[J] == 0) {
        ASSERT_EQ(R.Counts[J], 0u);
      }
    }
  }
}
