// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ranks run functions of other translation units as emulated devices do, because all ranks run the same program.
// REQUIRES: nodes
// RUN: %serial %s %S/../Run/Inputs/other-units-values.c %S/../Run/Inputs/other-units-arrays.c -o %t.serial
// RUN: %hetcc -O2 -w --hetcc-functions %s %S/../Run/Inputs/other-units-values.c %S/../Run/Inputs/other-units-arrays.c -o %t
// RUN: %on_nodes --schedules static,chunk_dynamic %t.serial %t
#include "../Run/Inputs/checksum.h"
#include "../Run/Inputs/other-units.h"

enum { N = 10007 };
static int x[N], sorted[N];
static double drawn[N];

int main(void) {
  for (int i = 0; i < N; i++)
    sorted[i] = 2 * i;
#pragma omp parallel for hetero(1)
  for (int i = 0; i < N; i++)
    x[i] = scaled(i) + locate(sorted, N, i);
#pragma omp parallel for hetero(1)
  for (int i = 0; i < N; i++) {
    unsigned long long state = (unsigned)i;
    drawn[i] = next(&state);
  }
  printChecksum("x", x, sizeof x);
  printChecksum("drawn", drawn, sizeof drawn);
}
