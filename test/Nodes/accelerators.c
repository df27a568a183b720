// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Nodes that divide their ranges between their cores and an accelerator of the node: each kind of window gives the
// serial result, under each write policy and each scheduler of rank 0.
// REQUIRES: nodes, openmpi, mpich
// RUN: %serial -O2 %s -o %t.serial
// RUN: %hetcc -O2 %s -o %t
// RUN: %on_nodes --inside --setting HETRT_NODES=devices=cpu:1+emulated:1 --setting HETRT_BACKOFF_PASSES=0 --ranks 3 --schedules static,adaptive,auto,gpu,chunk_dynamic %t.serial %t
// RUN: %on_nodes --inside --setting HETRT_NODES=devices=cpu+emulated:2 --setting HETRT_BACKOFF_PASSES=0 --ranks 2 --setting HETRT_WRITE=back %t.serial %t block
// RUN: %on_nodes --inside --setting HETRT_NODES=devices=emulated:2 --ranks 2 --mpi mpich --setting HETRT_DETERMINISTIC=1 %t.serial %t
// RUN: %on_nodes --inside --setting HETRT_NODES=devices=cpu:1+emulated:1 --setting HETRT_BACKOFF_PASSES=0 --setting HETRT_EMULATED=memory=192K --ranks 2 --mpi mpich --setting HETRT_WRITE=none %t.serial %t

// The report lists what each device of a node did.
// RUN: env HETRT_DEVICES=node HETRT_NODES=devices=cpu:1+emulated:1 HETRT_BACKOFF_PASSES=0 HETRT_REPORT=1 mpirun.mpich -n 2 %t block > %t.out 2>&1
// RUN: FileCheck %s --check-prefix=REPORT < %t.out
// REPORT: node:0 {{.*}}%
// REPORT-NEXT: node:0/cpu {{ *[1-9]}}
// REPORT-NEXT: node:0/emulated:0 {{ *[1-9]}}
// Regions with indirect indices, with segments, and with the loops of a block.
// REPORT: region {{.*}}accelerators.c:90
// REPORT: node:0/emulated:0 {{ *[1-9]}}
// REPORT: region {{.*}}accelerators.c:99
// REPORT: node:0/emulated:0 {{ *[1-9]}}
// REPORT: region {{.*}}accelerators.c:108
// REPORT: node:0/emulated:0 {{ *[1-9]}}
// REPORT-NOT: its cores alone

// RUN: env HETRT_DEVICES=cpu:1,node HETRT_NODES=devices=cpu:1+emulated:2 mpirun.openmpi -n 2 %build_root/bin/hetinfo --devices | FileCheck %s --check-prefix=LIST
// LIST: node:0 {{.*}}rank 1
// LIST-NEXT: node:0/cpu: 1 core
// LIST-NEXT: node:0/emulated:0: emulated accelerator
// LIST-NEXT: node:0/emulated:1: emulated accelerator

// If an accelerator of a node is lost, only this accelerator is left out, and the node's core computes its share again.
// RUN: env HETRT_DEVICES=node HETRT_NODES=devices=cpu:1+emulated:1 HETRT_EMULATED=die=launch:2 mpirun.openmpi -n 2 %t > %t.out 2> %t.err
// RUN: %t.serial | diff - %t.out
// RUN: FileCheck %s --check-prefix=LOST < %t.err
// LOST: hetrt: warning: {{.*}}: node:0/emulated:0 is left out from now on, and its share runs elsewhere: emulated:0
// LOST-NOT: hetrt:
#include <stdio.h>

enum { N = 203, M = 61 };
static double a[N][M], b[N][M], x[N];
static double v[N * (N + 1) / 2];
static int index[N], row[N + 1];

static void sweep(double (*from)[M], double (*to)[M]) {
#pragma omp parallel for hetero(1) part_copyin(from[1:N:1][0:M]) part_copy(to[1:N][0:M]) persist(from, to)
  for (int i = 1; i < N - 1; i++)
    for (int j = 1; j < M - 1; j++)
      to[i][j] = 0.25 * (from[i - 1][j] + from[i + 1][j] + from[i][j - 1] + from[i][j + 1]);
}

int main(int argc, char **argv) {
  (void)argv;
  for (int i = 0; i < N; i++) {
    index[i] = (i * 37 + 5) % N;
    for (int j = 0; j < M; j++)
      a[i][j] = b[i][j] = (i * 7 + j * 3) % 11;
  }
  for (int pass = 0; pass < 6; pass++)
    pass % 2 ? sweep(b, a) : sweep(a, b);
#pragma omp depersist(a, b)

  // Columns of a, of which each node gets some.
  for (int pass = 0; pass < 3; pass++) {
#pragma omp parallel for hetero(1) part_copy(a[0:N][1:M])
    for (int j = 0; j < M; j++)
      for (int i = 0; i < N; i++)
        a[i][j] += j * 3;
  }

  // Rows in reverse order; b as a whole; elements that the loop does not write keep their values.
  double last = 0;
  long sum = 0;
  for (int pass = 0; pass < 3; pass++) {
#pragma omp parallel for hetero(1) lastprivate(last) reduction(+ : sum)
    for (int i = N - 1; i >= 1; i -= 2) {
      double total = 0;
      for (int j = 0; j < M; j++)
        total += b[N - 1 - i][j] + a[i - 1][j];
      if (i % 3)
        x[i] += total;
      last = total;
      sum += (long)total + i;
    }
  }

  // Elements of x at indices from another array.
  for (int pass = 0; pass < 3; pass++) {
#pragma omp parallel for hetero(1)
    for (int i = 0; i < N; i++)
      b[i][0] += x[index[i]] + 1;
  }

  // Segments whose bounds are in the array row.
  for (int i = 0; i <= N; i++)
    row[i] = i * (i + 1) / 2;
  for (int pass = 0; pass < 3; pass++) {
#pragma omp parallel for hetero(1)
    for (int i = 0; i < N; i++)
      for (int k = row[i]; k < row[i + 1]; k++)
        x[i] += v[k] + k % 7;
  }

  // A block whose threads run their loops as a whole. A scheduler that gives several ranges causes a warning.
  int start = 0, end = N;
  if (argc > 1) {
#pragma omp parallel devices(any) partition(adaptive : i = start; i < end; i++) map(tofrom : x[0:N, i])
    for (int round = 0; round < 3; round++)
      for (int i = start; i < end; i++)
        x[i] = 0.5 * x[i] + round;
  }

  double all = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      all += (i + 1) * (a[i][j] - b[i][j]) + x[i];
  printf("%.12g %.12g %ld\n", all, last, sum);
  return 0;
}
