// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An accelerator still loads a kernel when main returns, and exit() calls functions that were registered after the loading
// began, as a driver may register them. Exit waits for the kernel before it calls any of them, so that the loop in such a
// function finds the accelerator free.
// RUN: %hetcc -O2 %s -o %t
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 HETRT_EMULATED=startup=300ms HETRT_REPORT=json:%t.json %t
// RUN: %reported %t.json "len(regions) == 2 and iterations('emulated') > 0"
#include <stdlib.h>
#include <unistd.h>

static double x[20000];

static void last(void) {
#pragma omp parallel for hetero(1, all, static) part_copy(x[1:20000])
  for (int i = 0; i < 20000; i++)
    x[i] *= 2;
  for (int i = 0; i < 20000; i++)
    if (x[i] != 2 * (i + 1))
      _exit(1);
}

int main(void) {
#pragma omp parallel for hetero(1) part_copy(x[1:20000])
  for (int i = 0; i < 20000; i++)
    x[i] += i + 1;
  return atexit(last);
}
