// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests HETRT_HOST_THREAD=collaborative, where the threads of the team drive the accelerators. Other tests are run with
// this setting too (CMakeLists.txt) and check that results are right with every scheduler and after faults; the tests
// here check what only this setting promises.
#include "Loops.h"

#include <mutex>
#include <set>

using namespace hetrt;
using namespace hetrt::test;

namespace {

class Collaborative : public testing::Test {
protected:
  void SetUp() override {
    if (Engine::instance().settings().HostThreads != HostThread::Collaborative || emulatedDevices().empty())
      GTEST_SKIP() << "the team drives no accelerators";
  }
};

/// Needs HETRT_EMULATED=latency=50ms, with which every copy takes longer than anything that the test does meanwhile.
class CollaborativeSlow : public Collaborative {
protected:
  void SetUp() override {
    Collaborative::SetUp();
    if (!IsSkipped() && Engine::instance().settings().kindOptions("HETRT_EMULATED").empty())
      GTEST_SKIP() << "no link is modelled";
  }
};

/// Collects the threads that ran kernels.
class Witness {
public:
  void saw() {
    std::lock_guard Lock(Mutex);
    Threads.insert(std::this_thread::get_id());
  }
  std::set<std::thread::id> threads() {
    std::lock_guard Lock(Mutex);
    return Threads;
  }

private:
  std::mutex Mutex;
  std::set<std::thread::id> Threads;
};

Witness InKernels;

void seenKernel(std::uint64_t First, std::uint64_t Last, const void *Argument, void *Partial, const hetrt_bounds *B) {
  InKernels.saw();
  AxpyLoop::kernel(First, Last, Argument, Partial, B);
}

} // namespace

TEST_F(Collaborative, NobodyButTheTeamDrives) {
  AxpyLoop Axpy(10000);
  Axpy.Loop.Region.emulated = seenKernel;
  Axpy.Loop.on("gpu", "static");
  Axpy.runAndCheck(); // the kernel is loaded in the accelerator's own thread
  // A team of one thread, which is the test's.
  Axpy.Loop.Call.num_threads = 1;
  Axpy.runAndCheck();
  EXPECT_EQ(Axpy.OnCores, 0u);
  const std::set<std::thread::id> All = InKernels.threads();
  EXPECT_TRUE(All.contains(std::this_thread::get_id()));
  EXPECT_EQ(All.size(), 1u) << "cores that are not used are one thread";
}

TEST_F(Collaborative, WhatTheTeamDoesNotDriveToItsEndIsDrivenThere) {
  AxpyLoop Axpy(10000);
  Axpy.Loop.on("gpu", "static");
  Axpy.runAndCheck();
  hetrt_pass *Pass = nullptr;
  ASSERT_EQ(Axpy.Loop.begin(Pass), HETRT_SUCCESS);
  EXPECT_EQ(hetrt_end(Pass), HETRT_SUCCESS) << hetrt_last_message();
  for (std::size_t I = 0; I < Axpy.Y.size(); ++I)
    ASSERT_EQ(Axpy.Y[I], 1 + 2 * 3 * Axpy.X[I]);
}

TEST_F(Collaborative, AProgramFaultInTheMiddleOfARangeOfTheTeam) {
  AxpyLoop Axpy(100000);
  Axpy.Loop.on("all", "static");
  Axpy.Loop.Region.emulated = [](std::uint64_t First, std::uint64_t, const void *Argument, void *,
                                 const hetrt_bounds *B) {
    const auto &V = *static_cast<const AxpyLoop::Values *>(Argument);
    V.Y[0] = V.X[hetrt_read_index(&B[0], 0, First == 0 ? -1 : 100000)];
  };
  EXPECT_EQ(Axpy.Loop.run(), HETRT_ERROR_WINDOW);
  EXPECT_EQ(Axpy.Loop.run(), HETRT_ERROR_WINDOW) << "the device is free again";
}

namespace {

/// A kernel that begins a loop of its own, in the thread that runs the kernel.
void kernelWithARegion(std::uint64_t First, std::uint64_t Last, const void *Argument, void *Partial,
                       const hetrt_bounds *B) {
  AxpyLoop::kernel(First, Last, Argument, Partial, B);
  AxpyLoop Inner(10);
  Inner.Loop.on("gpu", "gpu");
  Inner.Loop.Call.num_threads = 1;
  Inner.runAndCheck();
  EXPECT_EQ(Inner.OnCores, 10u) << "devices do not use devices";
}

} // namespace

TEST(Kernels, ARegionInsideAKernelRunsInItsThread) {
  AxpyLoop Outer(100);
  Outer.Loop.Region.emulated = kernelWithARegion;
  Outer.Loop.on("all", "static");
  for (int Pass = 0; Pass < 3; ++Pass)
    Outer.runAndCheck();
}

TEST_F(CollaborativeSlow, ACoreComputesWhileTheDeviceIsAtWork) {
  AxpyLoop Axpy(100000);
  Axpy.Loop.on("all", "static");
  Axpy.Loop.Call.ratio = 0.5;
  Axpy.runAndCheck();
  EmulatedDevice &Device = *emulatedDevices().front();
  const DeviceStatistics Before = Device.statistics();
  unsigned Meanwhile = 0, Pieces = 0;
  auto Plain = Axpy.Loop.Body;
  // The team is the test's thread alone, which also drives the device, so the statistics do not change while they are
  // read.
  Axpy.Loop.Body = [&](std::uint64_t First, std::uint64_t Last) {
    ++Pieces;
    Meanwhile += Device.statistics().Launches > Before.Launches && Device.statistics().BytesOut == Before.BytesOut;
    Plain(First, Last);
  };
  Axpy.runAndCheck();
  EXPECT_GT(Meanwhile, 0u) << "the kernel is launched, and its outputs are not on their way";
  EXPECT_GT(Pieces, 1u);
  EXPECT_EQ(Axpy.OnCores, 50000u) << "reported as one share";
}

TEST_F(CollaborativeSlow, WhoNeedsTheDeviceCompletesItsRange) {
  if (Engine::instance().settings().Write != WritePolicy::Back)
    GTEST_SKIP() << "HETRT_WRITE is not back";
  AxpyLoop Kept(1000, HETRT_PERSIST), Axpy(100000);
  Kept.Loop.on("gpu", "static");
  ASSERT_EQ(Kept.Loop.run(), HETRT_SUCCESS) << "and only the device has the new values";
  Axpy.Loop.on("all", "static");
  Axpy.Loop.Call.ratio = 0.5;
  Axpy.runAndCheck();
  EmulatedDevice &Device = *emulatedDevices().front();
  auto Plain = Axpy.Loop.Body;
  bool Fetched = false;
  Axpy.Loop.Body = [&](std::uint64_t First, std::uint64_t Last) {
    Plain(First, Last);
    if (std::exchange(Fetched, true))
      return;
    const std::uint64_t Before = Device.statistics().BytesOut;
    // Another thread makes the call, and this one waits for it while the device works for this one.
    std::thread([&] {
      EXPECT_EQ(hetrt_depersist(Kept.Y.data(), "y", "here"), HETRT_SUCCESS) << hetrt_last_message();
    }).join();
    EXPECT_GT(Device.statistics().BytesOut - Before, 1000 * sizeof(double)) << "the range's outputs too";
    for (std::size_t I = 0; I < Kept.X.size(); ++I)
      ASSERT_EQ(Kept.Y[I], 1 + 3 * Kept.X[I]);
    // Then this thread makes such a call.
    EXPECT_EQ(hetrt_depersist(Kept.X.data(), "x", "here"), HETRT_SUCCESS) << hetrt_last_message();
  };
  Axpy.runAndCheck();
  EXPECT_TRUE(Fetched);
}
