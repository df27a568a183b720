// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The checker's list of heap blocks, compared with a plain list.
#include "Check/Heap.h"

#include "hetrt/check.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <random>
#include <vector>

using namespace hetrt::check;

namespace {

struct Block {
  std::uintptr_t Begin;
  std::size_t Bytes;
};

const void *at(std::uintptr_t Address) { return reinterpret_cast<const void *>(Address); }

HeapSpan walked(const std::vector<Block> &All, std::uintptr_t Address) {
  HeapSpan Gap{0, UINTPTR_MAX};
  for (const Block &Each : All) {
    if (Address >= Each.Begin && Address < Each.Begin + Each.Bytes)
      return {Each.Begin, Each.Begin + Each.Bytes, true};
    if (Each.Begin + Each.Bytes <= Address)
      Gap.Begin = std::max(Gap.Begin, Each.Begin + Each.Bytes);
    if (Each.Begin > Address)
      Gap.End = std::min(Gap.End, Each.Begin);
  }
  return Gap;
}

} // namespace

// The list is empty at first, since the test program is not built with --hetcc-check.
TEST(Heap, KnowsWhatComesAndGoes) {
  constexpr std::uintptr_t First = 1 << 20, Places = 64, Distance = 256;
  std::mt19937 Random(7);
  const auto Below = [&](std::uintptr_t Limit) { return std::uintptr_t(Random() % Limit); };
  std::vector<Block> All;
  for (int Step = 0; Step < 5000; ++Step) {
    const std::uintptr_t Begin = First + Below(Places) * Distance;
    const auto Known = std::ranges::find(All, Begin, &Block::Begin);
    if (Known == All.end()) {
      const std::uint64_t Before = heapVersion();
      ASSERT_EQ(hetrt_check_freed(at(Begin)), 0u);
      ASSERT_EQ(heapVersion(), Before);
      All.push_back({Begin, Below(Distance + 1)});
      hetrt_check_block(at(Begin), All.back().Bytes);
    } else {
      ASSERT_EQ(hetrt_check_freed(at(Begin)), Known->Bytes);
      All.erase(Known);
    }
    for (int Look = 0; Look < 8; ++Look) {
      const std::uintptr_t Address = First - Distance + Below((Places + 2) * Distance);
      const HeapSpan Found = heapAround(Address), Wanted = walked(All, Address);
      ASSERT_EQ(Found.IsBlock, Wanted.IsBlock) << Address;
      ASSERT_TRUE(Found.contains(Address));
      if (Found.IsBlock)
        ASSERT_EQ(Found, Wanted);
      else // the address is in no block: the answer is a range around it that the blocks nearby allow
        ASSERT_TRUE(Found.Begin >= Wanted.Begin && Found.End <= Wanted.End) << Address;
    }
  }
  for (const Block &Each : All)
    hetrt_check_freed(at(Each.Begin));
}

TEST(Heap, ForkedChildrenKnowNothing) {
  EXPECT_EXIT(
      {
        hetrt_check_block(at(4096), 100);
        const bool Knew = heapAround(4100).IsBlock;
        leaveHeap();
        hetrt_check_block(at(8192), 100);
        exit(Knew && !heapAround(4100).IsBlock && !heapAround(8200).IsBlock && hetrt_check_freed(at(4096)) == 0 ? 0
                                                                                                                : 1);
      },
      testing::ExitedWithCode(0), "");
}
