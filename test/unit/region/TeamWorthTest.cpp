// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Short loops run on one thread where a team takes longer to gather than they last.
#include "Region/ShortPasses.h"

#include "Loops.h"

#include <gmock/gmock.h>
#include <string>

using namespace hetrt;
using namespace hetrt::test;

namespace {

/// A loop that takes `Work` seconds on one thread, of which each pass is measured.
struct ShortLoop : testing::Test {
  double Work = 1e-6, Gathering = 5e-6, MovesData = 0;
  std::uint64_t TripCount = 100;
  ShortPasses Short;

  /// Who had so many passes: T the team of two, 1 one thread.
  std::string passes(unsigned Count) {
    std::string Sides;
    for (unsigned P = 0; P < Count; ++P) {
      TeamWorth &Worth = Short[TripCount].Worth;
      const bool Alone = Worth.alone(2);
      Sides += Alone ? '1' : 'T';
      if (Alone)
        Worth.one(Work + MovesData);
      else
        Worth.team(2, Work, Work / 2 + Gathering);
    }
    return Sides;
  }
};

TEST_F(ShortLoop, OfWhichATeamMakesALongOneIsOneThreads) { EXPECT_EQ(passes(10), "TTT1111111"); }

TEST_F(ShortLoop, AsksForMeasurementsUntilItIsDecided) {
  EXPECT_FALSE(Short[TripCount].Worth.asks());
  passes(1);
  EXPECT_TRUE(Short[TripCount].Worth.asks());
  EXPECT_FALSE(Short[2 * TripCount].Worth.asks());
  passes(2);
  EXPECT_FALSE(Short[TripCount].Worth.asks());
}

TEST_F(ShortLoop, ThatATeamMakesShorterIsTheTeams) {
  Work = 20e-6;
  EXPECT_EQ(passes(10), "TTTTTTTTTT");
}

TEST_F(ShortLoop, OneLatePassIsNoDoubt) {
  Work = 20e-6;
  for (int Pass = 0; Pass < 50; ++Pass) {
    Gathering = Pass % 3 ? 1e-6 : 1e-3; // the system takes a thread away at times
    EXPECT_EQ(passes(1), "T");
  }
}

TEST_F(ShortLoop, WhoseDataOtherCoresHoldGoesBackForLongerEachTime) {
  MovesData = 10e-6;
  EXPECT_EQ(passes(30), "TTT111"
                        "TTTTTTT111"
                        "TTTTTTTTTTT111");
}

TEST_F(ShortLoop, TriesTheTeamNowAndThen) {
  Work = 2e-6;
  passes(3);
  EXPECT_EQ(passes(134), std::string(64, '1') + "TTT" + std::string(64, '1') + "TTT") << "the first two wake threads";
  Gathering = .2e-6; // they are awake now
  passes(64);
  EXPECT_EQ(passes(20), std::string(20, 'T'));
}

TEST_F(ShortLoop, ThatNoTeamCouldMakeShorterStaysWithOneThread) {
  Work = 1e-7;
  passes(3);
  EXPECT_EQ(passes(500), std::string(500, '1'));
}

TEST_F(ShortLoop, ThatHasBecomeALongOneGoesBackAtOnce) {
  EXPECT_EQ(passes(10), "TTT1111111");
  Work = 1e-2;
  EXPECT_EQ(passes(10), "1TTTTTTTTT");
}

TEST_F(ShortLoop, IsNoneThatLastsForAMillisecond) {
  Work = 2e-3;
  Gathering = 1e-2;
  EXPECT_EQ(passes(10), "TTTTTTTTTT");
}

TEST_F(ShortLoop, OfAnotherTeamIsAnother) {
  passes(3);
  EXPECT_FALSE(Short[TripCount].Worth.alone(3));
  EXPECT_TRUE(Short[TripCount].Worth.alone(2));
}

TEST_F(ShortLoop, ThatShrinksWithEachPassIsStillTheSame) {
  std::string Sides;
  for (TripCount = 127; TripCount >= 64; --TripCount)
    Sides += passes(1);
  EXPECT_EQ(Sides, "TTT" + std::string(61, '1'));
}

TEST_F(ShortLoop, WhoseSizesTakeTurnsIsJudgedForEach) {
  std::string Sides;
  for (int Pass = 0; Pass < 8; ++Pass)
    for (TripCount = 100; TripCount <= 100000; TripCount *= 10) {
      Work = 1e-9 * double(TripCount);
      Sides += passes(1);
    }
  EXPECT_EQ(Sides, "TTTTTTTTTTTT11TT11TT11TT11TT11TT") << "100 and 1,000 are short, 10,000 and 100,000 are not";
}

TEST(ShortPasses, EndUpOnOneThreadUnlessTheirClauseNamesMore) {
  AxpyLoop Axpy(64);
  Axpy.Loop.on("cpu", "adaptive");
  Axpy.Loop.Call.max_threads = 2;
  Axpy.runAndCheck();
  if (Axpy.Loop.LastThreads < 2)
    GTEST_SKIP() << "one core";
  for (int Pass = 0; Pass < 200 && Axpy.Loop.LastThreads > 1; ++Pass)
    Axpy.runAndCheck(); // threads that are made for each pass gather slowly
  EXPECT_EQ(Axpy.Loop.LastThreads, 1);
  Axpy.Loop.Call.num_threads = 2;
  Axpy.runAndCheck();
  EXPECT_EQ(Axpy.Loop.LastThreads, 2);
}

TEST(ShortPasses, OfTwoLengthsByTurnsEndUpThereToo) {
  AxpyLoop Axpy(64);
  Axpy.Loop.on("cpu", "adaptive");
  Axpy.Loop.Call.max_threads = 2;
  Axpy.runAndCheck();
  if (Axpy.Loop.LastThreads < 2)
    GTEST_SKIP() << "one core";
  int AloneInARow = 0;
  for (int Pass = 0; Pass < 400 && AloneInARow < 2; ++Pass) {
    Axpy.Loop.trips(Pass % 2 ? 64 : 20);
    Axpy.runAndCheck();
    AloneInARow = Axpy.Loop.LastThreads == 1 ? AloneInARow + 1 : 0;
  }
  EXPECT_EQ(AloneInARow, 2);
}

} // namespace
