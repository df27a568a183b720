// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Who drives an accelerator: its own thread, or one that would only wait for it.
#include "Loops.h"
#include "Team/Accelerator.h"

#include <atomic>
#include <thread>

using namespace hetrt;
using namespace hetrt::test;

namespace {

/// Remembers how often it ran.
class Remembers final : public AcceleratorTask {
public:
  void run() override {
    Runs.fetch_add(1, std::memory_order_release);
    Runs.notify_all();
  }

  std::atomic<int> Runs{0};
};

class Help : public testing::Test {
protected:
  void SetUp() override {
    Fleet *All = nullptr;
    ASSERT_TRUE(Engine::instance().fleet(All).ok());
    if (!All || All->Members.empty())
      GTEST_SKIP() << "no accelerator";
    Which = All->Members.front().get();
    ASSERT_TRUE(Which->tryAcquire());
  }
  void TearDown() override {
    if (Which)
      Which->release();
  }

  Accelerator *Which = nullptr;
};

} // namespace

TEST_F(Help, WhatNobodyHasBegunCanBeTakenBackOnce) {
  Remembers Task, Other;
  Which->offer(Task);
  EXPECT_FALSE(Which->takeBack(Other)) << "the accelerator has another one";
  EXPECT_TRUE(Which->takeBack(Task));
  EXPECT_FALSE(Which->takeBack(Task));
  EXPECT_EQ(Task.Runs, 0);
  ASSERT_TRUE(Which->start(Task).ok()) << "and given again";
  Task.Runs.wait(0, std::memory_order_acquire);
}

TEST_F(Help, ATaskIsDoneOnceWhoeverBegins) {
  int Here = 0;
  for (int Round = 0; Round < 2000; ++Round) {
    Remembers Task;
    ASSERT_TRUE(Which->start(Task).ok());
    if (Round % 3 && Which->takeBack(Task)) {
      ++Here;
      Task.run();
    }
    Task.Runs.wait(0, std::memory_order_acquire);
    ASSERT_EQ(Task.Runs, 1);
  }
  EXPECT_GT(Here, 0);
}

namespace {

std::atomic<std::thread::id> LastKernel;

void kernelSeenHere(std::uint64_t First, std::uint64_t Last, const void *Argument, void *Partial,
                    const hetrt_bounds *B) {
  LastKernel = std::this_thread::get_id();
  AxpyLoop::kernel(First, Last, Argument, Partial, B);
}

} // namespace

TEST(Helped, WhereNoCoreComputesTheCallerDrivesAnAccelerator) {
  if (emulatedDevices().size() != 1)
    GTEST_SKIP() << "not one accelerator";
  AxpyLoop Axpy(1000);
  Axpy.Loop.Region.emulated = kernelSeenHere;
  Axpy.Loop.on("gpu", "static");
  for (int Pass = 0; Pass < 5; ++Pass) {
    Axpy.Loop.Call.num_threads = 1;
    Axpy.runAndCheck();
    EXPECT_EQ(Axpy.OnCores, 0u);
    EXPECT_EQ(LastKernel.load(), std::this_thread::get_id()) << "nobody was woken for it";
  }
}

TEST(Helped, AMemberThatCameToNothingLeavesItToTheEnd) {
  if (emulatedDevices().empty())
    GTEST_SKIP() << "no accelerator";
  AxpyLoop Axpy(1000);
  Axpy.Loop.on("gpu", "static");
  hetrt_pass *Pass = nullptr;
  ASSERT_EQ(Axpy.Loop.begin(Pass), HETRT_SUCCESS); // and no member joins
  EXPECT_EQ(hetrt_end(Pass), HETRT_SUCCESS) << hetrt_last_message();
  for (std::size_t I = 0; I < Axpy.Y.size(); ++I)
    ASSERT_EQ(Axpy.Y[I], 1 + 3 * Axpy.X[I]);
}
