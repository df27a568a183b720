// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The nearest word to a mistyped one.
#include "Settings/Suggest.h"

#include <gtest/gtest.h>

using namespace hetrt;

TEST(Suggest, DistanceCountsEdits) {
  EXPECT_EQ(editDistance("", ""), 0u);
  EXPECT_EQ(editDistance("split", "split"), 0u);
  EXPECT_EQ(editDistance("splt", "split"), 1u);
  EXPECT_EQ(editDistance("spilt", "split"), 1u) << "neighbours swapped";
  EXPECT_EQ(editDistance("abc", ""), 3u);
  EXPECT_EQ(editDistance("kitten", "sitting"), 3u);
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
