// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The known word that is nearest to a mistyped one.
#include "Settings/Suggest.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <span>
#include <vector>

using namespace hetrt;

TEST(Suggest, DistanceCountsEdits) {
  EXPECT_EQ(editDistance("", ""), 0u);
  EXPECT_EQ(editDistance("split", "split"), 0u);
  EXPECT_EQ(editDistance("splt", "split"), 1u);
  EXPECT_EQ(editDistance("spilt", "split"), 1u) << "neighbours swapped";
  EXPECT_EQ(editDistance("abc", ""), 3u);
  EXPECT_EQ(editDistance("kitten", "sitting"), 3u);
}

/// The edit distance by dynamic programming over all prefixes of both words.
static unsigned distanceByTable(std::string_view From, std::string_view To) {
  std::vector<std::vector<unsigned>> Cost(From.size() + 1, std::vector<unsigned>(To.size() + 1));
  for (std::size_t I = 0; I <= From.size(); ++I)
    for (std::size_t J = 0; J <= To.size(); ++J) {
      if (I == 0 || J == 0) {
        Cost[I][J] = unsigned(I + J);
        continue;
      }
      Cost[I][J] = std::min({Cost[I - 1][J - 1] + (From[I - 1] != To[J - 1]), Cost[I - 1][J] + 1, Cost[I][J - 1] + 1});
      if (I > 1 && J > 1 && From[I - 1] == To[J - 2] && From[I - 2] == To[J - 1])
        Cost[I][J] = std::min(Cost[I][J], Cost[I - 2][J - 2] + 1);
    }
  return Cost[From.size()][To.size()];
}

TEST(Suggest, DistanceIsThatOfTheTableAsFarAsItCounts) {
  std::mt19937 Random(1);
  auto Word = [&] {
    std::string Text(Random() % 9, ' ');
    for (char &C : Text)
      C = char('a' + Random() % 3);
    return Text;
  };
  for (int Times = 0; Times < 20000; ++Times) {
    const std::string From = Word(), To = Word();
    const unsigned Right = distanceByTable(From, To), Most = Random() % 9, Bounded = editDistance(From, To, Most);
    EXPECT_EQ(editDistance(From, To), Right) << From << ' ' << To;
    EXPECT_TRUE(Right <= Most ? Bounded == Right : Bounded > Most) << From << ' ' << To << ' ' << Most;
  }
}

TEST(Suggest, NearestIsNearEnough) {
  constexpr std::string_view Known[] = {"static", "adaptive", "split"};
  EXPECT_EQ(nearest("adaptve", Known), "adaptive");
  EXPECT_EQ(nearest("Static", Known), "static");
  EXPECT_EQ(nearest("fortran", Known), "");
}

TEST(Suggest, SaysWhatIsKnownWhereNothingIsNear) {
  constexpr std::string_view Known[] = {"cpu", "gpu"};
  EXPECT_EQ(suggestion("gpv", Known), "; did you mean 'gpu'?");
  EXPECT_EQ(suggestion("toaster", Known), "; known are 'cpu', 'gpu'");
  EXPECT_EQ(suggestion("x", {}), "");
}

TEST(Suggest, ListsAlternatives) {
  constexpr std::string_view Known[] = {"cpu", "gpu", "node"};
  EXPECT_EQ(alternatives(Known), "'cpu', 'gpu' or 'node'");
  EXPECT_EQ(alternatives(std::span(Known).first(2)), "'cpu' or 'gpu'");
  EXPECT_EQ(alternatives(std::span(Known).first(1)), "'cpu'");
}
