// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The linker may replace weak functions of the loop's own unit or of another unit: devices do not run the weak ones,
// and records of two definitions of one function do not conflict.
// RUN: %hetcc -O2 -fopenmp --hetcc-auto=all -c %s -o %t.o
// RUN: %hetcc -O2 -fopenmp --hetcc-auto=all -DWEAK -c %s -o %t.weak.o
// RUN: %hetcc -O2 -fopenmp --hetcc-auto=all -DSTRONG -c %s -o %t.strong.o
// RUN: %hetcc -fopenmp %t.o %t.weak.o %t.strong.o -o %t
// RUN: %serial -O2 -c %s -o %t.serial.o
// RUN: %serial -O2 -DWEAK -c %s -o %t.serial.weak.o
// RUN: %serial -O2 -DSTRONG -c %s -o %t.serial.strong.o
// RUN: %serial %t.serial.o %t.serial.weak.o %t.serial.strong.o -o %t.serial
// RUN: %compare --schedules static %t.serial %t
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 HETRT_SCHEDULE=static HETRT_REPORT=json:%t.json %t
// RUN: %reported %t.json "len(regions) == 2 and all(sum(d['iterations']) for r in regions for d in r['devices'])"
// RUN: %hetcc -O2 -fopenmp --hetcc-auto=all --hetcc-explain -fsyntax-only %s 2>&1 | FileCheck %s
#include <stdio.h>

#ifdef WEAK
__attribute__((weak)) int elsewhere(int value) { return value; }
#elif defined STRONG
const int table[4] = {7, 8, 9, 10};
int own(int value) { return 20 * value; }
int late(int value) { return value + 7; }
void put(double *y, int i) { y[i] = i; }
int elsewhere(int value) { return 10 * value; }
#else
extern const int table[4];
__attribute__((weak)) const int table[4] = {1, 2, 3, 4};
__attribute__((weak)) int own(int value) { return 2 * value; }
int late(int value) { return value + 1; }
#pragma weak late
__attribute__((weak)) void put(double *y, int i) { (void)y, (void)i; }
int elsewhere(int value);

enum { N = 301 };
static int x[N];
static double y[N];

static void print(const char *name) {
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum += x[i] * (1 + i % 13) + y[i] * (1 + i % 7);
  printf("%s %.15g\n", name, sum);
}

int main(void) {
  // CHECK: [[#@LINE+1]]:9: remark: 'omp parallel for' is not split: 'own' is weak, so that another one may be called than this unit's
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    x[i] = own(i);
  print("own");
  // CHECK: [[#@LINE+1]]:9: remark: 'omp parallel for' is not split: 'late' is weak
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    x[i] = late(i);
  print("late");
  // CHECK: [[#@LINE+1]]:9: remark: 'omp parallel for' is not split: 'put' is weak
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    put(y, i);
  print("put");
  // CHECK: [[#@LINE+1]]:9: remark: this loop runs on the CPUs and on accelerators
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    x[i] = table[i % 4];
  print("table");
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    x[i] = elsewhere(i);
  print("elsewhere");
}
#endif
