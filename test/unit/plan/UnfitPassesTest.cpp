// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Plan/UnfitPasses.h"

#include <gtest/gtest.h>

namespace hetrt::test {

/// How many of `Passes` passes are examined if their arrays never suit devices.
static unsigned lookedAt(UnfitPasses &Of, unsigned Passes, std::uint64_t TripCount = 1000) {
  unsigned Looked = 0;
  for (unsigned Pass = 0; Pass < Passes; ++Pass)
    if (!Of.rest(TripCount)) {
      ++Looked;
      Of.note(TripCount, "too short");
    }
  return Looked;
}

TEST(UnfitPasses, AreLookedAtLessAndLessOften) {
  UnfitPasses Of;
  EXPECT_EQ(lookedAt(Of, 3), 3u);
  EXPECT_EQ(lookedAt(Of, 16), 0u);
  EXPECT_TRUE(Of.isRest());
  EXPECT_EQ(Of.latest(), "too short");
  EXPECT_EQ(lookedAt(Of, 1), 1u);
  EXPECT_EQ(lookedAt(Of, 32), 0u);
  EXPECT_EQ(lookedAt(Of, 100'000), 101u) << "at least once in about a thousand passes";
}

TEST(UnfitPasses, APassThatFitsEndsIt) {
  UnfitPasses Of;
  lookedAt(Of, 3 + 16);
  EXPECT_FALSE(Of.rest(1000));
  Of.note(1000, "");
  EXPECT_EQ(lookedAt(Of, 3), 3u);
  EXPECT_EQ(lookedAt(Of, 16), 0u) << "as at first";
  EXPECT_FALSE(Of.rest(1000));
}

TEST(UnfitPasses, OfShortPassesSayNothingOfLongOnes) {
  UnfitPasses Of;
  for (int Turn = 0; Turn < 20; ++Turn) {
    lookedAt(Of, 6, 10);
    EXPECT_FALSE(Of.rest(1000)) << Turn;
    Of.note(1000, "");
  }
}

} // namespace hetrt::test
