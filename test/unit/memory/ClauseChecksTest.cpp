// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests every check of clause arguments, with its error code and message, and the merging of clauses.
#include "TestCall.h"

#include <gmock/gmock.h>

using namespace hetrt;
using namespace hetrt::test;
using testing::HasSubstr;
using testing::MatchesRegex;

namespace {

double X[100], Y[100];

std::string messageOf(const TestCall &Case, int Code) {
  const Status Result = Case.check();
  EXPECT_EQ(Result.code(), Code);
  EXPECT_FALSE(Result.isDeviceFault());
  return Result.message();
}

TestCall oneWindow(TestCall::Dimension Shape, std::uint64_t TripCount = 10, std::int64_t Lower = 0,
                   std::int64_t Step = 1) {
  TestCall Case(TripCount, Lower, Step);
  Case.add("x", X, sizeof(double), MovesIn, {Shape});
  return Case;
}

} // namespace

TEST(ClauseChecks, FineCalls) {
  EXPECT_TRUE(oneWindow({10, true, 3}).check().ok());
  EXPECT_TRUE(oneWindow({10, true}, 10, 9, -1).check().ok());
  EXPECT_TRUE(oneWindow({0, true}, 0).check().ok()) << "an empty array is fine where nothing runs";
}

TEST(ClauseChecks, NegativeExtent) {
  EXPECT_EQ(messageOf(oneWindow({-5, true}), HETRT_ERROR_ARGUMENT),
            "part_copyin(x), line 10: the extent is negative: wanted at least 0, found -5");
}

// A clause may name an array that does not exist, if the loop does not touch it.
TEST(ClauseChecks, AbsentArrays) {
  TestCall Case(10);
  Case.add("here", X, sizeof(double), MovesIn | MovesOut, {{10, true}});
  Case.add("null", nullptr, sizeof(double), MovesIn | MovesOut, {{10, true, 3}});
  Case.add("other", nullptr, sizeof(int), MovesIn | HETRT_PERSIST, {{7, false}});
  Case.add("empty", X, sizeof(double), MovesIn, {{4, false}, {0, true}});
  EXPECT_TRUE(Case.check().ok());
  ResolvedCall Resolved;
  ASSERT_TRUE(Case.resolve(Resolved).ok());
  ASSERT_EQ(Resolved.Arrays.size(), 4u) << "no two of them are one";
  for (unsigned A = 1; A < 4; ++A) {
    const Array &Each = Resolved.Arrays[A];
    EXPECT_EQ(Each.Host.Base, nullptr);
    EXPECT_EQ(Each.Extent[0], 0);
    EXPECT_FALSE(Each.Uses.follows() || Each.allocatesShare());
    EXPECT_FALSE(Each.Uses.reads() || Each.Uses.writes() || Each.Persist) << "nothing is moved";
    EXPECT_TRUE(isEmpty(Each.Uses.held(Resolved.all())));
  }
  Case.Clauses[1].Dimensions[0].Extent = -1;
  EXPECT_THAT(messageOf(Case, HETRT_ERROR_ARGUMENT), HasSubstr("the extent is negative"));
}

TEST(ClauseChecks, NegativeHalo) {
  EXPECT_EQ(messageOf(oneWindow({10, true, -1}), HETRT_ERROR_ARGUMENT),
            "part_copyin(x), line 10: the halo is negative: wanted at least 0, found -1");
}

TEST(ClauseChecks, IterationsOutsideTheArray) {
  EXPECT_EQ(messageOf(oneWindow({9, true}), HETRT_ERROR_ARGUMENT),
            "part_copyin(x), line 10: the loop runs over 0 to 9, but the extent is 9: there are only indices 0 to 8");
  EXPECT_THAT(messageOf(oneWindow({10, true}, 10, 8, -1), HETRT_ERROR_ARGUMENT), HasSubstr("runs over -1 to 8"));
  EXPECT_THAT(messageOf(oneWindow({10, true}, UINT64_MAX, 0, INT64_MAX), HETRT_ERROR_ARGUMENT),
              HasSubstr("runs over 0 to 9223372036854775807"));
  EXPECT_TRUE(oneWindow({9, false}).check().ok()) << "only tied dimensions follow the loop";
}

TEST(ClauseChecks, TooLargeForTheAddressSpace) {
  TestCall Case(10);
  Case.add("x", X, sizeof(double), MovesIn, {{INT64_MAX, true}, {INT64_MAX}});
  EXPECT_THAT(messageOf(Case, HETRT_ERROR_ARGUMENT),
              MatchesRegex("part_copyin\\(x\\), line 10: the array is larger than the address space: wanted an end "
                           "before 2\\^64, found \\[9223372036854775807\\]\\[9223372036854775807\\] of 8 bytes at "
                           "address 0x[0-9a-f]+"));
}

TEST(ClauseChecks, ElementsWithoutSize) {
  TestCall Case(10);
  Case.add("x", X, sizeof(double), MovesIn, {{10, true}});
  Case.Clauses[0].ElementSize = 0;
  EXPECT_THAT(messageOf(Case, HETRT_ERROR_ARGUMENT), HasSubstr("element size is 0"));
}

TEST(ClauseChecks, DimensionsAreNamed) {
  TestCall Case(10);
  Case.add("m", X, sizeof(double), MovesIn, {{10, true}, {-1}});
  EXPECT_THAT(messageOf(Case, HETRT_ERROR_ARGUMENT), HasSubstr("the extent of dimension 1 is negative"));
}

TEST(ClauseChecks, WrittenArraysFollowTheLoopOnce) {
  TestCall None(10);
  None.add("x", X, sizeof(double), MovesOut, {{10}});
  EXPECT_THAT(messageOf(None, HETRT_ERROR_ARGUMENT), HasSubstr("follows the loop in 1 dimension, found 0"));
  TestCall Full(10);
  Full.add("x", X, sizeof(double), MovesOut | WholeCopy, {{10, true}});
  EXPECT_THAT(messageOf(Full, HETRT_ERROR_ARGUMENT), HasSubstr("found 0"));
  TestCall Both(10);
  Both.add("x", X, sizeof(double), MovesOut, {{10, true}, {10, true}});
  EXPECT_THAT(messageOf(Both, HETRT_ERROR_ARGUMENT), HasSubstr("found 2"));
}

TEST(ClauseChecks, OverlappingArraysOneWritten) {
  TestCall Case(10);
  Case.add("x", X, sizeof(double), MovesIn, {{10, true}});
  Case.add("y", X + 9, sizeof(double), MovesOut, {{10, true}});
  EXPECT_THAT(messageOf(Case, HETRT_ERROR_OVERLAP),
              MatchesRegex("part_copyin\\(x\\), line 10 and part_copyout\\(y\\), line 11 overlap in memory, and one of "
                           "them is written: wanted disjoint arrays or the same array, found 80 bytes at 0x[0-9a-f]+ "
                           "and 80 bytes at 0x[0-9a-f]+"));
  Case.Clauses[1].Base = X + 10;
  EXPECT_TRUE(Case.check().ok()) << "neighbours do not overlap";
  Case.Clauses[1].Base = X + 9;
  Case.Clauses[1].say(MovesIn);
  EXPECT_TRUE(Case.check().ok()) << "nobody writes";
}

TEST(ClauseChecks, SameArrayWithTwoShapes) {
  TestCall Case(10);
  Case.add("x", X, sizeof(double), MovesIn, {{10, true}, {2}});
  Case.add("y", X, sizeof(double), MovesOut, {{20, true}});
  EXPECT_THAT(messageOf(Case, HETRT_ERROR_OVERLAP),
              HasSubstr("describe the same array with different shapes, and one of them is written: wanted the same "
                        "extents in both clauses, found [1:10][0:2] of 8 bytes and [1:20] of 8 bytes"));
}

TEST(ClauseChecks, SameArrayWithTwoTies) {
  TestCall Case(4);
  Case.add("x", X, sizeof(double), MovesIn | MovesOut, {{4, true}, {5}});
  Case.add("y", X, sizeof(double), MovesOut, {{4}, {5, true}});
  EXPECT_EQ(
      messageOf(Case, HETRT_ERROR_OVERLAP),
      "part_copy(x), line 10 and part_copyout(y), line 11 describe the same array with different ties, and one of "
      "them is written: wanted the same dimension tied to the loop in both clauses, found [1:4][0:5] of 8 bytes "
      "and [0:4][1:5] of 8 bytes")
      << "iterations would write each other's elements";
}

TEST(ClauseChecks, HaloOfAnArrayThatIsWrittenUnderAnotherName) {
  TestCall Case(10);
  Case.add("x", X, sizeof(double), MovesIn, {{10, true, 1}});
  Case.add("y", X, sizeof(double), MovesOut, {{10, true}});
  EXPECT_EQ(messageOf(Case, HETRT_ERROR_OVERLAP),
            "part_copyin(x), line 10 and part_copyout(y), line 11 are the same array, one reads a halo of it and one "
            "writes it: wanted two arrays");
}

TEST(Merging, EqualBasesShareOneArray) {
  TestCall Case(10);
  Case.add("x", X, sizeof(double), MovesIn, {{10, true, 2}});
  Case.add("y", Y, sizeof(double), MovesIn, {{10, true}});
  Case.add("z", X, sizeof(double), MovesIn | HETRT_PERSIST, {{10, true, 1}});
  Case.add("v", Y, sizeof(double), MovesOut, {{10, true}});
  ASSERT_TRUE(Case.check().ok());
  const ResolvedCall Call = Case.resolve();
  EXPECT_EQ(Call.ArrayOf, (std::vector<unsigned>{0, 1, 0, 1}));
  ASSERT_EQ(Call.Arrays.size(), 2u);
  EXPECT_TRUE(Call.Arrays[0].Uses.reads() && !Call.Arrays[0].Uses.writes() && Call.Arrays[0].Persist);
  EXPECT_EQ(Call.Arrays[0].Uses.held({3, 4})[0], (Interval{1, 6})) << "the wider one";
  EXPECT_TRUE(Call.Arrays[0].allocatesShare());
  EXPECT_TRUE(Call.Arrays[1].Uses.reads() && Call.Arrays[1].Uses.writes());
}

TEST(Merging, FullAndShareAreReadInFull) {
  TestCall Case(10);
  Case.add("x", X, sizeof(double), MovesIn | WholeCopy, {{10}});
  Case.add("y", X, sizeof(double), MovesOut, {{10, true}});
  ASSERT_TRUE(Case.check().ok());
  const Array Merged = Case.resolve().Arrays[0];
  EXPECT_EQ(Merged.Uses.follows(), 0u);
  EXPECT_FALSE(Merged.allocatesShare());
  EXPECT_EQ(Merged.Uses.movedIn({3, 4})[0][0], (Interval{0, 10}));
  EXPECT_EQ(Merged.Uses.writtenHull({3, 4})[0], (Interval{3, 4}));
}

TEST(Merging, DifferentShapesThatNobodyWritesStayApart) {
  TestCall Case(10);
  Case.add("x", X, sizeof(double), MovesIn, {{10, true}});
  Case.add("y", X, sizeof(double), MovesIn, {{20}});
  ASSERT_TRUE(Case.check().ok());
  EXPECT_EQ(Case.resolve().Arrays.size(), 2u);
}
