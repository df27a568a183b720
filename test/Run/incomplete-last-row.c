// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// No iteration reads the last element of the last row, and the array ends before it, at a page that cannot be read. So
// devices cannot get whole rows. The cores run the loops then; an array with a whole last row does move to devices.
// RUN: %hetcc -O1 -fopenmp --hetcc-auto=all %s -o %t
// RUN: gcc -O1 %s -o %t.serial
// RUN: %t.serial > %t.expected
// RUN: env HETRT_SCHEDULE=static HETRT_DEVICES=emulated:2 HETRT_REPORT=1 %t > %t.out 2> %t.report
// RUN: cmp %t.expected %t.out
// RUN: FileCheck %s --input-file %t.report
// RUN: env HETRT_SCHEDULE=static HETRT_DEVICES=cpu:1,emulated:1 %t > %t.out 2>&1 && cmp %t.expected %t.out
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

// CHECK: incomplete-last-row.c:[[@LINE+3]]:
// CHECK: no accelerator: 'p', line [[@LINE+2]]: how long the array is is not known
static void corner(int n, int m, double *restrict v, const double *restrict p) {
#pragma omp parallel for
  for (int j = 1; j < m; j++)
    for (int i = 1; i < n; i++)
      v[i + j * n] = p[i + (j - 1) * n] * 2 + p[i - 1 + j * n] * 3;
}

// CHECK: incomplete-last-row.c:[[@LINE+3]]:
// CHECK: no accelerator: 'p', line [[@LINE+2]]: how long the array is is not known
static void star(int n, int m, double *restrict v, const double *restrict p) {
#pragma omp parallel for
  for (int j = 1; j < m - 1; j++)
    for (int i = 1; i < n - 1; i++)
      v[i + j * n] = p[i + (j - 1) * n] * 2 + p[i - 1 + j * n] * 3 + p[i + 1 + j * n] + p[i + (j + 1) * n];
}

// CHECK: incomplete-last-row.c:[[@LINE+3]]:
// CHECK-NOT: no accelerator
static void whole(int n, int m, double *restrict v, const double *restrict p) {
#pragma omp parallel for
  for (int j = 1; j < m; j++)
    for (int i = 1; i < n; i++)
      v[i + j * n] = p[i + (j - 1) * n] * 5 + p[i - 1 + j * n] * 7;
}

int main(void) {
  enum { N = 100, M = 90 };
  static double v[N * M];
  const long page = sysconf(_SC_PAGESIZE);
  const size_t bytes = (N * M * sizeof(double) + page - 1) / page * page;
  char *memory = mmap(0, bytes + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect(memory + bytes, page, PROT_NONE);
  double *const end = (double *)(memory + bytes), *const p = end - N * M;
  for (int k = 0; k < N * M; k++)
    p[k] = k % 13;
  corner(N, M, v, p + 1);
  star(N, M, v, p + 1);
  whole(N, M - 1, v, p);
  double sum = 0;
  for (int k = 0; k < N * M; k++)
    sum += v[k] * (k % 7);
  printf("%.17g\n", sum);
}
