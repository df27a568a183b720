// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program that ends while an accelerator loads a kernel waits for that, and a loop that runs in a function that exit()
// calls later waits for its own kernel, since the driver may shut down as soon as the process exits.
// If the function was registered after the loading began (LATE), as a driver may register some, exit() calls it first. Exit
// waits for the kernel before that, so that the loop in the function finds the accelerator free.
// RUN: %hetcc -O2 %s -o %t
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 HETRT_EMULATED=startup=300ms %t
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 HETRT_EMULATED=startup=300ms HETRT_HOST_THREAD=collaborative %t
// RUN: %hetcc -O2 -DLATE %s -o %t.late
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 HETRT_EMULATED=startup=300ms HETRT_REPORT=json:%t.json %t.late
// RUN: %reported %t.json "len(regions) == 2 and iterations('emulated') > 0"
#include <stdlib.h>
#include <unistd.h>

#ifdef LATE
#define SCHEDULER , all, static
#else
#define SCHEDULER
#endif

static double x[20000];

static void last(void) {
#pragma omp parallel for hetero(1 SCHEDULER) part_copy(x[1:20000])
  for (int i = 0; i < 20000; i++)
    x[i] *= 2;
  for (int i = 0; i < 20000; i++)
    if (x[i] != 2 * (i + 1))
      _exit(1);
}

int main(void) {
#ifndef LATE
  if (atexit(last))
    return 2;
#endif
#pragma omp parallel for hetero(1) part_copy(x[1:20000])
  for (int i = 0; i < 20000; i++)
    x[i] += i + 1;
#ifdef LATE
  return atexit(last);
#endif
  return 0;
}
