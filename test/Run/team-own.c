// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// If the threads of a team have different values of a variable that a loop reads, only cores run the loop, and the
// report says so. If all values are equal, accelerators take part.
// RUN: %hetcc -O2 %s -o %t
// RUN: env OMP_NUM_THREADS=2 HETRT_DEVICES=emulated:2 HETRT_SCHEDULE=static HETRT_REPORT=1 %t 2>&1 >%t.out | FileCheck %s
// RUN: FileCheck --check-prefix=SUM --input-file=%t.out %s
// RUN: env OMP_NUM_THREADS=2 HETRT_DEVICES=cpu:2 %t | FileCheck --check-prefix=SUM %s

// SUM: owners 100 100, sums 4950 4950, same 9900
// CHECK: no accelerator: the threads of the team differ in 'tid'
// CHECK: no accelerator: the threads of the team differ in 'mine'
// CHECK: emulated:0                     100

#include <omp.h>
#include <stdio.h>

enum { N = 200 };
static int owner[N], value[N], copy[N], same[N], weight = 1;
#pragma omp threadprivate(weight)

int main(void) {
  int owners[2] = {0, 0}, sums[2] = {0, 0}, total = 0;
#pragma omp parallel num_threads(2)
  {
    int tid = omp_get_thread_num(), factor = tid - tid + 1;
    int *mine = tid ? value : copy;
#pragma omp for hetero(1)
    for (int i = 0; i < N; i++)
      owner[i] = tid;
#pragma omp for hetero(1) part_copyout(mine[1:N])
    for (int i = 0; i < N; i++)
      mine[i] = i % 100;
#pragma omp for hetero(1)
    for (int i = 0; i < N; i++)
      same[i] = factor * weight * (i % 100);
  }
  for (int i = 0; i < N; i++) {
    owners[owner[i]]++;
    sums[0] += value[i], sums[1] += copy[i];
    total += same[i];
  }
  printf("owners %d %d, sums %d %d, same %d\n", owners[0], owners[1], sums[0], sums[1], total);
}
