// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests the choice between working in the host's memory and working on copies, against models of devices.
#include "Plan/ReachChooser.h"

#include <gtest/gtest.h>

using namespace hetrt;

namespace {

constexpr std::uint64_t TripsOfPass = 1000;

/// The seconds that a device needs for a pass each way; its first pass each way takes five times as long.
struct Ways {
  double InPlace, Copies;
};

/// Runs `Passes` passes; returns how many were on copies.
unsigned onCopies(ReachChooser &Chooser, const Ways &Device, int Passes) {
  unsigned Tried = 0, Seen[2] = {};
  for (int Pass = 0; Pass < Passes; ++Pass) {
    const bool Copies = !Chooser.inPlace();
    Tried += Copies;
    const double Cold = Seen[Copies]++ == 0 ? 5 : 1;
    Chooser.note(TripsOfPass, Cold * (Copies ? Device.Copies : Device.InPlace));
  }
  return Tried;
}

} // namespace

TEST(ReachChooser, BeginsInPlaceAndStaysThereWhereCopiesAreSlower) {
  ReachChooser Chooser;
  EXPECT_TRUE(Chooser.inPlace());
  EXPECT_EQ(onCopies(Chooser, {1, 2}, 100), 3u) << "what a trial takes";
  EXPECT_TRUE(Chooser.inPlace());
}

TEST(ReachChooser, TakesCopiesWhereReachingIsSlow) {
  ReachChooser Chooser;
  EXPECT_EQ(onCopies(Chooser, {10, 2}, 100), 97u) << "all but the first three";
  EXPECT_FALSE(Chooser.inPlace());
}

TEST(ReachChooser, StaysInPlaceWhereThereIsNoDifference) {
  ReachChooser Chooser;
  onCopies(Chooser, {1, 0.95}, 100);
  EXPECT_TRUE(Chooser.inPlace());
}

TEST(ReachChooser, LeavesCopiesWhenTheyBecomeSlow) {
  ReachChooser Chooser;
  onCopies(Chooser, {4, 2}, 10);
  ASSERT_FALSE(Chooser.inPlace());
  onCopies(Chooser, {4, 40}, 10);
  EXPECT_TRUE(Chooser.inPlace());
}

TEST(ReachChooser, SchedulersDoNotHearOfATrial) {
  ReachChooser Chooser;
  EXPECT_EQ(Chooser.secondsToReport(7, TripsOfPass), 7);
  onCopies(Chooser, {1, 50}, 3);
  ASSERT_TRUE(Chooser.isTrial());
  EXPECT_NEAR(Chooser.secondsToReport(50, TripsOfPass), 1, 1e-9) << "as it was in place";
  onCopies(Chooser, {1, 50}, 3);
  EXPECT_FALSE(Chooser.isTrial());
  EXPECT_EQ(Chooser.secondsToReport(1.5, TripsOfPass), 1.5);
}

TEST(ReachChooser, PassesWithoutIterationsSayNothing) {
  ReachChooser Chooser;
  for (int Pass = 0; Pass < 20; ++Pass)
    Chooser.note(0, 1);
  EXPECT_TRUE(Chooser.inPlace());
  EXPECT_FALSE(Chooser.isTrial());
}
