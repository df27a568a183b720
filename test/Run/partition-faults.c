// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// If a device fails before it has computed anything, its thread computes the share. If it fails later, values that only
// the device has are lost, and an error says so.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %t.serial > %t.expected
// RUN: env HETRT_DEVICES=cpu:1,emulated:2 HETRT_SCHEDULE=static HETRT_EMULATED=memory=4K %t 2> %t.err > %t.out
// RUN: cmp %t.out %t.expected
// RUN: FileCheck %s --check-prefix=ROOM < %t.err
// ROOM: emulated:0 has less memory free than its size says, the share of this pass runs elsewhere
// RUN: env HETRT_DEVICES=cpu:1,emulated:2 HETRT_SCHEDULE=static HETRT_EMULATED=fail=launch:1 %t 2> %t.err > %t.out
// RUN: cmp %t.out %t.expected
// RUN: FileCheck %s < %t.err
// CHECK: is left out from now on, and its share runs elsewhere
// The kernel of the second loop cannot be loaded, which is known before the first loop has computed anything:
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 HETRT_SCHEDULE=static HETRT_EMULATED=fail=prepare:2 %t 2> %t.err > %t.out
// RUN: cmp %t.out %t.expected
// RUN: FileCheck %s --check-prefix=KERNEL < %t.err
// RUN: env HETRT_DEVICES=emulated:1 HETRT_SCHEDULE=static HETRT_EMULATED=fail=prepare:2 %t 2> %t.err > %t.out
// RUN: cmp %t.out %t.expected
// RUN: FileCheck %s --check-prefix=KERNEL < %t.err
// KERNEL: emulated:0 is left out from now on, and its share runs elsewhere: emulated:0: injected fault: prepare number 2{{$}}
// KERNEL-NOT: {{.}}
// RUN: env HETRT_DEVICES=cpu:1,emulated:2 HETRT_SCHEDULE=static HETRT_EMULATED=fail=launch:2 not --crash %t 2>&1 | FileCheck %s --check-prefix=LOST
// RUN: env HETRT_DEVICES=emulated:3 HETRT_SCHEDULE=static HETRT_EMULATED=die=launch:3 not --crash %t 2>&1 | FileCheck %s --check-prefix=LOST
// LOST: partition-faults.c:{{.*}}failed, and what only it held of its share is lost

#include "Inputs/checksum.h"
#include <stdlib.h>

int main(void) {
  enum { N = 3001 };
  long *u = malloc(N * sizeof *u), *v = malloc(N * sizeof *v);
  for (int i = 0; i < N; i++)
    u[i] = v[i] = i * 7919L % 4099;
  int start = 1, end = N - 1;
#pragma omp parallel partition(static : i = start; i < end; i++) map(tofrom : u[1|:|1, i], v[1|:|1, i])
  for (int sweep = 0; sweep < 5; sweep++) {
    for (int i = start; i < end; i++)
      v[i] = (u[i - 1] + u[i] + u[i + 1]) / 3;
#pragma omp target update padding_update_nearby(v)
    for (int i = start; i < end; i++)
      u[i] = v[i - 1] ^ v[i + 1];
#pragma omp target update padding_from(u) padding_to(u)
  }
  printChecksum("u", u, N * sizeof *u);
  printChecksum("v", v, N * sizeof *v);
  free(u), free(v);
}
