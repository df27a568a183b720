// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A unit that clang cannot parse is built as plain OpenMP, with a warning, also where its directives come out of macros.
// RUN: %hetcc -O2 %s -o %t 2>%t.messages && FileCheck %s --input-file %t.messages
// RUN: nm -u %t | FileCheck %s --check-prefix=OPENMP
// RUN: env OMP_NUM_THREADS=2 %t | FileCheck %s --check-prefix=RESULT

// CHECK: hetcc: warning: '{{.*}}' is built for the CPUs alone: clang cannot parse it
// OPENMP: GOMP_parallel
// RESULT: 1006009
#include <stdio.h>

#define PRAGMA(...) _Pragma(#__VA_ARGS__)
#define HETERO(...) int more = 3; PRAGMA(omp parallel for hetero(1) __VA_ARGS__)

long first(int n; long values[n], int n); /* clang does not accept this declaration */

static long x[1003];

int main(void) {
  int n = 1003;
  long nested(int a) { return a + 1; }
  HETERO(part_copy(x[1:n])) for (int i = 0; i < n; i++) x[i] = nested(i);
  PRAGMA(omp parallel for hetero(1) part_copy(x[1:n]))
  for (int i = 0; i < n; i++)
    x[i] += nested(i) - 1 + more - 3;
  long sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i];
  printf("%ld\n", sum);
}
