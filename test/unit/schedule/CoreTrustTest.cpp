// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whether different measured speeds of cores are believed, tested with made-up seconds of rounds.
#include "Schedule/CoreTrust.h"

#include <gtest/gtest.h>

using namespace hetrt;

namespace {

constexpr double Many = 1000;

/// A split that follows different speeds of cores, and the two rounds of its trial.
void split(CoreTrust &Trust, double Seconds, double Iterations = Many) {
  Trust.moved(/*Apart=*/true);
  for (int Round = 0; Round < 2; ++Round)
    Trust.measured(Seconds, Iterations);
}

} // namespace

TEST(CoreTrust, TellsCoresApartUntilASplitHasGainedNothing) {
  CoreTrust Trust;
  EXPECT_TRUE(Trust.tellsApart());
  Trust.measured(1, Many);
  split(Trust, 0.9);
  EXPECT_TRUE(Trust.tellsApart()) << "rounds got shorter";
  split(Trust, 0.9);
  EXPECT_FALSE(Trust.tellsApart()) << "rounds stayed the same";
}

TEST(CoreTrust, TriesAgainLaterAfterEachFailure) {
  CoreTrust Trust;
  Trust.measured(1, Many);
  unsigned Before = 0;
  for (int Trial = 0; Trial < 4; ++Trial) {
    split(Trust, 1);
    unsigned Rests = 0;
    for (; !Trust.tellsApart(); ++Rests)
      Trust.measured(1, Many);
    EXPECT_EQ(Rests, Before ? 2 * Before : 4u) << Trial;
    Before = Rests;
  }
  split(Trust, 0.5);
  split(Trust, 1);
  unsigned Rests = 0;
  for (; !Trust.tellsApart(); ++Rests)
    Trust.measured(1, Many);
  EXPECT_EQ(Rests, 4u) << "after a success, it begins with few rounds again";
}

TEST(CoreTrust, DoesNotCompareRoundsOfOtherSizes) {
  CoreTrust Trust;
  Trust.measured(1, Many);
  split(Trust, 2, 100 * Many);
  EXPECT_TRUE(Trust.tellsApart());
}

TEST(CoreTrust, IsColdInTheFirstRoundAfterAMove) {
  CoreTrust Trust;
  Trust.measured(1, Many);
  EXPECT_FALSE(Trust.cold());
  Trust.moved(/*Apart=*/false);
  Trust.measured(2, Many);
  EXPECT_TRUE(Trust.cold());
  Trust.measured(2, Many);
  EXPECT_FALSE(Trust.cold());
  EXPECT_TRUE(Trust.tellsApart()) << "a split for another reason is not on trial";
}
