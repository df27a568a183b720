// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The grids that are computed for launches, for all shapes that a user may set.
#include "Device/Cuda/LaunchGrid.h"

#include "hetrt/hetrt.h"

#include <gtest/gtest.h>

#include <bit>
#include <random>

namespace hetrt::cuda {
namespace {

constexpr unsigned Forms[] = {
    0, HETRT_COLUMNS, HETRT_FREE_LANES, HETRT_FREE_LANES | HETRT_MANY_LANES, HETRT_MANY_LANES, HETRT_FEW_LANES};

struct Case {
  LaunchDemand Of;
  LaunchLimits Within;
};

class RandomCases {
public:
  Case next() {
    Case Made;
    Made.Of.Iterations = 1 + Random() % (1u << Random() % 24);
    Made.Of.Groups = Random() % 4 ? Made.Of.Iterations : 1 + Made.Of.Iterations / 100;
    Made.Of.PartialBytes = Random() % 2 ? 0 : 8u << Random() % 14;
    Made.Of.HasLanes = Random() % 4;
    Made.Of.Flags = Made.Of.HasLanes ? Forms[Random() % std::size(Forms)] : 0;
    Made.Of.Turns = Random() % 3 ? 1 << Random() % 20 : 0;
    if (Made.Of.Flags & HETRT_COLUMNS) // kernels with columns have no reductions
      Made.Of.PartialBytes = 0;
    Made.Within.MaxThreads = Random() % 8 ? 1024 : 1 + Random() % 1024;
    Made.Within.BlockSize = std::min(128u, Made.Within.MaxThreads);
    Made.Within.MaxBlocks = 1 + Random() % 3000;
    return Made;
  }
  LaunchShape shape() { return {1u << Random() % 13, 1u << Random() % 16}; }

private:
  std::mt19937 Random{11};
};

/// Checks the properties that kernels rely on.
void expectSound(const LaunchGrid &How, const Case &Given) {
  const auto &[Of, Within] = Given;
  ASSERT_GE(How.BlockSize, 1u);
  ASSERT_GE(How.Lanes, 1u);
  EXPECT_LE(How.BlockSize, Within.MaxThreads);
  EXPECT_EQ(How.BlockSize % How.Lanes, 0u);
  EXPECT_TRUE(std::has_single_bit(How.Lanes)) << "lanes combine in a tree";
  EXPECT_EQ(How.Blocks % How.BlocksAlongY, 0u);
  EXPECT_GE(How.Blocks / How.BlocksAlongY, 1u);
  if (!Of.HasLanes) {
    EXPECT_EQ(How.Lanes * How.BlocksAlongY, 1u);
  }
  if (!(Of.Flags & HETRT_FREE_LANES)) {
    EXPECT_EQ(How.BlocksAlongY, 1u) << "lanes that meet are in one block";
    if (!(Of.Flags & HETRT_COLUMNS) && How.Lanes > 32) {
      EXPECT_EQ(How.BlockSize, How.Lanes) << "and meet at the block's barrier";
    }
  }
  if (How.Lanes > 1) {
    EXPECT_LE(How.BlockSize * Of.PartialBytes, HETRT_BLOCK_MEMORY) << "nobody may take threads away";
  }
  EXPECT_EQ(How.SharedBytes, Of.Flags & HETRT_COLUMNS && How.Lanes > 1 ? How.BlockSize * 8 : 0u);
  // No block is without work, and no more blocks than can be resident at the same time.
  const std::uint64_t EachTakes = How.BlockSize / How.Lanes, AlongX = How.Blocks / How.BlocksAlongY;
  EXPECT_LT((AlongX - 1) * EachTakes, Of.Groups);
  const std::uint64_t Resident = std::uint64_t(Within.MaxBlocks) * Within.BlockSize;
  EXPECT_TRUE(AlongX == 1 || std::uint64_t(How.Blocks) * How.BlockSize <= Resident);
}

TEST(LaunchGrid, IsSoundForEveryShape) {
  RandomCases Cases;
  for (int I = 0; I < 20000; ++I) {
    const Case Given = Cases.next();
    const LaunchShape Wanted = Cases.shape();
    SCOPED_TRACE(testing::Message() << "case " << I << ", shape " << Wanted.Threads << "x" << Wanted.Lanes);
    expectSound(gridOf(Wanted, Given.Of, Given.Within), Given);
    if (testing::Test::HasFailure())
      break;
  }
}

TEST(LaunchGrid, ComputedShapesFit) {
  RandomCases Cases;
  for (int I = 0; I < 20000; ++I) {
    const Case Given = Cases.next();
    const LaunchShape Computed = computedShape(Given.Of, Given.Within);
    const LaunchGrid How = gridOf(Computed, Given.Of, Given.Within);
    SCOPED_TRACE(testing::Message() << "case " << I << ", shape " << Computed.Threads << "x" << Computed.Lanes);
    expectSound(How, Given);
    if (Given.Within.MaxThreads == 1024) {
      EXPECT_EQ(How.Lanes * How.BlocksAlongY, Computed.Lanes) << "nothing has to be taken back";
    }
    if (testing::Test::HasFailure())
      break;
  }
}

} // namespace
} // namespace hetrt::cuda
