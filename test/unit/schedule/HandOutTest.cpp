// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The forms in which the iterations of a round are handed out, without a scheduler around them.
#include "Schedule/HandOut.h"

#include <gtest/gtest.h>

#include <vector>

using namespace hetrt;

namespace {

/// Two cores that work. Of its share, a device takes 4 iterations at a time, 3 of the pool, 2 of others.
class HandOutTest : public testing::Test, protected PieceRules {
protected:
  HandOutTest() {
    for (DeviceRecord &Each : Records) {
      ScheduledDevice &Made = Round.Devices.emplace_back();
      Made.Record = &Each;
      Made.Rank = Tier::Worker;
      Participants.push_back({&Each, true, false, DeviceModel::Unlimited});
    }
    Round.Active = Tier::Worker;
  }

  /// Opens a round of these iterations; equal devices have equal shares.
  void open(HandOut &How, Range Whole) {
    Round.begin();
    Round.Whole = Whole;
    Round.Unfinished = Whole.size();
    Round.Planner.setDevices(Participants);
    Round.Planner.plan(Whole, {.AllWait = How.areSharesFixed()});
    Round.Pool.add(How.divide());
  }

  PieceRules &rules() { return *this; }
  uint64_t pieceOfShare(unsigned, uint64_t) override { return 4; }
  uint64_t pieceOfRest(unsigned, uint64_t) override { return 3; }
  uint64_t pieceOfOthers(unsigned, unsigned, uint64_t) override { return 2; }

  DeviceRecord Records[2];
  std::vector<Participant> Participants;
  OpenRound Round{ScheduleOptions()};
};

} // namespace

TEST_F(HandOutTest, SharesAreTakenAtOnceAndNothingElse) {
  ByShares How(Round, rules());
  open(How, {0, 20});
  EXPECT_TRUE(How.areSharesFixed());
  EXPECT_EQ(How.take(1), (Range{10, 20}));
  EXPECT_TRUE(How.take(1).empty()) << "the other share is the other device's";
  EXPECT_EQ(How.take(0), (Range{0, 10}));
}

TEST_F(HandOutTest, AShareThatIsReportedCountsAsTaken) {
  ByShares How(Round, rules());
  open(How, {0, 20});
  How.reported(Round.Devices[0], {0, 10});
  EXPECT_TRUE(How.take(0).empty());
  EXPECT_EQ(Round.Devices[0].computing(), 10u);
}

TEST_F(HandOutTest, PiecesComeFromTheOwnShareAndThenFromTheEndsOfOthers) {
  ByPieces How(Round, rules());
  open(How, {0, 20});
  EXPECT_EQ(How.take(1), (Range{10, 14}));
  EXPECT_EQ(How.take(1), (Range{14, 18}));
  EXPECT_EQ(How.take(1), (Range{18, 20}));
  EXPECT_EQ(How.take(1), (Range{8, 10}));
  EXPECT_TRUE(How.tellsOfShare(1, {14, 18}));
  EXPECT_FALSE(How.tellsOfShare(1, {8, 10}));
  EXPECT_EQ(How.take(0), (Range{0, 4}));
  EXPECT_EQ(Round.Devices[0].Held, 8u);
  EXPECT_EQ(Round.Devices[1].Held, 12u);
}

TEST_F(HandOutTest, AQueueHasNoSharesButOnePoolForAll) {
  ByQueue How(Round, rules());
  open(How, {0, 7});
  EXPECT_EQ(How.take(1), (Range{0, 3}));
  EXPECT_EQ(How.take(0), (Range{3, 6}));
  EXPECT_EQ(How.take(1), (Range{6, 7}));
  EXPECT_TRUE(How.take(0).empty());
}

/// A core that the scheduler does not use takes no pieces while others work, and no device loses what it returned.
TEST_F(HandOutTest, WhatADeviceLeavesGoesToThoseThatHelp) {
  ByPieces How(Round, rules());
  open(How, {0, 20});
  Round.Devices[0].Rank = Tier::SpareCore;
  Round.leaveHome(Round.Devices[0]);
  EXPECT_TRUE(How.take(0).empty());
  EXPECT_EQ(Round.Pool.size(), 10u);
  EXPECT_EQ(How.take(1), (Range{10, 14})) << "its own share first";
  Round.Devices[1].Home = {};
  EXPECT_EQ(How.take(1), (Range{0, 3}));
}
