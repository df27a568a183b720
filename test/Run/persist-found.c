// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays in 'persist' without other clauses: hetcc finds that each loop uses another part, and all loops share the same copies.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 HETRT_SCHEDULE=static HETRT_REPORT=1 %t 2>&1 | FileCheck %s --check-prefix=MOVES --implicit-check-not=warning:
//
// The accelerator has half of 1000 elements of 8 bytes. It gets its half of a once for the first loop, and two more
// elements for the second loop; then one element of halo in each sweep.
// MOVES: region {{.*}}:[[# @LINE + 15]]:
// MOVES: emulated:0 {{.*}} 4.0 kB
// MOVES: region {{.*}}:[[# @LINE + 16]]:
// MOVES: emulated:0 {{.*}} 4.2 kB
// MOVES: region {{.*}}:[[# @LINE + 17]]:
// MOVES: emulated:0 {{.*}} 0 B
#include "Inputs/checksum.h"
#include <stdlib.h>

int main(void) {
  int n = 1000;
  double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b);
  for (int i = 0; i < n; i++)
    a[i] = b[i] = i % 17;
  for (int sweep = 0; sweep < 20; sweep++) {
#pragma omp parallel for hetero(1) persist(a)
    for (int i = 1; i < n - 1; i++)
      a[i] = a[i] * 1.5 - 1;
#pragma omp parallel for hetero(1) persist(a, b)
    for (int i = 1; i < n - 1; i++)
      b[i] = (a[i - 1] + a[i] + a[i + 1]) / 4;
#pragma omp parallel for hetero(1) persist(a, b)
    for (int i = 1; i < n - 1; i++)
      a[i] = b[i];
  }
#pragma omp depersist(a, b)
  printChecksum("a", a, n * sizeof *a);
  free(a);
  free(b);
}
