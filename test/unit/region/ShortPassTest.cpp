// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests short passes through the engine: whatever the engine reuses from earlier passes, each iteration runs exactly
// once.
#include "Loops.h"

#include <cstdlib>
#include <gmock/gmock.h>
#include <random>
#include <string_view>

using namespace hetrt::test;

namespace {

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

TEST(ShortPasses, ComputeEveryIterationOnceWithEmptyLoopsAndFalseConditionsBetween) {
  AxpyLoop Axpy(64);
  Axpy.Loop.on("cpu", "adaptive");
  for (int Pass = 0; Pass < 300; ++Pass) {
    Axpy.Loop.trips(Pass % 7 == 3 ? 0 : 64);
    Axpy.Loop.Call.condition = Pass % 11 != 5;
    Axpy.runAndCheck();
    ASSERT_FALSE(testing::Test::HasFatalFailure());
  }
}

TEST(ShortPasses, ComputeEveryIterationOnceWhicheverWordOfTheCallChanges) {
  AxpyLoop Axpy(64);
  Axpy.Loop.on("cpu", "adaptive");
  std::mt19937 Random(1);
  const auto OneIn = [&](unsigned Count) { return Random() % Count == 0; };
  hetrt_call &Call = Axpy.Loop.Call;
  for (int Pass = 0; Pass < 2000; ++Pass) {
    if (OneIn(20))
      Axpy.Loop.trips(OneIn(2) ? 64 : 1 + Random() % 64);
    if (OneIn(30))
      Axpy.Loop.on(OneIn(4) ? "all" : "cpu", OneIn(4) ? "static" : "adaptive");
    if (OneIn(30))
      Call.num_threads = OneIn(2) ? 2 : 0;
    if (OneIn(30))
      Call.max_threads = OneIn(3) ? 1 : 2;
    Call.in_parallel = OneIn(10);
    Call.condition = !OneIn(15);
    const bool OnCores = Call.devices == std::string_view("cpu");
    Call.lower = OnCores && OneIn(3) ? 5 : 0; // does not change a plan, but the parts of the arrays that are used
    Axpy.runAndCheck();
    ASSERT_FALSE(testing::Test::HasFatalFailure());
  }
}

TEST(ShortPasses, EndUpOnOneThreadUnlessTheirClauseNamesMore) {
  AxpyLoop Axpy(64);
  Axpy.Loop.on("cpu", "adaptive");
  Axpy.Loop.Call.max_threads = 2;
  Axpy.runAndCheck();
  if (Axpy.Loop.LastThreads < 2)
    GTEST_SKIP() << "one core";
  for (int Pass = 0; Pass < 200 && Axpy.Loop.LastThreads > 1; ++Pass)
    Axpy.runAndCheck(); // it takes a while, because the threads here are made anew for each pass and start slowly
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

/// Once all accelerators are given up, passes run on the cores as if there were none, and short ones reuse the plan.
TEST(GivenUpAccelerators, LeaveShortPassesToOneThreadToo) {
  if (const char *Passes = std::getenv("HETRT_BACKOFF_PASSES"); Passes && std::string_view(Passes) == "0")
    GTEST_SKIP() << "none is given up";
  AxpyLoop Axpy(64);
  Axpy.Loop.on("all", "adaptive");
  Axpy.Loop.Call.max_threads = 2;
  Axpy.runAndCheck();
  EXPECT_EQ(Axpy.Loop.LastThreads, 2);
  for (int Pass = 0; Pass < 400 && Axpy.Loop.LastThreads > 1; ++Pass)
    Axpy.runAndCheck();
  EXPECT_EQ(Axpy.Loop.LastThreads, 1);
}

} // namespace
