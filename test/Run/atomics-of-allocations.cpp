// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Without a clause, the extent of an array that a loop updates by `omp atomic` is that of the allocation or variable
// that contains the pointer's target, also before the pointer. Elements that are not updated stay unchanged, whatever
// their type. If the extent is unknown (a pointer to a local array) or the pointer is null, the loop runs on the cores.
// RUN: %serialxx -O2 -fopenmp %s -o %t.serial && %hetccxx -O2 -fopenmp -Wall -Wextra -Werror --hetcc-auto=all --hetcc-summary %s -o %t 2>%t.found
// RUN: FileCheck %s --input-file=%t.found
// RUN: %compare %t.serial %t
// RUN: env HETRT_REPORT=1 HETRT_DEVICES=emulated:2 HETRT_SCHEDULE=static %t 2>&1 | FileCheck %s --check-prefix=RAN
#include <cmath>
#include <cstdio>
#include <cstdlib>

// CHECK: 6 of 7 loops split
// CHECK: 'added' and 'joined' may lead to one array, of which it updates elements by different operators

static void count(int n, const int *key, int *bins) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
#pragma omp atomic
    bins[key[i]]++;
  }
}

static void around(int n, const int *key, double *middle) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
#pragma omp atomic
    *(middle + key[i] - 8) += i;
  }
}

static void seldom(int n, const int *key, long *bins) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    if (key[i] > 100) {
#pragma omp atomic
      bins[key[i]] -= i;
    }
}

static void two(int n, const int *key, int *added, int *joined) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
#pragma omp atomic
    added[key[i]] += 3;
#pragma omp atomic
    joined[key[i]] |= 1;
  }
}

struct Counter {
  int found = 2, n;
  long bins[16] = {};
  const int *key;
  double *sums;
  void countFound() {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      if (key[i] % 3 == 0) {
#pragma omp atomic
        found++;
      }
  }
  void fill() {
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
#pragma omp atomic
      bins[key[i]] += 2;
    }
  }
  void add() {
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
#pragma omp atomic
      this->sums[key[i]] += 0.5;
    }
  }
};

int main() {
  const int n = 4000;
  int *key = static_cast<int *>(malloc(n * sizeof(int)));
  for (int i = 0; i < n; i++)
    key[i] = i * 7 % 16;
  int *small = static_cast<int *>(calloc(16, sizeof(int)));
  int *large = static_cast<int *>(calloc(3000, sizeof(int)));
  static int fixed[300];
  int local[16] = {};
  count(n, key, small);
  count(n, key, large + 1000);
  count(n, key, fixed + 7);
  count(n, key, local);
  // One allocation with two arrays, one of which contains -0.0, which adding 0.0 would change.
  double *pool = static_cast<double *>(malloc(1000 * sizeof(double)));
  for (int i = 0; i < 1000; i++)
    pool[i] = i < 16 ? i : -0.0;
  around(n, key, pool + 8);
  seldom(n, key, nullptr);
  count(0, key, nullptr);
  two(n, key, small, large);
  Counter all;
  all.n = n, all.key = key, all.sums = pool;
  all.countFound();
  all.fill();
  all.add();
  int kept = 0;
  for (int i = 16; i < 1000; i++)
    kept += std::signbit(pool[i]) != 0;
  for (int i = 0; i < 16; i++)
    printf("%d %d %d %d %.1f %ld\n", small[i], large[1000 + i], fixed[7 + i], local[i], pool[i], all.bins[i]);
  printf("%d %d %d %d\n", kept, all.found, large[999], large[1016]);
  free(key), free(small), free(large), free(pool);
}

// RAN: atomics-of-allocations.cpp:17: static, 5 passes
// RAN: as plain OpenMP: 2 of 5 passes
// RAN: emulated:1 {{[0-9]+}}
// RAN: atomics-of-allocations.cpp:25: static, 1 pass
// RAN: emulated:1 2000
// RAN: atomics-of-allocations.cpp:57: static, 1 pass
// RAN: emulated:1 2000
// RAN: atomics-of-allocations.cpp:65: static, 1 pass
// RAN: emulated:1 2000
// RAN: atomics-of-allocations.cpp:72: static, 1 pass
// RAN: emulated:1 2000
