// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Independent nowait regions run at the same time: the region on the cores waits, for a limited time, for a value that
// the region on the accelerator writes.
// REQUIRES: two-cores
// RUN: %hetcc -O2 %s -o %t
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 HETRT_REPORT=json:%t.json OMP_NUM_THREADS=2 %t
// RUN: %reported %t.json "any(d['kind'] != 'cpu' and sum(d['iterations']) == 1 for r in regions for d in r['devices'])"
#include <stdio.h>
#include <time.h>

static int arrived[1], seen[1];

/// Returns whether `*flag` becomes nonzero within some seconds.
static inline int await(const volatile int *flag) {
  for (long k = 0; k < 3000000000; k++)
    if (*flag)
      return 1;
  return 0;
}

int main(void) {
#pragma omp parallel
#pragma omp single
  {
#pragma omp target parallel for nowait hetero(1, cpu) part_copyin(arrived[1:1]) part_copyout(seen[1:1])
    for (int i = 0; i < 1; i++)
      seen[i] = await(&arrived[i]);
    struct timespec pause = {0, 50000000};
    nanosleep(&pause, 0);
#pragma omp target parallel for nowait hetero(1, gpu, static) part_copyout(arrived[1:1])
    for (int i = 0; i < 1; i++)
      arrived[i] = 1;
  }
  if (!seen[0])
    printf("the regions ran one after the other\n");
  return !seen[0];
}
