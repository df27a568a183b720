// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device::launch, prepare and canRun.

#include "DeviceTest.h"

namespace hetrt::test {

class LaunchTest : public DeviceTest {
protected:
  void SetUp() override {
    DeviceTest::SetUp();
    if (!IsSkipped() && !canLaunch())
      GTEST_SKIP() << "built without device code";
  }

  /// The sum of x over [First, Last); Count receives the number of partials.
  long long sum(const std::vector<long long> &X, std::uint64_t First, std::uint64_t Last,
                std::size_t *Count = nullptr) {
    const DeviceAddress A = allocated(X.size() * sizeof(long long));
    EXPECT_OK(device().copyIn(A, X.data(), X.size() * sizeof(long long)));
    EXPECT_OK(device().orderAfter(Queue::Compute, Queue::In));
    std::vector<std::byte> Partials(3, std::byte(7));
    EXPECT_OK(launchSum(A, X.size(), First, Last, Partials));
    EXPECT_OK(device().synchronize(Queue::Compute));
    EXPECT_OK(device().release(A));
    EXPECT_EQ(Partials.size() % sizeof(long long), 0u);
    if (Count)
      *Count = Partials.size() / sizeof(long long);
    return total(Partials);
  }

  Status launchSum(DeviceAddress X, std::size_t Size, std::uint64_t First, std::uint64_t Last,
                   std::vector<std::byte> &Partials) {
    const SumValues Values = {reinterpret_cast<const long long *>(X)};
    hetrt_bounds Bounds = {};
    Bounds.upper[0] = Bounds.flat_upper = static_cast<std::int64_t>(Size);
    Launch Wanted;
    Wanted.Region = &SumRegion;
    Wanted.First = First;
    Wanted.Last = Last;
    Wanted.Values = std::as_bytes(std::span(&Values, 1));
    Wanted.Bounds = {&Bounds, 1};
    Wanted.PartialBytes = sizeof(long long);
    Wanted.Partials = &Partials;
    return device().launch(Wanted);
  }

  static long long total(const std::vector<std::byte> &Partials) {
    const long long *Begin = reinterpret_cast<const long long *>(Partials.data());
    return std::accumulate(Begin, Begin + Partials.size() / sizeof(long long), 0LL);
  }
};
ON_EVERY_DEVICE(LaunchTest);

TEST_P(LaunchTest, RunsEveryIterationOnceForAnyTripCount) {
  for (std::size_t N : {1u, 2u, 7u, 8u, 9u, 127u, 1009u, 100'000u}) {
    const std::vector<double> X = ramp(N, 1);
    std::vector<double> Y = ramp(N, 0.5), Expected = Y;
    for (std::size_t I = 0; I < N; ++I)
      Expected[I] = 3 * X[I] + Expected[I];
    AxpyOnDevice Axpy(device(), 0, static_cast<std::int64_t>(N));
    Axpy.enqueueIn(X, Y);
    EXPECT_OK(Axpy.enqueueLaunch(3, 0, N));
    Axpy.enqueueOut(Y);
    EXPECT_OK(device().synchronize(Queue::Out));
    EXPECT_EQ(Y, Expected) << N;
  }
}

TEST_P(LaunchTest, ServesAShareThroughOffsetPointers) {
  constexpr std::size_t N = 1000;
  const std::vector<double> X = ramp(N, 1);
  std::vector<double> Y = ramp(N, 0.5), Expected = Y;
  for (std::size_t I = 300; I < 800; ++I)
    Expected[I] = 2 * X[I] + Expected[I];
  AxpyOnDevice Axpy(device(), 300, 800);
  Axpy.enqueueIn(X, Y);
  EXPECT_OK(Axpy.enqueueLaunch(2, 300, 800));
  Axpy.enqueueOut(Y);
  EXPECT_OK(device().synchronize(Queue::Out));
  EXPECT_EQ(Y, Expected);
}

TEST_P(LaunchTest, KeepsTheOrderOfLaunches) {
  constexpr std::size_t N = 500;
  const std::vector<double> X(N, 0);
  std::vector<double> Y(N, 1);
  AxpyOnDevice Axpy(device(), 0, N);
  Axpy.enqueueIn(X, Y);
  for (int I = 0; I < 5; ++I)
    EXPECT_OK(Axpy.enqueueLaunch(1, static_cast<std::uint64_t>(I) * 100, static_cast<std::uint64_t>(I + 1) * 100));
  Axpy.enqueueOut(Y);
  EXPECT_OK(device().synchronize(Queue::Out));
  EXPECT_EQ(Y, std::vector<double>(N, 1));
  EXPECT_EQ(device().statistics().Launches, 5u);
}

TEST_P(LaunchTest, OfNothingLaunchesNothing) {
  AxpyOnDevice Axpy(device(), 0, 10);
  EXPECT_OK(Axpy.enqueueLaunch(1, 4, 4));
  EXPECT_OK(device().synchronize());
  EXPECT_EQ(device().statistics().Launches, 0u);
}

TEST_P(LaunchTest, OfNothingLeavesNoPartials) { EXPECT_EQ(sum(std::vector<long long>(10, 1), 5, 5), 0); }

TEST_P(LaunchTest, ReductionPartialsAddUp) {
  for (std::size_t N : {1u, 2u, 31u, 1009u, 200'000u}) {
    std::vector<long long> X(N);
    std::iota(X.begin(), X.end(), 1);
    std::size_t Count = 0;
    const long long Wanted = static_cast<long long>(N) * static_cast<long long>(N + 1) / 2;
    EXPECT_EQ(sum(X, 0, N, &Count), Wanted) << N;
    EXPECT_GE(Count, 1u);
    EXPECT_EQ(sum(X, 1, N), Wanted - 1) << N;
  }
}

TEST_P(LaunchTest, SeveralReductionsMayBeUnderWay) {
  std::vector<long long> X(3000, 1);
  const DeviceAddress A = allocated(X.size() * sizeof(long long));
  EXPECT_OK(device().copyIn(A, X.data(), X.size() * sizeof(long long)));
  EXPECT_OK(device().orderAfter(Queue::Compute, Queue::In));
  std::vector<std::byte> Partials[3];
  for (std::size_t I = 0; I < 3; ++I)
    EXPECT_OK(launchSum(A, X.size(), I * 100, I * 100 + 1000 * (I + 1) - 300, Partials[I]));
  EXPECT_OK(device().synchronize(Queue::Compute));
  for (std::size_t I = 0; I < 3; ++I)
    EXPECT_EQ(total(Partials[I]), static_cast<long long>(1000 * (I + 1) - 300));
  EXPECT_OK(device().release(A));
}

TEST_P(LaunchTest, CopiesWhatTheCallerGives) {
  // The values and bounds that enqueueLaunch() passes are on its stack, and gone when the kernel runs.
  constexpr std::size_t N = 100;
  const std::vector<double> X(N, 1);
  std::vector<double> Y(N, 0);
  AxpyOnDevice Axpy(device(), 0, N);
  Axpy.enqueueIn(X, Y);
  EXPECT_OK(Axpy.enqueueLaunch(10, 0, N));
  EXPECT_OK(Axpy.enqueueLaunch(100, 0, N));
  Axpy.enqueueOut(Y);
  EXPECT_OK(device().synchronize(Queue::Out));
  EXPECT_EQ(Y, std::vector<double>(N, 110));
}

TEST_P(LaunchTest, PrepareMayComeFirstAndTwice) {
  EXPECT_TRUE(device().canRun(AxpyRegion));
  EXPECT_OK(device().prepare(AxpyRegion));
  EXPECT_OK(device().prepare(AxpyRegion));
  EXPECT_OK(device().prepare(SumRegion));
  EXPECT_EQ(sum(std::vector<long long>(10, 2), 0, 10), 20);
}

TEST_P(LaunchTest, ARegionForTheHostAloneIsRefused) {
  EXPECT_FALSE(device().canRun(HostOnlyRegion));
  const Status Result = device().prepare(HostOnlyRegion);
  EXPECT_TRUE(Result.isDeviceFault());
  EXPECT_NE(Result.message().find("axpy.c:8 has no kernel"), std::string::npos) << Result.message();
  AxpyOnDevice Axpy(device(), 0, 10);
  EXPECT_TRUE(Axpy.enqueueLaunch(1, 0, 10, HostOnlyRegion).isDeviceFault());
}

TEST_P(LaunchTest, InconsistentLaunchesAreMisuse) {
  const AxpyValues Values = {};
  const hetrt_bounds Bounds[2] = {};
  const DeviceRange Range;
  Launch Right;
  Right.Region = &AxpyRegion;
  Right.Values = std::as_bytes(std::span(&Values, 1));
  Right.Bounds = Bounds;
  EXPECT_OK(device().launch(Right));

  Launch Wrong = Right;
  Wrong.Region = nullptr;
  EXPECT_MISUSE(device().launch(Wrong), "without a region");
  Wrong = Right;
  Wrong.First = 1;
  EXPECT_MISUSE(device().launch(Wrong), "iterations [1, 0)");
  Wrong = Right;
  Wrong.Values = Wrong.Values.first(4);
  EXPECT_MISUSE(device().launch(Wrong), "4 bytes of values, wanted 24");
  Wrong = Right;
  Wrong.Bounds = Wrong.Bounds.first(1);
  EXPECT_MISUSE(device().launch(Wrong), "bounds of 1 windows, wanted 2");
  Wrong = Right;
  Wrong.Windows = {&Range, 1};
  EXPECT_MISUSE(device().launch(Wrong), "places of 1 windows, wanted 2");
  const SumValues Sum = {};
  Wrong = Right;
  Wrong.Region = &SumRegion;
  Wrong.Values = std::as_bytes(std::span(&Sum, 1));
  Wrong.Bounds = Wrong.Bounds.first(1);
  Wrong.PartialBytes = sizeof(long long);
  EXPECT_MISUSE(device().launch(Wrong), "no place for the reduction's partial values");
}

} // namespace hetrt::test
