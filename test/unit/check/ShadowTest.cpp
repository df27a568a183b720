// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The checker's race detection, compared with a list of all accesses.
#include "Check/Shadow.h"

#include <gtest/gtest.h>
#include <random>
#include <vector>

using namespace hetrt::check;

namespace {

constexpr std::uintptr_t Base = 0x10000 - 32; // so that accesses extend over the end of a page

Access access(std::uintptr_t At, std::size_t Bytes, bool Writes, std::uint64_t Iteration, Locks Held = 0) {
  return {Base + At, Bytes, Writes, Held, 0x1000 + At, Iteration};
}

/// Whether two accesses of different iterations race: they share a byte, one writes it, and no lock protects both.
bool race(const Access &A, const Access &B) {
  return A.Iteration != B.Iteration && (A.Writes || B.Writes) && !(A.Held & B.Held) &&
         A.Address < B.Address + B.Bytes && B.Address < A.Address + A.Bytes;
}

/// Whether the shadow memory finds a race in these accesses, made in this order.
bool finds(const std::vector<Access> &All, std::uint64_t Since = 1) {
  Shadow Races;
  Conflict With;
  bool Found = false;
  for (const Access &Each : All)
    Found |= Races.note(Each, Since, With);
  return Found;
}

TEST(Shadow, FindsWhoWroteAndWhoRead) {
  Shadow Races;
  Conflict With;
  EXPECT_FALSE(Races.note(access(8, 8, false, 1), 1, With));
  EXPECT_FALSE(Races.note(access(8, 8, false, 2), 1, With));
  ASSERT_TRUE(Races.note(access(8, 8, true, 2), 1, With));
  EXPECT_EQ(With.Iteration, 1u);
  EXPECT_FALSE(With.Wrote);
  EXPECT_EQ(With.Address, Base + 8);
  ASSERT_TRUE(Races.note(access(12, 4, false, 3), 1, With));
  EXPECT_EQ(With.Iteration, 2u);
  EXPECT_TRUE(With.Wrote);
  EXPECT_EQ(With.Code, 0x1008u);
  EXPECT_EQ(With.Address, Base + 12);
}

TEST(Shadow, KnowsNothingOfEarlierPasses) {
  EXPECT_TRUE(finds({access(0, 4, true, 1), access(0, 4, true, 2)}));
  EXPECT_FALSE(finds({access(0, 4, true, 1), access(0, 4, true, 2)}, 2));
}

TEST(Shadow, NeighboursInOneWordAreNoRace) {
  EXPECT_FALSE(finds({access(0, 1, true, 1), access(1, 1, true, 2), access(2, 2, true, 3), access(4, 4, true, 4)}));
  EXPECT_TRUE(finds({access(0, 1, true, 1), access(1, 1, true, 2), access(0, 4, false, 3)}));
}

TEST(Shadow, LocksProtect) {
  EXPECT_FALSE(finds({access(0, 4, true, 1, 2), access(0, 4, true, 2, 2)}));
  EXPECT_TRUE(finds({access(0, 4, true, 1, 2), access(0, 4, true, 2, 4)}));
  EXPECT_FALSE(finds({access(0, 4, true, 1, AtomicLock), access(0, 4, false, 2, AtomicLock)}));
  // The race is with the reader that holds no lock.
  EXPECT_TRUE(finds({access(0, 4, false, 1, 2), access(0, 4, false, 2), access(0, 4, true, 3, 2)}));
}

TEST(Shadow, ForgottenMemoryIsNew) {
  Shadow Races;
  Conflict With;
  EXPECT_FALSE(Races.note(access(0, 8, true, 1), 1, With));
  Races.forget(Base, 8);
  EXPECT_FALSE(Races.note(access(0, 8, true, 2), 1, With));
  EXPECT_TRUE(Races.hasWritten(Base, 8, 2));
  EXPECT_FALSE(Races.hasWritten(Base, 16, 2));
}

/// Iterations come one after another, each with accesses of different sizes.
TEST(Shadow, AgreesWithAllPairs) {
  std::mt19937 Random(7);
  const auto Pick = [&](unsigned Below) { return static_cast<unsigned>(Random() % Below); };
  unsigned Races = 0;
  for (unsigned Trial = 0; Trial < 20000; ++Trial) {
    std::vector<Access> All;
    for (std::uint64_t Iteration = 1; Iteration <= 4; ++Iteration)
      for (unsigned Count = Pick(3); Count > 0; --Count)
        All.push_back(access(Pick(64), 1u << Pick(5), Pick(3) == 0, Iteration, static_cast<Locks>(Pick(4) ? 0 : 2)));
    bool Expected = false;
    for (const Access &A : All)
      for (const Access &B : All)
        Expected |= race(A, B);
    ASSERT_EQ(finds(All), Expected) << "trial " << Trial;
    Races += Expected;
  }
  EXPECT_GT(Races, 1000u);
  EXPECT_LT(Races, 19000u);
}

} // namespace
