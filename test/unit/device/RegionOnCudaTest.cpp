// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whole regions on CUDA devices with the fake driver: from the calls of generated code to the driver's entry points. A
// separate program, since settings are read and devices are found once per process.

#include "RegionPass.h"

#include "History/HistoryFile.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>

namespace hetrt::test {

namespace {

class RegionOnCuda : public testing::Test {
protected:
  void SetUp() override { ASSERT_TRUE(Driver) << "the fake driver is missing: " << fakeCudaPath(); }

  const FakeCuda *const Driver = fakeCuda();
  const hetrt_region &Axpy = newRegion(AxpyRegion);
};

} // namespace

TEST_F(RegionOnCuda, SharesALoopBetweenTheTeamAndTwoDevices) {
  std::vector<double> Y(Count, 1);
  for (int Pass = 1; Pass <= 3; ++Pass) {
    EXPECT_EQ(axpyPass(Axpy, Y), HETRT_SUCCESS) << hetrt_last_message();
    EXPECT_EQ(Y, std::vector<double>(Count, 1 + 2 * Pass));
  }
  EXPECT_GE(Driver->Calls("cuLaunchKernel"), 6u);
}

TEST_F(RegionOnCuda, CombinesTheirReductionValues) {
  const hetrt_region &Region = newRegion(SumRegion);
  std::vector<long long> X(Count);
  std::iota(X.begin(), X.end(), 1);
  const SumValues Values = {X.data()};
  hetrt_call Call = call(Count);
  Call.partials_size = sizeof(long long);
  int Code = 0;
  const long long Sum = pass(
      Region, Call, &Values,
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
  EXPECT_EQ(axpyPass(Axpy, Y), HETRT_SUCCESS) << hetrt_last_message();
  const std::string Said = testing::internal::GetCapturedStderr();
  EXPECT_EQ(Y, std::vector<double>(Count, 3));
  EXPECT_NE(Said.find("CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES"), std::string::npos) << Said;
}

/// It is not known where y is written: each device gets a full copy, and the bytes that it changed are written back.
TEST_F(RegionOnCuda, StoresWhatDevicesChangedOfFullCopies) {
  static hetrt_array_info Arrays[] = {AxpyRegion.arrays[0], AxpyRegion.arrays[1]};
  Arrays[1].flags = HETRT_WRITES_ANYWHERE;
  hetrt_region Anywhere = AxpyRegion;
  Anywhere.arrays = Arrays;
  const hetrt_region &Region = newRegion(Anywhere);
  std::vector<double> Y(Count, 1);
  const unsigned Launches = Driver->Calls("cuLaunchKernel");
  for (int Pass = 1; Pass <= 3; ++Pass) {
    EXPECT_EQ(axpyPass(Region, Y), HETRT_SUCCESS) << hetrt_last_message();
    EXPECT_EQ(Y, std::vector<double>(Count, 1 + 2 * Pass));
  }
  EXPECT_GE(Driver->Calls("cuLaunchKernel"), Launches + 6u);
  constexpr int Unknown = 999;
  Driver->Fail("cuMemcpyDtoHAsync_v2", 2, Unknown); // the call fails while blocks of a full copy are copied back
  testing::internal::CaptureStderr();
  EXPECT_EQ(axpyPass(Region, Y), HETRT_SUCCESS) << hetrt_last_message();
  EXPECT_NE(testing::internal::GetCapturedStderr().find("is left out"), std::string::npos);
  EXPECT_EQ(Y, std::vector<double>(Count, 9));
}

TEST_F(RegionOnCuda, LaunchesHaveTheShapeOfTheSetting) {
  std::vector<double> Y(Count, 1);
  EXPECT_EQ(axpyPass(Axpy, Y), HETRT_SUCCESS) << hetrt_last_message();
  const bool IsSet = std::getenv("HETRT_LAUNCH_SHAPE") != nullptr; // set to 32
  EXPECT_EQ(Driver->LastLaunch().Threads[0], IsSet ? 32u : 96u);
}

TEST_F(RegionOnCuda, TunedShapesAreRemembered) {
  if (std::getenv("HETRT_LAUNCH_SHAPE"))
    GTEST_SKIP() << "nothing is tuned";
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  std::string Folder = testing::TempDir() + "hetcc-tuned-XXXXXX";
  if (!std::getenv("HETRT_HISTORY")) { // not in the child process
    ASSERT_TRUE(mkdtemp(Folder.data()));
    setenv("XDG_STATE_HOME", Folder.c_str(), 1);
    setenv("HETRT_HISTORY", "on", 1);
  }
  const auto Run = [&] {
    std::vector<double> Y(Count, 1);
    for (int Pass = 0; Pass < 500; ++Pass)
      if (axpyPass(Axpy, Y) != HETRT_SUCCESS)
        std::exit(1);
    std::exit(0);
  };
  EXPECT_EXIT(Run(), testing::ExitedWithCode(0), "");
  History Kept;
  EXPECT_EQ(HistoryFile(Folder + "/hetcc/history.json").read(Kept), "");
  const auto IsShape = [](const auto &Entry) {
    return Entry.first.Threads == 96 && Entry.first.Lanes == 1 && Entry.first.Region == AxpyRegion.location;
  };
  EXPECT_TRUE(std::ranges::any_of(Kept.entries(), IsShape)) << Kept.format();
  std::filesystem::remove_all(Folder);
}

namespace {

/// Arrays that the program itself allocated in a GPU's memory. The test may read them, since the fake driver uses host
/// memory.
class OnCudaMemory : public RegionOnCuda {
protected:
  double *allocated(int Device, bool Managed, double Value) {
    auto *Array = static_cast<double *>(Driver->AllocateForProgram(Device, Count * sizeof(double), Managed));
    std::fill_n(Array, Count, Value);
    return Array;
  }

  std::uint64_t copies() {
    return Driver->Calls("cuMemcpyHtoDAsync_v2") + Driver->Calls("cuMemcpyDtoHAsync_v2") +
           Driver->Calls("cuMemcpy2DAsync_v2");
  }

  /// Whether all elements have this value.
  static bool has(const double *Array, double Value) {
    return std::all_of(Array, Array + Count, [=](double Each) { return Each == Value; });
  }

  long long OnCores = -1;
};

} // namespace

TEST_F(OnCudaMemory, ArraysOnADeviceAreUsedThereAndByNobodyElse) {
  double *X = allocated(1, false, 1), *Y = allocated(1, false, 5);
  for (int Pass = 1; Pass <= 3; ++Pass) {
    const std::uint64_t Launches = Driver->Calls("cuLaunchKernel");
    EXPECT_EQ(axpyPass(Axpy, X, Y, &OnCores), HETRT_SUCCESS) << hetrt_last_message();
    EXPECT_TRUE(has(Y, 5 + 2 * Pass));
    EXPECT_EQ(OnCores, 0);
    EXPECT_EQ(Driver->Calls("cuLaunchKernel"), Launches + 1) << "one device, one share";
  }
  EXPECT_EQ(copies(), 0u);
}

TEST_F(OnCudaMemory, OthersAreMovedToThatDevice) {
  const std::vector<double> X(Count, 1);
  double *Y = allocated(0, false, 5);
  EXPECT_EQ(axpyPass(Axpy, X.data(), Y, &OnCores), HETRT_SUCCESS) << hetrt_last_message();
  EXPECT_TRUE(has(Y, 7));
  EXPECT_EQ(OnCores, 0);
  EXPECT_GT(Driver->Calls("cuMemcpyHtoDAsync_v2"), 0u);
  EXPECT_EQ(Driver->Calls("cuMemcpyDtoHAsync_v2"), 0u);
  // The next pass of the same region may use all devices again.
  std::vector<double> OnHost(Count, 1);
  EXPECT_EQ(axpyPass(Axpy, X.data(), OnHost.data(), &OnCores), HETRT_SUCCESS) << hetrt_last_message();
  EXPECT_EQ(OnHost, std::vector<double>(Count, 3));
  EXPECT_GT(OnCores, 0);
}

/// Passes on cores only that repeat the last plan still check where the arrays are.
TEST_F(OnCudaMemory, ADeviceThatWasGivenUpServesPassesOverItsOwnArrays) {
  hetrt_region Like = AxpyRegion;
  Like.location = "axpy.c:given-up";
  const hetrt_region &Region = newRegion(Like);
  constexpr std::uint64_t Few = 1000; // so that cores take less time than an operation of a device, however slow they
                                      // are
  hetrt_call Short = call(Few);
  Short.scheduler = "adaptive";
  const std::vector<double> X(Count, 1);
  std::vector<double> Y(Count, 0);
  const auto BeginsWith = [](const double *Array, double Value) {
    return std::count(Array, Array + Few, Value) == Few;
  };
  int Passes = 0;
  for (; Passes < 1000 && OnCores != static_cast<long long>(Few); ++Passes)
    ASSERT_EQ(axpyPass(Region, X.data(), Y.data(), &OnCores, Short), HETRT_SUCCESS) << hetrt_last_message();
  ASSERT_EQ(OnCores, static_cast<long long>(Few)) << "given up: each of their operations takes a millisecond";
  double *OnDevice = allocated(0, false, 5);
  for (int Pass = 1; Pass <= 3; ++Pass) {
    ASSERT_EQ(axpyPass(Region, X.data(), OnDevice, &OnCores, Short), HETRT_SUCCESS) << hetrt_last_message();
    EXPECT_EQ(OnCores, 0);
    EXPECT_TRUE(BeginsWith(OnDevice, 5 + 2 * Pass));
  }
  ASSERT_EQ(axpyPass(Region, X.data(), Y.data(), &OnCores, Short), HETRT_SUCCESS) << hetrt_last_message();
  EXPECT_TRUE(BeginsWith(Y.data(), 2 * (Passes + 1)));
}

TEST_F(OnCudaMemory, ManagedArraysAreUsedInPlaceByAll) {
  double *X = allocated(0, true, 1), *Y = allocated(0, true, 5);
  const std::uint64_t Launches = Driver->Calls("cuLaunchKernel");
  EXPECT_EQ(axpyPass(Axpy, X, Y, &OnCores), HETRT_SUCCESS) << hetrt_last_message();
  EXPECT_TRUE(has(Y, 7));
  EXPECT_GT(OnCores, 0);
  EXPECT_EQ(Driver->Calls("cuLaunchKernel"), Launches + 2) << "both devices";
  EXPECT_EQ(copies(), 0u);
}

TEST_F(OnCudaMemory, ArraysOnTwoDevicesAreAnError) {
  double *X = allocated(0, false, 1), *Y = allocated(1, false, 5);
  EXPECT_EQ(axpyPass(Axpy, X, Y), HETRT_ERROR_ARGUMENT);
  EXPECT_STREQ(
      hetrt_last_message(),
      "axpy.c:2: part_copy(y), line 2: the array is memory of cuda:1, which does not take part: it is not among "
      "the devices of the clause, serves another region, or was left out after a fault, or another array is "
      "elsewhere");
  EXPECT_TRUE(has(Y, 5));
  // No device is still acquired: the devices serve the next pass.
  std::vector<double> OnHost(Count, 1);
  EXPECT_EQ(axpyPass(Axpy, OnHost), HETRT_SUCCESS) << hetrt_last_message();
  EXPECT_EQ(OnHost, std::vector<double>(Count, 3));
}

TEST_F(OnCudaMemory, NobodyTakesOverWhatNobodyElseCanReach) {
  constexpr int OutOfResources = 701;
  double *X = allocated(0, false, 1), *Y = allocated(0, false, 5);
  Driver->Fail("cuLaunchKernel", 1, OutOfResources);
  EXPECT_EQ(axpyPass(Axpy, X, Y, &OnCores), HETRT_ERROR_DEVICE);
  EXPECT_NE(std::strstr(hetrt_last_message(),
                        "the array is the device's own, so no other device can take over: cuda:0: "
                        "launching a kernel: CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES"),
            nullptr)
      << hetrt_last_message();
  EXPECT_EQ(OnCores, 0);
}

/// The arrays may be on a device, so passes on cores only check the arrays' addresses. They do not check which elements
/// iterations use.
TEST_F(OnCudaMemory, PassesOfCoresAloneAskWhereArraysAreAndNothingElse) {
  static hetrt_array_info TooShort[] = {AxpyRegion.arrays[0], AxpyRegion.arrays[1]};
  TooShort[1].extent[0] = {.constant = 10, .slot = 0};
  hetrt_region Like = AxpyRegion;
  Like.arrays = TooShort;
  const hetrt_region &Region = newRegion(Like);
  const std::vector<double> X(Count, 1);
  std::vector<double> Y(Count, 1);
  EXPECT_EQ(axpyPass(Region, Y), HETRT_ERROR_ARGUMENT) << "devices need to know";
  hetrt_call OfCores = call(Count);
  OfCores.devices = "cpu";
  EXPECT_EQ(axpyPass(Region, X.data(), Y.data(), &OnCores, OfCores), HETRT_SUCCESS) << hetrt_last_message();
  EXPECT_EQ(OnCores, static_cast<long long>(Count));
  double *OnDevice = allocated(0, false, 1);
  EXPECT_EQ(axpyPass(Axpy, X.data(), OnDevice, &OnCores, OfCores), HETRT_ERROR_ARGUMENT) << "cores do not reach it";
}

namespace {
class RegionOnCudaAtLast : public RegionOnCuda {};
} // namespace

// Must be the last test: it makes the devices unusable.
TEST_F(RegionOnCudaAtLast, AnIllegalAddressEndsThePass) {
  constexpr int IllegalAddress = 700;
  Driver->FaultNextKernel(IllegalAddress);
  std::vector<double> Y(Count, 1);
  EXPECT_EQ(axpyPass(Axpy, Y), HETRT_ERROR_KERNEL);
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
