// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whole regions on CUDA devices over the fake driver: what generated code does, down to the driver's entry points. A
// program of its own, since settings are read and devices are found once per process.

#include "DeviceTest.h"
#include "hetrt/hetrt.h"

#include <cstdlib>
#include <cstring>

namespace hetrt::test {

namespace {

/// One pass of `Region`; the team is this thread, which runs its iterations by `Body`. Returns the sum of the
/// accelerators' partial values.
long long pass(const hetrt_region &Region, const hetrt_call &Call, void (*Body)(hetrt_range, const void *, long long &),
               int &Code) {
  long long Sum = 0;
  hetrt_pass *Pass = nullptr;
  Code = hetrt_begin(&Region, &Call, &Pass);
  if (Code)
    return 0;
  hetrt_range Range = {0, 0};
  hetrt_member *Member = hetrt_join(Pass, 0, 1);
  while (hetrt_next(Member, &Range))
    Body(Range, Call.values, Sum);
  if (Call.partials_size)
    for (const void *Partial = nullptr; (Partial = hetrt_next_partial(Pass, Partial));)
      Sum += *static_cast<const long long *>(Partial);
  Code = hetrt_end(Pass);
  return Sum;
}

hetrt_call call(std::size_t TripCount, const void *Values, const hetrt_window *Windows) {
  hetrt_call C = {};
  C.abi = HETRT_ABI;
  C.size = sizeof C;
  C.trip_count = TripCount;
  C.step = 1;
  C.condition = 1;
  C.max_threads = 1;
  C.scheduler = "static";
  C.ratio = -1;
  C.values = Values;
  C.windows = Windows;
  return C;
}

hetrt_window window(const void *Base, std::size_t Count) {
  hetrt_window W = {};
  W.base = Base;
  W.element_size = 8;
  W.extent[0] = static_cast<hetrt_int64>(Count);
  W.tied[0] = 1;
  return W;
}

constexpr std::size_t Count = 300'000;

class RegionOnCuda : public testing::Test {
protected:
  void SetUp() override { ASSERT_TRUE(Driver) << "the fake driver is missing: " << fakeCudaPath(); }

  /// y = 2 * x + y by a region with the state slot given; what hetrt_end() says.
  int axpy(hetrt_region Region, std::vector<double> &Y) {
    Region.state = &State;
    const std::vector<double> X(Count, 1);
    const AxpyValues Values = {2, X.data(), Y.data()};
    const hetrt_window Windows[] = {window(X.data(), Count), window(Y.data(), Count)};
    int Code = 0;
    pass(
        Region, call(Count, &Values, Windows),
        [](hetrt_range Range, const void *Given, long long &) {
          const AxpyValues V = *static_cast<const AxpyValues *>(Given);
          for (std::uint64_t I = Range.first; I < Range.last; ++I)
            V.Y[I] = V.A * V.X[I] + V.Y[I];
        },
        Code);
    return Code;
  }

  const FakeCuda *const Driver = fakeCuda();
  hetrt_region_state *State = nullptr;
};

} // namespace

TEST_F(RegionOnCuda, SharesALoopBetweenTheTeamAndTwoDevices) {
  std::vector<double> Y(Count, 1);
  for (int Pass = 1; Pass <= 3; ++Pass) {
    EXPECT_EQ(axpy(AxpyRegion, Y), HETRT_SUCCESS) << hetrt_last_message();
    EXPECT_EQ(Y, std::vector<double>(Count, 1 + 2 * Pass));
  }
  EXPECT_GE(Driver->Calls("cuLaunchKernel"), 6u);
}

TEST_F(RegionOnCuda, CombinesTheirReductionValues) {
  hetrt_region Region = SumRegion;
  Region.state = &State;
  std::vector<long long> X(Count);
  std::iota(X.begin(), X.end(), 1);
  const SumValues Values = {X.data()};
  const hetrt_window Windows[] = {window(X.data(), Count)};
  hetrt_call Call = call(Count, &Values, Windows);
  Call.partials_size = sizeof(long long);
  int Code = 0;
  const long long Sum = pass(
      Region, Call,
      [](hetrt_range Range, const void *Given, long long &Total) {
        for (std::uint64_t I = Range.first; I < Range.last; ++I)
          Total += static_cast<const SumValues *>(Given)->X[I];
      },
      Code);
  EXPECT_EQ(Code, HETRT_SUCCESS) << hetrt_last_message();
  EXPECT_EQ(Sum, static_cast<long long>(Count) * (Count + 1) / 2);
  EXPECT_GE(Driver->Calls("cuLaunchKernel"), 2u);
}

TEST_F(RegionOnCuda, ARefusedLaunchIsRedoneElsewhere) {
  constexpr int OutOfResources = 701;
  Driver->Fail("cuLaunchKernel", 1, OutOfResources);
  std::vector<double> Y(Count, 1);
  testing::internal::CaptureStderr();
  EXPECT_EQ(axpy(AxpyRegion, Y), HETRT_SUCCESS) << hetrt_last_message();
  const std::string Said = testing::internal::GetCapturedStderr();
  EXPECT_EQ(Y, std::vector<double>(Count, 3));
  EXPECT_NE(Said.find("CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES"), std::string::npos) << Said;
}

// The last test: it takes the devices away.
TEST_F(RegionOnCuda, AnIllegalAddressEndsThePass) {
  constexpr int IllegalAddress = 700;
  Driver->FaultNextKernel(IllegalAddress);
  std::vector<double> Y(Count, 1);
  EXPECT_EQ(axpy(AxpyRegion, Y), HETRT_ERROR_KERNEL);
  EXPECT_NE(std::strstr(hetrt_last_message(), "axpy.c:2: the loop body faulted on cuda:"), nullptr)
      << hetrt_last_message();
  Driver->Reset();
}

} // namespace hetrt::test

int main(int argc, char **argv) {
  testing::InitGoogleTest(&argc, argv);
  setenv("HETRT_DEVICES", "cpu:1,cuda:2", 1);
  setenv("HETRT_CUDA_DRIVER", hetrt::test::fakeCudaPath().c_str(), 1);
  return RUN_ALL_TESTS();
}
