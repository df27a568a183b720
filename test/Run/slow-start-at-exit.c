// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program that ends while an accelerator loads a kernel waits for that, and a loop that runs in a function that exit()
// calls later waits for its own kernel, since the driver may shut down as soon as the process exits.
// RUN: %hetcc -O2 %s -o %t
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 HETRT_EMULATED=startup=300ms %t
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 HETRT_EMULATED=startup=300ms HETRT_HOST_THREAD=collaborative %t
#include <stdlib.h>
#include <unistd.h>

static double x[20000];

static void last(void) {
#pragma omp parallel for hetero(1) part_copy(x[1:20000])
  for (int i = 0; i < 20000; i++)
    x[i] *= 2;
  for (int i = 0; i < 20000; i++)
    if (x[i] != 2 * (i + 1))
      _exit(1);
}

int main(void) {
  if (atexit(last))
    return 2;
#pragma omp parallel for hetero(1) part_copy(x[1:20000])
  for (int i = 0; i < 20000; i++)
    x[i] += i + 1;
  return 0;
}
