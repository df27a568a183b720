// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loop with only OpenMP directives counts as split where it has no GPU form, since cores and emulated devices run it.
// There is no warning, because the user has not asked for devices, but the summary says why GPUs do not run it.
// REQUIRES: ptx
// RUN: %hetccxx -O1 -Wall -Werror -fopenmp --hetcc-auto=all --hetcc-summary -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not={{.}}
// RUN: grep -aoE "entry hetcc_[0-9]+_[0-9]+" %t.o | sort -u | FileCheck %s --check-prefix=KERNELS

// With --hetcc-no-cuda the summary does not mention GPUs.
// RUN: %hetccxx -O1 -fopenmp --hetcc-auto=all --hetcc-no-cuda --hetcc-summary -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=WITHOUT --implicit-check-not={{.}}

// CHECK: {{.*}}summary-gpus.cpp: 6 of 6 loops split
// CHECK-NEXT: {{.*}}summary-gpus.cpp:[[#@LINE+23]]: 'omp parallel for' is split, but GPUs have no form of it: it calls 'elsewhere' of another unit
// CHECK-NEXT: {{.*}}summary-gpus.cpp:[[#@LINE+25]]: 'omp parallel for' is split, but GPUs have no form of it: it may end the program with a status of its own, which a GPU cannot hand on
// CHECK-NEXT: {{.*}}summary-gpus.cpp:[[#@LINE+30]]: 'omp parallel for' is split, but GPUs have no form of it: the device compiler refuses it: {{.*}}dynamic alloca{{.*}}
// CHECK-NEXT: {{.*}}summary-gpus.cpp:[[#@LINE+35]]: 'omp parallel for' is split, but GPUs have no form of some instances: it uses numbers that GPUs do not have, such as 'long double'
// CHECK-NEXT: {{.*}}summary-gpus.cpp:[[#@LINE+46]]: 'omp parallel for' is split, but GPUs have no form of it: what each iteration has of its own, as 'large', takes more than 64 KiB
// WITHOUT: {{.*}}summary-gpus.cpp: 6 of 6 loops split
// KERNELS: hetcc_0_0
// KERNELS-NEXT: hetcc_4_{{[01]}}
// KERNELS-NOT: hetcc_
#include <cstdlib>
#include <cstring>

double elsewhere(double);
static int half(int v) {
  char memory[v + 1];
  std::memset(memory, 1, sizeof memory);
  return v - 1 + memory[v / 2];
}

void all(double *x, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] *= 2;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] = elsewhere(x[i]);
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    if (x[i] < 0)
      std::exit(2);
    x[i] += 1;
  }
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] = half(int(x[i]));
}

template <typename T> void halve(T *x, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] /= 2;
}

void both(float *x, long double *y, int n) {
  halve(x, n);
  halve(y, n);
}

void scratch(double *x, int n) {
  double large[12000];
#pragma omp parallel for private(large)
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < 12000; j++)
      large[j] = x[i] * j;
    x[i] = large[n];
  }
}
