// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The threads of this team take a mutex of C++ around a loop with `nowait`, by a guard object. With devices, all threads
// would meet before the loop, so it stays plain OpenMP.
// RUN: %hetccxx -O1 -fopenmp --hetcc-auto=all --hetcc-summary %s -o %t 2>&1 | FileCheck %s
// RUN: env OMP_NUM_THREADS=2 HETRT_DEVICES=cpu:1,emulated:1 HETRT_SCHEDULE=static timeout 60 %t
#include <mutex>

static double y[4096];

int main() {
  std::mutex One;
#pragma omp parallel num_threads(2)
  {
    std::lock_guard<std::mutex> Guard(One);
// CHECK: team-mutex.cpp:[[@LINE+1]]:{{.*}}the threads of the team wait for each other by flags or locks
#pragma omp for schedule(static) nowait
    for (int i = 0; i < 4096; i++)
      y[i] += 1;
  }
  for (double Each : y)
    if (Each != 1)
      return 1;
  return 0;
}
