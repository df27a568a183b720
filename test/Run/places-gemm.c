// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A partition inside of another one: the outer one gives each place some columns of the matrices, the inner one divides
// rows between the cores and accelerators of the place. Sizes are prime numbers, one, and less than the number of
// devices; places are those of OpenMP, or as many as the setting says.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare --setting HETRT_PLACES=1 --schedules static,adaptive %t.serial %t
// RUN: %compare --setting HETRT_PLACES=2 --schedules static,adaptive,cpu,gpu,runtime %t.serial %t
// RUN: %compare --setting HETRT_PLACES=3 --schedules static,adaptive %t.serial %t
// RUN: env OMP_PLACES="{0},{1}" HETRT_DEVICES=cpu,emulated:2 %t > %t.out
// RUN: %t.serial | diff %t.out -
// RUN: env OMP_NUM_THREADS=1 %t > %t.out
// RUN: %t.serial | diff %t.out -

#include "Inputs/checksum.h"
#include <stdio.h>
#include <stdlib.h>

/* Flat matrices; maps of the inner loop name the outer id, or leave a dimension to the outer map. */
static void named(int n, int m, int l, const int *a, const int *b, int *c) {
  int j0 = 0, j1 = m;
#pragma omp parallel proc_bind(spread) partition(adaptive : j = j0; j < j1; j++) map(to : a[0:n][0:l], b[0:l][0:m, j]) \
    map(tofrom : c[0:n][0:m, j])
  {
#pragma omp target teams loop devices(any) partition(adaptive) map(to : a[0:n, i][0:l], b[0:l][0:m, j])               \
    map(tofrom : c[0:n, i, m][0:m, j])
    for (int i = 0; i < n; i++)
#pragma omp bind_partition(j)
      for (int j = j0; j < j1; j++) {
        int sum = c[i * m + j];
        for (int k = 0; k < l; k++)
          sum += a[i * l + k] * b[k * m + j];
        c[i * m + j] = sum;
      }
  }
}

/* The inner loop takes over maps from the block, and matrices are arrays of rows. */
static void inherited(int n, int m, int l, const int (*a)[l], const int (*b)[m], int (*c)[m]) {
  int j0 = 0, j1 = m;
#pragma omp parallel proc_bind(spread) num_threads(2) partition(static : j = j0; j < j1; j++) map(to : a[0:n][:])     \
    map(to : b[0:l][:, j]) map(tofrom : c[0:n][:, j])
#pragma omp parallel for partition(static) map(tofrom : c[0:n, i][:])
  for (int i = 0; i < n; i++)
    for (int j = j0; j < j1; j++)
      for (int k = 0; k < l; k++)
        c[i][j] += a[i][k] * b[k][j];
}

/* A block inside of a block: a place's columns of the rows stay on its devices for several loops. */
static void blocks(int n, int m, int (*c)[m]) {
  int j0 = m - 1, j1 = 0, i0 = 0, i1 = n;
#pragma omp parallel proc_bind(spread) partition(static : j = j0; j >= j1; j--) map(tofrom : c[0:n][:, j])
#pragma omp parallel partition(adaptive : i = i0; i < i1; i++) map(tofrom : c[0:n, i][:])
  for (int round = 0; round < 3; round++)
    for (int i = i0; i < i1; i++)
      for (int j = j0; j >= j1; j--)
        c[i][j] += round * i + j;
}

int main(void) {
  static const int shapes[][3] = {{1, 1, 1},   {2, 3, 5},    {7, 1, 3},    {1, 7, 2},    {13, 17, 11},
                                  {31, 2, 29}, {37, 53, 41}, {97, 89, 83}, {64, 64, 64}, {5, 127, 7}};
  for (unsigned s = 0; s < sizeof shapes / sizeof shapes[0]; s++) {
    int n = shapes[s][0], m = shapes[s][1], l = shapes[s][2];
    int *a = malloc(sizeof(int) * n * l), *b = malloc(sizeof(int) * l * m), *c = malloc(sizeof(int) * n * m);
    for (int k = 0; k < n * l; k++)
      a[k] = k % 13 - 6;
    for (int k = 0; k < l * m; k++)
      b[k] = k % 7 - 3;
    for (int k = 0; k < n * m; k++)
      c[k] = k;
    for (int pass = 0; pass < 3; pass++) {
      named(n, m, l, a, b, c);
      inherited(n, m, l, (const int(*)[l])a, (const int(*)[m])b, (int(*)[m])c);
      blocks(n, m, (int(*)[m])c);
    }
    printf("%d x %d x %d: ", n, m, l);
    printChecksum("c", c, sizeof(int) * n * m);
    free(a), free(b), free(c);
  }
  return 0;
}
