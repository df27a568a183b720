// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An allocation contains a page without access rights, which the loop avoids by a condition: the array cannot be copied
// as a whole, so the cores run the loop.
// RUN: %hetcc -O2 -fopenmp --hetcc-auto=all %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare --host-only --devices "cpu:2;cpu:1,emulated:1;emulated:2" --schedules static %t.serial %t
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static void fill(long n, const char *skip, long *x) {
#pragma omp parallel for
  for (long i = 0; i < n; i++)
    if (!skip[i])
      x[i] = i;
}

int main(void) {
  const long page = sysconf(_SC_PAGESIZE), pages = 64, n = pages * page / (long)sizeof(long), each = page / (long)sizeof(long);
  char *skip = calloc(n, 1);
  char *block = malloc((pages + 1) * page);
  long *x = (long *)(((uintptr_t)block + page - 1) / page * page), sum = 0;
  for (long i = 17 * each; i < 18 * each; i++)
    skip[i] = 1;
  mprotect(x + 17 * each, page, PROT_NONE);
  fill(n, skip, x);
  mprotect(x + 17 * each, page, PROT_READ | PROT_WRITE);
  for (long i = 0; i < n; i++)
    sum += skip[i] ? 0 : x[i] * (i % 7);
  printf("%ld\n", sum);
  free(block), free(skip);
}
