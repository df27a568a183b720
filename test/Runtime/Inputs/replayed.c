// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Six passes of several loops: replayed [SIZE [EXTRA]], with EXTRA more passes of the first loop, or only three of six if EXTRA is -1.
#include <hetcc.h>
#include <stdio.h>
#include <stdlib.h>

static double x[100000], y[100000];

static void scale(long n) {
#pragma omp parallel for HETCC(hetero(1) part_copy(y[1:n]))
  for (long i = 0; i < n; i++)
    y[i] = y[i] * 0.999 + 0.1;
}

static double sum(long n) {
  double all = 0;
#pragma omp parallel for reduction(+ : all) HETCC(hetero(1) part_copyin(x[1:n], y[1:n]))
  for (long i = 0; i < n; i++)
    all += x[i] * y[i];
  return all;
}

/// A block whose partition is the same for both of its loops.
static void block(long n) {
  long start = 0, end = n;
#pragma omp parallel devices(any) partition(adaptive : i = start; i < end; i++) map(to : x[0:n, i])                    \
    map(tofrom : y[0:n, i])
  {
    for (long i = start; i < end; i++)
      y[i] += x[i];
    for (long i = start; i < end; i++)
      y[i] += 1;
  }
}

int main(int count, char **arguments) {
  long n = count > 1 ? atol(arguments[1]) : 10000, extra = count > 2 ? atol(arguments[2]) : 0;
  for (long i = 0; i < n; i++)
    x[i] = 1.0 / (double)(i + 1);
  for (int pass = 0; pass < (extra < 0 ? 3 : 6); pass++) {
    scale(n);
    block(n);
    printf("%a\n", sum(n));
  }
  for (long pass = 0; pass < extra; pass++)
    scale(n);
  puts("done");
}
