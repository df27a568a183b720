// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The variables of a coroutine lie in its frame, whose layout only the host compiler knows; so hetcc does not split loops in coroutines.
// RUN: %hetccxx -std=c++20 -fopenmp --hetcc-auto=all --hetcc-emit-source=%t.cpp --hetcc-explain -c %s -o %t.o 2>&1 | FileCheck %s
// CHECK: coroutine.cpp:[[#@LINE+16]]:{{.*}}remark: 'omp parallel for' is not split: its function is a coroutine
#include <coroutine>

struct Task {
  struct promise_type {
    Task get_return_object() { return {}; }
    std::suspend_never initial_suspend() { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
};

static double x[1000];

Task fill() {
#pragma omp parallel for
  for (int i = 0; i < 1000; i++)
    x[i] = i;
  co_return;
}

void run() { fill(); }
