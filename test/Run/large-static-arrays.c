// A program whose static arrays take more than 2 GiB links as it does with the host's compiler: what we link into it
// lies where code reaches it. Only what the loops touch of the arrays takes memory.
// RUN: %gcc_openmp -O1 %s -o %t.gcc
// RUN: %t.gcc > %t.expected
// RUN: %hetcc -O1 -fopenmp --hetcc-auto=all %s -o %t
// RUN: env HETRT_DEVICES=cpu:2 %t | diff %t.expected -
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 HETRT_SCHEDULE=static %t | diff %t.expected -
// RUN: env HETRT_DEVICES=emulated:2 HETRT_SCHEDULE=static %t | diff %t.expected -
#include <stdio.h>

static int cells[60000][40000];
static double sums[100];

int main(int argc, char **argv) {
  (void)argv;
  int n = argc + 10;
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    cells[0][i] = 3 * i;
    sums[i] = i;
  }
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    sums[i] += cells[0][i];
  for (int i = 0; i < n; i++)
    printf("%d %g\n", cells[0][i], sums[i]);
  return 0;
}
