// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Launches the kernel of atomics.c, as the runtime does, and adds up the partials that the kernel leaves.
#include "as-threads.h"
#include KERNEL
#include <stdio.h>
#include <stdlib.h>

/// The host version of the user's function refers to this function, but is not called here.
void __kmpc_flush(void *where) { (void)where; }

/// The layout of the bytes with the values of variables that the kernel gets.
struct values {
  hetrt_uint64 lower, step;
  hetrt_int64 size, offset, first, count;
  const double *x;
};
static union {
  struct values values;
  struct hetrt_bytes_hetcc_0_0 bytes;
} given;
static hetrt_uint64 first, last, grain;
static char *partials;
static void kernel(void) { hetcc_0_0(first, last, given.bytes, partials, 0, grain, given.values.x); }

static void run(int n, const double *x, int bins, int ofGrain) {
  const int parts = ofGrain ? (n - 1) / ofGrain + 1 : 1;
  const size_t size = 16 + ((size_t)bins * sizeof(int) + 15) / 16 * 16;
  given.values = (struct values){0, 1, (hetrt_int64)size, 16, 0, bins, x};
  partials = memset(malloc(size * (size_t)parts), 0x33, size * (size_t)parts);
  grain = (hetrt_uint64)ofGrain;
  first = last = 5;
  if (!ofGrain)
    launch(2, 7, kernel);
  first = 0, last = (hetrt_uint64)n;
  launch(3, 16, kernel);
  int *counts = calloc((size_t)bins, sizeof *counts), wrong = 0;
  double total = 0;
  for (int i = 0; i < n; i++)
    counts[(int)x[i]]++, total += x[i];
  for (int b = 0; b < parts; b++) {
    total -= *(double *)(partials + (size_t)b * size);
    for (int e = 0; e < bins; e++)
      counts[e] -= ((int *)(partials + (size_t)b * size + 16))[e];
  }
  for (int e = 0; e < bins; e++)
    wrong += counts[e] != 0;
  printf("%d bins, grain %d: %d wrong, %g left over\n", bins, ofGrain, wrong, total);
  free(partials), free(counts);
}

int main(void) {
  enum { N = 10007 };
  static double x[N];
  for (int i = 0; i < N; i++)
    x[i] = i * 31 % 977;
  run(N, x, 1000, 0);
  run(N, x, 9000, 0);
  run(N, x, 1000, 999);
  run(N, x, 9000, 3000);
}
