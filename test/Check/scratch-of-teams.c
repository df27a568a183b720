// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scratch memory that each thread of a team allocates for itself is no race, in plain OpenMP loops and in loops with hetero, which hetcc
// leaves to the cores. Memory that one thread allocates for all is a race, also beside such scratch memory.
// RUN: %hetcc -O1 -fopenmp --hetcc-check %s -DOWN -o %t && env OMP_NUM_THREADS=3 %t 2>&1 | FileCheck %s --check-prefix=OWN
// RUN: %hetcc -O1 -fopenmp --hetcc-check -DHETERO %s -DOWN -o %t && env OMP_NUM_THREADS=3 %t 2>&1 | FileCheck %s --check-prefixes=OWN,HETERO
// RUN: %hetcc -O1 -fopenmp --hetcc-check %s -o %t && not env OMP_NUM_THREADS=3 %t 2>&1 | FileCheck %s --check-prefix=SHARED
// RUN: %hetcc -O1 -fopenmp --hetcc-check -DHETERO %s -o %t && not env OMP_NUM_THREADS=3 %t 2>&1 | FileCheck %s --check-prefix=SHARED
// RUN: %hetcc -O1 -fopenmp --hetcc-check %s -DOWN -DLENT -o %t && not env OMP_NUM_THREADS=3 %t 2>&1 | FileCheck %s --check-prefix=LENT

// A team of one thread has no races.
// RUN: %hetcc -O1 -fopenmp --hetcc-check -DHETERO %s -DOWN -o %t && env OMP_NUM_THREADS=1 %t 2>&1 | FileCheck %s --check-prefix=ONE
#include <stdio.h>
#include <stdlib.h>

enum { N = 600, M = 16 };
static double x[N], y[N], *shared;

#ifdef HETERO
#define SPLIT _Pragma("omp for hetero(1)")
#else
#define SPLIT _Pragma("omp for")
#endif

int main(void) {
  for (int i = 0; i < N; i++)
    x[i] = i;
  for (int pass = 0; pass < 2; pass++) {
#pragma omp parallel
    {
#ifdef OWN
      double *scratch = malloc(M * sizeof *scratch);
#else
      double *scratch;
#pragma omp single copyprivate(scratch)
      scratch = malloc(M * sizeof *scratch);
#endif
#ifdef LENT
#pragma omp single
      shared = malloc(2 * M * sizeof *scratch);
#endif
      // OWN: hetcc-check: {{.*}}scratch-of-teams.c:[[@LINE+5]]: 2 passes, 1200 iterations: nothing found
      // HETERO-SAME: only races and memory were looked for: the threads of the team differ in 'scratch'
      // OWN: nothing found in 1 loop
      // SHARED: hetcc-check: {{.*}}scratch-of-teams.c:[[@LINE+2]]: race: {{.*}} is written at {{.*}}, and written at
      // LENT: hetcc-check: {{.*}}scratch-of-teams.c:[[@LINE+1]]: race: {{.*}} is written at {{.*}}:[[@LINE+7]] in
      SPLIT
      for (int i = 0; i < N; i++) {
        for (int k = 0; k < M; k++)
          scratch[k] = x[i] + k;
        y[i] = scratch[i % M];
#ifdef LENT
        shared[0] = y[i];
#endif
      }
      // LENT: 2 passes, 1200 iterations: 1 finding
#ifdef OWN
      free(scratch);
#endif
    }
  }
  // ONE: 8
  printf("%g\n", y[1] + y[2] + y[1]);
}
// ONE-NOT: race
