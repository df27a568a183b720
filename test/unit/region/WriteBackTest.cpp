// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests persistent arrays that are copied to the host only when they are needed there: the results, the copies made
// before that, the calls that cause the copy, and the message when a device fails that held the only copy.
#include "Loops.h"
#include "Schedulers.h"

#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace hetrt;
using namespace hetrt::test;

namespace {

bool writesBack() { return Engine::instance().settings().Write == WritePolicy::Back && !emulatedDevices().empty(); }

std::uint64_t bytesOut() {
  std::uint64_t All = 0;
  for (EmulatedDevice *Device : emulatedDevices())
    All += Device->statistics().BytesOut;
  return All;
}

/// y[i] += 3 * x[i] with persistent arrays; the host's array is read only after everything was copied back.
class Accumulation {
public:
  explicit Accumulation(std::int64_t N = 997) : Axpy(N, HETRT_PERSIST) {}

  void run(const char *Scheduler, const char *Devices = "all") {
    Axpy.Loop.on(Devices, Scheduler);
    ASSERT_EQ(Axpy.Loop.run(), HETRT_SUCCESS) << hetrt_last_message();
    ++Passes;
  }

  void check() {
    for (std::size_t I = 0; I < Axpy.X.size(); ++I)
      ASSERT_EQ(Axpy.Y[I], 1 + Passes * 3 * Axpy.X[I]) << I;
  }

  void end() {
    EXPECT_EQ(hetrt_depersist(Axpy.X.data(), "x", "here"), HETRT_SUCCESS) << hetrt_last_message();
    EXPECT_EQ(hetrt_depersist(Axpy.Y.data(), "y", "here"), HETRT_SUCCESS) << hetrt_last_message();
    check();
  }

  AxpyLoop Axpy;
  int Passes = 0;
};

class WriteBack : public testing::Test {
protected:
  void SetUp() override {
    if (!writesBack())
      GTEST_SKIP() << "HETRT_WRITE is not back";
  }
};

using WriteBackLost = WriteBack;

} // namespace

TEST_F(WriteBack, NothingMovesUntilTheEnd) {
  Accumulation Sum;
  Sum.run("static", "gpu");
  const std::uint64_t Before = bytesOut();
  for (int Pass = 0; Pass < 20; ++Pass)
    Sum.run("static", "gpu");
  EXPECT_EQ(bytesOut(), Before) << "the split stays, so nothing changes hands";
  Sum.end();
  EXPECT_EQ(bytesOut() - Before, 997 * sizeof(double)) << "once, at depersist";
}

TEST_F(WriteBack, EverySchedulerAndEveryChangeOfHands) {
  Accumulation Sum;
  for (const char *Scheduler : AllSchedulers)
    for (const char *By : {Scheduler, "cpu"})
      for (const char *Devices : {"all", "gpu"})
        for (int Pass = 0; Pass < 3; ++Pass)
          Sum.run(By, Devices);
  Sum.end();
}

TEST_F(WriteBack, ARegionInsideAnotherGetsWhatDevicesHold) {
  Accumulation Sum;
  Sum.run("static");
  Sum.Axpy.Loop.Call.in_parallel = 1;
  Sum.run("static");
  Sum.check();
  Sum.Axpy.Loop.Call.in_parallel = 0;
  Sum.run("static");
  Sum.end();
}

TEST_F(WriteBack, ARegionWithoutTheClauseAndWithAnotherShapeSeesTheArray) {
  Accumulation Sum(400);
  Sum.run("static");
  // The second half of y, described as an array of its own.
  AxpyLoop Half(200);
  Half.V.X = Sum.Axpy.Y.data() + 200;
  Half.Loop.Clauses[0].Base = Half.V.X;
  Half.Loop.on("all", "static");
  Half.Loop.Body = [&](std::uint64_t First, std::uint64_t Last) {
    for (std::uint64_t I = First; I < Last; ++I)
      Half.Y[I] += 3 * Sum.Axpy.Y[200 + I];
  };
  ASSERT_EQ(Half.Loop.run(), HETRT_SUCCESS) << hetrt_last_message();
  for (std::size_t I = 0; I < 200; ++I)
    ASSERT_EQ(Half.Y[I], 1 + 3 * (1 + 3 * Sum.Axpy.X[200 + I])) << I;
  Sum.run("static");
  Sum.end();
}

TEST_F(WriteBack, ALoopThatRunsAsPlainOpenMpSeesTheArray) {
  Accumulation Sum;
  Sum.run("gpu");
  EXPECT_EQ(hetrt_host_writes(), 1);
  Sum.check();
  for (std::size_t I = 0; I < Sum.Axpy.X.size(); ++I)
    Sum.Axpy.Y[I] += 3 * Sum.Axpy.X[I];
  ++Sum.Passes;
  Sum.run("gpu");
  Sum.end();
}

TEST_F(WriteBack, AForkedChildHasEverything) {
  Accumulation Sum;
  Sum.run("gpu");
  const pid_t Child = fork();
  ASSERT_GE(Child, 0);
  if (Child == 0) {
    Sum.check();
    _exit(HasFatalFailure() ? 1 : 0);
  }
  int Code = -1;
  ASSERT_EQ(waitpid(Child, &Code, 0), Child);
  EXPECT_EQ(Code, 0);
  Sum.end();
}

TEST_F(WriteBack, ACopyThatFailsOnceIsTriedAgain) {
  Accumulation Sum;
  Sum.run("gpu");
  for (EmulatedDevice *Device : emulatedDevices())
    Device->injectFault({EmulatedCall::CopyOut, Device->calls(EmulatedCall::CopyOut) + 1, false});
  Sum.end();
}

TEST_F(WriteBackLost, TheErrorNamesArraysAndIndices) {
  const std::vector<EmulatedDevice *> Devices = emulatedDevices();
  Accumulation Sum;
  Sum.run("gpu", "gpu:0");
  Devices[0]->injectFault({EmulatedCall::Launch, Devices[0]->calls(EmulatedCall::Launch) + 1, true});
  Sum.Axpy.Loop.on("gpu:0", "gpu");
  EXPECT_EQ(Sum.Axpy.Loop.run(), HETRT_ERROR_DEVICE);
  EXPECT_THAT(hetrt_last_message(),
              testing::MatchesRegex("loop.c:7: emulated:0: wanted what only this device holds under HETRT_WRITE=back, "
                                    "found it lost: y\\[0:997\\] \\(line 7\\): .*dies"));
  EXPECT_EQ(hetrt_depersist(Sum.Axpy.Y.data(), "y", "here"), HETRT_SUCCESS) << "said once";
  EXPECT_EQ(hetrt_depersist(Sum.Axpy.X.data(), "x", "here"), HETRT_SUCCESS);
  // What was copied to the host before is not lost.
  Accumulation Rest;
  for (int Pass = 0; Pass < 3; ++Pass)
    Rest.run("static");
  Rest.end();
}
