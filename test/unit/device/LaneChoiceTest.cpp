// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How many lanes of a GPU share an iteration.
#include "Device/Cuda/LaneChoice.h"

#include "hetrt/hetrt.h"

#include <gtest/gtest.h>

#include <bit>

namespace hetrt::cuda {
namespace {

constexpr std::uint64_t Resident = 1 << 18, Many = 1 << 22;

unsigned lanes(std::uint32_t Flags, std::uint64_t Iterations, std::int64_t Trips, unsigned Most = 1024) {
  return chooseLanes({Flags, Iterations, Trips, Resident, Most});
}

TEST(LaneChoice, OneLaneWhereIterationsAbound) {
  EXPECT_EQ(lanes(0, Many, 4096), 1u);
  EXPECT_EQ(lanes(HETRT_FEW_LANES, Many, 4096), 1u);
}

TEST(LaneChoice, AWarpWhereLanesAreNeighboursInMemory) {
  EXPECT_EQ(lanes(HETRT_MANY_LANES, Many, 4096), 32u);
  EXPECT_EQ(lanes(HETRT_MANY_LANES, Many, 0), 32u) << "not known";
}

TEST(LaneChoice, ShortLoopsKeepTheirTurns) {
  EXPECT_EQ(lanes(HETRT_MANY_LANES, Many, 34), 8u);
  EXPECT_EQ(lanes(HETRT_MANY_LANES, Many, 3), 1u);
  EXPECT_EQ(lanes(0, 1, 64), 4u) << "more of them, since iterations would do as well";
  EXPECT_EQ(lanes(0, Many / 64, 10), 1u);
}

TEST(LaneChoice, LanesOfStreamsHaveManyTurns) {
  EXPECT_EQ(lanes(HETRT_STREAMS, 1, 64), 2u);
  EXPECT_EQ(lanes(HETRT_STREAMS, 1024, 4096), 128u);
  EXPECT_EQ(lanes(HETRT_STREAMS, Many, 4096), 1u);
}

TEST(LaneChoice, FewIterationsFillTheDevice) {
  EXPECT_EQ(lanes(0, 1024, 4096), 256u);
  EXPECT_EQ(lanes(0, 1, 1 << 20), 1024u);
  EXPECT_EQ(lanes(0, 1, 1 << 20, 300), 256u) << "as far as blocks can be so large";
}

TEST(LaneChoice, StridedLanesOnlyWhereMostWouldIdle) {
  EXPECT_EQ(lanes(HETRT_FEW_LANES, Resident / 2, 4096), 1u);
  EXPECT_EQ(lanes(HETRT_FEW_LANES, 1024, 4096), 32u);
}

TEST(LaneChoice, LanesThatNeverWaitHaveATurnEach) {
  EXPECT_EQ(lanes(HETRT_FREE_LANES | HETRT_MANY_LANES, Many, 4096), 32u);
  EXPECT_EQ(lanes(HETRT_FREE_LANES, 512, 512), 512u);
  EXPECT_EQ(lanes(HETRT_FREE_LANES, 4, 1 << 20), 32768u) << "in many blocks";
}

TEST(LaneChoice, TilesHaveSeveralIterations) {
  const auto Is = [](const Tile &Found, unsigned Lanes, unsigned Iterations, unsigned Blocks) {
    return Found.Lanes == Lanes && Found.Iterations == Iterations && Found.Blocks == Blocks;
  };
  EXPECT_TRUE(Is(chooseTile(256, 1000, 128), 32, 4, 8));
  EXPECT_TRUE(Is(chooseTile(32, 1000, 128), 32, 4, 1));
  EXPECT_TRUE(Is(chooseTile(8, 1000, 128), 8, 16, 1)) << "short rows: more of them";
  EXPECT_TRUE(Is(chooseTile(256, 1, 128), 128, 1, 2)) << "no more iterations than there are";
  EXPECT_TRUE(Is(chooseTile(1, 1000, 96), 1, 96, 1));
  EXPECT_TRUE(Is(chooseTile(256, 3, 96), 32, 3, 8));
}

TEST(LaneChoice, TilesHaveAllLanesAndFitIntoBlocks) {
  for (unsigned Lanes = 1; Lanes <= 1 << 15; Lanes *= 2)
    for (std::uint64_t Iterations : {1, 2, 3, 5, 33, 1000000})
      for (unsigned BlockSize : {1, 31, 32, 96, 128, 1024}) {
        const Tile Found = chooseTile(Lanes, Iterations, BlockSize);
        EXPECT_EQ(Found.Lanes * Found.Blocks, Lanes);
        EXPECT_GE(Found.Iterations, 1u);
        EXPECT_LE(Found.Lanes * Found.Iterations, BlockSize);
      }
}

TEST(LaneChoice, ColumnsFillTheDevice) {
  EXPECT_EQ(lanes(HETRT_COLUMNS, Many, 4096), 1u);
  EXPECT_EQ(lanes(HETRT_COLUMNS, Resident / 2, 4096), 2u) << "no strides to pay for";
  EXPECT_EQ(lanes(HETRT_COLUMNS, 4096, 4096), 32u) << "a block is a warp wide";
  EXPECT_EQ(lanes(HETRT_COLUMNS, 4096, 64), 16u) << "each keeps some turns";
  EXPECT_EQ(lanes(HETRT_COLUMNS, 4096, 4096, 512), 16u);
  EXPECT_EQ(lanes(HETRT_COLUMNS, 4096, 4096, 16), 1u);
}

TEST(LaneChoice, ColumnsAreFewWhereIterationsAre) {
  EXPECT_EQ(lanes(HETRT_COLUMNS, 5, 4096), 128u);
  EXPECT_EQ(columnsOf(128, 128, 5), 8u);
  EXPECT_EQ(lanes(HETRT_COLUMNS, 1, 1 << 20), 1024u);
  EXPECT_EQ(columnsOf(1024, 128, 1), 1u);
}

TEST(LaneChoice, BlocksWithColumnsAreNoSmallerThanOthers) {
  EXPECT_EQ(columnsOf(1, 128, Many), 128u);
  EXPECT_EQ(columnsOf(2, 128, Many), 64u);
  EXPECT_EQ(columnsOf(4, 96, Many), 32u);
  EXPECT_EQ(columnsOf(32, 128, Many), 32u);
}

TEST(LaneChoice, BlocksWithColumnsFit) {
  for (std::uint64_t Iterations : {1ull, 3ull, 31ull, 33ull, 1000ull, 999999ull})
    for (unsigned BlockSize : {1u, 32u, 96u, 128u})
      for (unsigned Most : {128u, 200u, 1024u, 4096u}) {
        const unsigned Lanes = lanes(HETRT_COLUMNS, Iterations, 1 << 20, Most);
        EXPECT_LE(Lanes * columnsOf(Lanes, BlockSize, Iterations), std::min(Most, 1024u));
      }
}

TEST(LaneChoice, IsAPowerOfTwoWithinLimits) {
  for (std::uint32_t Flags : {0u, 2u, 4u, 8u})
    for (std::uint64_t Iterations : {1ull, 3ull, 1000ull, 999999ull, ~0ull >> 16})
      for (std::int64_t Trips : {-5ll, 0ll, 1ll, 33ll, 1000ll, 1ll << 40})
        for (unsigned Most : {1u, 17u, 128u, 1024u, 4096u}) {
          const unsigned Lanes = lanes(Flags, Iterations, Trips, Most);
          EXPECT_TRUE(std::has_single_bit(Lanes));
          EXPECT_LE(Lanes, std::min(Most, 1024u));
        }
}

} // namespace
} // namespace hetrt::cuda
