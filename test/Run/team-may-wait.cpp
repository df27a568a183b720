// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// In these teams, a thread waits before a loop with `nowait` for what another one does behind it, by classes of the
// standard library and by functions that are known only when the program runs; so the loops stay plain OpenMP.
// Containers, algorithms and streams do not wait.
// RUN: %hetccxx -std=c++20 -O1 -fopenmp --hetcc-auto=all --hetcc-summary %s -o %t 2>&1 | FileCheck %s
// RUN: env OMP_NUM_THREADS=2 HETRT_DEVICES=cpu:1,emulated:1 HETRT_SCHEDULE=static timeout 60 %t
// RUN: env OMP_NUM_THREADS=2 HETRT_DEVICES=emulated:2 timeout 60 %t
#include "Inputs/waiting-team.h"
#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <latch>
#include <memory>
#include <numeric>
#include <ranges>
#include <semaphore>
#include <shared_mutex>
#include <sstream>
#include <unistd.h>
#include <vector>

enum { N = 4096 };
static double y[N];
static std::atomic<int> Flag{0};
static void setFlag(int Value) { Flag = Value; }

struct Step {
  virtual void go() const {}
};
struct WaitingStep : Step {
  void go() const override {
    while (!Flag)
      ;
  }
};
struct LastStep final : Step {
  void go() const override {}
};
struct WaitsAtEnd {
  ~WaitsAtEnd() {
    while (!Flag.load())
      ;
  }
};

static void waits() {
  std::latch Latch(1);
  // CHECK-DAG: team-may-wait.cpp:[[@LINE+1]]:{{.*}}the threads of the team wait for each other by flags or locks
  TEAM(Latch.wait(), Latch.count_down());
  std::binary_semaphore Semaphore(0);
  // CHECK-DAG: team-may-wait.cpp:[[@LINE+1]]:{{.*}}the threads of the team wait for each other by flags or locks
  TEAM(Semaphore.acquire(), Semaphore.release());
  // CHECK-DAG: team-may-wait.cpp:[[@LINE+1]]:{{.*}}the threads of the team wait for each other by flags or locks
  TEAM(Flag.wait(0), (Flag = 1, Flag.notify_all()));
  // CHECK-DAG: team-may-wait.cpp:[[@LINE+1]]:{{.*}}the threads of the team wait for each other by flags or locks
  TEAM(while (!std::atomic_load(&Flag)), Flag = 1);
  // CHECK-DAG: team-may-wait.cpp:[[@LINE+1]]:{{.*}}the threads of the team wait for each other by flags or locks
  TEAM(WaitsAtEnd Guard, Flag = 1);
  auto Owner = std::make_shared<int>(1);
  auto Other = Owner;
  // CHECK-DAG: team-may-wait.cpp:[[@LINE+1]]:{{.*}}the threads of the team wait for each other by flags or locks
  TEAM(while (Owner.use_count() > 1), Other.reset());
  // CHECK-DAG: team-may-wait.cpp:[[@LINE+1]]:{{.*}}the threads of the team wait for each other by flags or locks
  TEAM(std::ranges::find_if(std::views::iota(0ull), [](auto) { return Flag != 0; }), Flag = 1);
  const std::filesystem::path File = std::filesystem::temp_directory_path() / std::to_string(getpid());
  // CHECK-DAG: team-may-wait.cpp:[[@LINE+1]]:{{.*}}the threads of the team wait for each other by flags or locks
  TEAM(while (!std::filesystem::exists(File)), std::ofstream(File) << 1);
  std::filesystem::remove(File);
  WaitingStep Waiting;
  Step Plain;
  const Step *Steps[] = {&Plain, &Waiting};
  // CHECK-DAG: team-may-wait.cpp:[[@LINE+1]]:{{.*}}the team calls the virtual function 'go' before the loop
  TEAM(Steps[omp_get_thread_num()]->go(), Flag = 1);
  std::function<void()> Call = [&] { Waiting.go(); };
  // CHECK-DAG: team-may-wait.cpp:[[@LINE+1]]:{{.*}}the team calls through a pointer to a function before the loop
  TEAM(Call(), Flag = 1);
}

/// A loop in a function whose callers are not known: any team may have this one's threads.
struct Field {
  void add() {
// CHECK-DAG: team-may-wait.cpp:[[@LINE+1]]:{{.*}}'add' may be called in a team whose threads wait for each other before
#pragma omp for schedule(static) nowait
    for (int i = 0; i < N; i++)
      y[i] += 1;
  }
};

/// Two loops of teams whose threads do not wait.
static void freeOfWaits() {
  LastStep Last;
  std::ostringstream Out;
#pragma omp parallel num_threads(2)
  {
    std::vector<int> Keys = {3, 1, 2};
    std::sort(Keys.begin(), Keys.end(), [](int A, int B) { return A > B; });
    Keys.push_back(std::accumulate(Keys.begin(), Keys.end(), 0));
    auto Shared = std::make_shared<std::vector<int>>(Keys);
    Last.go();
    for (int Key : *Shared)
#pragma omp critical
      Out << Key << std::endl;
#pragma omp for schedule(static) nowait
    for (int i = 0; i < N; i++)
      y[i] += 1;
  }
  const Step Exact;
  int Count = 0;
#pragma omp parallel num_threads(2)
  {
    Exact.go();
    std::vector<int> Some(4, 1);
    for (auto Each = Some.begin(); Each != Some.end(); ++Each)
#pragma omp atomic
      Count += *Each;
#pragma omp for schedule(static) nowait
    for (int i = 0; i < N; i++)
      y[i] += 1;
  }
  if (Out.str().size() != 16 || Count != 8)
    std::exit(2);
}

int main() {
  waits();
  Field().add();
  freeOfWaits();
  for (double Each : y)
    if (Each != 10 + 1 + 2)
      return 1;
  return 0;
}
// CHECK-DAG: 2 of 13 loops split
