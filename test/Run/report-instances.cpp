// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// In the report and the trace, each instance of a template is a separate region, and passes as plain OpenMP are
// counted; the seconds of a region are the sum of its parts.
// RUN: %hetcc++ -O1 %s -o %t
// RUN: env HETRT_DEVICES=cpu:2,emulated:1 HETRT_SCHEDULE=static HETRT_TRACE=%t.trace HETRT_REPORT=json:%t.json %t
// RUN: %reported %t.json "[r['location'].split(':')[-1].partition(', ')[2] for r in regions] == ['', 'instance 2']"
// RUN: %reported %t.json "[r['passes'] for r in regions] == [2, 3] and [r['plain_passes'] for r in regions] == [1, 1]"
// RUN: %reported %t.json "all(abs(sum(r['parts'].values()) - r['seconds']) < 1e-9 and min(r['parts'].values()) >= 0 for r in regions)"
// RUN: %reported %t.json "all(abs(sum(r['pass_seconds']) - r['seconds']) < 1e-9 for r in regions)"
// RUN: %traced %t.trace "len([each for each in of('pass') if each['name'].endswith('instance 2')]) == 3"
// RUN: %traced %t.trace "len([each for each in of('range', 'emulated') if each['name'].endswith('instance 2')]) == 2"
// RUN: env HETRT_DEVICES=cpu:2,emulated:1 HETRT_SCHEDULE=static HETRT_REPORT=1 %t 2>&1 | FileCheck %s
// CHECK: region {{.*}}report-instances.cpp:[[#]]: static, 2 passes
// CHECK-NEXT: planning {{.*}}, start-up {{.*}}, computing {{.*}}, waiting
// CHECK: as plain OpenMP: 1 of 2 passes
// CHECK: region {{.*}}report-instances.cpp:[[#]], instance 2: static, 3 passes
// CHECK: total: 5 passes in
#include <hetcc.h>

template <typename T> static void add(T *x, int n, bool onDevices) {
#pragma omp parallel for HETCC(hetero(onDevices) part_copy(x[1:n]))
  for (int i = 0; i < n; i++)
    x[i] += 1;
}

int main() {
  enum { n = 1000 };
  static float f[n];
  static double d[n];
  add(f, n, false);
  add(f, n, true);
  add(d, n, true);
  add(d, n, false);
  add(d, n, true);
  return f[5] == 2 && d[5] == 3 ? 0 : 1;
}
