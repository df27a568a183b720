// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Called functions get pointers through bytes and integers: copied by memcpy, by hand, in a struct, a union, or through
// a char array. What they write through these pointers is not lost, whichever unit defines the functions.
// RUN: %hetcc -O2 -fopenmp --hetcc-auto=all -w -DOTHER -c %s -o %t.other.o
// RUN: %hetcc -O2 -fopenmp --hetcc-auto=all -w -DLOOPS -c %s -o %t.loops.o
// RUN: %hetcc -fopenmp %t.loops.o %t.other.o -o %t.apart
// RUN: %hetcc -O2 -fopenmp --hetcc-auto=all -w -DLOOPS -DOTHER %s -o %t.one
// RUN: %serial -O2 -w -DLOOPS -DOTHER %s -o %t.serial
// RUN: %compare --devices "cpu:2;cpu:1,emulated:1;emulated:2" --schedules static %t.serial %t.apart
// RUN: %compare --schedules static %t.serial %t.one
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 HETRT_SCHEDULE=static HETRT_REPORT=json:%t.json %t.apart
// RUN: %reported %t.json "len(regions) == 6 and all(sum(d['iterations']) for r in regions for d in r['devices'])"
#include <stdio.h>
#include <string.h>

struct view {
  double *first;
  int index;
};

#ifdef OTHER
double copied(double *x, int i) {
  double *y;
  memcpy(&y, &x, sizeof y);
  y[i] += i;
  return 1;
}
double moved(double *x, int i) {
  struct view from = {x, i}, to;
  memmove(&to, &from, sizeof to);
  return to.first[to.index] *= 3;
}
double twice(double *x, int i) {
  char between[sizeof x];
  double *y;
  memcpy(between, &x, sizeof x);
  memcpy(&y, between, sizeof x);
  return y[i] -= 4;
}
double byHand(double *x, int i) {
  double *y;
  for (unsigned long k = 0; k < sizeof y; k++)
    ((char *)&y)[k] = ((const char *)&x)[k];
  y[i] += 5;
  return 2;
}
double numbers(double *x, int i) {
  union {
    double *pointer;
    unsigned long number;
  } of;
  of.pointer = x;
  const unsigned long number = of.number;
  ((double *)number)[i] += 6;
  return 3;
}
/// Only reads through the copied pointer.
double read(double *x, int i) {
  struct view from = {x, i}, to;
  memcpy(&to, &from, sizeof to);
  return to.first[to.index];
}
#else
double copied(double *x, int i), moved(double *x, int i), twice(double *x, int i), byHand(double *x, int i),
    numbers(double *x, int i), read(double *x, int i);
#endif

#ifdef LOOPS
enum { N = 307 };
static double x[N], y[N];

static void print(const char *name) {
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum += x[i] * (1 + i % 13) + y[i] * (1 + i % 7);
  printf("%s %.15g\n", name, sum);
}

int main(void) {
  for (int i = 0; i < N; i++)
    x[i] = i % 7;
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    y[i] = copied(x, i);
  print("copied");
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    y[i] = moved(x, i);
  print("moved");
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    y[i] = twice(x, i);
  print("twice");
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    y[i] = byHand(x, i);
  print("by hand");
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    y[i] = numbers(x, i);
  print("numbers");
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    y[i] = read(x, i);
  print("read");
}
#endif
