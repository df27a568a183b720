// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests which thread drives an accelerator: the accelerator's own, or a thread that would otherwise only wait for it.
#include "Loops.h"
#include "Team/Accelerator.h"

#include <atomic>
#include <thread>

using namespace hetrt;
using namespace hetrt::test;

namespace {

/// A task that counts how often it ran.
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
    Accelerator::awaitStartUps();
    if (Which && IsHeld)
      Which->release();
  }

  Accelerator *Which = nullptr;
  bool IsHeld = true; ///< By the test.
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

TEST_F(Help, ATaskIsDoneOnceWhoeverBegins) { // who does that depends on the system
  for (int Round = 0; Round < 2000; ++Round) {
    Remembers Task;
    ASSERT_TRUE(Which->start(Task).ok());
    if (Round % 3 && Which->takeBack(Task))
      Task.run();
    Task.Runs.wait(0, std::memory_order_acquire);
    ASSERT_EQ(Task.Runs, 1);
  }
}

namespace {

/// A region whose kernel an emulated device loads at once.
const hetrt_region &loadable() {
  static AxpyLoop Axpy(1000);
  return Axpy.Loop.Region;
}

} // namespace

TEST_F(Help, ATaskBehindAStartUpRunsOnceOrIsAbandoned) {
  int Left = 0;
  for (int Round = 0; Round < 2000; ++Round) {
    Remembers Task, Other;
    // In some rounds, the kernel cannot be loaded before the task is abandoned.
    std::unique_lock Driving(Which->memory().driving().ofSteps(), std::defer_lock);
    if (Round % 12 == 0)
      Driving.lock();
    ASSERT_TRUE(Which->start(loadable(), Task).ok());
    EXPECT_FALSE(Which->abandon(Other, [] { return true; })) << "the accelerator has another one";
    EXPECT_FALSE(Which->abandon(Task, [] { return false; })) << "it is still wanted";
    if (Round % 3 == 0 && Which->abandon(Task, [] { return true; })) {
      ++Left;
      if (Driving)
        Driving.unlock();
      Which->release(); // by the pass that had it
      Accelerator::awaitStartUps();
      EXPECT_FALSE(Which->isLoading());
      EXPECT_EQ(Task.Runs, 0);
      ASSERT_TRUE(Which->tryAcquire()) << "the start-up has ended";
    } else if (Round % 3 == 1 && Which->takeBack(Task)) {
      Task.run();
      EXPECT_FALSE(Which->takeBack(Task));
    } else {
      Task.Runs.wait(0, std::memory_order_acquire);
      EXPECT_FALSE(Which->abandon(Task, [] { return true; })) << "it has run";
      EXPECT_TRUE(Which->startUpResult().ok());
    }
  }
  EXPECT_GE(Left, 2000 / 12);
}

TEST_F(Help, AnAcceleratorThatLoadsForNobodyCannotBeAcquired) {
  Remembers Task;
  std::lock_guard Driving(Which->memory().driving().ofSteps()); // so that the kernel cannot be loaded
  ASSERT_TRUE(Which->start(loadable(), Task).ok());
  ASSERT_TRUE(Which->abandon(Task, [] { return true; }));
  Which->release();
  IsHeld = false;
  EXPECT_TRUE(Which->isLoading());
  EXPECT_FALSE(Which->tryAcquire());
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
  ASSERT_EQ(Axpy.Loop.begin(Pass), HETRT_SUCCESS); // and no member joins the pass
  EXPECT_EQ(hetrt_end(Pass), HETRT_SUCCESS) << hetrt_last_message();
  for (std::size_t I = 0; I < Axpy.Y.size(); ++I)
    ASSERT_EQ(Axpy.Y[I], 1 + 3 * Axpy.X[I]);
}
