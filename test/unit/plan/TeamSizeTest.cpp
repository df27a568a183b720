// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How many threads of a team compute on cores.
#include "Team/TeamSize.h"

#include <gtest/gtest.h>

using namespace hetrt;

TEST(TeamSize, IsWhatTheClauseOrTheSettingOrOpenMPSays) {
  Settings Set;
  EXPECT_EQ(teamSize({.NumThreads = 3, .MaxThreads = 6, .GrantedCores = 8}, Set), 3u);
  EXPECT_EQ(teamSize({.MaxThreads = 6, .GrantedCores = 8}, Set), 6u);
  EXPECT_EQ(teamSize({.GrantedCores = 8}, Set), 1u) << "nobody says anything";
  Set.Cores = 5;
  EXPECT_EQ(teamSize({.MaxThreads = 6, .GrantedCores = 8}, Set), 5u);
  EXPECT_EQ(teamSize({.NumThreads = 3, .MaxThreads = 6, .GrantedCores = 8}, Set), 3u);
}

TEST(TeamSize, IsAtMostTheNumberOfGrantedCoresAndAtLeastOne) {
  Settings Set;
  EXPECT_EQ(teamSize({.NumThreads = 100, .GrantedCores = 4}, Set), 4u);
  Set.Cores = 0;
  EXPECT_EQ(teamSize({.MaxThreads = 6, .GrantedCores = 4}, Set), 1u);
}

TEST(TeamSize, LeavesACoreToTheHostThreadOfEachAccelerator) {
  Settings Set;
  EXPECT_EQ(teamSize({.MaxThreads = 8, .GrantedCores = 8, .Accelerators = 3}, Set), 5u);
  EXPECT_EQ(teamSize({.MaxThreads = 8, .GrantedCores = 2, .Accelerators = 3}, Set), 1u);
  Set.Cores = 8; // the user has counted the cores
  EXPECT_EQ(teamSize({.MaxThreads = 8, .GrantedCores = 8, .Accelerators = 3}, Set), 8u);
  Set.Cores.reset();
  Set.HostThreads = HostThread::Collaborative;
  EXPECT_EQ(teamSize({.MaxThreads = 8, .GrantedCores = 8, .Accelerators = 3}, Set), 8u);
}

TEST(TeamCap, PlansForTheThreadsThatCame) {
  TeamCap Cap;
  EXPECT_EQ(Cap.after(8), 8u);
  Cap.came(8, 8);
  EXPECT_EQ(Cap.after(8), 8u);
  Cap.came(3, 8);
  EXPECT_EQ(Cap.after(8), 3u);
  EXPECT_EQ(Cap.after(4), 4u) << "another number is wanted";
  Cap.came(0, 8); // it is not known how many came
  EXPECT_EQ(Cap.after(8), 3u);
}

TEST(TeamCap, AsksForAllAgainAfterSomePasses) {
  TeamCap Cap;
  Cap.came(3, 8);
  unsigned Passes = 0;
  for (; Cap.after(8) == 3; ++Passes)
    ASSERT_LT(Passes, 1000u);
  EXPECT_EQ(Passes, 64u);
}
