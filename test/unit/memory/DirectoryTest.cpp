// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests what the directory knows about the length of an array.
#include "Memory/Directory.h"

#include <gtest/gtest.h>

#include <type_traits>

using namespace hetrt;

namespace {

double Numbers[100];

Array view(std::size_t First, std::int64_t Rows, std::int64_t Columns) {
  Array Made;
  Made.Host.Base = reinterpret_cast<std::byte *>(Numbers + First);
  Made.ElementSize = sizeof(double);
  Made.Rank = 2;
  Made.Extent[0] = Rows;
  Made.Extent[1] = Columns;
  return Made;
}

std::int64_t rowsOf(Directory &Known, Array What, const double *Before = nullptr) {
  Known.widen(What, reinterpret_cast<const std::byte *>(Before));
  return What.Extent[0];
}

DataRegion region(std::size_t First, std::size_t Last) {
  return {reinterpret_cast<std::byte *>(Numbers + First), reinterpret_cast<std::byte *>(Numbers + Last)};
}

TEST(Widen, TakesAllRowsOfTheDataRegion) {
  Directory Known({});
  EXPECT_EQ(rowsOf(Known, view(0, 9, 10)), 9) << "no data region";
  Known.enter(region(0, 100));
  EXPECT_EQ(rowsOf(Known, view(0, 9, 10)), 10);
  EXPECT_EQ(rowsOf(Known, view(0, 10, 10)), 10);
  EXPECT_EQ(rowsOf(Known, view(20, 5, 10)), 8) << "begins inside";
  EXPECT_EQ(rowsOf(Known, view(0, 9, 11)), 9) << "the last row is not whole";
  EXPECT_EQ(rowsOf(Known, view(0, 3, 10), Numbers + 50), 5) << "another array begins there";
  EXPECT_EQ(rowsOf(Known, view(0, 6, 10), Numbers + 50), 6) << "it never becomes less";
}

TEST(Widen, TakesTheLargestRegionThatHasAllOfIt) {
  Directory Known({});
  Known.enter(region(0, 40));
  Known.enter(region(0, 70));
  EXPECT_EQ(rowsOf(Known, view(0, 3, 10)), 7);
  EXPECT_EQ(rowsOf(Known, view(0, 8, 10)), 8) << "no region has all of it";
}

TEST(Persist, KnowsAnArrayByTheProgramsPointerWhateverLoopsUseOfIt) {
  Directory Known({});
  const void *const Pointer = Numbers;
  std::remove_cvref_t<decltype(*Array{}.Info)> Info{};
  Info.name = "x";
  const auto Find = [&](std::size_t First, std::int64_t Rows) {
    Array Wanted = view(First, Rows, 10);
    Wanted.Host.Pointer = reinterpret_cast<std::byte *>(Numbers);
    Wanted.Info = &Info;
    Wanted.Persist = true;
    std::shared_ptr<PersistentArray> Found;
    EXPECT_TRUE(Known.find(Wanted, Found).ok());
    ASSERT_TRUE(Found);
    EXPECT_EQ(Found->Base, Wanted.Host.Base);
  };
  EXPECT_EQ(Known.persistentPart(Pointer).bytes(), 0U);
  Find(10, 8);
  EXPECT_EQ(Known.persistentPart(Pointer).First, region(10, 90).First);
  EXPECT_EQ(Known.persistentPart(Pointer).Last, region(10, 90).Last);
  Find(0, 10);
  EXPECT_EQ(Known.persistentPart(Pointer).bytes(), sizeof Numbers) << "one array, of which the first part made way";
  EXPECT_EQ(Known.persistentPart(Numbers + 10).bytes(), 0U);
  bool Found = false;
  EXPECT_TRUE(Known.depersist(Pointer, Found).ok());
  EXPECT_TRUE(Found);
  EXPECT_TRUE(Known.empty());
  Find(10, 8);
  EXPECT_TRUE(Known.depersist(Pointer, Found).ok());
  EXPECT_TRUE(Found) << "though it does not begin there";
  EXPECT_TRUE(Known.empty());
}

TEST(Widen, KnowsWhatAPersistClauseSaid) {
  Directory Known({});
  Array Kept = view(0, 10, 10);
  std::remove_cvref_t<decltype(*Kept.Info)> Info{};
  Info.name = "x";
  Kept.Info = &Info;
  Kept.Persist = true;
  std::shared_ptr<PersistentArray> Entry;
  ASSERT_TRUE(Known.find(Kept, Entry).ok());
  EXPECT_EQ(rowsOf(Known, view(0, 9, 10)), 10);
  EXPECT_EQ(rowsOf(Known, view(10, 5, 10)), 5) << "another address";
  Array Shorter = view(0, 9, 10), OtherRows = view(0, 9, 5);
  Shorter.Persist = OtherRows.Persist = true;
  EXPECT_EQ(rowsOf(Known, Shorter), 10);
  EXPECT_EQ(rowsOf(Known, OtherRows), 9) << "which are no rows of that one";
}

} // namespace
