// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Properties of emulated accelerators only: guard pages, poison, asynchronous queues, the clock, injected faults, the
// log.

#include "Device/Emulated/EmulatedDevice.h"
#include "Device/Emulated/ThreadTime.h"
#include "DeviceTest.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>

namespace hetrt::test {

namespace {

std::unique_ptr<EmulatedDevice> made(std::string_view Text) {
  Status Result;
  const std::vector<EmulatedOptions> Sections = parseEmulatedOptions(Text, Result);
  EXPECT_TRUE(Result.ok()) << Result.message();
  return std::make_unique<EmulatedDevice>(0, Sections.front());
}

/// Expects a device fault with the message of an injected fault.
void expectInjected(const Status &Result, const std::string &Call) {
  EXPECT_TRUE(Result.isDeviceFault());
  EXPECT_NE(Result.message().find("injected fault: " + Call), std::string::npos) << Result.message();
}

double secondsOf(const std::function<void()> &What) {
  const auto Begin = std::chrono::steady_clock::now();
  What();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - Begin).count();
}

/// The seconds that iterations of workForAMillisecond() took. The device calls it from one thread at a time.
double Worked = 0;

void workForAMillisecond(hetrt_uint64 First, hetrt_uint64 Last, const void *, void *, const hetrt_bounds *) {
  const double Begin = threadSeconds();
  double Now = Begin;
  while (Now < Begin + 1e-3 * static_cast<double>(Last - First))
    Now = threadSeconds();
  Worked += Now - Begin;
}

} // namespace

TEST(Emulated, TheMemoryLimitCounts) {
  auto D = made("memory=1M");
  EXPECT_EQ(D->capabilities().MemoryBytes, 1u << 20);
  DeviceAddress A = 0, B = 0;
  EXPECT_OK(D->allocate(700'000, A));
  const Status Result = D->allocate(400'000, B);
  EXPECT_TRUE(Result.isDeviceFault());
  EXPECT_EQ(Result.message(), "emulated:0: out of memory: 400000 bytes wanted, 348576 of 1048576 bytes free");
  EXPECT_OK(D->release(A));
  EXPECT_OK(D->allocate(400'000, B));
  EXPECT_OK(D->release(B));
}

TEST(Emulated, FreshMemoryIsNaN) {
  auto D = made("");
  DeviceAddress A = 0;
  double Value = 0;
  EXPECT_OK(D->allocate(sizeof Value, A));
  EXPECT_OK(D->copyOut(&Value, A, sizeof Value));
  EXPECT_OK(D->synchronize());
  EXPECT_TRUE(std::isnan(Value));
  EXPECT_OK(D->release(A));
}

TEST(Emulated, NothingHappensBeforeSynchronize) {
  auto D = made("");
  DeviceAddress A = 0;
  EXPECT_OK(D->allocate(sizeof(int), A));
  int In = 1, Out = -5;
  EXPECT_OK(D->copyIn(A, &In, sizeof In));
  EXPECT_OK(D->orderAfter(Queue::Out, Queue::In));
  EXPECT_OK(D->copyOut(&Out, A, sizeof Out));
  EXPECT_EQ(Out, -5);
  In = 2; // A caller that reuses the source too early.
  EXPECT_OK(D->synchronize(Queue::Out));
  EXPECT_EQ(Out, 2);
  EXPECT_OK(D->release(A));
}

TEST(Emulated, AMissingOrderShowsAsPoison) {
  auto D = made("");
  DeviceAddress A = 0;
  EXPECT_OK(D->allocate(sizeof(int), A));
  const int In = 1;
  int Out = 0;
  EXPECT_OK(D->copyIn(A, &In, sizeof In));
  EXPECT_OK(D->copyOut(&Out, A, sizeof Out));
  EXPECT_OK(D->synchronize(Queue::Out));
  EXPECT_EQ(Out, -1);
  EXPECT_OK(D->synchronize());
  EXPECT_OK(D->release(A));
}

TEST(Emulated, InjectedAllocationFaultStrikesOnce) {
  auto D = made("fail=allocate:2");
  DeviceAddress A = 0, B = 0;
  EXPECT_OK(D->allocate(8, A));
  expectInjected(D->allocate(8, B), "allocate number 2");
  EXPECT_EQ(B, 0u);
  EXPECT_OK(D->allocate(8, B));
  EXPECT_FALSE(D->lost());
  EXPECT_OK(D->release(A));
  EXPECT_OK(D->release(B));
}

TEST(Emulated, InjectedPrepareFault) {
  auto D = made("fail=prepare:1");
  expectInjected(D->prepare(AxpyRegion), "prepare number 1");
  EXPECT_OK(D->prepare(AxpyRegion));
}

TEST(Emulated, AFailingCopyBreaksOffHalfWay) {
  auto D = made("fail=copyout:1");
  DeviceAddress A = 0;
  const std::vector<int> In = {1, 2, 3, 4};
  std::vector<int> Out(4, 0), Rows(4, 0);
  EXPECT_OK(D->allocate(16, A));
  EXPECT_OK(D->copyIn(A, In.data(), 16));
  EXPECT_OK(D->synchronize(Queue::In));
  EXPECT_OK(D->copyOut(Out.data(), A, 16));
  expectInjected(D->synchronize(Queue::Out), "copyout number 1");
  EXPECT_EQ(Out, (std::vector<int>{1, 2, 0, 0}));
  // The allocation and its contents are still there, but enqueued operations were dropped.
  EXPECT_OK(D->synchronize());
  D->injectFault({EmulatedCall::CopyOut, 2, false});
  EXPECT_OK(D->copyOut(Rows.data(), A, CopyShape{4, 4, 4, 4}));
  expectInjected(D->synchronize(Queue::Out), "copyout number 2");
  EXPECT_EQ(Rows, (std::vector<int>{1, 2, 0, 0}));
  EXPECT_OK(D->copyOut(Out.data(), A, 16));
  EXPECT_OK(D->synchronize());
  EXPECT_EQ(Out, In);
  EXPECT_OK(D->release(A));
}

TEST(Emulated, AFaultDropsAllThatWasQueued) {
  auto D = made("fail=launch:1");
  const std::vector<double> X(10, 1);
  std::vector<double> Y(10, 0);
  {
    AxpyOnDevice Axpy(*D, 0, 10);
    Axpy.enqueueIn(X, Y);
    EXPECT_OK(Axpy.enqueueLaunch(1, 0, 10));
    Axpy.enqueueOut(Y);
    expectInjected(D->synchronize(Queue::Out), "launch number 1");
    EXPECT_OK(D->synchronize());
    EXPECT_EQ(Y, std::vector<double>(10, 0));
    Axpy.enqueueIn(X, Y);
    EXPECT_OK(Axpy.enqueueLaunch(1, 0, 10));
    Axpy.enqueueOut(Y);
    EXPECT_OK(D->synchronize(Queue::Out));
  }
  EXPECT_EQ(Y, std::vector<double>(10, 1));
}

TEST(Emulated, AFailingLaunchHasDoneHalfOfItsBlocks) {
  auto D = made("blocks=8,fail=launch:1");
  const std::vector<double> X(80, 1);
  std::vector<double> Y(80, 0);
  AxpyOnDevice Axpy(*D, 0, 80);
  Axpy.enqueueIn(X, Y);
  EXPECT_OK(Axpy.enqueueLaunch(1, 0, 80));
  expectInjected(D->synchronize(Queue::Compute), "launch number 1");
  EXPECT_OK(D->copyOut(Y.data(), Axpy.Y, Axpy.bytes()));
  EXPECT_OK(D->synchronize());
  EXPECT_EQ(std::count(Y.begin(), Y.end(), 1.0), 40);
}

TEST(Emulated, AFaultOfASourceIsItsOwnToo) {
  auto From = made(""), To = made("");
  DeviceAddress There = 0, Here = 0;
  EXPECT_OK(From->allocate(64, There));
  EXPECT_OK(To->allocate(64, Here));
  const std::vector<unsigned char> Bytes(64, 7);
  From->injectFault({EmulatedCall::CopyIn, 1, false});
  EXPECT_OK(From->copyIn(There, Bytes.data(), 64));
  EXPECT_OK(From->orderAfter(Queue::Out, Queue::In));
  EXPECT_OK(To->copyAcross(Here, *From, There, CopyShape::contiguous(64)));
  expectInjected(To->synchronize(), "copyin number 1");
  expectInjected(From->synchronize(), "copyin number 1");
  EXPECT_OK(From->synchronize());
}

TEST(Emulated, ADeadDeviceStaysDead) {
  auto D = made("die=copyin:1");
  DeviceAddress A = 0, B = 0;
  const int In = 1;
  EXPECT_OK(D->allocate(4, A));
  EXPECT_OK(D->copyIn(A, &In, 4));
  expectInjected(D->synchronize(Queue::In), "copyin number 1, the device dies");
  EXPECT_TRUE(D->lost());
  for (const Status &Result : {D->allocate(4, B), D->copyIn(A, &In, 4), D->synchronize(), D->prepare(AxpyRegion),
                               D->orderAfter(Queue::Out, Queue::In)}) {
    EXPECT_TRUE(Result.isDeviceFault());
    EXPECT_NE(Result.message().find("emulated:0: the device is lost: injected fault"), std::string::npos)
        << Result.message();
  }
  EXPECT_EQ(D->availableBytes(), 0u);
  EXPECT_OK(D->release(A));
}

TEST(Emulated, LogsWhatHappened) {
  auto D = made("");
  D->keepLog();
  const std::vector<double> X(10, 1);
  std::vector<double> Y(10, 0);
  AxpyOnDevice Axpy(*D, 0, 10);
  Axpy.enqueueIn(X, Y);
  EXPECT_OK(Axpy.enqueueLaunch(1, 2, 9));
  Axpy.enqueueOut(Y);
  EXPECT_EQ(D->log().size(), 2u); // Only the allocations so far.
  EXPECT_OK(D->synchronize(Queue::Out));
  ASSERT_EQ(D->log().size(), 6u);
  EXPECT_EQ(D->log()[3].Call, EmulatedCall::CopyIn);
  EXPECT_EQ(D->log()[3].Bytes, 80u);
  EXPECT_EQ(D->log()[4].Call, EmulatedCall::Launch);
  EXPECT_EQ(D->log()[4].First, 2u);
  EXPECT_EQ(D->log()[4].Last, 9u);
  EXPECT_EQ(D->log()[5].Call, EmulatedCall::CopyOut);
  EXPECT_EQ(D->calls(EmulatedCall::CopyIn), 2u);
}

TEST(Emulated, TheLinkTakesItsTime) {
  auto D = made("latency=5ms,bandwidth=100M");
  std::vector<unsigned char> Host(1 << 20);
  DeviceAddress A = 0;
  EXPECT_OK(D->allocate(Host.size(), A));
  // Twice 5 ms of latency and 10 ms for the bytes. A lower bound only, since other processes may use this machine.
  const double Seconds = secondsOf([&] {
    EXPECT_OK(D->copyIn(A, Host.data(), Host.size()));
    EXPECT_OK(D->copyIn(A, Host.data(), Host.size()));
    EXPECT_OK(D->synchronize(Queue::In));
  });
  EXPECT_GE(Seconds, 0.030);
  EXPECT_OK(D->release(A));
}

TEST(Emulated, LookingDoesNotWaitForTheClock) {
  auto D = made("latency=500ms");
  const double In = 4;
  DeviceAddress A = 0;
  EXPECT_OK(D->allocate(sizeof In, A));
  EXPECT_OK(D->copyIn(A, &In, sizeof In));
  EXPECT_OK(D->orderAfter(Queue::Out, Queue::In));
  bool Done = true;
  EXPECT_LT(secondsOf([&] { EXPECT_OK(D->finished(Done)); }), 0.4);
  EXPECT_FALSE(Done);
  EXPECT_OK(D->finished(Queue::Compute, Done));
  EXPECT_TRUE(Done);
  EXPECT_OK(D->synchronize());
  EXPECT_OK(D->finished(Queue::Out, Done));
  EXPECT_TRUE(Done);
  EXPECT_OK(D->release(A));
}

TEST(Emulated, WhoLooksLearnsOfFaults) {
  auto D = made("fail=copyin:1");
  const double In = 4;
  DeviceAddress A = 0;
  EXPECT_OK(D->allocate(sizeof In, A));
  EXPECT_OK(D->copyIn(A, &In, sizeof In));
  bool Done = true;
  expectInjected(D->finished(Queue::In, Done), "copyin");
  EXPECT_FALSE(Done);
  EXPECT_OK(D->finished(Done));
  EXPECT_TRUE(Done) << "what was enqueued was dropped";
  EXPECT_OK(D->release(A));
}

TEST(Emulated, QueuesRunSideBySide) {
  auto D = made("latency=60ms");
  int Host = 0;
  DeviceAddress A = 0, B = 0;
  EXPECT_OK(D->allocate(4, A));
  EXPECT_OK(D->allocate(4, B));
  // Two copies on one queue take 120 ms; on two queues, waited for one after the other, 60 ms. The best of several
  // attempts, since other processes may use this machine.
  double Best = 1;
  for (int I = 0; I < 5 && Best > 0.1; ++I)
    Best = std::min(Best, secondsOf([&] {
                      EXPECT_OK(D->copyIn(A, &Host, 4, Queue::In));
                      EXPECT_OK(D->copyIn(B, &Host, 4, Queue::Out));
                      EXPECT_OK(D->synchronize());
                    }));
  EXPECT_GE(Best, 0.060);
  EXPECT_LT(Best, 0.115);
  EXPECT_OK(D->release(A));
  EXPECT_OK(D->release(B));
}

TEST(Emulated, AQueueWaitsForWhatStoodBeforeTheOrderAndNothingElse) {
  auto D = made("latency=60ms");
  int Host = 0;
  DeviceAddress A = 0;
  EXPECT_OK(D->allocate(4, A));
  // The second copy on the first queue and the copy that is ordered after the first one run in parallel, although the
  // host waits for the whole first queue before it looks at the other one.
  double Best = 1;
  for (int I = 0; I < 5 && Best > 0.16; ++I)
    Best = std::min(Best, secondsOf([&] {
                      EXPECT_OK(D->copyIn(A, &Host, 4, Queue::In));
                      EXPECT_OK(D->orderAfter(Queue::Out, Queue::In));
                      EXPECT_OK(D->copyIn(A, &Host, 4, Queue::Out));
                      EXPECT_OK(D->copyIn(A, &Host, 4, Queue::In));
                      EXPECT_OK(D->synchronize());
                    }));
  EXPECT_GE(Best, 0.120);
  EXPECT_LT(Best, 0.175);
  EXPECT_OK(D->release(A));
}

TEST(Emulated, TellsWhatItsQueuesTookAndWhatKernelsHid) {
  constexpr std::size_t N = 200'000;
  auto D = made("speed=0.02,bandwidth=1G");
  std::vector<double> X = ramp(N, 0), Y = ramp(N, 0), Other(N);
  AxpyOnDevice Axpy(*D, 0, N);
  DeviceAddress Later = 0;
  EXPECT_OK(D->allocate(N * sizeof(double), Later));
  Axpy.enqueueIn(X, Y);
  EXPECT_OK(Axpy.enqueueLaunch(2, 0, N));
  EXPECT_OK(D->copyIn(Later, Other.data(), N * sizeof(double)));
  EXPECT_OK(D->synchronize());
  const DeviceSeconds Took = D->takeSeconds();
  const double OneCopy = double(N * sizeof(double)) / double(1 << 30);
  EXPECT_NEAR(Took.copying(), 3 * OneCopy, 1e-6);
  EXPECT_GT(Took.computing(), 0);
  EXPECT_NEAR(Took.Hidden, std::min(OneCopy, Took.computing()), 1e-6) << "the copy beside the kernel, and no other";
  EXPECT_EQ(D->takeSeconds().copying(), 0) << "told once";
  EXPECT_OK(D->release(Later));
}

TEST(Emulated, ItsSpeedScalesTheTimeOfAKernel) {
  hetrt_region Working = SumRegion;
  Working.emulated = workForAMillisecond;
  auto D = made("speed=0.1");
  SumLaunch Work(0, 8, Working);
  Worked = 0;
  const double Elapsed = secondsOf([&] {
    EXPECT_OK(D->launch(Work.Wanted));
    EXPECT_OK(D->synchronize());
  });
  // Lower bounds, which hold even if the machine is busy.
  const double Computing = D->takeSeconds().computing();
  EXPECT_GE(Worked, 8e-3);
  EXPECT_GE(Computing, 10 * Worked);
  EXPECT_GE(Elapsed, Computing);
}

TEST(Emulated, ShufflesBlocksTheSameWayEveryTime) {
  // The kernel records the order in which its iterations run.
  static long long Order[64];
  static std::size_t Count;
  hetrt_region Region = SumRegion;
  Region.emulated = [](hetrt_uint64 First, hetrt_uint64 Last, const void *, void *Partials, const hetrt_bounds *) {
    for (; First < Last; ++First)
      Order[Count++] = static_cast<long long>(First);
    *static_cast<long long *>(Partials) = 0;
  };
  auto Run = [&](std::string_view Options) {
    auto D = made(Options);
    Count = 0;
    SumLaunch Noting(0, 64, Region);
    EXPECT_OK(D->launch(Noting.Wanted));
    EXPECT_OK(D->synchronize());
    return std::vector<long long>(Order, Order + Count);
  };
  const std::vector<long long> One = Run("seed=1"), Again = Run("seed=1"), Other = Run("seed=2");
  EXPECT_EQ(One, Again);
  EXPECT_NE(One, Other);
  std::vector<long long> Sorted = One, Expected(64);
  std::sort(Sorted.begin(), Sorted.end());
  std::iota(Expected.begin(), Expected.end(), 0);
  EXPECT_EQ(Sorted, Expected);
  EXPECT_NE(One, Expected);
}

} // namespace hetrt::test
