// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests faults of devices: whichever call fails, the other devices complete the pass, no result is lost or counted
// twice, and one message reports the fault. Also tests errors of the program, which end the pass with an error.
#include "Loops.h"

#include <gmock/gmock.h>

using namespace hetrt;
using namespace hetrt::test;
using testing::HasSubstr;

namespace {

constexpr EmulatedCall AllCalls[] = {EmulatedCall::Allocate, EmulatedCall::Prepare, EmulatedCall::CopyIn,
                                     EmulatedCall::Launch, EmulatedCall::CopyOut};

class Fault : public testing::TestWithParam<const char *> {};

/// Makes the call of kind `Call` with number `Number`, counted from now, fail on one device, and runs three passes.
/// Returns whether the call was reached.
bool runWithFault(EmulatedDevice &Device, EmulatedCall Call, std::uint64_t Number, const char *Scheduler,
                  unsigned Flags) {
  const std::uint64_t Before = Device.calls(Call);
  Device.injectFault({Call, Before + Number, false});
  AxpyLoop Axpy(997, Flags);
  Axpy.Loop.on("all", Scheduler);
  for (int Pass = 0; Pass < 3; ++Pass)
    Axpy.runAndCheck();
  if (Flags & HETRT_PERSIST) {
    EXPECT_EQ(hetrt_depersist(Axpy.X.data(), "x", "here"), HETRT_SUCCESS);
    EXPECT_EQ(hetrt_depersist(Axpy.Y.data(), "y", "here"), HETRT_SUCCESS);
  }
  return Device.calls(Call) >= Before + Number;
}

} // namespace

TEST_P(Fault, AnyCallMayFail) {
  for (EmulatedDevice *Device : emulatedDevices())
    for (EmulatedCall Call : AllCalls)
      for (unsigned Flags : {0u, unsigned(HETRT_PERSIST)})
        for (std::uint64_t Number = 1; Number < 100; ++Number) {
          SCOPED_TRACE(Device->label() + ", " + std::string(nameOf(Call)) + " " + std::to_string(Number));
          const bool Struck = runWithFault(*Device, Call, Number, GetParam(), Flags);
          if (HasFatalFailure())
            return;
          if (!Struck)
            break;
        }
}

INSTANTIATE_TEST_SUITE_P(Schedulers, Fault, testing::Values("static", "adaptive", "split", "quick", "gpu"),
                         [](const auto &Info) { return Info.param; });

TEST(ADeviceFault, IsSaidOnce) {
  const std::vector<EmulatedDevice *> Devices = emulatedDevices();
  if (Devices.empty())
    GTEST_SKIP() << "no accelerators";
  auto RunAndListen = [&] {
    Devices[0]->injectFault({EmulatedCall::Launch, Devices[0]->calls(EmulatedCall::Launch) + 1, false});
    testing::internal::CaptureStderr();
    AxpyLoop Axpy(997);
    Axpy.Loop.on("gpu:0", "static");
    Axpy.runAndCheck();
    Axpy.runAndCheck();
    EXPECT_EQ(Axpy.OnCores, 997u) << "left out of this region";
    return testing::internal::GetCapturedStderr();
  };
  EXPECT_THAT(RunAndListen(), testing::MatchesRegex("hetrt: warning: loop.c:7: emulated:0 is left out from now on, and "
                                                    "its share runs elsewhere: .*injected fault.*\n"));
  EXPECT_EQ(RunAndListen(), "");
}

TEST(FaultAtAllDevices, CoresDoEverything) {
  for (EmulatedDevice *Device : emulatedDevices())
    Device->injectFault({EmulatedCall::Launch, Device->calls(EmulatedCall::Launch) + 1, false});
  AxpyLoop Axpy(997);
  Axpy.Loop.on("gpu", "static");
  Axpy.runAndCheck();
  EXPECT_EQ(Axpy.OnCores, 997u);
  Axpy.runAndCheck();
  EXPECT_EQ(Axpy.OnCores, 997u) << "devices that failed are left out";
}

TEST(ProgramFault, AWindowViolationEndsThePass) {
  if (emulatedDevices().empty())
    GTEST_SKIP() << "no accelerators";
  AxpyLoop Axpy(100);
  Axpy.Loop.on("gpu", "static");
  Axpy.Loop.Region.emulated = [](std::uint64_t First, std::uint64_t, const void *Argument, void *,
                                 const hetrt_bounds *Bounds) {
    const auto &V = *static_cast<const AxpyLoop::Values *>(Argument);
    V.Y[0] = V.X[hetrt_read_index(&Bounds[0], 0, First == 0 ? -1 : 100)];
  };
  EXPECT_EQ(Axpy.Loop.run(), HETRT_ERROR_WINDOW);
  EXPECT_THAT(hetrt_last_message(), HasSubstr("loop.c:7"));
  EXPECT_THAT(hetrt_last_message(), HasSubstr("x"));
  EXPECT_EQ(Axpy.Y, Axpy.Expected) << "nothing was committed";
  Axpy.Loop.Region.emulated = AxpyLoop::kernel;
  Axpy.runAndCheck();
}

TEST(LostDevice, TheOthersGoOn) {
  for (EmulatedDevice *Device : emulatedDevices()) {
    Device->injectFault({EmulatedCall::CopyOut, Device->calls(EmulatedCall::CopyOut) + 1, true});
    AxpyLoop Axpy(997, HETRT_PERSIST);
    Axpy.Loop.on("all", "static");
    for (int Pass = 0; Pass < 3; ++Pass)
      Axpy.runAndCheck();
    EXPECT_TRUE(Device->lost());
    EXPECT_EQ(hetrt_depersist(Axpy.X.data(), "x", "here"), HETRT_SUCCESS);
    EXPECT_EQ(hetrt_depersist(Axpy.Y.data(), "y", "here"), HETRT_SUCCESS);
    AxpyLoop Later(997);
    Later.runAndCheck();
  }
}
