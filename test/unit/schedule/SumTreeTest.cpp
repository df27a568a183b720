// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sums after changes of single values, compared with adding all values.
#include "Schedule/SumTree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

using namespace hetrt;

TEST(SumTree, IsTheSumOfAll) {
  std::mt19937 Random(3);
  SumTree Tree;
  EXPECT_EQ(Tree.total(), 0);
  for (const size_t Count : {0, 1, 2, 3, 7, 8, 9, 1000}) {
    std::vector<double> Values(Count);
    std::ranges::generate(Values,
                          [&] { return double(Random() % 1000); }); // whole numbers, so that there is no rounding
    Tree.assign(Count, [&](size_t Index) { return Values[Index]; });
    ASSERT_EQ(Tree.total(), std::accumulate(Values.begin(), Values.end(), 0.0));
    for (int Change = 0; Count > 0 && Change < 200; ++Change) {
      const size_t Index = Random() % Count;
      Tree.set(Index, Values[Index] = double(Random() % 1000));
      ASSERT_EQ(Tree.total(), std::accumulate(Values.begin(), Values.end(), 0.0));
    }
    EXPECT_FALSE(Tree.empty());
    Tree.clear();
    EXPECT_TRUE(Tree.empty());
    EXPECT_EQ(Tree.total(), 0);
  }
}

TEST(SumTree, KeepsNoErrorsOfValuesThatWere) {
  SumTree Tree;
  Tree.assign(3, [](size_t) { return .1; });
  const double Before = Tree.total();
  Tree.set(1, 1e20);
  Tree.set(1, .1);
  EXPECT_EQ(Tree.total(), Before);
}
