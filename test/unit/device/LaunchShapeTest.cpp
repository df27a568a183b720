// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How kernels are launched on a GPU, as the fake driver sees it.
#include "DeviceTest.h"

#include <array>
#include <bit>
#include <optional>

namespace hetrt::test {
namespace {

class LaunchShape : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_TRUE(Driver) << "the fake driver is missing: " << fakeCudaPath();
    D = makeDevice({"FakeDriver", "cuda", FakeDriver});
    ASSERT_TRUE(D);
    Axpy.emplace(*D, 0, 1000);
    Axpy->enqueueIn(std::vector<double>(1000, 1), std::vector<double>(1000, 3));
  }

  const FakeCuda *const Driver = fakeCuda();
  std::unique_ptr<Device> D;
  std::optional<AxpyOnDevice> Axpy;
};

/// Blocks along x and y, threads of a block along x and y, and bytes of its own memory.
using Numbers = std::array<unsigned, 5>;

/// The fake device holds 6 blocks of 96 threads, and no larger ones.
TEST_F(LaunchShape, LanesMakeBlocksOfTwoDimensions) {
  const auto Launched = [&](std::uint32_t Flags, std::uint64_t Iterations, std::int64_t Trips,
                            bool InOrder = false) -> Numbers {
    const hetrt_lanes Known = {Flags, offsetof(AxpyValues, A)};
    hetrt_region Region = AxpyRegion;
    Region.lanes = &Known;
    EXPECT_OK(Axpy->enqueueLaunch(std::bit_cast<double>(Trips), 0, Iterations, Region, InOrder));
    EXPECT_OK(D->synchronize());
    const FakeLaunch How = Driver->LastLaunch();
    EXPECT_EQ(How.Blocks[2] * How.Threads[2], 1u);
    return {How.Blocks[0], How.Blocks[1], How.Threads[0], How.Threads[1], How.SharedBytes};
  };
  // Lanes along x, iterations along y.
  EXPECT_EQ(Launched(HETRT_MANY_LANES, 100, 0), (Numbers{6, 1, 32, 3, 0}));
  EXPECT_EQ(Launched(HETRT_MANY_LANES, 5, 0), (Numbers{2, 1, 32, 3, 0}));
  EXPECT_EQ(Launched(0, 3, 4096), (Numbers{3, 1, 64, 1, 0})) << "an iteration is a block";
  EXPECT_EQ(Launched(HETRT_FEW_LANES, 1000, 4096), (Numbers{6, 1, 1, 96, 0}));
  // Lanes that never wait are in several blocks, with several iterations in each.
  EXPECT_EQ(Launched(HETRT_FREE_LANES, 3, 4096), (Numbers{1, 4, 32, 3, 0}));
  EXPECT_EQ(Launched(HETRT_FREE_LANES, 1, 4096), (Numbers{1, 8, 64, 1, 0}));
  EXPECT_EQ(Launched(HETRT_FREE_LANES | HETRT_MANY_LANES, 1000, 4096), (Numbers{6, 1, 32, 3, 0}));
  // Iterations along x, lanes along y.
  EXPECT_EQ(Launched(HETRT_COLUMNS, 1000, 4096), (Numbers{6, 1, 96, 1, 0}));
  EXPECT_EQ(Launched(HETRT_COLUMNS, 100, 4096), (Numbers{3, 1, 48, 2, 768}));
  EXPECT_EQ(Launched(HETRT_COLUMNS, 100, 4), (Numbers{2, 1, 96, 1, 0}));
  EXPECT_EQ(Launched(HETRT_COLUMNS, 5, 4096), (Numbers{1, 1, 12, 8, 768})) << "narrower than a warp";
  // One lane where the order counts, in the shape of either form.
  EXPECT_EQ(Launched(HETRT_REASSOCIATES, 5, 4096, /*InOrder=*/true), (Numbers{1, 1, 1, 96, 0}));
  EXPECT_EQ(Launched(HETRT_REASSOCIATES | HETRT_COLUMNS, 5, 4096, /*InOrder=*/true), (Numbers{1, 1, 96, 1, 0}));
}

/// The compiler takes arrays of different names for different memory.
TEST_F(LaunchShape, ArraysUnderTwoNamesHaveAKernelOfTheirOwn) {
  const DeviceAddress Own = std::exchange(Axpy->X, Axpy->Y);
  EXPECT_OK(Axpy->enqueueLaunch(2, 0, 100));
  EXPECT_OK(D->synchronize());
  EXPECT_STREQ(Driver->LastLaunch().Kernel, "device_test_axpy" HETRT_OVERLAPPING_KERNEL);
  Axpy->X = Own;
  EXPECT_OK(Axpy->enqueueLaunch(2, 0, 100));
  EXPECT_OK(D->synchronize());
  EXPECT_STREQ(Driver->LastLaunch().Kernel, "device_test_axpy");
}

} // namespace
} // namespace hetrt::test
