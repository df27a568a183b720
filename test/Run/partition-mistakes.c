// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Mistakes that are found at run time: a thread changes its bounds, a pointer leads to an array that no map of the block named, a thread
// misses an exchange. Padding wider than a neighbour's share is no mistake: it comes from several devices.
// RUN: %hetcc -O2 %s -o %t
// RUN: env HETRT_DEVICES=emulated:2 HETRT_SCHEDULE=static not --crash %t bounds 2>&1 | FileCheck %s --check-prefix=BOUNDS
// RUN: env HETRT_DEVICES=emulated:2 HETRT_SCHEDULE=static not --crash %t pointer 2>&1 | FileCheck %s --check-prefix=POINTER
// RUN: env HETRT_DEVICES=cpu:2 HETRT_SCHEDULE=static not --crash %t leave 2>&1 | FileCheck %s --check-prefix=LEAVE
// RUN: env HETRT_DEVICES=emulated:2 HETRT_SCHEDULE=static not --crash %t leave 2>&1 | FileCheck %s --check-prefix=LEAVE
// RUN: for devices in cpu:2,emulated:3 emulated:4; do \
// RUN:   env HETRT_DEVICES=$devices HETRT_SCHEDULE=static %t wide | FileCheck %s --check-prefix=WIDE || exit 1; done
// BOUNDS: partition-mistakes.c:{{[0-9]+}}: a loop has other iterations than its device's share: wanted 4 from {{[04]}} on, found 3 from {{[15]}} on
// POINTER: partition-mistakes.c:{{[0-9]+}}: 'p' points to {{.*}}: wanted an array of this shape that a map of the partition named on entry
// LEAVE: padding_update_nearby(a), {{.*}}partition-mistakes.c:[[# @LINE + 52]]: wanted all threads of the block here, found one that has left the block
// WIDE: 28
#include <stdio.h>
#include <string.h>

static long a[8], b[8];

static void bounds(void) {
  int start = 0, end = 8;
#pragma omp parallel partition(static : i = start; i < end; i++) map(tofrom : a[:, i])
  {
    int *first = &start; // the compiler does not see that start changes
    ++*first;
    for (int i = start; i < end; i++)
      a[i] = i;
  }
}

static void pointer(long *p) {
  int start = 0, end = 8;
#pragma omp parallel partition(static : i = start; i < end; i++) map(tofrom : p[:, i]) firstprivate(p)
  {
    p = b;
    for (int i = start; i < end; i++)
      p[i] = i;
  }
}

/* Each element needs all others, whatever the shares are. */
static void wide(void) {
  int start = 0, end = 8;
#pragma omp parallel partition(static : i = start; i < end; i++) map(tofrom : a[7|0:8|7, i], b[:, i])
  {
    for (int i = start; i < end; i++)
      a[i] = i;
#pragma omp target update padding_update_nearby(a)
    for (int i = start; i < end; i++)
      for (int j = 0; j < 8; j++)
        b[i] += a[j];
  }
  printf("%ld\n", b[0] == b[7] && b[0] == b[3] ? b[0] : -1);
}

/* One thread leaves the block earlier than the others. */
static void leave(void) {
  int start = 0, end = 8;
#pragma omp parallel partition(static : i = start; i < end; i++) map(tofrom : a[1|0:8|1, i])
  for (int sweep = 0; sweep < 3; sweep++) {
    for (int i = start; i < end; i++)
      a[i] = i;
    if (start == 0)
      break;
#pragma omp target update padding_update_nearby(a)
  }
}

int main(int argc, char **argv) {
  if (argc != 2)
    return 2;
  if (strcmp(argv[1], "bounds") == 0)
    bounds();
  else if (strcmp(argv[1], "pointer") == 0)
    pointer(a);
  else if (strcmp(argv[1], "leave") == 0)
    leave();
  else
    wide();
}
