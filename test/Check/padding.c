// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Blocks: a part reads what its neighbour has written, without an exchange of padding in between. A checking run
// divides each block into three parts on every machine.

// RUN: %hetcc --hetcc-check -O2 -Wno-hetcc %s -o %t
// RUN: %t 2>&1 | FileCheck %s --check-prefix=CLEAN
// RUN: not %t 1 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not %t 2 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not %t 3 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not %t 4 2>&1 | FileCheck %s --check-prefix=MISSING
#include <hetcc.h>
#include <stdio.h>
#include <stdlib.h>
static int fault;
enum { N = 90, SWEEPS = 4 };
static double u[N], v[N], w[N];

static void changingRoles(void) {
  int start = 1, end = N - 1;
  // Two arrays that change roles: with fault 1 nothing is exchanged, with fault 2 the wrong array.
#pragma omp parallel devices(any) partition(adaptive: i = start; i < end; i++) map(tofrom: u[1|0:N|1, i], v[1|0:N|1, i])
  for (int sweep = 0; sweep < SWEEPS; sweep++) {
    for (int i = start; i < end; i++)
      v[i] = (u[i - 1] + u[i + 1]) / 2;
    if (fault == 2) {
#pragma omp target update padding_update_nearby(u)
    } else if (fault != 1) {
#pragma omp target update padding_update_nearby(v)
    }
    for (int i = start; i < end; i++)
      u[i] = (v[i - 1] + v[i + 1]) / 2;
    if (fault == 2) {
#pragma omp target update padding_update_nearby(v)
    } else if (fault != 1) {
#pragma omp target update padding_update_nearby(u)
    }
  }
}

static void inTurn(void) {
  // Fault 3: a barrier instead of an exchange. Fault 4: an exchange is missing at the end of a sweep.
  int start = 1, end = N - 1;
#pragma omp parallel devices(any) partition(adaptive: i = start; i < end; i++) map(tofrom: v[1|0:N|1, i], w[0|0:N|1, i])
  for (int sweep = 0; sweep < SWEEPS; sweep++) {
    for (int i = start; i < end; i++)
      v[i] = v[i] / 2 + w[i + 1];
    if (fault == 3) {
#pragma omp barrier
    } else {
#pragma omp target update padding_update_nearby(v)
    }
    for (int i = start; i < end; i++)
      w[i] = v[i - 1] + v[i + 1];
    if (fault != 4) {
#pragma omp target update padding_update_nearby(w)
    }
  }
}

int main(int argc, char **argv) {
  fault = argc > 1 ? atoi(argv[1]) : 0;
  for (int i = 0; i < N; i++)
    u[i] = v[i] = w[i] = i % 7;
  // MISSING: padding.c:{{[0-9]+}}: padding: {{[uvw]}}[{{[0-9]+}}] is read at {{.*}} by one part of the block, and was written at {{.*}} by another: 'target update padding_update_nearby({{[uvw]}})' is missing in between
  changingRoles();
  inTurn();
  // CLEAN: nothing found in
  printf("%g %g %g\n", u[5], v[5], w[5]);
  return 0;
}
