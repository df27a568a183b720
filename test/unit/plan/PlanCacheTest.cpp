// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Short passes reuse plans of earlier passes, and are run by one thread if a team would take longer. Time is simulated:
// a pass takes as long as the test says.
#include "Plan/PlanCache.h"

#include <gmock/gmock.h>
#include <random>
#include <string>

using namespace hetrt;

namespace {

/// A loop that runs pass after pass with a team of two, in the way that RegionState runs it.
struct ShortLoop : testing::Test {
  double Work = 1e-6;      ///< Seconds of all iterations on one thread.
  double Gathering = 5e-6; ///< Seconds that a team needs to begin and to gather.
  bool Makes = false;      ///< The team is a nested one, which is created for each pass.
  double MovesData = 0;    ///< Seconds that one thread needs in addition, because other cores' caches have the data.
  std::uint32_t Threads = 2;
  std::uint64_t TripCount = 100;
  std::uint64_t Planned = 0, Ticks = 0;
  double Now = 0;
  PlanCache Cache;

  static constexpr double Tick = 4e-3;
  std::int64_t tick() const { return static_cast<std::int64_t>(Now / Tick); }

  PassPlan planFor(std::uint32_t Count, bool Alone) const {
    PassPlan Plan;
    Plan.How = PassPlan::Form::Split;
    Plan.Alone = Alone;
    Plan.Threads = Plan.Cores = Count;
    Plan.TripCount = TripCount;
    for (std::uint32_t I = 0; I < Count; ++I) {
      Plan.Devices.emplace_back();
      Plan.Devices.back().Share = evenPart(TripCount, I, Count);
    }
    return Plan;
  }

  /// A letter for the pass: T or t for a team, 1 or i for one thread; capitals T and 1 for passes that were planned and
  /// measured.
  char pass() {
    const bool Alone = Cache.isForOneThread(TripCount, Threads, Makes);
    const std::uint32_t Count = Alone ? 1 : Threads;
    const double Whole = Alone ? Work + MovesData : Work / Threads + Gathering;
    const std::int64_t Before = tick();
    const PassPlan *Last = Cache.take(TripCount, Count, Before);
    Now += Whole;
    Ticks += std::uint64_t(tick() - Before);
    if (Last) {
      EXPECT_EQ(Last->Threads, Count);
      EXPECT_EQ(Last->TripCount, TripCount);
      EXPECT_EQ(Last->Devices.back().Share.Last, TripCount);
      Cache.ended(TripCount, tick());
      return Alone ? 'i' : 't';
    }
    ++Planned;
    Cache.measured(planFor(Count, Alone), {.Longest = Alone ? Whole : Work / Threads,
                                           .Work = Alone ? Whole : Work,
                                           .Whole = Whole,
                                           .Repeats = true,
                                           .Makes = Makes,
                                           .Compares = !Alone});
    return Alone ? '1' : 'T';
  }

  std::string passes(unsigned Count) {
    std::string Sides;
    for (unsigned P = 0; P < Count; ++P)
      Sides += pass();
    return Sides;
  }

  /// The letters of the next passes that are planned.
  std::string planned(unsigned Count) {
    std::string Sides;
    while (Sides.size() < Count)
      if (const char Side = pass(); Side == 'T' || Side == '1')
        Sides += Side;
    return Sides;
  }
};

// ===-- The number of planned passes ----------------------------------------------------------------------------===//

TEST_F(ShortLoop, OfAHundredThousandPassesAtMostOneInSixtyFourIsPlanned) {
  struct {
    double Work, Gathering, MovesData;
  } const Loops[] = {{1e-6, 5e-6, 0},      {18e-6, 1e-6, 0},   {4e-6, 0.2e-6, 0},  {0.1e-6, 2e-6, 0},
                     {2e-6, 5e-6, 0},      {1e-6, 5e-6, 8e-6}, {3e-6, 2e-6, 1e-6}, {0.05e-6, 50e-6, 0},
                     {9e-6, 6e-6, 0.5e-6}, {19e-6, 0.1e-6, 0}};
  for (const auto &Each : Loops) {
    SCOPED_TRACE(testing::Message() << "work " << Each.Work << ", gathering " << Each.Gathering << ", data "
                                    << Each.MovesData);
    Cache = {};
    Planned = Ticks = 0;
    Work = Each.Work;
    Gathering = Each.Gathering;
    MovesData = Each.MovesData;
    constexpr unsigned Passes = 100000;
    passes(Passes);
    EXPECT_LE(Planned, Passes / 64 + Ticks + 4) << "one for each tick, and those of the last decision";
    EXPECT_GE(Planned, Passes / 256) << "and the split follows what the loop does";
  }
}

TEST_F(ShortLoop, WhoseTimesWaverIsPlannedNoMoreOften) {
  std::mt19937 Random(1);
  std::uniform_real_distribution<double> Any(0.1e-6, 9e-6);
  constexpr unsigned Passes = 100000;
  for (unsigned P = 0; P < Passes; ++P) {
    Work = Any(Random);
    Gathering = Any(Random);
    MovesData = Any(Random) / 4;
    pass();
  }
  EXPECT_LE(Planned, Passes / 64 + Ticks + 4);
}

//===-- Repetition -----------------------------------------------------------------------------------------------===//

TEST_F(ShortLoop, RunsOnOnePlanSixtyThreeTimes) {
  Gathering = 0;
  const std::string Round = "T" + std::string(63, 't');
  EXPECT_EQ(passes(192), Round + Round + Round);
}

TEST_F(ShortLoop, OrALongOneWhereTheProgramHasOneThread) {
  Gathering = 0;
  Work = 60e-6;
  EXPECT_EQ(passes(5), "TTTTT") << "30 us on each of two threads, which another split might make shorter";
  Threads = 1;
  EXPECT_EQ(passes(65), "T" + std::string(63, 't') + "T");
  Work = 2 * Tick;
  EXPECT_EQ(passes(4), "tTtT") << "the clock has ticked";
}

TEST_F(ShortLoop, IsNotPlannedMoreOftenIfTheProgramComputesSomethingElseBetweenPasses) {
  Gathering = 0;
  std::string Sides;
  for (unsigned P = 0; P < 65; ++P) {
    Sides += pass();
    Now += 2.5 * Tick;
  }
  EXPECT_EQ(Sides, "T" + std::string(63, 't') + "T");
  Now = 10 * Tick - 0.5e-6;
  EXPECT_EQ(passes(3), "tTt") << "the clock ticks during the first of these passes";
}

TEST_F(ShortLoop, ThatHasBecomeALongOneIsPlannedEachTime) {
  Gathering = 0;
  EXPECT_EQ(passes(3), "Ttt");
  Work = 2 * Tick;
  EXPECT_EQ(passes(4), "tTTT") << "the clock has ticked";
}

TEST_F(ShortLoop, OfAnotherLengthTeamOrConfigurationNeedsAPlanOfItsOwn) {
  Gathering = 0;
  EXPECT_EQ(passes(2), "Tt");
  TripCount = 99;
  EXPECT_EQ(passes(2), "Tt");
  Threads = 3;
  EXPECT_EQ(passes(2), "Tt");
  Cache.forget(TripCount);
  EXPECT_EQ(passes(2), "Tt");
}

TEST_F(ShortLoop, IsPlannedEachTimeWhileSomebodyWantsItsTimes) {
  const PassPlan Plan = planFor(2, false);
  for (int Pass = 0; Pass < 5; ++Pass) {
    EXPECT_EQ(Cache.take(TripCount, 2, tick()), nullptr);
    Cache.measured(Plan, {.Longest = 1e-6, .Work = 2e-6, .Whole = 1e-6, .Repeats = false});
  }
}

//===-- One thread or a team -------------------------------------------------------------------------------------===//

TEST_F(ShortLoop, OfWhichATeamMakesALongOneIsOneThreads) {
  EXPECT_EQ(passes(5), "TTT1i") << "three measured in a row, and what they paid for comes later";
}

TEST_F(ShortLoop, ThatATeamMakesShorterIsTheTeams) {
  Work = 20e-6;
  EXPECT_EQ(planned(20), std::string(20, 'T'));
}

TEST_F(ShortLoop, OneLatePassIsNoDoubt) {
  Work = 20e-6;
  for (int Pass = 0; Pass < 50; ++Pass) {
    Gathering = Pass % 3 ? 1e-6 : 1e-3; // the system takes a thread away at times
    EXPECT_EQ(planned(1), "T");
  }
}

TEST_F(ShortLoop, WhoseDataOtherCoresHoldGoesBackForLongerEachTime) {
  MovesData = 10e-6;
  EXPECT_EQ(planned(30), "TTT111"
                         "TTTTTTT111"
                         "TTTTTTTTTTT111");
}

TEST_F(ShortLoop, TriesTheTeamNowAndThen) {
  Work = 2e-6;
  planned(3);
  EXPECT_EQ(planned(38), std::string(16, '1') + "TTT" + std::string(16, '1') + "TTT") << "the first two wake threads";
  Gathering = .2e-6; // from now on the threads are awake
  planned(16);
  EXPECT_EQ(planned(20), std::string(20, 'T'));
}

TEST_F(ShortLoop, WhoseTeamIsMadeEachTimeTriesItOnce) {
  Makes = true;
  Work = 20e-6;
  Gathering = 200e-6;
  EXPECT_EQ(planned(1000), "T" + std::string(999, '1'));
  Work = 5e-3;
  EXPECT_EQ(planned(10), "1TTTTTTTTT") << "it has become a long one";
}

TEST_F(ShortLoop, WhoseTeamIsMadeEachTimeKeepsItIfThatIsShorter) {
  Makes = true;
  Work = 900e-6;
  Gathering = 200e-6;
  EXPECT_EQ(planned(50), std::string(50, 'T'));
}

TEST_F(ShortLoop, OnATeamThatIsThereIsNotJudgedByOneThatWasMade) {
  Makes = true;
  Work = 20e-6;
  Gathering = 200e-6;
  EXPECT_EQ(planned(2), "T1");
  Makes = false;
  Gathering = 1e-6;
  EXPECT_EQ(planned(10), std::string(10, 'T'));
}

TEST_F(ShortLoop, ThatNoTeamCouldMakeShorterStaysWithOneThread) {
  Work = 1e-7;
  planned(3);
  EXPECT_EQ(planned(500), std::string(500, '1'));
}

TEST_F(ShortLoop, OfOneThreadThatHasBecomeALongOneGoesBackAtOnce) {
  EXPECT_EQ(planned(10), "TTT1111111");
  Work = 1e-2;
  EXPECT_EQ(planned(10), "1TTTTTTTTT");
}

TEST_F(ShortLoop, IsNoneThatLastsForAMillisecond) {
  Work = 2e-3;
  Gathering = 1e-2;
  EXPECT_EQ(passes(10), "TTTTTTTTTT");
}

TEST_F(ShortLoop, OfAnotherTeamIsAnother) {
  planned(3);
  EXPECT_FALSE(Cache.isForOneThread(TripCount, 3));
  EXPECT_TRUE(Cache.isForOneThread(TripCount, 2));
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
      Cache.forget(TripCount);
      Sides += passes(1);
    }
  EXPECT_EQ(Sides, "TTTTTTTTTTTT11TT11TT11TT11TT11TT") << "100 and 1,000 are short, 10,000 and 100,000 are not";
}

} // namespace
