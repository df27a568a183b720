// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An accelerator that takes long to load a kernel does not delay the cores, nor does it count as slow. Under the
// default scheduler, passes run without it while it loads, and later passes use it; under `static`, the pass waits for
// it. The loading time is not part of the device's time, and a program that ends meanwhile waits.
// RUN: %hetcc -O2 %s -o %t -lm
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 HETRT_EMULATED=startup=2s HETRT_REPORT=json:%t.json %t 4 0
// RUN: %reported %t.json "sum(devices('emulated')[0]['iterations']) == 0 and sum(devices('cpu')[0]['iterations']) == 80000"
// RUN: %reported %t.json "'still load' in regions[0]['no_accelerator']"
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 HETRT_EMULATED=startup=2s HETRT_HOST_THREAD=collaborative HETRT_REPORT=json:%t.json %t 4 0
// RUN: %reported %t.json "'still load' in regions[0]['no_accelerator'] and iterations('emulated') == 0"
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 HETRT_EMULATED=startup=500ms HETRT_BACKOFF_PASSES=0 HETRT_REPORT=json:%t.json %t 40 50000
// RUN: %reported %t.json "devices('emulated')[0]['iterations'][0] == 0 and sum(devices('emulated')[0]['iterations']) > 0"
// RUN: %reported %t.json "max(devices('emulated')[0]['seconds']) < 0.4"
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 HETRT_EMULATED=startup=500ms HETRT_SCHEDULE=static HETRT_REPORT=json:%t.json %t 4 0
// RUN: %reported %t.json "devices('emulated')[0]['iterations'][0] > 0 and not devices('emulated')[0]['given_up']"
// RUN: %reported %t.json "max(devices('emulated')[0]['seconds']) < 0.4"
// If a kernel cannot be loaded, or the device fails meanwhile, a warning says so, whether the pass has waited or not.
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 HETRT_EMULATED=startup=300ms,fail=prepare:1 HETRT_SCHEDULE=static %t 4 0 2>&1 | FileCheck %s
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 HETRT_EMULATED=startup=300ms,die=prepare:1 HETRT_BACKOFF_PASSES=0 %t 20 50000 2>&1 | FileCheck %s
// CHECK: emulated:0 is left out from now on, and its share runs elsewhere: {{.*}}injected fault: prepare number 1
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

static double x[20000];

int main(int argc, char **argv) {
  const int passes = atoi(argv[argc - 2]), pause = atoi(argv[argc - 1]);
  for (int pass = 0; pass < passes; pass++) {
#pragma omp parallel for hetero(1) part_copy(x[1:20000])
    for (int i = 0; i < 20000; i++) {
      double sum = 0;
      for (int k = 0; k < 100; k++)
        sum += sqrt(i + k);
      x[i] += sum > 0 ? i : 0;
    }
    usleep(pause);
  }
  return x[3] != 3 * passes;
}
