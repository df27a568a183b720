// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Short passes run on the split of the last one that was measured.
#include "Region/Repetition.h"

#include "Loops.h"

#include <gmock/gmock.h>

using namespace hetrt;
using namespace hetrt::test;

namespace {

const std::vector<Range> Halves = {{0, 50}, {50, 100}};

TEST(Repetition, OneOfSixteenShortPassesIsMeasured) {
  Repetition Again;
  EXPECT_FALSE(Again.take(100, 2, 7));
  for (int Round = 0; Round < 3; ++Round) {
    Again.measured(100, Halves, 2e-6);
    for (int Pass = 0; Pass < 15; ++Pass)
      EXPECT_TRUE(Again.take(100, 2, 7));
    EXPECT_FALSE(Again.take(100, 2, 7));
  }
  EXPECT_THAT(Again.shares(), testing::ElementsAreArray(Halves));
}

TEST(Repetition, LongPassesAreAllMeasured) {
  Repetition Again;
  Again.measured(100, Halves, 2e-6);
  Again.measured(100, Halves, 1e-3);
  EXPECT_FALSE(Again.take(100, 2, 7));
}

TEST(Repetition, EndsWhereAPassLastsUntilTheClockTicks) {
  Repetition Again;
  Again.measured(100, Halves, 2e-6);
  EXPECT_TRUE(Again.take(100, 2, 7));
  Again.ended(7);
  EXPECT_TRUE(Again.take(100, 2, 8));
  Again.ended(9);
  EXPECT_FALSE(Again.take(100, 2, 9));
}

TEST(Repetition, AnotherLoopOrTeamNeedsASplitOfItsOwn) {
  Repetition Again;
  Again.measured(100, Halves, 2e-6);
  EXPECT_FALSE(Again.take(99, 2, 7));
  EXPECT_FALSE(Again.take(100, 3, 7));
  Again.stop();
  EXPECT_FALSE(Again.take(100, 2, 7));
}

TEST(ShortPasses, ComputeEveryIterationOnceWhateverChangesBetweenThem) {
  AxpyLoop Axpy(64);
  for (int Pass = 0; Pass < 400; ++Pass) {
    Axpy.Loop.on(Pass / 100 == 1 ? "cpu" : "all", Pass % 120 < 60 ? "adaptive" : "static");
    Axpy.Loop.Call.max_threads = Pass % 50 < 40 ? 2 : 1;
    Axpy.Loop.trips(Pass % 37 ? 64 : 13);
    Axpy.runAndCheck();
    ASSERT_FALSE(testing::Test::HasFatalFailure());
  }
}

TEST(ShortPasses, ComputeEveryIterationOnceWhenLengthsTakeTurns) {
  AxpyLoop Axpy(64);
  Axpy.Loop.on("cpu", "adaptive");
  Axpy.Loop.Call.num_threads = 2;
  const std::uint64_t Lengths[] = {64, 13, 5, 12, 40, 1, 40};
  for (int Pass = 0; Pass < 700; ++Pass) {
    Axpy.Loop.trips(Lengths[std::size_t(Pass) % std::size(Lengths)]);
    Axpy.runAndCheck();
    ASSERT_FALSE(testing::Test::HasFatalFailure());
  }
}

} // namespace
