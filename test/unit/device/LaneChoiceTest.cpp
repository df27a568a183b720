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
  EXPECT_EQ(lanes(0, 1, 64), 16u);
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

TEST(LaneChoice, IsAPowerOfTwoWithinLimits) {
  for (std::uint32_t Flags : {0u, 2u, 4u})
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
