// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whole regions on CUDA devices over the fake driver: what generated code does, down to the driver's entry points. A
// program of its own, since settings are read and devices are found once per process.

#include "RegionPass.h"

#include <cstring>

namespace hetrt::test {

namespace {

class RegionOnCuda : public testing::Test {
protected:
  void SetUp() override { ASSERT_TRUE(Driver) << "the fake driver is missing: " << fakeCudaPath(); }

  int axpy(const hetrt_region &Region, std::vector<double> &Y) { return axpyPass(Region, State, Y); }

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
  EXPECT_NE(std::strstr(hetrt_last_message(), "axpy.c:2 (arrays x, y): the loop body faulted on cuda:"), nullptr)
      << hetrt_last_message();
  Driver->Reset();
}

} // namespace hetrt::test

int main(int argc, char **argv) {
  testing::InitGoogleTest(&argc, argv);
  hetrt::test::useFakeDevices();
  return RUN_ALL_TESTS();
}
