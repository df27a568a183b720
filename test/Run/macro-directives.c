// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// If a directive or its loop comes out of a macro, preprocessor directives in between keep their effect: #endif,
// definitions in the body. A macro may expand to more than the directive, also if the loop is plain OpenMP.
// RUN: %hetcc -O2 %s -o %t 2>%t.warnings && FileCheck %s --input-file %t.warnings
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t

// CHECK-COUNT-1: warning: this loop runs on the CPUs alone, as plain OpenMP
// CHECK-NOT: warning:
#include "Inputs/checksum.h"

#define PRAGMA(...) _Pragma(#__VA_ARGS__)
#define HETERO(...) PRAGMA(omp parallel for hetero(1) __VA_ARGS__)
#define ALL(i) for (int i = 0; i < N; i++)
#define NEST(i, j) int first = 3; PRAGMA(omp parallel for collapse(2) hetero(1) part_copy(y[1:N][0:M])) ALL(i) for (int j = 0; j < M; j++)

enum { N = 1201, M = 3 };
static int x[N], y[N][M];

int main(void) {
#ifdef __HETCC__
  HETERO(part_copy(x[1:N]))
#else
#define HOST_ONLY 1
#endif
  for (int i = 0; i < N; i++)
    x[i] += i;

  HETERO(part_copy(x[1:N])) for (int i = 0; i < N; i++) {
#define FACTOR 3
    x[i] *= FACTOR;
  }

#if N + 1
  HETERO(part_copy(x[1:N]))
#endif
  ALL(i) {
#define ADDEND 2 + \
  FACTOR /* over
            two lines */
#if ADDEND == 5
#undef FACTOR
#define FACTOR 4
#else
#error "the definition of ADDEND"
#endif
#ifdef UNKNOWN
    x[i] = 0;
#elif FACTOR == 4
    x[i] += ADDEND + FACTOR;
#endif
  }
#ifdef HOST_ONLY
  x[0] += 0;
#endif

#pragma omp parallel for hetero(1) part_copy(x[1:N])
  ALL(i) x[i] -= FACTOR;
  x[2] += ADDEND;
  {
    NEST(i, j) y[i][j] = i * first + j;
  }
  printChecksum("x", x, sizeof x);
  printChecksum("y", y, sizeof y);
}
