// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Private variables of a block's threads: a loop that sets one in each iteration before it reads it runs on
// accelerators; if the thread has set the variable before the loop, the loop reads this value.
// RUN: %hetcc -O2 -Wall -Werror %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare --schedules static,adaptive,cpu,gpu %t.serial %t

#include "Inputs/checksum.h"
#include <stdlib.h>

static void clauses(int n, const long *x, long *y) {
  int start = 0, end = n;
  long t = -1, sum = 0, scale = 3;
#pragma omp parallel partition(adaptive : i = start; i < end; i++) private(t, sum) firstprivate(scale)                  \
    map(to : x[0:n, i]) map(tofrom : y[0:n, i])
  for (int round = 0; round < 3; round++) {
    long local, twice = 7;
    for (int i = start; i < end; i++) {
      if (x[i] % 3 == 0)
        t = x[i] / 3;
      else
        t = -x[i];
      sum = 0;
      for (int k = 0; k < 4; k++)
        sum += t * k;
      y[i] += sum + scale;
    }
    scale = scale * 2 + round; /* each thread changes its own copy */
    t = round;
    for (int i = start; i < end; i++) {
      if (x[i] % 5 == 0)
        continue;
      local = y[i] % 1009;
      if (local > 500) {
        y[i] -= scale;
        continue;
      }
      twice = 2 * local;
      y[i] += twice * t;
    }
  }
}

int main(void) {
  enum { N = 3001 };
  long *x = malloc(N * sizeof *x), *y = malloc(N * sizeof *y);
  for (int i = 0; i < N; i++)
    x[i] = i * 7919L % 4099, y[i] = i % 31;
  clauses(N, x, y);
  printChecksum("y", y, N * sizeof *y);
  free(x), free(y);
}
