// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// If a device reaches the host's memory, loops without clauses are split, even if the extents of arrays are unknown:
// gathers, scatters by data, pointers into arrays, and arrays that overlap. No data moves, and the report says so.
// RUN: %hetcc -O2 %s -o %t 2>&1 | FileCheck %s --check-prefix=WARNING
// WARNING-COUNT-5: this loop runs on the CPUs alone, unless accelerators reach their memory: {{how long|the elements of 'head' hold pointers}}
// RUN: %serial -O2 %s -o %t.serial && %t.serial > %t.expected
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 HETRT_EMULATED=unified HETRT_SCHEDULE=static HETRT_REPORT=json:%t.json %t > %t.out
// RUN: diff %t.expected %t.out
// RUN: %reported %t.json "iterations('emulated') > 0 and iterations('cpu') > 0 and len(regions) == 7"
// RUN: %reported %t.json "all(iterations > 0 for d in devices('emulated') for iterations in d['iterations'])"
// RUN: %reported %t.json "all(d['in_place'] and d['bytes_in'] == d['bytes_out'] == d['bytes_across'] == 0 for d in devices('emulated'))"
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 HETRT_EMULATED=unified HETRT_SCHEDULE=static HETRT_REPORT=1 %t 2>&1 | FileCheck %s
// CHECK: emulated:0 {{.*}} in place

// With another device that does not reach the memory, and gets no share where copies are impossible, in either order of the devices.
// RUN: env HETRT_DEVICES=cpu:1,emulated:2 HETRT_EMULATED='unified;' HETRT_SCHEDULE=static HETRT_REPORT=json:%t.json %t > %t.out
// RUN: diff %t.expected %t.out
// RUN: %reported %t.json "all((d['name'] == 'emulated:0') == d['in_place'] for d in devices('emulated') if sum(d['iterations']))"
// RUN: %reported %t.json "sum(sum(d['iterations']) > 0 for d in devices('emulated') if d['name'] == 'emulated:1') == 1"
// RUN: env HETRT_DEVICES=cpu:1,emulated:2 HETRT_EMULATED=';unified' HETRT_SCHEDULE=chunk %t > %t.out
// RUN: diff %t.expected %t.out
// RUN: env HETRT_DEVICES=emulated:2 HETRT_EMULATED='unified;' HETRT_WRITE=back %t > %t.out
// RUN: diff %t.expected %t.out

// If no device reaches the memory, the cores run the loops, and the report says why.
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 HETRT_SCHEDULE=static HETRT_REPORT=1 %t 2>&1 | FileCheck %s --check-prefix=CORES
// CORES: no accelerator: nothing says how long an array is, and no accelerator reaches the host's memory

// A recording can be replayed.
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 HETRT_EMULATED=unified HETRT_RECORD=%t.record %t > %t.out
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 HETRT_EMULATED=unified HETRT_REPLAY=%t.record %t > %t.again
// RUN: diff %t.expected %t.out && diff %t.expected %t.again

#include "Inputs/checksum.h"
#include <stdlib.h>

__attribute__((noinline)) static void gather(int n, const int *from, const double *x, double *y) {
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++)
    y[i] = x[from[i]] + 1;
}

__attribute__((noinline)) static void scatter(int n, const int *to, double *y) {
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++)
    if (to[i] >= 0)
      y[to[i]] = y[to[i]] * 0.5 + i;
}

__attribute__((noinline)) static void lists(int n, const int *head, const int *next, const double *value, double *sum) {
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int k = head[i]; k >= 0; k = next[k])
      s += value[k];
    sum[i] = s;
  }
}

struct node {
  double value;
  struct node *next;
};

// Linked lists whose nodes the loop changes.
__attribute__((noinline)) static void linked(int n, struct node *const *head, double *sum) {
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (struct node *p = head[i]; p; p = p->next) {
      p->value = p->value * 0.5 + i;
      s += p->value;
    }
    sum[i] = s;
  }
}

static double largest(const double *from, int count) {
  double most = from[0];
  for (int k = 1; k < count; k++)
    if (from[k] > most)
      most = from[k];
  return most;
}

__attribute__((noinline)) static void windows(int n, const int *at, const double *x, double *y) {
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++)
    y[i] = largest(x + at[i], 3);
}

__attribute__((noinline)) static void overlapping(int n, double *all) {
  double *re = all, *im = all + 1;
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++) {
    re[2 * i] += i;
    im[2 * i] -= i;
  }
}

// This loop has clauses, so a device that does not reach the host's memory gets copies.
__attribute__((noinline)) static void said(int n, const double *x, double *y) {
#pragma omp parallel for hetero(1) part_copyin(x[1:n]) part_copy(y[1:n])
  for (int i = 0; i < n; i++)
    y[i] += x[i];
}

int main(void) {
  enum { n = 3000 };
  int *index = malloc(n * sizeof *index), *next = malloc(n * sizeof *next);
  double *x = malloc((2 * n) * sizeof *x), *y = malloc(2 * n * sizeof *y);
  for (int i = 0; i < n; i++) {
    index[i] = (int)(i * 7L % n);
    next[i] = i % 5 == 4 ? -1 : (i + 1) % n;
  }
  for (int i = 0; i < 2 * n; i++)
    x[i] = i * 0.25, y[i] = 1;
  struct node **head = malloc(n * sizeof *head);
  for (int i = 0; i < n; i++) {
    head[i] = 0;
    for (int k = 0; k < i % 4; k++) {
      struct node *first = malloc(sizeof *first);
      first->value = i + k;
      first->next = head[i];
      head[i] = first;
    }
  }
  for (int pass = 0; pass < 3; pass++) {
    gather(n, index, x, y);
    printChecksum("gather", y, n * sizeof *y);
    said(n, x, y);
    scatter(n, index, y);
    printChecksum("scatter", y, n * sizeof *y);
    lists(n, index, next, x, y);
    printChecksum("lists", y, n * sizeof *y);
    linked(n, head, y);
    printChecksum("linked", y, n * sizeof *y);
    windows(n - 3, index, x, y);
    printChecksum("windows", y, n * sizeof *y);
    overlapping(n, x);
    printChecksum("overlapping", x, 2 * n * sizeof *x);
  }
  return 0;
}
