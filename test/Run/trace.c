// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A trace contains each range of each device, the activities of accelerators' host threads and queues, the arrays that
// are copied, and the passes with the schedulers' reasons. Its sums equal those of the report.
// RUN: %hetcc -O1 %s -o %t
// RUN: env HETRT_DEVICES=cpu:2,emulated:2 HETRT_SCHEDULE=static HETRT_TRACE=%t.trace HETRT_REPORT=json:%t.json %t | FileCheck %s
// RUN: %traced %t.trace --report %t.json "iterations() == 5 * 100000 and len(of('pass')) == 5"
// RUN: %traced %t.trace --report %t.json "all(iterations(each) == reported(each, 'iterations') > 0 for each in ('cpu:0', 'cpu:1', 'emulated:0', 'emulated:1'))"
// RUN: %traced %t.trace --report %t.json "all(abs(seconds('range', each) - reported(each, 'seconds')) < 1e-6 for each in ('emulated:0', 'emulated:1'))"
// RUN: %traced %t.trace --report %t.json "bytes_of('moved in', 'x') == 5 * 8 * iterations('emulated') // 5 and bytes_of('moved in', 'x') + bytes_of('moved in', 'y') == sum(reported(each, 'bytes_in') for each in ('emulated:0', 'emulated:1'))"
// RUN: %traced %t.trace "{each['name'] for each in of('queue', 'emulated:0')} == {'copy in', 'kernel', 'copy out'}"
// RUN: %traced %t.trace "{each['name'] for each in of('host', 'emulated:0')} == {'decide', 'move', 'launch', 'wait', 'commit'}"
// RUN: %traced %t.trace "{'passes', 'cpu:0', 'cpu:1', 'emulated:0', 'emulated:0 kernels', 'emulated:1 copies out'} <= tracks"
// RUN: %traced %t.trace "all(each['args']['why'] == 'static' for each in of('pass'))"

// Traces without accelerators, and with accelerators driven by the team; decisions have their reasons.
// RUN: env HETRT_DEVICES=cpu:2 HETRT_TRACE=%t.trace %t | FileCheck %s
// RUN: %traced %t.trace "iterations('cpu') == 5 * 100000 and len(of('pass')) == 5 and not of('queue')"
// RUN: env HETRT_DEVICES=cpu:2,emulated:1 HETRT_HOST_THREAD=collaborative HETRT_TRACE=%t.trace HETRT_REPORT=json:%t.json %t | FileCheck %s
// RUN: %traced %t.trace --report %t.json "iterations() == 5 * 100000 and iterations('emulated') == reported('emulated:0', 'iterations')"
#include <hetcc.h>
#include <stdio.h>

int main(void) {
  enum { n = 100000 };
  static double x[n], y[n];
  for (int i = 0; i < n; i++)
    x[i] = i;
  for (int pass = 0; pass < 5; pass++) {
#pragma omp parallel for HETCC(hetero(1) part_copyin(x[1:n]) part_copy(y[1:n]))
    for (int i = 0; i < n; i++)
      y[i] += 2 * x[i];
  }
  // CHECK: 999990
  printf("%g\n", y[n - 1]);
}
