// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Devices that can access the host's memory: kernels work on any host memory, and nothing is copied.

#include "DeviceTest.h"

namespace hetrt::test {

class InPlaceTest : public DeviceTest {
protected:
  void SetUp() override {
    DeviceTest::SetUp();
    if (!IsSkipped() && !canLaunch())
      GTEST_SKIP() << "built without device code";
  }

  /// Whether the device can access host memory, by its capabilities. They must say so if the test's environment demands
  /// it.
  bool reaches() {
    const bool Says = device().capabilities().ReachesHost;
    const bool Must =
        GetParam().Options.starts_with("unified") || (GetParam().Kind == "cuda" && getenv("HETCC_TEST_REACHES"));
    EXPECT_TRUE(Says || !Must);
    return Says;
  }

  /// Runs y = a * x + y on the device, with both arrays in the host's memory.
  Status run(const double *X, double *Y, std::uint64_t Count) {
    AxpyValues Values = {3, X, Y};
    const auto Size = static_cast<std::int64_t>(Count);
    hetrt_bounds Bounds[2] = {};
    for (unsigned W = 0; W < 2; ++W) {
      Bounds[W].upper[0] = Bounds[W].write_upper[0] = Bounds[W].flat_upper = Bounds[W].flat_write_upper = Size;
      Bounds[W].window = W;
    }
    const DeviceRange Ranges[2] = {{reinterpret_cast<std::uintptr_t>(X), Count * sizeof(double)},
                                   {reinterpret_cast<std::uintptr_t>(Y), Count * sizeof(double)}};
    Launch Wanted;
    Wanted.Region = &AxpyRegion;
    Wanted.Last = Count;
    Wanted.Values = std::as_bytes(std::span(&Values, 1));
    Wanted.Bounds = Bounds;
    Wanted.Windows = Ranges;
    if (Status Result = device().launch(Wanted); !Result.ok())
      return Result;
    return device().synchronize(Queue::Compute);
  }
};
ON_EVERY_DEVICE(InPlaceTest);

TEST_P(InPlaceTest, KernelsWorkOnTheHostsMemoryWhereverItLies) {
  if (!reaches())
    return; // the capabilities say so, and the runtime does not ask such a device to work in place
  static double Static[100];
  double OnStack[100] = {};
  const std::vector<double> X = ramp(100, 1);
  std::vector<double> Small(100, 0), Large(1 << 20, 0);
  for (double *Y : {Static, OnStack, Small.data(), Large.data() + 12345}) {
    EXPECT_OK(run(X.data(), Y, 100));
    for (std::size_t I = 0; I < 100; ++I)
      ASSERT_EQ(Y[I], 3 * X[I]);
  }
  EXPECT_EQ(device().statistics().BytesIn + device().statistics().BytesOut, 0u);
  EXPECT_EQ(device().statistics().PeakBytes, 0u);
}

TEST_P(InPlaceTest, EachSeesWhatTheOtherHasWritten) {
  if (!reaches())
    return;
  std::vector<double> X = ramp(1000, 1), Y(1000, 0), Expected(1000, 0);
  for (int Pass = 0; Pass < 5; ++Pass) {
    EXPECT_OK(run(X.data(), Y.data(), 1000));
    for (std::size_t I = 0; I < 1000; ++I) {
      Expected[I] = (3 * X[I] + Expected[I]) / 2;
      Y[I] /= 2;
      X[I] += Y[I];
    }
    ASSERT_EQ(Y, Expected);
  }
}

TEST_P(InPlaceTest, CopiesWorkBesideIt) {
  AxpyOnDevice On(device(), 0, 50);
  const std::vector<double> X = ramp(50, 1);
  std::vector<double> Y(50, 1), Before = Y;
  On.enqueueIn(X, Y);
  EXPECT_OK(On.enqueueLaunch(2, 0, 50));
  On.enqueueOut(Y);
  EXPECT_OK(device().synchronize());
  for (std::size_t I = 0; I < 50; ++I)
    EXPECT_EQ(Y[I], 2 * X[I] + Before[I]);
}

namespace {

/// Whether a launch of a region that writes its second window may assume that its two windows do not overlap.
bool shareNoMemory(DeviceRange A, DeviceRange B, bool MayOverlap = false) {
  const DeviceRange Both[] = {A, B};
  Launch Of;
  Of.Region = &AxpyRegion;
  Of.Windows = Both;
  Of.MayOverlap = MayOverlap;
  return Of.hasWindowsApart();
}

} // namespace

TEST(InPlaceLaunch, WindowsMayBeginApartAndShareMemory) {
  EXPECT_TRUE(shareNoMemory({100, 50}, {150, 50}));
  EXPECT_FALSE(shareNoMemory({100, 50}, {149, 50}));
  EXPECT_FALSE(shareNoMemory({149, 50}, {100, 50}));
  EXPECT_FALSE(shareNoMemory({100, 50}, {100, 0})) << "one allocation";
  EXPECT_TRUE(shareNoMemory({100, 0}, {101, 50}));
  EXPECT_FALSE(shareNoMemory({100, 50}, {1000, 50}, true)) << "nobody knows where they end";
}

} // namespace hetrt::test
