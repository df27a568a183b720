// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests when a pass asks for the arrays of its call, and what happens to a pass that gets arrays it cannot use.
#include "Loops.h"

#include "Errors/Error.h"

#include <gmock/gmock.h>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace hetrt;
using namespace hetrt::test;
using testing::HasSubstr;

TEST(Ask, PassesOfCoresNeverLookAtArrays) {
  AxpyLoop Axpy(500);
  Axpy.Loop.on("cpu", "static");
  for (int Pass = 0; Pass < 50; ++Pass) {
    Axpy.runAndCheck();
    ASSERT_FALSE(Axpy.Loop.Asked);
  }
  // Errors in the arrays are not noticed, because nothing looks at them.
  Axpy.Loop.Clauses[0].Dimensions[0].Extent = -1;
  Axpy.Loop.Clauses[1].Base = Axpy.X.data() + 3;
  Axpy.runAndCheck();
  EXPECT_FALSE(Axpy.Loop.Asked);
}

/// Arrays without a clause may be in no data region, so there is nothing to check for them.
TEST(Ask, NorAtThoseThatTheCompilerFoundAndDataRegionsMayHave) {
  AxpyLoop Found(500, HETRT_PRESENT | HETRT_FIND_EXTENT), Said(500, HETRT_PRESENT | HETRT_FIND_EXTENT);
  Found.Loop.on("cpu", "static");
  Said.Loop.on("cpu", "static");
  for (TestClause &Each : Found.Loop.Clauses)
    Each.Word = nullptr;
  Found.runAndCheck();
  EXPECT_FALSE(Found.Loop.Asked);
  EXPECT_EQ(Said.Loop.run(), HETRT_ERROR_PRESENT) << "a clause says that a data region has them";
  EXPECT_TRUE(Said.Loop.Asked);
}

TEST(Ask, PassesWithAcceleratorsDo) {
  AxpyLoop Axpy(500);
  Axpy.Loop.on("all", "static");
  Axpy.runAndCheck();
  EXPECT_EQ(Axpy.Loop.Asked, !emulatedDevices().empty());
}

TEST(Ask, EmptyLoopsDoNot) {
  AxpyLoop Axpy(10);
  Axpy.Loop.on("all", "static").trips(0);
  Axpy.runAndCheck();
  EXPECT_FALSE(Axpy.Loop.Asked);
}

TEST(Ask, KeptArraysAreToldToEverybody) {
  AxpyLoop Axpy(100, HETRT_PERSIST);
  Axpy.Loop.on("cpu", "static");
  Axpy.runAndCheck();
  EXPECT_TRUE(Axpy.Loop.Asked || emulatedDevices().empty());
  AxpyLoop Other(100);
  Other.Loop.on("cpu", "static");
  Other.runAndCheck();
  EXPECT_EQ(Other.Loop.Asked, !Engine::instance().directoryIfAny()->empty()) << "of any of which a device may have all";
  EXPECT_EQ(hetrt_depersist(Axpy.X.data(), "x", "here"), HETRT_SUCCESS);
  EXPECT_EQ(hetrt_depersist(Axpy.Y.data(), "y", "here"), HETRT_SUCCESS);
  Other.runAndCheck();
  EXPECT_FALSE(Other.Loop.Asked);
}

TEST(Ask, WithoutAcceleratorsNothingIsKept) {
  if (!emulatedDevices().empty())
    GTEST_SKIP() << "accelerators may keep arrays";
  AxpyLoop Axpy(100, HETRT_PERSIST);
  Axpy.Loop.on("all", "static");
  Axpy.runAndCheck(); // the first such pass of the process looks for accelerators
  for (int Pass = 0; Pass < 20; ++Pass) {
    Axpy.runAndCheck();
    ASSERT_FALSE(Axpy.Loop.Asked);
    ASSERT_TRUE(Engine::instance().directoryIfAny()->empty());
  }
  testing::internal::CaptureStderr();
  EXPECT_EQ(hetrt_depersist(Axpy.X.data(), "x", "here"), HETRT_SUCCESS);
  EXPECT_EQ(hetrt_depersist(Axpy.Y.data(), "y", "here"), HETRT_SUCCESS);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST(Ask, WhatDoesNotFitHoldsNothing) {
  if (emulatedDevices().empty())
    GTEST_SKIP() << "nobody asks";
  AxpyLoop Axpy(300);
  Axpy.Loop.on("all", "static");
  for (int Round = 0; Round < 200; ++Round) {
    Axpy.Loop.Clauses[0].Dimensions[0].Extent = -1;
    ASSERT_EQ(Axpy.Loop.run(), HETRT_ERROR_ARGUMENT);
    ASSERT_THAT(hetrt_last_message(), HasSubstr("loop.c:7: part_copyin(x), line 7: the extent is negative"));
    Axpy.Loop.Clauses[0].Dimensions[0].Extent = 300;
    Axpy.runAndCheck();
    ASSERT_TRUE(Axpy.Loop.Asked) << "the accelerators are free again, and so is the region";
  }
}

TEST(Ask, ArraysOfAnotherVersionAreRefused) {
  if (emulatedDevices().empty())
    GTEST_SKIP() << "nobody asks";
  AxpyLoop Axpy(30);
  Axpy.Loop.on("all", "static");
  hetrt_pass *Pass = nullptr;
  ASSERT_EQ(hetrt_begin(&Axpy.Loop.Region, &Axpy.Loop.Call, &Pass), HETRT_WANTS_ARRAYS);
  hetrt_arrays Arrays = *TestLoop::Described(Axpy.Loop).get();
  Arrays.abi = HETRT_ABI + 1;
  EXPECT_EQ(hetrt_describe(Pass, &Arrays), HETRT_ERROR_ABI);
  EXPECT_THAT(hetrt_last_message(),
              HasSubstr("wanted interface version " + std::to_string(HETRT_ABI) + " (the arrays of a call"));
  Axpy.runAndCheck();
  EXPECT_TRUE(Axpy.Loop.Asked);
}

/// While a pass waits for its arrays, the region is locked, and other calls run on the cores instead of waiting.
TEST(Ask, OthersRunBesideAPassThatWaits) {
  if (emulatedDevices().empty())
    GTEST_SKIP() << "nobody asks";
  AxpyLoop Waiting(30), Other(30);
  Waiting.Loop.on("all", "static");
  Other.Loop.on("all", "static");
  Other.Loop.Descriptor = &Waiting.Loop.Region;
  hetrt_pass *Pass = nullptr;
  ASSERT_EQ(hetrt_begin(&Waiting.Loop.Region, &Waiting.Loop.Call, &Pass), HETRT_WANTS_ARRAYS);
  std::thread([&] { Other.runAndCheck(); }).join();
  EXPECT_FALSE(Other.Loop.Asked);
  EXPECT_EQ(Other.OnCores, 30u);
  ASSERT_EQ(hetrt_describe(Pass, TestLoop::Described(Waiting.Loop).get()), HETRT_SUCCESS);
  hetrt_range Range{};
  hetrt_member *Member = hetrt_join(Pass, 0, 1);
  while (hetrt_next(Member, &Range))
    Waiting.Loop.Body(Range.first, Range.last);
  EXPECT_EQ(hetrt_end(Pass), HETRT_SUCCESS);
}

/// An array that no clause names was found by the compiler. Where it does not fit, the cores run the loop, and there is
/// no error.
TEST(Ask, WhatTheCompilerFoundAndDoesNotFitIsLeftToTheCores) {
  AxpyLoop Axpy(100);
  Axpy.Loop.on("all", "static");
  for (TestClause &Each : Axpy.Loop.Clauses)
    Each.Word = nullptr;
  Axpy.runAndCheck();
  Axpy.Loop.Clauses[0].Dimensions[0].Extent = HETRT_UNKNOWN;
  Axpy.runAndCheck();
  EXPECT_EQ(Axpy.OnCores, 100u);
  Axpy.Loop.Clauses[0].Dimensions[0].Extent = 100;
  Axpy.runAndCheck();
  EXPECT_EQ(Axpy.OnCores == 100u, emulatedDevices().empty());
}

TEST(Ask, ForkedChildrenDoNot) {
  AxpyLoop Axpy(100);
  Axpy.Loop.on("all", "static");
  Axpy.runAndCheck();
  const pid_t Child = fork();
  if (Child == 0) {
    const bool Right = Axpy.Loop.run() == HETRT_SUCCESS && !Axpy.Loop.Asked && Axpy.Y[1] == 13;
    _exit(Right ? 0 : 1);
  }
  int Result = 1;
  ASSERT_EQ(waitpid(Child, &Result, 0), Child);
  EXPECT_EQ(Result, 0);
}
