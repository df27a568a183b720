// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whether the judge keeps or gives up accelerators, tested with made-up seconds of passes.
#include "Schedule/BackOff.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <random>
#include <string>

using namespace hetrt;

namespace {

/// A loop whose passes take With seconds while its accelerator works, and Without seconds otherwise.
struct Question : testing::Test {
  double With = 1, Without = 1, WouldCost = .3, Least = 0;
  bool Slow = false;
  uint64_t Iterations = 1000;
  std::function<double()> Noise = [] { return 1.; };

  BackOff Accelerator;
  std::optional<BackOffJudge> Judge{std::in_place, 2, 100};
  double Total = 0;
  unsigned Passes = 0;

  bool works() const { return !Accelerator.givenUp(); }

  void pass() {
    double Seconds = (works() ? With : Without) * Noise();
    Total += Seconds;
    BackOffJudge::Witness Seen = {&Accelerator, works(), works() && Slow, WouldCost, Least};
    Judge->passEnded(Seconds, Iterations, works() ? 4 : 5, Passes++ == 0, {&Seen, 1});
  }

  /// Runs passes: + for each with the accelerator, - for each without.
  std::string passes(unsigned Count) {
    std::string Sides;
    for (unsigned P = 0; P < Count; ++P) {
      Sides += works() ? '+' : '-';
      pass();
    }
    return Sides;
  }
};

struct SlowAndNotMissed : Question {
  SlowAndNotMissed() {
    Slow = true;
    WouldCost = 0;
  }
};

} // namespace

TEST(PassTimes, TheMiddleOfTheLatest) {
  PassTimes T;
  EXPECT_FALSE(T.known());
  for (double Seconds : {9., 1., 2., 3.})
    T.add(Seconds, 100);
  EXPECT_EQ(T.count(), 4u);
  EXPECT_EQ(T.middle(), 2.5);
  for (int I = 0; I < 8; ++I)
    T.add(I == 3 ? 1000 : 5, 100);
  EXPECT_EQ(T.count(), PassTimes::Most);
  EXPECT_EQ(T.middle(), 5); // neither old passes nor a single disturbance counts
  EXPECT_EQ(T.deviation(), 0);
}

TEST(PassTimes, VariesAsTheyDo) {
  PassTimes T;
  for (double Seconds : {.9, 1., 1.1, .95, 1.05})
    T.add(Seconds, 100);
  EXPECT_NEAR(T.deviation(), 1.48 * .05, 1e-9);
}

TEST(PassTimes, AnotherSizeIsAnotherMatter) {
  PassTimes T;
  T.add(1, 100);
  T.add(1, 120);
  EXPECT_EQ(T.count(), 2u);
  T.add(4, 1000);
  EXPECT_EQ(T.count(), 1u);
  EXPECT_EQ(T.middle(), 4);
}

TEST_F(Question, ASlowOneThatMakesPassesLongerIsGivenUp) {
  Slow = true;
  With = 2;
  EXPECT_EQ(passes(60), "++" + std::string(58, '-'));
}

TEST_F(Question, ASlowOneThatDoesMoreThanAThirdIsNotAskedAbout) {
  Slow = true;
  WouldCost = .6;
  EXPECT_EQ(passes(60), std::string(60, '+'));
  Judge.emplace(2, 0); // only speed counts, since there are no retries
  EXPECT_EQ(passes(3), "+--");
}

TEST_F(SlowAndNotMissed, APassWithoutIsEnoughWhereASmallPieceTakesLonger) {
  Least = .7;
  Without = .6;
  EXPECT_EQ(passes(6), "+-----");
}

TEST_F(SlowAndNotMissed, AnEarlyAnswerIsAskedForAgainSoon) {
  Least = 1.5;
  With = 2;
  Without = .6;
  EXPECT_EQ(passes(1), "+");
  With = Least = .2; // the cost that came only once is paid
  Slow = false;
  WouldCost = 1;
  EXPECT_EQ(passes(30), std::string(17, '-') + std::string(13, '+'));
}

TEST_F(SlowAndNotMissed, OneWhosePieceTookLongComesBackWhereItMayHelp) {
  Least = .7;
  Without = .8;
  EXPECT_EQ(passes(6), "+-+---") << "it was slow once more, and passes with it are longer";
}

TEST_F(SlowAndNotMissed, APieceThatTookLittleOfThePassHastensNothing) {
  Least = .4;
  Without = .3;
  EXPECT_EQ(passes(6), "++----");
}

TEST_F(Question, ASlowOneThatMakesPassesShorterComesBack) {
  Slow = true;
  Without = 1.2;
  EXPECT_EQ(passes(60), "++-" + std::string(57, '+')) << "as was expected from its speed";
}

TEST_F(SlowAndNotMissed, ASlowOneThatNobodyWouldMissHasToBeSeenToHelpSeveralTimes) {
  Without = 1.2;
  EXPECT_EQ(passes(60), "++---" + std::string(55, '+'));
}

TEST_F(Question, OneThatComesBackIsAskedAboutAgainWhenPassesGetLonger) {
  Slow = true;
  Without = 1.2;
  passes(20);
  With = 2; // another process uses the accelerator too
  EXPECT_NE(passes(30).find(std::string(15, '-')), std::string::npos);
}

TEST_F(Question, OneThatSlowsTheOthersIsGivenUpThoughItIsFast) {
  With = 1.1;
  WouldCost = .1;
  passes(30);
  EXPECT_EQ(passes(30), std::string(30, '-'));
}

TEST_F(Question, OneWorthItsWhileIsTriedWithoutForAPass) {
  Without = 1.1;
  WouldCost = .1;
  std::string Sides = passes(100);
  EXPECT_EQ(std::ranges::count(Sides, '-'), 1) << Sides;
  EXPECT_GE(Sides.find('-'), size_t{8}); // the trial costs little compared with all earlier passes
}

TEST_F(Question, NobodyAsksAboutOneThatWouldBeMissed) {
  With = 1.1; // however much the others would gain
  WouldCost = .5;
  EXPECT_EQ(passes(1000), std::string(1000, '+'));
}

TEST_F(Question, OneSlowPassIsForgiven) {
  for (int P = 0; P < 30; ++P) {
    Slow = P % 2;
    pass();
    EXPECT_TRUE(works());
  }
}

TEST_F(Question, IsAskedAgainMuchLaterThenAfterTwiceAsManyPasses) {
  Slow = true;
  With = 2;
  std::string Sides = passes(1000);
  size_t First = Sides.find('+', 2), Second = Sides.find('+', First + 1), Third = Sides.find('+', Second + 1);
  ASSERT_NE(Third, std::string::npos);
  EXPECT_NEAR(static_cast<double>(First), 102, 2);
  EXPECT_NEAR(static_cast<double>(Second - First), 200, 3);
  EXPECT_NEAR(static_cast<double>(Third - Second), 400, 3);
  EXPECT_EQ(std::ranges::count(Sides, '+'), 5); // one pass for each trial
}

TEST_F(Question, OneThatHasRecoveredStays) {
  Slow = true;
  With = 2;
  passes(50);
  Slow = false;
  With = .5;
  passes(60);
  EXPECT_EQ(passes(50), std::string(50, '+'));
}

TEST_F(Question, WithoutRetriesSpeedAloneDecides) {
  Judge.emplace(2, 0);
  Slow = true;
  Without = 1.2;
  EXPECT_EQ(passes(300), "++" + std::string(298, '-'));
}

TEST_F(Question, PassesOfAnotherSizeAreNotCompared) {
  Slow = true;
  With = Without = 1;
  passes(2);
  Iterations = 100; // a pass takes ten times the seconds per iteration
  EXPECT_EQ(passes(20), std::string(20, '-'));
}

TEST_F(Question, IsWithdrawnWhenTheAcceleratorIsNotListedAnyMore) {
  Slow = true;
  passes(2);
  ASSERT_FALSE(works());
  Judge->passEnded(1, Iterations, 4, false, {});
  BackOff Another;
  BackOffJudge::Witness Seen = {&Another, true, false, 1};
  for (int P = 0; P < 20; ++P)
    Judge->passEnded(1, Iterations, 5, false, {&Seen, 1});
  EXPECT_FALSE(Another.givenUp());
}

TEST_F(Question, NoMeasurementIsNoAnswer) {
  Slow = true;
  Without = 0; // as if the clock stood still
  EXPECT_EQ(passes(30), "++" + std::string(28, '-'));
}

TEST_F(Question, NoiseSeldomMisleads) {
  unsigned Wrong = 0;
  for (uint64_t Seed = 1; Seed <= 100; ++Seed) {
    std::minstd_rand Random(Seed * 7919);
    std::uniform_real_distribution<double> Factor(.95, 1.05);
    Accelerator = {};
    Judge.emplace(2, 100);
    Passes = 0;
    Noise = [&] { return Factor(Random); };
    With = 1.08;
    WouldCost = .1;
    passes(40);
    Wrong += works();
  }
  EXPECT_LE(Wrong, 5u);
}

TEST_F(Question, QuestionsCostLittle) {
  Without = 1.1;
  WouldCost = .15;
  passes(1000);
  EXPECT_LE(Total, 1.02 * 1000 * With);
}

TEST_F(Question, OneOfSeveralIsAskedAboutAtATime) {
  BackOff All[3];
  for (int P = 0; P < 100; ++P) {
    BackOffJudge::Witness Seen[3];
    unsigned Away = 0;
    for (int A = 0; A < 3; ++A) {
      Away += All[A].givenUp();
      Seen[A] = {&All[A], !All[A].givenUp(), false, .05 + .01 * A};
    }
    EXPECT_LE(Away, 1u);
    Judge->passEnded(1 + .05 * Away, Iterations, 4 + Away, P == 0, Seen);
  }
  for (const BackOff &Each : All)
    EXPECT_FALSE(Each.givenUp());
}
