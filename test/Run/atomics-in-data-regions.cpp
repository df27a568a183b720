// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// For an array that a loop updates by `omp atomic`, the data region that maps the pointer gives the extent, also of
// elements before the pointer if it points into an array. Outside of a data region the allocation gives the extent.
// RUN: %serialxx -O2 -fopenmp %s -o %t.serial && %hetccxx -O2 -fopenmp -Wall -Wextra -Werror --hetcc-auto=all --hetcc-summary %s -o %t 2>%t.found
// RUN: FileCheck %s --input-file=%t.found
// RUN: %compare %t.serial %t
// RUN: env HETRT_REPORT=1 HETRT_DEVICES=emulated:2 HETRT_SCHEDULE=static %t 2>&1 | FileCheck %s --check-prefix=RAN
#include <cstdio>
#include <vector>

// CHECK: 3 of 3 loops split

template <typename T> void count(int n, const int *key, T *bins) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) {
#pragma omp atomic update
    bins[key[i]] += 1;
  }
}

void around(int n, const int *key, long *middle) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) {
#pragma omp atomic
    middle[key[i] - 8]++;
  }
}

void most(int n, const int *key, int (*rows)[4]) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) {
#pragma omp atomic
    rows[key[i]][i % 4] |= i;
  }
}

int main() {
  const int n = 4000;
  std::vector<int> key(n);
  for (int i = 0; i < n; i++)
    key[i] = i * 7 % 16;
  int *keys = key.data();
  std::vector<int> a(16);
  std::vector<double> b(16);
  std::vector<long> c(16);
  static int rows[16][4];
  int(*table)[4] = rows;
  int *bins = a.data();
  double *more = b.data();
  long *counts = c.data();
#pragma omp target data map(to : keys[0 : n]) map(tofrom : bins[0 : 16], more[0 : 16], counts[0 : 16], table[0 : 16])
  {
    count(n, keys, bins);
    count(n, keys, more);
    around(n, keys, counts + 8);
    most(n, keys, table);
  }
  count(n, keys, bins); // outside of the data region
  for (int i = 0; i < 16; i++)
    printf("%d %.0f %ld %d %d\n", bins[i], more[i], counts[i], rows[i][0], rows[i][3]);
}

// RAN: atomics-in-data-regions.cpp:14: static, 2 passes
// RAN: emulated:0 4000
// RAN: atomics-in-data-regions.cpp:14, instance 2: static, 1 pass
// RAN: emulated:1 2000
// RAN: atomics-in-data-regions.cpp:22: static, 1 pass
// RAN: emulated:1 2000
// RAN: atomics-in-data-regions.cpp:30: static, 1 pass
// RAN: emulated:1 2000
