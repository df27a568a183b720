// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function with a C library function's name but another type is not the library's: y1 of another unit reads an array that the loop
// writes. If the program itself declares a library function with the library's type, it is the library's (sqrt).
// RUN: %hetcc -O1 -fopenmp --hetcc-auto=all --hetcc-summary=%t.summary -w -c %s -o %t.o
// RUN: FileCheck %s --check-prefix=SUMMARY --input-file=%t.summary && rm %t.summary
// RUN: gcc -O1 -w -c %S/Inputs/library-names.c -o %t.unit.o
// RUN: %hetcc -fopenmp %t.o %t.unit.o -o %t -lm
// RUN: gcc -O1 -w %s %S/Inputs/library-names.c -o %t.serial -lm
// RUN: %compare %t.serial %t
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 HETRT_SCHEDULE=static HETRT_REPORT=json:%t.json %t
// RUN: %reported %t.json "[any(d['kind'] == 'emulated' and sum(d['iterations']) for d in r['devices']) for r in regions] == [False, True]"
// What the other unit's function does is found at run time, from the unit's records.
// SUMMARY: 2 of 2 loops split
#include <stdio.h>

enum { N = 1000 };
int data[N];
static int z[N];
static double w[N];
int y1(int i);
double sqrt(double);

int main(void) {
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    data[i] = 3 * i;
    z[i] = y1(i);
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    w[i] = sqrt(i);
  long sum = 0;
  double roots = 0;
  for (int i = 0; i < N; i++)
    sum = sum * 31 % 1000003 + z[i], roots += w[i];
  printf("%ld %.10g\n", sum, roots);
  return 0;
}
