// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Regions when GPUs or their driver are missing or fail: the pass completes on the remaining devices, and one line for
// each device says why. Devices are found once per process, so each case runs in a separate process.

#include "../Rounds.h"
#include "RegionPass.h"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <sys/wait.h>
#include <unistd.h>

namespace hetrt::test {

namespace {

/// Runs two passes of a new region, the first of which sets up devices. Returns whether the results are right.
bool passesAreRight(const hetrt_region &Region) {
  const hetrt_region &Own = newRegion(Region);
  std::vector<double> Y(Count, 1);
  for (int Pass = 1; Pass <= 2; ++Pass) {
    if (axpyPass(Own, Y) != HETRT_SUCCESS) {
      std::fprintf(stderr, "failed: %s\n", hetrt_last_message());
      return false;
    }
    if (Y != std::vector<double>(Count, 1 + 2 * Pass)) {
      std::fprintf(stderr, "wrong values in pass %d\n", Pass);
      return false;
    }
  }
  return true;
}

/// Runs the passes and ends the process, with status 0 if the results are right.
[[noreturn]] void runPasses(const hetrt_region &Region = AxpyRegion) { std::exit(!passesAreRight(Region)); }

/// A regular expression for exactly `Lines` lines, each of which contains the text.
std::string lines(unsigned Lines, const std::string &Text) {
  std::string Expression = "^";
  for (unsigned I = 0; I < Lines; ++I)
    Expression += "[^\n]*" + Text + "[^\n]*\n";
  return Expression + "$";
}

class RegionFaults : public testing::Test {
protected:
  void SetUp() override {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    ASSERT_TRUE(Driver) << "the fake driver is missing: " << fakeCudaPath();
  }

  const FakeCuda *const Driver = fakeCuda();
};

const auto Succeeds = testing::ExitedWithCode(0);

} // namespace

TEST_F(RegionFaults, WithoutFaultsNothingIsSaid) { EXPECT_EXIT(runPasses(), Succeeds, "^$"); }

TEST_F(RegionFaults, GpusThatAreUnavailableAsInExclusiveMode) {
  constexpr int DeviceUnavailable = 46;
  EXPECT_EXIT(
      {
        Driver->Fail("cuDevicePrimaryCtxRetain", 1, DeviceUnavailable);
        Driver->Fail("cuDevicePrimaryCtxRetain", 2, DeviceUnavailable);
        runPasses();
      },
      Succeeds, lines(2, "is left out from now on, and its share runs elsewhere: .*CUDA_ERROR_DEVICE_UNAVAILABLE"));
}

TEST_F(RegionFaults, ADriverThatIsTooOldForTheDevice) {
  constexpr int NotSupportedOnDevice = 804;
  EXPECT_EXIT(
      {
        Driver->Fail("cuInit", 1, NotSupportedOnDevice);
        runPasses();
      },
      Succeeds, lines(1, "the CUDA driver does not start: CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE"));
}

TEST_F(RegionFaults, AChipWithoutMachineCodeAndPtxThatTheDriverRefuses) {
  constexpr int UnsupportedPtx = 222;
  EXPECT_EXIT(
      {
        Driver->Fail("cuModuleLoadDataEx", 1, UnsupportedPtx);
        Driver->Fail("cuModuleLoadDataEx", 2, UnsupportedPtx);
        runPasses();
      },
      Succeeds, lines(2, "loading the kernel of the region axpy.c:2: CUDA_ERROR_UNSUPPORTED_PTX_VERSION"));
}

TEST_F(RegionFaults, ADamagedImage) {
  EXPECT_EXIT(runPasses(DamagedImageRegion), Succeeds, lines(2, "ptxas fatal: no image.*CUDA_ERROR_INVALID_IMAGE"));
}

TEST_F(RegionFaults, AContextThatOtherCodeLeftFaulted) {
  constexpr int IllegalAddress = 700;
  EXPECT_EXIT(
      {
        std::vector<double> Y(Count, 1);
        axpyPass(newRegion(AxpyRegion), Y);
        Driver->FaultNow(IllegalAddress);
        runPasses();
      },
      Succeeds, lines(2, "left out.*a kernel that belongs to no region has faulted"));
}

TEST_F(RegionFaults, AnIllegalAddressStopsTheProgramAndNamesRegionAndArrays) {
  constexpr int IllegalAddress = 700;
  EXPECT_EXIT(
      {
        Driver->FaultNextKernel(IllegalAddress);
        std::vector<double> Y(Count, 1);
        hetrt_handle_error(axpyPass(newRegion(AxpyRegion), Y));
      },
      testing::KilledBySignal(SIGABRT),
      "axpy.c:2 \\(arrays x, y\\): the loop body faulted on cuda:[01]: "
      "CUDA_ERROR_ILLEGAL_ADDRESS");
}

TEST_F(RegionFaults, EveryCallOfTwoPassesMayFail) {
  constexpr int OutOfResources = 701;
  constexpr int FewerCalls = 77; // The status if the results are right and the passes ended before the faulty call.
  if (const char *Only = std::getenv("FAULTY_CALL")) {
    const std::uint64_t Number = std::strtoull(Only, nullptr, 10);
    Driver->Fail(nullptr, Number, OutOfResources);
    const bool Right = passesAreRight(AxpyRegion);
    std::_Exit(!Right ? 1 : Driver->Calls(nullptr) < Number ? FewerCalls : 0);
  }
  std::uint64_t Number = 1;
  for (int Status = 0; Status == 0 && Number < 2000; Number += Sanitized ? 7 : 1) {
    const std::string Command = "FAULTY_CALL=" + std::to_string(Number) + " /proc/" + std::to_string(getpid()) +
                                "/exe --gtest_filter=RegionFaults.EveryCallOfTwoPassesMayFail 2>&1 >/dev/null";
    std::FILE *Said = popen(Command.c_str(), "r");
    ASSERT_TRUE(Said);
    std::string Text(2000, '\0');
    Text.resize(std::fread(Text.data(), 1, Text.size(), Said));
    Status = WEXITSTATUS(pclose(Said));
    EXPECT_TRUE(Status == 0 || Status == FewerCalls) << "call " << Number << ": " << Text;
    EXPECT_LE(std::count(Text.begin(), Text.end(), '\n'), 1) << "call " << Number << ": " << Text;
  }
  EXPECT_GT(Number, 50u) << "two passes on two devices need more calls than that";
  EXPECT_LT(Number, 2000u) << "the passes never end";
}

} // namespace hetrt::test

int main(int argc, char **argv) {
  testing::InitGoogleTest(&argc, argv);
  hetrt::test::useFakeDevices();
  return RUN_ALL_TESTS();
}
