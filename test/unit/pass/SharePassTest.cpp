// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Passes on cores whose shares are known: every iteration is computed once, however many threads come.
#include "Pass/SharePass.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <vector>

using namespace hetrt;

namespace {

/// A plan of `Threads` threads for ten iterations; `Shares` are those of the scheduler's list, if there is one.
struct SharePasses : testing::Test {
  PassPlan Plan;
  TeamState Team;

  void plan(std::uint32_t Threads, const std::vector<Range> &Shares = {}) {
    Plan.Threads = Plan.Cores = Threads;
    Plan.TripCount = 10;
    for (const Range &Each : Shares)
      Plan.Devices.push_back({.Model = {}, .Share = Each});
    Team.Plan = &Plan;
    Team.Reduced.Division = Division(Grains{1, Plan.TripCount});
    Team.Members.resize(Threads);
  }

  /// Lets `Count` members compute one range each by turns, until none has one left. Returns the ranges of each.
  std::vector<std::vector<Range>> run(Execution &Pass, std::uint32_t Count) {
    std::vector<std::vector<Range>> Got(Count);
    for (std::uint32_t M = 0; M < Count; ++M) {
      hetrt_member &Each = Team.Members[M];
      Each.Number = Each.Share = M;
      Each.Count = Count;
      Each.Pass = reinterpret_cast<hetrt_pass *>(this); // not used: says that a thread has come
    }
    for (bool Any = true; Any;) {
      Any = false;
      for (std::uint32_t M = 0; M < Count; ++M)
        if (hetrt_range Next; Pass.next(Team.Members[M], Next)) {
          Got[M].push_back({Next.first, Next.last});
          Any = true;
        }
    }
    return Got;
  }

  PassRecord finish(Execution &Pass) {
    PassRecord Did;
    Did.clear(std::max<std::size_t>(Plan.Threads, Plan.Devices.size()));
    Pass.finish(Did);
    return Did;
  }
};

using Ranges = std::vector<std::vector<Range>>;

} // namespace

TEST_F(SharePasses, EvenPartsAreThoseOfTheThreadsThatCame) {
  plan(4);
  EvenPass Pass(Team);
  EXPECT_EQ(run(Pass, 3), (Ranges{{{0, 4}}, {{4, 7}}, {{7, 10}}}));
  const PassRecord Did = finish(Pass);
  EXPECT_EQ(Did.Came, 3u);
  EXPECT_EQ(Did.Slots[0].Iterations, 4u);
  EXPECT_EQ(Did.Slots[3].Iterations, 0u);
}

TEST_F(SharePasses, MembersTakeTheSharesOfThreadsThatDidNotCome) {
  plan(4, {{0, 4}, {4, 4}, {4, 9}, {9, 10}});
  SplitPass Pass(Team);
  EXPECT_EQ(run(Pass, 2), (Ranges{{{0, 4}, {4, 9}}, {{9, 10}}}));
  const PassRecord Did = finish(Pass);
  EXPECT_EQ(Did.Came, 2u);
  for (unsigned I = 0; I < 4; ++I) {
    EXPECT_EQ(Did.Slots[I].Iterations, Plan.Devices[I].Share.size()) << I;
    EXPECT_EQ(Did.Slots[I].Units, Plan.Devices[I].Share.size()) << I;
  }
}

TEST_F(SharePasses, OnlyTheSchedulersSharesCanBeRepeated) {
  EXPECT_EQ(SplitPass(Team).waitReader(), WaitReader::SchedulerAndCache);
  EXPECT_EQ(EvenPass(Team).waitReader(), WaitReader::None);
  EXPECT_EQ(EvenPass(Team).accelerators(), AcceleratorUse::None);
}
