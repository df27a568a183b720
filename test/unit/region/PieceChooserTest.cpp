// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests the number of pieces that is chosen, against models of devices: one whose queues overlap as the chooser
// assumes, and others.
#include "Plan/PieceChooser.h"

#include <gtest/gtest.h>

using namespace hetrt;

namespace {

/// A device with the given seconds for the copies and the kernel of a whole range, and for each piece in addition.
struct Model {
  double In, Compute, Out, PerPiece;

  double elapsed(unsigned Pieces) const {
    const double Sum = In + Compute + Out, Longest = std::max({In, Compute, Out});
    return Longest + (Sum - Longest) / Pieces + Pieces * PerPiece;
  }
};

/// The number of pieces that the chooser has settled on after `Ranges` ranges.
unsigned settled(const Model &Device, std::uint64_t Iterations = 10000, int Ranges = 40) {
  PieceChooser Chooser;
  for (int Range = 0; Range < Ranges; ++Range) {
    const unsigned Pieces = Chooser.pieces();
    DeviceSeconds Queues;
    Queues.Of = {Device.In, Device.Compute, Device.Out};
    const double Cold = Range == 0 ? 5 : 1;
    Chooser.note(Iterations, Cold * Device.elapsed(Pieces), Queues, Pieces * 1e-6);
  }
  return Chooser.pieces();
}

} // namespace

TEST(PieceChooser, OnePieceWhereNothingCanBeHidden) {
  EXPECT_EQ(settled({0, 1, 0, 1e-6}), 1u) << "no copies";
  EXPECT_EQ(settled({0, 0, 0, 1e-6}), 1u) << "nothing is measured";
  EXPECT_EQ(settled({1e-7, 1e-3, 1e-7, 1e-6}), 1u) << "less than it costs to start another piece";
}

TEST(PieceChooser, SeveralWhereCopiesHideBehindKernels) {
  EXPECT_EQ(settled({1e-2, 1e-2, 1e-2, 1e-5}), 16u);
  EXPECT_EQ(settled({1e-2, 1e-2, 1e-2, 2e-3}), 4u) << "the best of 30, 24, 23, 28.5 ms";
  EXPECT_EQ(settled({1e-2, 1e-2, 1e-2, 1e-1}), 1u) << "tried, and found to be slower";
}

TEST(PieceChooser, NoMorePiecesThanIterations) {
  EXPECT_EQ(settled({1e-2, 1e-2, 1e-2, 1e-5}, 1), 1u);
  EXPECT_EQ(settled({1e-2, 1e-2, 1e-2, 1e-5}, 5), 4u);
}

TEST(PieceChooser, GoesBackWhenThereIsNothingToCopyAnyMore) {
  PieceChooser Chooser;
  DeviceSeconds Queues;
  Queues.Of = {1e-2, 1e-2, 1e-2};
  for (int Range = 0; Range < 20; ++Range)
    Chooser.note(1000, Model{1e-2, 1e-2, 1e-2, 1e-5}.elapsed(Chooser.pieces()), Queues, 1e-6);
  EXPECT_GT(Chooser.pieces(), 1u);
  Queues.Of = {0, 1e-2, 0};
  Chooser.note(1000, 1e-2, Queues, 1e-6);
  EXPECT_EQ(Chooser.pieces(), 1u);
}
