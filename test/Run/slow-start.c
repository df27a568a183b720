// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An accelerator that takes half a second to load a kernel neither delays the cores nor counts as slow for it: the default
// scheduler's first pass goes without it, and no pass has the half second in its device's time.
// RUN: %hetcc -O2 %s -o %t
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 HETRT_EMULATED=startup=500ms HETRT_REPORT=json:%t.json %t
// RUN: %reported %t.json "all(max(d['seconds']) < 0.4 for d in devices('emulated'))"
// RUN: %reported %t.json "devices('emulated')[0]['iterations'][0] == 0 and devices('cpu')[0]['iterations'][0] == 20000"
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 HETRT_EMULATED=startup=500ms HETRT_SCHEDULE=static HETRT_REPORT=json:%t.json %t
// RUN: %reported %t.json "all(max(d['seconds']) < 0.4 and not d['given_up'] for d in devices('emulated'))"
#include <stdio.h>

static double x[20000];

int main(void) {
  for (int pass = 0; pass < 4; pass++) {
#pragma omp parallel for hetero(1) part_copy(x[1:20000])
    for (int i = 0; i < 20000; i++)
      x[i] += i;
  }
  return x[3] != 12;
}
