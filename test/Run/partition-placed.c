// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory that a block's threads allocate by omp_target_allocate, on their accelerator or on the host: copied to and
// from, and used in loops by the returned pointer and by others into it.
// RUN: %hetcc -O2 -Wall -Werror %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare --schedules static,adaptive,cpu,gpu %t.serial %t
// On a device without enough memory, the function returns null.
// RUN: env HETRT_DEVICES=emulated:1 HETRT_EMULATED=memory=64K %t room 2>&1 | FileCheck %s --check-prefix=ROOM
// ROOM: no room
// RUN: env HETRT_DEVICES=cpu:1 %t room 2>&1 | FileCheck %s --check-prefix=HOST
// HOST: room
// Memory that is not released is freed at the block's end, with one warning.
// RUN: env HETRT_DEVICES=cpu:1,emulated:2 HETRT_SCHEDULE=static %t forget 2>&1 | FileCheck %s --check-prefix=FORGET
// FORGET: partition-placed.c:[[#]]: the end of the block frees memory of omp_target_allocate: wanted omp_target_release before it
// FORGET-NOT: the block's end
// Copying beyond the allocated bytes is an error, and so is an index beyond them in a loop.
// RUN: env HETRT_DEVICES=emulated:1 %t beyond 2>&1 | FileCheck %s --check-prefix=BEYOND
// BEYOND: 0 1 1 1
// RUN: env HETRT_DEVICES=emulated:1 not --crash %t outside 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// OUTSIDE: array 'd' (omp_target_allocate, line [[#]]): read of index 100 outside its window [0, 100)
// If the accelerator fails, the contents of the memory are lost.
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 HETRT_SCHEDULE=static HETRT_EMULATED=fail=launch:1 not --crash %t 2>&1 | FileCheck %s --check-prefix=LOST
// LOST: failed, and what only it held of its share is lost

#include "Inputs/checksum.h"
#include <hetcc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void smooth(int n, const double *in, double *out) {
  int start = 0, end = n, wrong = 0;
#pragma omp parallel partition(adaptive : i = start; i < end; i++) map(from : out[0:n, i]) reduction(+ : wrong)
  {
    int first = start > 0 ? start - 1 : 0, last = end < n ? end + 1 : n, count = start < end ? last - first : 0;
    size_t bytes = sizeof(double) * (size_t)count;
    double *a = omp_target_allocate(bytes), *b = (double *)omp_target_allocate(bytes);
    omp_target_memcpy_to(a, 0, in, sizeof(double) * (size_t)first, bytes);
    omp_target_memcpy_to(b, 0, in, sizeof(double) * (size_t)first, bytes);
    for (int round = 0; round < 1; round++) {
      double *middle = a;
      for (int i = start; i < end; i++) {
        double left = i > 0 ? middle[i - first - 1] : 0, right = i + 1 < n ? middle[i - first + 1] : 0;
        b[i - first] = (left + middle[i - first] + right) / 3;
      }
      double *swap = a;
      a = b;
      b = swap;
    }
    for (int i = start; i < end; i++)
      out[i] = a[i - first] * 2;
    double back = -1;
    if (count && omp_target_memcpy_from(&back, 0, a, sizeof(double) * (size_t)(start - first), sizeof back))
      wrong++;
    wrong += count && back == -1;
    omp_target_release(a);
    omp_target_release(b);
    omp_target_release(0);
  }
  if (wrong)
    abort();
}

static void room(int n, double *out) {
  int start = 0, end = n;
#pragma omp parallel partition(static : i = start; i < end; i++) map(from : out[0:n, i])
  {
    void *large = omp_target_allocate(1000000);
    printf(large ? "room\n" : "no room\n");
    omp_target_release(large);
    for (int i = start; i < end; i++)
      out[i] = i;
  }
}

static void forget(int n, double *out) {
  int start = 0, end = n;
#pragma omp parallel partition(static : i = start; i < end; i++) map(from : out[0:n, i])
  {
    double *d = omp_target_allocate(800);
    for (int i = start; i < end; i++) {
      d[i - start] = i;
      out[i] = d[i - start];
    }
  }
}

static void beyond(int n, double *out) {
  int start = 0, end = n;
  double local[100] = {0};
#pragma omp parallel partition(static : i = start; i < end; i++) map(from : out[0:n, i]) firstprivate(local)
  {
    double *d = omp_target_allocate(800);
    printf("%d %d ", omp_target_memcpy_to(d, 0, local, 0, 800), omp_target_memcpy_to(d, 8, local, 0, 800) != 0);
    printf("%d %d\n", omp_target_memcpy_from(local, 0, d, (size_t)-8, 8) != 0,
           omp_target_memcpy_from(local, 0, d, 0, (size_t)-1) != 0);
    for (int i = start; i < end; i++)
      out[i] = d[i];
    omp_target_release(d);
  }
}

int main(int argc, char **argv) {
  enum { N = 3001 };
  double *in = malloc(N * sizeof *in), *out = malloc(N * sizeof *out);
  for (int i = 0; i < N; i++)
    in[i] = i % 97;
  if (argc > 1 && !strcmp(argv[1], "room"))
    room(100, out);
  else if (argc > 1 && !strcmp(argv[1], "forget"))
    forget(100, out);
  else if (argc > 1)
    beyond(strcmp(argv[1], "outside") ? 100 : 101, out);
  if (argc > 1)
    return 0;
  smooth(N, in, out);
  printChecksum("out", out, N * sizeof *out);
  /* Outside of a block the memory is on the host. */
  double *plain = omp_target_allocate(sizeof *plain);
  omp_target_memcpy_to(plain, 0, in, 5 * sizeof *in, sizeof *in);
  printf("%g\n", *plain);
  omp_target_release(plain);
  free(in), free(out);
}
