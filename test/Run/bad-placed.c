// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory that a thread of the outer block allocated by omp_target_allocate must not be released in an inner block.
// RUN: %hetcc -O2 %s -o %t
// RUN: env HETRT_DEVICES=cpu:2 not --crash %t 2>&1 | FileCheck %s
// CHECK: hetrt: error: {{.*}}bad-placed.c:[[#@LINE+7]]: omp_target_release: wanted memory that omp_target_allocate gave this thread in this block, found 0x{{[0-9a-f]+}} of another

#include <hetcc.h>
#include <stdlib.h>

int main(void) {
  int x[100] = {0}, start = 0, end = 100;
#pragma omp parallel proc_bind(spread) partition(static : i = start; i < end; i++) map(tofrom : x[0:100, i])
  {
    int *t = omp_target_allocate(64), first = start, last = end;
#pragma omp parallel partition(static : k = first; k < last; k++) map(tofrom : x[0:100, k])
    {
      for (int k = first; k < last; k++)
        x[k]++;
#pragma omp single
      omp_target_release(t);
    }
  }
  return x[7] - 1;
}
