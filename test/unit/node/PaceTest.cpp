// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How long a thread that polls sleeps between polls, by a clock that the test advances.
#include "Node/Pace.h"

#include <gtest/gtest.h>

namespace hetrt::test {
namespace {

using namespace node;
using namespace std::chrono_literals;

struct PaceTest : testing::Test {
  Pace::Clock::time_point Begin = Pace::Clock::now();
  Pace Rhythm{Begin};
};

TEST_F(PaceTest, LooksAgainAtOnceForAWhile) {
  EXPECT_EQ(Rhythm.rest(false, Begin + 499us), 0us);
  EXPECT_GT(Rhythm.rest(false, Begin + 500us), 0us);
  EXPECT_EQ(Rhythm.rest(true, Begin + 600us), 0us);
  EXPECT_EQ(Rhythm.rest(false, Begin + 1000us), 0us) << "there was work 400 us ago";
}

TEST_F(PaceTest, WhatIsWaitedForIsLateByASixteenthOfTheWait) {
  for (const auto Waited : {800us, 1600us, 8000us})
    EXPECT_EQ(Rhythm.rest(false, Begin + Waited), Waited / 16);
  EXPECT_EQ(Rhythm.rest(false, Begin + 1h), Pace::Longest);
}

TEST_F(PaceTest, BesideThreadsThatComputeItAlwaysRests) {
  EXPECT_EQ(Rhythm.restBesideOthers(true, Begin), Pace::Shortest);
  EXPECT_GT(Rhythm.restBesideOthers(false, Begin + 1us), Pace::Shortest);
  EXPECT_EQ(Rhythm.restBesideOthers(false, Begin + 1h), Pace::Longest);
}

TEST_F(PaceTest, AWaitThatMayEndLateNeverKeepsTheProcessor) {
  EXPECT_EQ(Rhythm.restUnhurried(Begin), Pace::Shortest);
  EXPECT_EQ(Rhythm.restUnhurried(Begin + 499us), Pace::Shortest);
  EXPECT_EQ(Rhythm.restUnhurried(Begin + 1600us), 100us);
  EXPECT_EQ(Rhythm.restUnhurried(Begin + 1h), Pace::Longest);
}

} // namespace
} // namespace hetrt::test
