// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How threads wait: how long they spin, by a simulated clock, and that no change is missed under any policy.
#include "Team/Waiting.h"

#include <gtest/gtest.h>
#include <memory>
#include <thread>
#include <vector>

using namespace hetrt;

namespace {

constexpr std::int64_t Us = 1000, Ms = 1000 * Us;

using Next = Readiness::Next;

TEST(Readiness, LastsAboutAsLongAsWakingTakesAndGivesWay) {
  Crowding Of(4);
  Readiness Ready(Of, 2, 0);
  std::int64_t Now = 0;
  for (; Now < Readiness::Most; Now += 2 * Us)
    ASSERT_EQ(Ready.next(Now), Next::GiveWay) << Now;
  EXPECT_EQ(Ready.next(Now), Next::Sleep);
  EXPECT_FALSE(Of.isKnown(Now)) << "nobody else wanted the processor";
}

TEST(Readiness, EndsWhenOthersHaveHadTheProcessor) {
  Crowding Of(4);
  Readiness Ready(Of, 2, 0);
  EXPECT_EQ(Ready.next(2 * Us), Next::GiveWay);
  EXPECT_EQ(Ready.next(3 * Ms), Next::Sleep) << "another thread had a slice";
  EXPECT_TRUE(Of.isKnown(3 * Ms));
}

TEST(Readiness, DoesNotGiveWayWhileItIsKnownThatOthersWantTheProcessor) {
  Crowding Of(4);
  Of.note(0);
  const std::int64_t Later = Crowding::Remembered - 1, After = Crowding::Remembered;
  Readiness Ready(Of, 2, Later);
  EXPECT_EQ(Ready.next(Later), Next::Look) << "not even once";
  EXPECT_EQ(Ready.next(Later + Readiness::Most - 1), Next::Look);
  EXPECT_EQ(Ready.next(Later + Readiness::Most), Next::Sleep);
  EXPECT_EQ(Readiness(Of, 2, After).next(After), Next::GiveWay) << "the machine may be idle again";
}

TEST(Readiness, AnotherThreadsFindingCounts) {
  Crowding Of(4);
  Readiness Mine(Of, 2, 0), Other(Of, 2, 0);
  EXPECT_EQ(Other.next(2 * Ms), Next::Sleep);
  EXPECT_EQ(Mine.next(10 * Us), Next::GiveWay) << "a wait that is under way goes on";
  EXPECT_EQ(Readiness(Of, 2, 20 * Us).next(20 * Us), Next::Look);
}

TEST(Readiness, LeavesAProcessorForWhatIsWaitedFor) {
  Crowding Of(3);
  {
    Readiness First(Of, 2, 0), Second(Of, 2, 0), Third(Of, 2, 0);
    EXPECT_EQ(First.next(Us), Next::GiveWay);
    EXPECT_EQ(Second.next(Us), Next::GiveWay);
    EXPECT_EQ(Third.next(Us), Next::Sleep);
    EXPECT_FALSE(Of.isKnown(Us)) << "nobody had its processor";
  }
  EXPECT_EQ(Readiness(Of, 2, 0).next(Us), Next::GiveWay) << "they have gone";
  Readiness OfMany(Of, 4, 0);
  EXPECT_EQ(OfMany.next(Us), Next::Sleep) << "more threads than processors";
  Crowding One(1);
  EXPECT_EQ(Readiness(One, 1, 0).next(Us), Next::Sleep);
}

TEST(Readiness, LooksUntilATimeThatIsNear) {
  Crowding Of(1);
  const std::int64_t Until = 100 * Us;
  Readiness Alone = Readiness::until(Until, Of, 0);
  EXPECT_EQ(Alone.next(10 * Us), Next::GiveWay) << "the only processor too: nobody is waited for";
  EXPECT_EQ(Alone.next(Until), Next::Sleep);
  Readiness Beside = Readiness::until(Until, Of, 0);
  EXPECT_EQ(Beside.next(3 * Ms), Next::Sleep) << "another process had a slice";
  Readiness Later = Readiness::until(4 * Ms + Until, Of, 4 * Ms);
  EXPECT_EQ(Later.next(4 * Ms), Next::Look) << "which is remembered";
  EXPECT_EQ(Later.next(4 * Ms + Until), Next::Sleep);
}

class Waited : public testing::TestWithParam<WaitPolicy> {};

TEST_P(Waited, NoChangeIsMissed) {
  const unsigned Rounds = GetParam() == WaitPolicy::Spin ? 20 : 3000; // spinning threads on a busy machine need a time
                                                                      // slice for each round
  WaitedNumber There, Back;
  std::thread Other([&] {
    for (unsigned Round = 0; Round < Rounds; ++Round) {
      There.awaitOtherThan(Round, GetParam(), 2);
      Back.add(1);
    }
  });
  for (unsigned Round = 0; Round < Rounds; ++Round) {
    There.add(1);
    Back.awaitOtherThan(Round, GetParam(), 2);
    ASSERT_EQ(Back.load(), Round + 1);
  }
  Other.join();
}

TEST_P(Waited, AChangeWakesAll) {
  for (int Round = 0; Round < (GetParam() == WaitPolicy::Spin ? 4 : 50); ++Round) {
    WaitedNumber Start, Ended;
    std::vector<std::thread> Others;
    for (int Number = 0; Number < 4; ++Number)
      Others.emplace_back([&] {
        Start.awaitOtherThan(0, GetParam(), 2);
        Ended.add(1);
      });
    if (Round % 2) // so that the threads sleep
      std::this_thread::sleep_for(std::chrono::microseconds(500));
    Start.add(1);
    for (std::uint32_t Now = 0; (Now = Ended.load()) < 4;)
      Ended.awaitOtherThan(Now, GetParam(), 2);
    for (std::thread &Each : Others)
      Each.join();
  }
}

TEST_P(Waited, WhoWaitedMayFreeItWhenTheLastOneHasLeft) {
  for (int Round = 0; Round < 500; ++Round) {
    auto Running = std::make_unique<WaitedNumber>(2);
    std::vector<std::thread> Others;
    for (int Number = 0; Number < 2; ++Number)
      Others.emplace_back([At = Running.get()] { EXPECT_GT(At->add(-1), 0u); });
    while (const std::uint32_t Now = Running->load())
      Running->awaitOtherThan(Now, GetParam(), 2);
    Running.reset();
    for (std::thread &Each : Others)
      Each.join();
  }
}

INSTANTIATE_TEST_SUITE_P(
    Policies, Waited, testing::Values(WaitPolicy::Block, WaitPolicy::Yield, WaitPolicy::Spin), [](const auto &Of) {
      return std::string(Of.param == WaitPolicy::Block ? "Block" : Of.param == WaitPolicy::Yield ? "Yield" : "Spin");
    });

} // namespace
