// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cuts the range of a core that drives accelerators: completely, in order, into pieces of about 50 us.
#include "Pass/RangeCutter.h"

#include <gtest/gtest.h>
#include <vector>

using namespace hetrt;

namespace {

constexpr std::int64_t Aim = 50000; ///< Nanoseconds.

/// The pieces of a loop whose iteration number i takes Took(i) nanoseconds; checks that they follow each other.
template <typename Function> std::vector<Range> cut(Range Whole, Function Took) {
  RangeCutter Cutter;
  Cutter.begin(Whole, 0);
  std::vector<Range> Pieces;
  std::int64_t Now = 0;
  std::uint64_t Expected = Whole.First;
  while (!Cutter.empty()) {
    const Range Piece = Cutter.next(Now);
    EXPECT_EQ(Piece.First, Expected);
    EXPECT_FALSE(Piece.empty());
    Expected = Piece.Last;
    for (std::uint64_t I = Piece.First; I < Piece.Last; ++I)
      Now += Took(I);
    Cutter.ended(Now);
    Pieces.push_back(Piece);
  }
  EXPECT_EQ(Expected, Whole.Last);
  return Pieces;
}

} // namespace

TEST(RangeCutter, PiecesTakeAsLongAsTheyShould) {
  const std::vector<Range> Pieces = cut({1000, 1001000}, [](std::uint64_t) { return 100; });
  EXPECT_LE(Pieces.front().size(), 1000u) << "carefully at first";
  for (std::size_t I = 5; I + 1 < Pieces.size(); ++I)
    EXPECT_EQ(Pieces[I].size(), std::uint64_t(Aim / 100)) << I;
}

TEST(RangeCutter, LongIterationsComeOneByOne) {
  const std::vector<Range> Pieces = cut({0, 100}, [](std::uint64_t) { return 10 * Aim; });
  EXPECT_EQ(Pieces.size(), 100u);
}

TEST(RangeCutter, FollowsALoopWhoseIterationsGrow) {
  const auto Took = [](std::uint64_t I) { return std::int64_t(I); };
  const std::vector<Range> Pieces = cut({0, 100000}, Took);
  for (std::size_t P = 0; P < Pieces.size(); ++P) {
    std::int64_t Nanoseconds = 0;
    for (std::uint64_t I = Pieces[P].First; I < Pieces[P].Last; ++I)
      Nanoseconds += Took(I);
    EXPECT_LE(Nanoseconds, 4 * Aim);
    if (P >= 10 && P + 1 < Pieces.size()) {
      EXPECT_GE(Nanoseconds, Aim / 4) << "piece " << P << ", of " << Pieces[P].size() << " iterations";
    }
  }
}

TEST(RangeCutter, AClockThatStandsStillOrGoesBackEndsNothing) {
  RangeCutter Cutter;
  Cutter.begin({0, 1000000}, 0);
  std::uint64_t Pieces = 0;
  for (; !Cutter.empty(); ++Pieces) {
    static_cast<void>(Cutter.next(5));
    Cutter.ended(Pieces % 2 ? 5 : 0);
  }
  EXPECT_LE(Pieces, 20u) << "each twice as large as the one before";
}

TEST(RangeCutter, TheRestInOnePiece) {
  RangeCutter Cutter;
  Cutter.begin({7, 5000}, 0);
  const Range First = Cutter.next(0);
  EXPECT_EQ(Cutter.all(), (Range{First.Last, 5000}));
  EXPECT_TRUE(Cutter.empty());
}

TEST(RangeCutter, TellsWhatPassesBeforeAndBetweenPieces) {
  RangeCutter Cutter;
  for (const std::int64_t Begin : {1000, 900000}) { // the cutter starts anew with each range
    Cutter.begin({0, 5000}, Begin);
    std::int64_t Now = Begin;
    while (!Cutter.empty() && Now < Begin + 5000) {
      static_cast<void>(Cutter.next(Now += 300));
      Cutter.ended(Now += 700);
    }
    static_cast<void>(Cutter.all());
    EXPECT_DOUBLE_EQ(Cutter.driving(), 1500e-9);
  }
}
