// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests that the threads of a new team report their processors, and that threads which share a processor are moved.
#include "Team/RollCall.h"

#include <gmock/gmock.h>
#include <thread>
#include <vector>

using namespace hetrt;
using testing::Optional;

namespace {

TEST(FreeProcessors, WhoIsAloneStays) {
  FreeProcessors Of({0, 1, 5});
  EXPECT_EQ(Of.take(5), std::nullopt);
  EXPECT_EQ(Of.take(0), std::nullopt);
  EXPECT_EQ(Of.take(1), std::nullopt);
}

TEST(FreeProcessors, WhoSharesAProcessorGetsOneThatNobodyHas) {
  FreeProcessors Of({0, 1, 5});
  EXPECT_EQ(Of.take(1), std::nullopt);
  EXPECT_THAT(Of.take(1), Optional(5u)) << "the next one";
  EXPECT_THAT(Of.take(5), Optional(0u)) << "who came late finds its own processor taken";
  EXPECT_EQ(Of.take(0), std::nullopt) << "there is no other any more";
}

TEST(FreeProcessors, AProcessorThatIsNotAllowedIsLeft) {
  FreeProcessors Of({2, 3});
  EXPECT_THAT(Of.take(7), Optional(2u));
}

/// A team of the test's own threads; the calling thread is its first.
void meet(RollCall &Roll, unsigned Count) {
  std::vector<std::jthread> Others;
  for (unsigned Number = 1; Number < Count; ++Number)
    Others.emplace_back([&Roll, Number, Count] {
      const Processors Before = allowedProcessors(false);
      Roll.answer(Number, Count);
      EXPECT_EQ(allowedProcessors(false), Before) << "a thread that has moved may go on from there";
    });
  Roll.answer(0, Count);
}

TEST(RollCall, LargerTeamsAreCalledAndOthersAreNot) {
  if (allowedProcessors(false).size() < 2)
    GTEST_SKIP() << "one processor";
  RollCall Roll;
  EXPECT_FALSE(Roll.begins(1));
  ASSERT_TRUE(Roll.begins(2));
  EXPECT_FALSE(Roll.begins(2)) << "one is being called";
  meet(Roll, 2);
  Roll.end();
  EXPECT_FALSE(Roll.begins(2)) << "its threads are there";
}

TEST(RollCall, ATeamThatSharesProcessorsIsNot) {
  RollCall Roll;
  EXPECT_FALSE(Roll.begins(static_cast<unsigned>(allowedProcessors(false).size()) + 1));
}

TEST(RollCall, TheFirstThreadDoesNotWaitForEver) {
  if (allowedProcessors(false).size() < 2)
    GTEST_SKIP() << "one processor";
  RollCall Roll;
  ASSERT_TRUE(Roll.begins(2));
  Roll.answer(0, 2); // the second thread does not come
  Roll.end();
}

} // namespace
