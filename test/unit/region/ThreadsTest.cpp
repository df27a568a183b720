// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests regions in several threads at once, inside parallel regions, inside loop bodies, and in forked processes.
#include "Loops.h"

#include <sys/wait.h>
#include <unistd.h>

using namespace hetrt;
using namespace hetrt::test;

namespace {

/// Runs `Work` in `Count` threads at once.
template <typename Function> void inThreads(int Count, Function Work) {
  std::vector<std::thread> Threads;
  for (int Number = 0; Number < Count; ++Number)
    Threads.emplace_back([=] { Work(Number); });
  for (std::thread &Each : Threads)
    Each.join();
}

} // namespace

TEST(Threads, EightThreadsAThousandRegions) {
  // The loops are few, so the threads compete for histories, accelerators and first passes.
  inThreads(8, [](int Number) {
    AxpyLoop Axpy(50 + Number);
    for (int Pass = 0; Pass < 1000; ++Pass) {
      Axpy.Loop.on(Pass % 4 == 3 ? "gpu" : "all", Pass % 2 ? "adaptive" : "split");
      Axpy.runAndCheck();
      if (testing::Test::HasFatalFailure())
        return;
    }
  });
}

TEST(Threads, OneRegionFromAllThreads) {
  // The same descriptor with different values: one thread at a time uses the history of its region.
  AxpyLoop Model(60);
  inThreads(8, [&Model](int) {
    AxpyLoop Axpy(60);
    Axpy.Loop.Descriptor = &Model.Loop.Region;
    for (int Pass = 0; Pass < 200; ++Pass) {
      Axpy.runAndCheck();
      if (testing::Test::HasFatalFailure())
        return;
    }
  });
}

TEST(Threads, InsideAParallelRegionCoresOnly) {
  AxpyLoop Axpy(1000);
  Axpy.Loop.Call.in_parallel = 1;
  Axpy.Loop.on("gpu", "gpu");
  Axpy.runAndCheck();
  EXPECT_EQ(Axpy.OnCores, 1000u);
}

TEST(Threads, RegionsAsTasksShareTheMachine) {
  // Each task uses the accelerators that are free, and the cores that the other tasks leave, but at least one core.
  inThreads(6, [](int Number) {
    AxpyLoop Axpy(80 + Number);
    Axpy.Loop.Call.in_parallel = HETRT_OWN_TASK;
    for (int Pass = 0; Pass < 300; ++Pass) {
      Axpy.Loop.on(Pass % 3 == 2 ? "gpu" : "all", Pass % 2 ? "adaptive" : "chunk");
      Axpy.runAndCheck();
      if (testing::Test::HasFatalFailure())
        return;
    }
  });
  // All cores and accelerators were given back.
  AxpyLoop Alone(100), AsTask(100);
  AsTask.Loop.Call.in_parallel = HETRT_OWN_TASK;
  for (AxpyLoop *Each : {&Alone, &AsTask})
    Each->Loop.on("cpu", "cpu");
  hetrt_pass *Free = nullptr, *First = nullptr;
  ASSERT_EQ(Alone.Loop.begin(Free), HETRT_SUCCESS);
  ASSERT_EQ(AsTask.Loop.begin(First), HETRT_SUCCESS);
  EXPECT_EQ(hetrt_threads(Free), hetrt_threads(First));
  for (hetrt_pass *Pass : {Free, First}) {
    hetrt_range Range;
    hetrt_member *Member = hetrt_join(Pass, 0, 1);
    while (hetrt_next(Member, &Range)) {
    }
    EXPECT_EQ(hetrt_end(Pass), HETRT_SUCCESS);
  }
}

TEST(Threads, AFalseConditionRunsOnTheTeam) {
  AxpyLoop Axpy(1000);
  Axpy.Loop.Call.condition = 0;
  Axpy.Loop.on("gpu", "gpu");
  Axpy.runAndCheck();
  EXPECT_EQ(Axpy.OnCores, 1000u);
}

TEST(Threads, ARegionInsideABodyOfARegion) {
  AxpyLoop Outer(16), Inner(100);
  auto Plain = Outer.Loop.Body;
  std::mutex OneAtATime;
  Outer.Loop.on("cpu", "static");
  Outer.Loop.Body = [&](std::uint64_t First, std::uint64_t Last) {
    Plain(First, Last);
    std::lock_guard Lock(OneAtATime);
    Inner.Loop.Call.in_parallel = 1;
    Inner.runAndCheck();
  };
  Outer.runAndCheck();
}

TEST(Threads, ARecursiveRegion) {
  AxpyLoop Outer(8);
  auto Plain = Outer.Loop.Body;
  std::atomic<int> Depth{0};
  Outer.Loop.on("cpu", "static");
  Outer.Loop.Body = [&](std::uint64_t First, std::uint64_t Last) {
    Plain(First, Last);
    if (Depth.fetch_add(1) > 0)
      return;
    AxpyLoop Inner(40);
    Inner.Loop.Descriptor = &Outer.Loop.Region;
    Inner.runAndCheck();
  };
  Outer.runAndCheck();
}

TEST(Threads, AForkedChildHasCoresOnly) {
#ifdef HETCC_THREAD_SANITIZER
  GTEST_SKIP() << "the thread sanitizer does not follow threads made after a fork";
#endif
  AxpyLoop Axpy(500, HETRT_PERSIST);
  Axpy.Loop.on("all", "static");
  Axpy.runAndCheck();
  const pid_t Child = fork();
  ASSERT_GE(Child, 0);
  if (Child == 0) {
    Axpy.runAndCheck();
    AxpyLoop Fresh(500);
    Fresh.Loop.on("gpu", "gpu");
    Fresh.runAndCheck();
    _exit(HasFatalFailure() || Fresh.OnCores != 500 || Axpy.OnCores != 500 ||
          hetrt_depersist(Axpy.X.data(), "x", "here") != HETRT_SUCCESS);
  }
  int Result = 0;
  ASSERT_EQ(waitpid(Child, &Result, 0), Child);
  EXPECT_TRUE(WIFEXITED(Result));
  EXPECT_EQ(WEXITSTATUS(Result), 0);
  Axpy.runAndCheck();
  EXPECT_EQ(hetrt_depersist(Axpy.X.data(), "x", "here"), HETRT_SUCCESS);
  EXPECT_EQ(hetrt_depersist(Axpy.Y.data(), "y", "here"), HETRT_SUCCESS);
}

TEST(Threads, NoMoreThanGranted) {
  AxpyLoop Axpy(100);
  Axpy.Loop.Call.num_threads = 1000;
  Axpy.runAndCheck();
  EXPECT_LE(unsigned(Axpy.Loop.LastThreads), Engine::instance().grantedCores());
  Axpy.Loop.Call.num_threads = 1;
  Axpy.runAndCheck();
  EXPECT_EQ(Axpy.Loop.LastThreads, 1);
}
