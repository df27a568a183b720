// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each of four MPI ranks runs its own regions, without the others as devices. mpicc calls hetcc as its compiler.
// REQUIRES: mpi
// RUN: env OMPI_CC=%hetcc mpicc -O2 %s -o %t
// RUN: mpirun -n 4 %t | FileCheck %s
// RUN: mpirun -n 4 -x HETRT_DEVICES=cpu:1,emulated:1 -x HETRT_SCHEDULE=static %t | FileCheck %s

// CHECK: 4 ranks agree
#include <mpi.h>
#include <stdio.h>

enum { N = 5003 };
static int x[N];

int main(int argc, char **argv) {
  int rank, ranks, wrong = 0, allWrong = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  for (int pass = 0; pass < 5; pass++) {
#pragma omp parallel for hetero(1) part_copy(x[1:N])
    for (int i = 0; i < N; i++)
      x[i] += rank + i;
  }
  for (int i = 0; i < N; i++)
    wrong += x[i] != 5 * (rank + i);
  MPI_Allreduce(&wrong, &allWrong, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (rank == 0)
    printf("%d ranks %s\n", ranks, allWrong ? "disagree" : "agree");
  MPI_Finalize();
}
