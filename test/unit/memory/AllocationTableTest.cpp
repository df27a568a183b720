// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests the table of large allocations, and the beginnings of small ones, against a std::map: whatever is added and
// removed, the table's answers about an address are right. Also tests that nothing is lost when threads add entries and
// remove those that other threads added.
#include "alloc/AllocationTable.h"
#include "alloc/BlockStarts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <random>
#include <thread>
#include <vector>

using namespace hetrt;

namespace {

using Block = AllocationTable::Block;

/// Hands out address ranges without memory behind them; many begin where another ends.
class Addresses {
public:
  explicit Addresses(std::uint32_t Seed) : Random(Seed) {}

  void step() {
    if (!Live.empty() && draw(5) < 2)
      give();
    else
      take();
  }

  void check() {
    const std::uintptr_t Address = (1 + draw(3000)) * 4096 + draw(4096);
    const auto Next = Live.upper_bound(Address);
    const bool Exists = Next != Live.begin() && Address - std::prev(Next)->first < std::prev(Next)->second;
    const Block Found = Table->around(Address);
    EXPECT_EQ(Found.Begin, Exists ? std::prev(Next)->first : 0);
    EXPECT_EQ(Found.Bytes, Exists ? std::prev(Next)->second : 0);
  }

private:
  std::size_t draw(std::size_t Below) { return std::uniform_int_distribution<std::size_t>(0, Below - 1)(Random); }

  void take() {
    const std::uintptr_t At = (1 + draw(3000)) * 4096 + draw(4) * 16;
    const std::size_t Bytes = 4096 + draw(3) * 4096;
    const auto Next = Live.lower_bound(At);
    if ((Next != Live.end() && At + Bytes > Next->first) ||
        (Next != Live.begin() && std::prev(Next)->first + std::prev(Next)->second > At))
      return;
    Live[At] = Bytes;
    Table->add(At, Bytes);
  }

  void give() {
    const auto Gone = std::next(Live.begin(), std::ptrdiff_t(draw(Live.size())));
    EXPECT_EQ(Table->remove(Gone->first), Gone->second);
    EXPECT_EQ(Table->remove(Gone->first), 0u);
    Live.erase(Gone);
  }

  std::mt19937 Random;
  std::map<std::uintptr_t, std::size_t> Live;
  std::unique_ptr<AllocationTable> Table{new AllocationTable()};
};

} // namespace

TEST(AllocationTable, KnowsWhatAMapKnows) {
  for (std::uint32_t Seed = 0; Seed < 5; ++Seed) {
    Addresses Of(Seed);
    for (int I = 0; I < 1500; ++I) {
      Of.step();
      Of.check();
    }
  }
}

/// An allocation for which the table has no room is not recorded; the others stay.
TEST(AllocationTable, ForgetsNothingThatItHasTaken) {
  const auto Table = std::make_unique<AllocationTable>();
  constexpr std::uintptr_t Many = 60000;
  for (std::uintptr_t I = 1; I <= Many; ++I)
    Table->add(I << 13, 8192);
  std::size_t Known = 0;
  for (std::uintptr_t I = 1; I <= Many; ++I)
    if (const std::size_t Bytes = Table->remove(I << 13)) {
      EXPECT_EQ(Bytes, 8192u);
      ++Known;
    }
  EXPECT_GT(Known, 20000u);
  EXPECT_EQ(Table->around(8200).Bytes, 0u);
}

/// Two blocks that overlap mean that the program freed one without a call of remove(). The table then reports neither
/// of them for addresses in both, and a new block replaces an old one with the same beginning.
TEST(AllocationTable, DoesNotBelieveTwo) {
  const auto Table = std::make_unique<AllocationTable>();
  Table->add(0x10000, 0x8000);
  Table->add(0x14000, 0x8000);
  EXPECT_EQ(Table->around(0x12000).Bytes, 0x8000u);
  EXPECT_EQ(Table->around(0x15000).Bytes, 0u);
  Table->add(0x10000, 0x2000);
  EXPECT_EQ(Table->around(0x13000).Bytes, 0u);
  EXPECT_EQ(Table->around(0x15000).Begin, 0x14000u);
}

TEST(AllocationTable, ThreadsLoseNothing) {
  const auto Table = std::make_unique<AllocationTable>();
  constexpr std::uintptr_t Stays = 0x700000000000;
  Table->add(Stays, 5000);
  std::mutex Mutex;
  std::vector<std::uintptr_t> Handed; // addresses that another thread may remove
  const auto Work = [&](std::uintptr_t T) {
    std::mt19937 Random(static_cast<std::uint32_t>(T));
    for (std::uintptr_t I = 0; I < 2000; ++I) {
      const std::uintptr_t At = (T << 32) + ((I % 64) << 13);
      Table->add(At, 4096 + I);
      const Block Found = Table->around(At + 100);
      EXPECT_EQ(Found.Begin, At);
      EXPECT_EQ(Found.Bytes, 4096 + I);
      EXPECT_EQ(Table->around(Stays + 4999).Begin, Stays);
      EXPECT_EQ(Table->remove(At), 4096 + I);
      const std::uintptr_t Own = (T << 40) + (I << 13);
      Table->add(Own, 4096);
      std::lock_guard Lock(Mutex);
      Handed.push_back(Own);
      std::swap(Handed.back(), Handed[Random() % Handed.size()]);
      if (Handed.size() > 100) {
        EXPECT_EQ(Table->remove(Handed.back()), 4096u);
        Handed.pop_back();
      }
    }
  };
  std::vector<std::thread> Threads;
  for (std::uintptr_t T = 1; T <= 4; ++T)
    Threads.emplace_back(Work, T);
  for (std::thread &Each : Threads)
    Each.join();
  for (const std::uintptr_t Each : Handed)
    EXPECT_EQ(Table->remove(Each), 4096u);
  EXPECT_EQ(Table->remove(Stays), 5000u);
  EXPECT_EQ(Table->around(Stays).Bytes, 0u);
}

//===-- Where small blocks begin ---------------------------------------------------------------------------------===//

TEST(BlockStarts, KnowTheLastBeginningBeforeAnAddress) {
  const auto Starts = std::make_unique<BlockStarts>();
  constexpr std::uintptr_t Boundary = std::uintptr_t(5) << 26; // between two pieces that have bits of their own
  std::mt19937 Random(1);
  std::map<std::uintptr_t, bool> Live;
  for (int I = 0; I < 4000; ++I) {
    const std::uintptr_t At = Boundary - 8192 + Random() % 1024 * 16;
    if (Random() % 2) {
      Starts->add(At);
      Live[At] = true;
    } else {
      Starts->remove(At);
      Live.erase(At);
    }
    const std::uintptr_t Address = Boundary - 8192 + Random() % 16384;
    const auto Next = Live.upper_bound(Address);
    const bool Exists = Next != Live.begin() && Address - std::prev(Next)->first < 100;
    ASSERT_EQ(Starts->lastBefore(Address, 100), Exists ? std::prev(Next)->first : 0);
  }
}

TEST(BlockStarts, NoteNothingThatIsNotAligned) {
  const auto Starts = std::make_unique<BlockStarts>();
  Starts->add(0x10008);
  EXPECT_EQ(Starts->lastBefore(0x10010, 64), 0u);
  Starts->add(0x10000);
  Starts->remove(0x10008);
  EXPECT_EQ(Starts->lastBefore(0x10010, 64), 0x10000u);
}

TEST(BlockStarts, ThreadsLoseNothing) {
  const auto Starts = std::make_unique<BlockStarts>();
  std::vector<std::thread> Team;
  for (std::uintptr_t T = 0; T < 4; ++T)
    Team.emplace_back([&, T] {
      for (int Round = 0; Round < 3; ++Round)
        for (std::uintptr_t I = 0; I < 5000; ++I) {
          const std::uintptr_t At = (std::uintptr_t(T % 2) << 30) + (I * 4 + T + 1) * 16;
          Starts->add(At);
          if (I % 3)
            Starts->remove(At);
        }
    });
  for (std::thread &Each : Team)
    Each.join();
  for (std::uintptr_t T = 0; T < 4; ++T)
    for (std::uintptr_t I = 0; I < 5000; ++I) {
      const std::uintptr_t At = (std::uintptr_t(T % 2) << 30) + (I * 4 + T + 1) * 16;
      EXPECT_EQ(Starts->lastBefore(At, 16) == At, I % 3 == 0);
    }
}
