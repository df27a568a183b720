// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The shapes in which kernels are launched on a GPU, as the fake driver sees them.
#include "DeviceTest.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <optional>
#include <vector>

namespace hetrt::test {
namespace {

class LaunchOnCuda : public testing::Test {
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

/// Blocks along x and y, threads of a block along x and y, and bytes of dynamic shared memory.
using Numbers = std::array<unsigned, 5>;

/// The fake device can run 6 blocks of 96 threads at once, and no larger blocks.
TEST_F(LaunchOnCuda, LanesMakeBlocksOfTwoDimensions) {
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
  // Lanes that never wait for each other may be in several blocks, with several iterations in each.
  EXPECT_EQ(Launched(HETRT_FREE_LANES, 3, 4096), (Numbers{1, 8, 32, 3, 0}));
  EXPECT_EQ(Launched(HETRT_FREE_LANES, 1, 4096), (Numbers{1, 16, 64, 1, 0}));
  EXPECT_EQ(Launched(HETRT_FREE_LANES | HETRT_MANY_LANES, 1000, 4096), (Numbers{6, 1, 32, 3, 0}));
  // Iterations along x, lanes along y.
  EXPECT_EQ(Launched(HETRT_COLUMNS, 1000, 4096), (Numbers{6, 1, 96, 1, 0}));
  EXPECT_EQ(Launched(HETRT_COLUMNS, 100, 4096), (Numbers{3, 1, 48, 2, 768}));
  EXPECT_EQ(Launched(HETRT_COLUMNS, 100, 4), (Numbers{2, 1, 96, 1, 0}));
  EXPECT_EQ(Launched(HETRT_COLUMNS, 5, 4096), (Numbers{1, 1, 12, 8, 768})) << "narrower than a warp";
  // If the order counts, a single lane, in the shape of either kind of kernel.
  EXPECT_EQ(Launched(HETRT_REASSOCIATES, 5, 4096, /*InOrder=*/true), (Numbers{1, 1, 1, 96, 0}));
  EXPECT_EQ(Launched(HETRT_REASSOCIATES | HETRT_COLUMNS, 5, 4096, /*InOrder=*/true), (Numbers{1, 1, 96, 1, 0}));
}

/// Launch shapes that the user or earlier runs give, and the results that devices report.
class Notes final : public LaunchShaping {
public:
  Notes(bool Tunes, LaunchShape Fixed, std::vector<LaunchShape> Earlier)
      : LaunchShaping(Tunes, Fixed), Earlier(std::move(Earlier)) {}
  std::vector<LaunchShape> earlier(const LaunchClass &) const override { return Earlier; }
  void found(const LaunchClass &What, LaunchShape Shape, double SecondsPerIteration) override {
    Found.push_back({What, Shape, SecondsPerIteration});
  }
  struct Result {
    LaunchClass What;
    LaunchShape Shape;
    double SecondsPerIteration;
  };
  std::vector<Result> Found;

private:
  const std::vector<LaunchShape> Earlier;
};

class TunedLaunch : public LaunchOnCuda {
protected:
  void SetUp() override {
    LaunchOnCuda::SetUp();
    // Blocks of 48 threads with 4 lanes are by far the fastest.
    Driver->SetLaunchMilliseconds([](const FakeLaunch &Launch) {
      const unsigned Threads = Launch.Threads[0] * Launch.Threads[1], Lanes = Launch.Threads[0];
      return 1.0f + (Threads != 48) + float(std::abs(std::countr_zero(Lanes) - 2));
    });
    Region.lanes = &Known;
  }
  void TearDown() override { Driver->SetLaunchMilliseconds(nullptr); }

  /// Launches once, and returns the threads of a block and the lanes of an iteration.
  LaunchShape launch() {
    EXPECT_OK(Axpy->enqueueLaunch(std::bit_cast<double>(std::int64_t(4096)), 0, 1000, Region));
    EXPECT_OK(D->synchronize());
    const FakeLaunch How = Driver->LastLaunch();
    return {How.Threads[0] * How.Threads[1], How.Threads[0]};
  }

  const hetrt_lanes Known = {HETRT_MANY_LANES, offsetof(AxpyValues, A)};
  hetrt_region Region = AxpyRegion;
};

TEST_F(TunedLaunch, FindsTheFastestShapeWhileTheProgramRuns) {
  Notes Shaping(true, {}, {});
  D->shapeLaunches(Shaping);
  for (int I = 0; I < 12; ++I)
    EXPECT_EQ(launch(), (LaunchShape{96, 32})) << "first as computed";
  for (int I = 0; I < 2000; ++I) // trials must not cost much, so they are spread over many launches
    launch();
  EXPECT_EQ(launch(), (LaunchShape{48, 4}));
  ASSERT_GE(Shaping.Found.size(), 7u) << "the first shape, and its and the best one's neighbours";
  EXPECT_EQ(Shaping.Found[0].Shape, (LaunchShape{96, 32}));
  EXPECT_NEAR(Shaping.Found[0].SecondsPerIteration, 5e-6, 1e-8);
  const auto Best = std::ranges::min_element(Shaping.Found, {}, &Notes::Result::SecondsPerIteration);
  EXPECT_EQ(Best->Shape, (LaunchShape{48, 4}));
  EXPECT_NEAR(Best->SecondsPerIteration, 1e-6, 1e-8);
  EXPECT_EQ(Best->What, (LaunchClass{AxpyRegion.location, D->capabilities().identity(), 10, 13}));
}

TEST_F(TunedLaunch, StartsWithWhatEarlierRunsFound) {
  Notes Shaping(true, {}, {{48, 4}, {96, 32}});
  D->shapeLaunches(Shaping);
  for (int I = 0; I < 100; ++I)
    EXPECT_EQ(launch(), (LaunchShape{48, 4}));
  ASSERT_EQ(Shaping.Found.size(), 1u) << "it is measured again, so that the history does not forget it";
  EXPECT_EQ(Shaping.Found[0].Shape, (LaunchShape{48, 4}));
}

TEST_F(TunedLaunch, TheUsersShapeIsKept) {
  Notes Threads(false, {64, 0}, {{48, 4}});
  D->shapeLaunches(Threads);
  for (int I = 0; I < 50; ++I)
    EXPECT_EQ(launch(), (LaunchShape{64, 32}));
  Notes Both(false, {64, 8}, {});
  D->shapeLaunches(Both);
  EXPECT_EQ(launch(), (LaunchShape{64, 8}));
  Notes TooLarge(false, {4096, 5}, {});
  D->shapeLaunches(TooLarge);
  EXPECT_EQ(launch(), (LaunchShape{96, 4})) << "as far as the kernel allows";
  EXPECT_TRUE(Threads.Found.empty() && Both.Found.empty() && TooLarge.Found.empty());
}

TEST_F(TunedLaunch, AFaultEndsATrialAndNotTheSearch) {
  Notes Shaping(true, {}, {});
  D->shapeLaunches(Shaping);
  for (int I = 0; I < 2000; ++I) {
    if (I % 7 == 0) {
      Driver->Fail("cuEventRecord", 1 + I % 5, 1);
      static_cast<void>(Axpy->enqueueLaunch(std::bit_cast<double>(std::int64_t(4096)), 0, 1000, Region));
      static_cast<void>(D->synchronize());
      Driver->Fail("cuEventRecord", 0, 0);
    }
    launch();
  }
  EXPECT_EQ(launch(), (LaunchShape{48, 4}));
}

/// The ordinary kernel assumes that arrays do not overlap.
TEST_F(LaunchOnCuda, ArraysUnderTwoNamesHaveAKernelOfTheirOwn) {
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
