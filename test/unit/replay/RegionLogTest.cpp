// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which pass of a recording a new pass repeats.
#include "Replay/RegionLog.h"
#include "Passes.h"

#include <gmock/gmock.h>

using namespace hetrt;
using testing::HasSubstr;

namespace {

/// A recorded region whose passes have these trip counts, and teams of one, two, ... threads.
RecordedRegion regionOf(std::initializer_list<std::uint64_t> TripCounts, bool AnyOrder = false) {
  RecordedRegion Region;
  for (const std::uint64_t Each : TripCounts) {
    RecordedPass Pass = splitPass();
    Pass.TripCount = Each;
    Pass.AnyOrder = AnyOrder;
    Pass.Team = static_cast<std::uint32_t>(Region.Passes.size()) + 1;
    Region.Passes.emplace_back(Pass);
  }
  return Region;
}

struct Repeating {
  explicit Repeating(const RecordedRegion &Of, bool IsWhole = true) { Log.repeat(&Of, IsWhole, ""); }

  /// The recorded pass that a new pass with this trip count repeats, as "team of N", or the error.
  std::string begin(std::uint64_t TripCount) {
    std::unique_ptr<PassLog> Into;
    std::string Wrong = Log.begin(TripCount, false, Into);
    return Wrong.empty() ? "team of " + std::to_string(Into->repeats()->Team) : Wrong;
  }

  RegionLog Log{0, {}};
};

} // namespace

TEST(RegionLog, PassesComeInTheirOrder) {
  const RecordedRegion Region = regionOf({10, 20, 10});
  Repeating Of(Region);
  EXPECT_EQ(Of.begin(10), "team of 1");
  EXPECT_EQ(Of.begin(10), "pass 2: wanted a trip count of 20, as in the recording; found 10");
  EXPECT_EQ(Of.begin(20), "team of 2");
  EXPECT_EQ(Of.begin(10), "team of 3");
  EXPECT_EQ(Of.begin(10), "wanted at most 3 passes of this region, as in the recording; found one more");
  EXPECT_EQ(Of.Log.taken(), 3u);
}

TEST(RegionLog, PassesOfTasksComeInAnyOrder) {
  const RecordedRegion Region = regionOf({10, 20, 10, 30}, true);
  Repeating Of(Region);
  EXPECT_EQ(Of.begin(30), "team of 4");
  EXPECT_EQ(Of.begin(10), "team of 1");
  EXPECT_EQ(Of.begin(10), "team of 3");
  EXPECT_EQ(Of.begin(10), "pass 2: wanted a trip count of 20, as in the recording; found 10");
  EXPECT_EQ(Of.begin(20), "team of 2");
}

TEST(RegionLog, WhatNeverEndedIsNotThere) {
  RecordedRegion Region = regionOf({10, 10});
  Region.Passes[1].reset();
  Repeating Of(Region, false);
  EXPECT_EQ(Of.begin(10), "team of 1");
  EXPECT_EQ(Of.begin(10),
            "pass 2: the recording does not have it, since it never ended, before the program was stopped");
  EXPECT_EQ(Of.Log.taken(), 1u);
}

TEST(RegionLog, ARegionThatIsNotThere) {
  RegionLog Log(0, {});
  Log.repeat(nullptr, true, "wanted another one");
  std::unique_ptr<PassLog> Into;
  EXPECT_EQ(Log.begin(1, false, Into), "wanted another one");
}

TEST(RegionLog, PassesAreWrittenAsTheyEnd) {
  std::vector<std::string> Lines;
  RegionLog Log(3, [&](std::string Line) { Lines.push_back(std::move(Line)); });
  std::unique_ptr<PassLog> First, Second;
  ASSERT_EQ(Log.begin(10, false, First), "");
  ASSERT_EQ(Log.begin(20, true, Second), "");
  First->keeps()->Team = Second->keeps()->Team = 1;
  ASSERT_EQ(Log.end(*Second), "");
  ASSERT_EQ(Log.end(*First), "");
  ASSERT_EQ(Lines.size(), 2u);
  EXPECT_THAT(Lines[0], HasSubstr("{\"pass\":1,\"of\":3,\"trip_count\":20,\"any_order\":true,"));
  EXPECT_THAT(Lines[1], HasSubstr("{\"pass\":0,\"of\":3,\"trip_count\":10,\"any_order\":false,"));
}
