// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the members of a group that make a check fail, by bisection, with a limited number of checks.
#include "Bisect.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

using namespace hetcc::driver;

namespace {

/// A check that fails as long as a member of \p Harmful is in the group; counts its calls.
struct Group {
  std::set<size_t> Harmful;
  unsigned Checks = 0;

  std::vector<Bisected> bisect(size_t Count, unsigned MostChecks) {
    return hetcc::driver::bisect(Count, MostChecks,
                                 [&](const std::vector<Bisected> &Members) -> std::optional<std::string> {
                                   ++Checks;
                                   std::string In;
                                   for (size_t Each : Harmful)
                                     if (!Members[Each].Out)
                                       In += std::to_string(Each) + " ";
                                   return In.empty() ? std::nullopt : std::optional(In);
                                 });
  }
};

std::set<size_t> out(const std::vector<Bisected> &Members) {
  std::set<size_t> Result;
  for (size_t I = 0; I < Members.size(); ++I)
    if (Members[I].Out)
      Result.insert(I);
  return Result;
}

TEST(BisectTest, NothingIsTriedForOneMemberWhichIsKnownToFail) {
  Group One{.Harmful = {0}};
  std::vector<Bisected> Found = One.bisect(1, 40);
  EXPECT_TRUE(Found[0].Out);
  EXPECT_FALSE(Found[0].Alone);
  EXPECT_EQ(One.Checks, 0u);
}

TEST(BisectTest, OneOfManyIsFoundInTwoChecksForEachHalving) {
  Group Many{.Harmful = {37}};
  std::vector<Bisected> Found = Many.bisect(64, 40);
  EXPECT_EQ(out(Found), std::set<size_t>({37}));
  EXPECT_TRUE(Found[37].Alone);
  EXPECT_EQ(Found[37].Errors, "37 ");
  EXPECT_LE(Many.Checks, 12u);
}

TEST(BisectTest, WhatTheChecksDoNotReachStaysOut) {
  Group All;
  for (size_t I = 0; I < 64; ++I)
    All.Harmful.insert(I);
  std::vector<Bisected> Found = All.bisect(64, 40);
  EXPECT_EQ(out(Found).size(), 64u);
  EXPECT_EQ(All.Checks, 40u);
}

// With enough checks, exactly the harmful members are left out; with fewer, no harmful member is kept, and the first
// checks, of large parts, keep as many members as they can.
TEST(BisectTest, NoHarmfulMemberIsEverIn) {
  std::mt19937 Random(1);
  for (int Turn = 0; Turn < 2000; ++Turn) {
    size_t Count = 1 + Random() % 40;
    Group Some;
    for (size_t Left = 1 + Random() % 5; Left > 0; --Left)
      Some.Harmful.insert(Random() % Count);
    Group Bounded = Some;
    EXPECT_EQ(out(Some.bisect(Count, 1000)), Some.Harmful);
    unsigned Most = Random() % 12;
    std::set<size_t> Out = out(Bounded.bisect(Count, Most));
    EXPECT_TRUE(std::includes(Out.begin(), Out.end(), Some.Harmful.begin(), Some.Harmful.end()));
    EXPECT_LE(Bounded.Checks, Most);
  }
}

} // namespace
