// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Many small regions as tasks, with random sections, steps and lengths: upwards and downwards, with gaps, without
// iterations, created by nested tasks and in task groups, with persistent arrays and lastprivate variables. Also with
// failing device calls, and with results that stay on devices (HETRT_WRITE=back).
// RUN: %serial -O2 %s -o %t.serial && %hetcc -w -O2 %s -o %t
// RUN: %compare --devices cpu:2,emulated:3 --schedules adaptive,chunk,chunk_dynamic,guided,gpu,auto %t.serial %t 1
// RUN: %t.serial 3 > %t.expected
// RUN: env HETRT_BACKOFF_PASSES=0 HETRT_WRITE=back HETRT_DEVICES=cpu:2,emulated:3 HETRT_SCHEDULE=static %t 3 > %t.back && diff %t.back %t.expected
// RUN: env HETRT_BACKOFF_PASSES=0 HETRT_WRITE=back HETRT_DEVICES=cpu:1,emulated:2 HETRT_SCHEDULE=chunk %t 3 > %t.back && diff %t.back %t.expected
// RUN: env HETRT_BACKOFF_PASSES=0 HETRT_EMULATED=memory=12K HETRT_DEVICES=cpu:1,emulated:2 HETRT_SCHEDULE=adaptive %t 3 > %t.small && diff %t.small %t.expected
// RUN: env HETRT_BACKOFF_PASSES=0 "HETRT_EMULATED=fail=launch:12;fail=copyin:20;fail=copyout:15" HETRT_DEVICES=cpu:2,emulated:3 HETRT_SCHEDULE=static %t 3 > %t.fault 2> %t.messages && diff %t.fault %t.expected
// RUN: FileCheck %s --input-file %t.messages
// CHECK-COUNT-3: is left out from now on, and its share runs elsewhere

#include "Inputs/checksum.h"
#include <stdlib.h>

enum { N = 900 };
static int x[N + 2], y[N + 2], z[N + 2];
static unsigned seed;

static int below(int n) {
  seed = seed * 1103515245u + 12345u;
  return (int)((seed >> 16) % (unsigned)n);
}

/// Updates x upwards from `lower`.
static void up(int lower, int length, int step, int add) {
#pragma omp target parallel for nowait depend(inout : x[lower : length + 1]) hetero(1) part_copy(x[1:N + 2]) persist(x)
  for (int i = lower; i < lower + length; i += step)
    x[i] = x[i] * 3 + i + add;
}

/// Updates y downwards to `lower`.
static void down(int lower, int length, int step, int add) {
#pragma omp target teams distribute parallel for nowait depend(in : x[lower - 1 : length + 3])                         \
    depend(inout : y[lower : length + 1]) hetero(1) part_copyin(x[1:N + 2:1]) part_copy(y[1:N + 2]) persist(x, y)
  for (int i = lower + length; i >= lower; i -= step)
    y[i] += x[i - 1] ^ (x[i + 1] + add);
}

/// Computes z from y, and a value of the last iteration.
static void last(int lower, int length, int *to) {
  int value = *to;
#pragma omp target parallel for depend(in : y[lower : length + 1]) depend(out : z[lower : length + 1])                 \
    lastprivate(value) hetero(1) part_copyin(y[1:N + 2]) part_copyout(z[1:N + 2])
  for (int i = lower; i < lower + length; i++) {
    value = y[i] & 1023;
    z[i] = value + 1;
  }
  *to += value;
}

static void one(int *to) {
  int lower = 1 + below(N - 1), length = below(4) ? below(N - lower + 1) : 0, step = below(3) ? 1 : 1 + below(4);
  switch (below(4)) {
  case 0:
    return last(lower, length, to);
  case 1:
    return up(lower, length, step, below(100));
  default:
    return down(lower, length, step, below(100));
  }
}

/// Tasks of a group have ended when the group ends; a separate task has ended after taskwait.
static void several(int depth, int *to) {
  for (int k = 0; k < 12; k++) {
    int form = depth ? below(10) : 0;
    if (form == 1) {
#pragma omp taskgroup
      several(depth - 1, to);
    } else if (form == 2) {
#pragma omp taskwait
#pragma omp task default(shared)
      {
        several(depth - 1, to);
#pragma omp taskwait
      }
#pragma omp taskwait
    } else {
      one(to);
    }
  }
}

int main(int argc, char **argv) {
  seed = argc > 1 ? (unsigned)atoi(argv[1]) : 1;
  int sum = 0;
  for (int i = 0; i < N + 2; i++)
    x[i] = i, y[i] = -i;
#pragma omp parallel
#pragma omp single
  several(2, &sum);
  several(1, &sum);
#pragma omp taskwait
#pragma omp depersist(x, y)
  printf("%d\n", sum);
  printChecksum("x", x, sizeof x);
  printChecksum("y", y, sizeof y);
  printChecksum("z", z, sizeof z);
}
