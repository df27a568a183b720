// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A node computes with all of its cores, by the outlined form, the only device form in this program. Each thread has
// its own stack, so the addresses of stack frames tell how many threads computed. The number is limited by
// OMP_NUM_THREADS, and by a launcher that binds ranks to one core.
// REQUIRES: nodes, openmpi, mpich
// RUN: %hetcc -O2 --hetcc-no-cuda --hetcc-no-emulated %s -o %t
// RUN: env OMP_NUM_THREADS=2 HETRT_DEVICES=node HETRT_REPORT=json:%t.json mpirun.mpich -n 2 %t | FileCheck --check-prefix=TWO %s
// RUN: FileCheck --check-prefix=REPORT %s < %t.json
// RUN: env OMP_NUM_THREADS=2 HETRT_DEVICES=node mpirun.openmpi --bind-to none -n 2 %t | FileCheck --check-prefix=TWO %s
// RUN: env OMP_NUM_THREADS=1 HETRT_DEVICES=node mpirun.mpich -n 2 %t | FileCheck --check-prefix=ONE %s
// RUN: env -u OMP_NUM_THREADS HETRT_DEVICES=node mpirun.openmpi --bind-to core -n 2 %t | FileCheck --check-prefix=ONE %s

// hetinfo prints the number of cores of a node.
// RUN: env OMP_NUM_THREADS=2 HETRT_DEVICES=node mpirun.mpich -n 2 %build_root/bin/hetinfo | FileCheck --check-prefix=INFO %s
// INFO: node:0 rank 1 on {{.*}}, 2 cores){{.*}}, 2 times a core's width

// Without the outlined form (--hetcc-no-nodes), nodes cannot run the loop.
// RUN: %hetcc -O2 --hetcc-no-cuda --hetcc-no-nodes %s -o %t.without
// RUN: env HETRT_DEVICES=cpu,node HETRT_REPORT=1 mpirun.mpich -n 2 %t.without 2>&1 | FileCheck --check-prefix=NONE %s

// TWO: 2 threads, 4.9e+07
// ONE: 1 threads, 4.9e+07
// REPORT: "name":"node:0","kind":"node","simd_width":2.0
// NONE: no accelerator: no accelerator that is there can run the loop body
#include <stdio.h>

enum { N = 2000 };
static long stack[N];
static double work[N];

int main(void) {
#pragma omp parallel for hetero(1, all, gpu) part_copyout(stack[1:N], work[1:N])
  for (int i = 0; i < N; i++) {
    double sum = i;
    for (int j = 0; j < 50000; j++)
      sum = sum * 0.999 + j;
    work[i] = sum;
    stack[i] = (const char *)__builtin_frame_address(0) - ""; // the address identifies the thread
  }
  static long seen[N];
  int threads = 0;
  for (int i = 0; i < N; i++) {
    int known = 0;
    while (known < threads && seen[known] != stack[i])
      known++;
    if (known == threads)
      seen[threads++] = stack[i];
  }
  printf("%d threads, %.6g\n", threads, work[1]);
  return 0;
}
