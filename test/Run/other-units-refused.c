// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of other units of which nothing is known, or which no device can run as they are declared here, keep loops
// on the cores. If accelerators are there, each loop with 'hetero' gives one warning with the reason; the report has
// the reason too, also for loops with only OpenMP directives.
// RUN: %host_cc -O2 -c %S/Inputs/other-units-plain.c -o %t.plain.o
// RUN: %hetcc -O2 --hetcc-functions -c %S/Inputs/other-units-refused.c -o %t.refused.o
// RUN: %hetcc -O2 --hetcc-functions -c %S/Inputs/other-units-deep.c -o %t.deep.o
// RUN: %hetcc -O2 -Wno-hetcc-gpu-form %s %t.plain.o %t.refused.o %t.deep.o -o %t
// RUN: %serial -O2 %s %t.plain.o %t.refused.o %t.deep.o -o %t.serial
// RUN: %t.serial >%t.expected
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 HETRT_REPORT=json:%t.json %t >%t.out 2>%t.err
// RUN: diff %t.expected %t.out
// RUN: FileCheck %s --input-file %t.err
// RUN: FileCheck %s --input-file %t.json --check-prefix REPORT
// RUN: %reported %t.json "iterations('emulated') == 0 and iterations('cpu') > 0"
// Without accelerators there is no warning.
// RUN: env HETRT_DEVICES=cpu:2 %t 2>&1 | diff %t.expected -
// RUN: %hetcc -O2 -fopenmp --hetcc-auto=all -DHETERO= %s %t.plain.o %t.refused.o %t.deep.o -o %t.auto
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 HETRT_REPORT=json:%t.json %t.auto 2>&1 | diff %t.expected -
// RUN: FileCheck %s --input-file %t.json --check-prefix REPORT
// The clause contradicts what the function does.
// RUN: %hetcc -O2 -Wno-hetcc-gpu-form -DCLAUSE %s %t.plain.o %t.refused.o %t.deep.o -o %t.clause
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 %t.clause 2>&1 >%t.out | FileCheck %s --check-prefix CLAUSE
#include "Inputs/checksum.h"

#ifndef HETERO
#define HETERO hetero(1)
#endif

int plain(int value), counted(int value), lying(const int *value), typed(int value), again(int value), ping(int value),
    through(int value), replaced(int value);

enum { N = 101 };
static int x[N];
#ifdef CLAUSE
static int y[N];
int changing(int *value);
#endif

static void print(void) { printChecksum("x", x, sizeof x); }

int main(void) {
  for (int pass = 0; pass < 2; pass++) {
    // CHECK: other-units-refused.c:[[# @LINE + 2]]: cores alone run the loop: 'plain' of another unit is not known: hetcc did not build that unit with '--hetcc-functions'
    // REPORT: 'plain' of another unit is not known
#pragma omp parallel for HETERO
    for (int i = 0; i < N; i++)
      x[i] = plain(i);
    print();
    // CHECK-NEXT: 'counted' of another unit (other-units-refused.c:6) stays on the host: 'counted' uses the variable 'counter'
    // REPORT: 'counted' of another unit (other-units-refused.c:6) stays on the host
#pragma omp parallel for HETERO
    for (int i = 0; i < N; i++)
      x[i] = counted(i);
    print();
    // CHECK-NEXT: 'lying' of another unit (other-units-refused.c:7) writes what its declaration says is 'const'
    // REPORT: 'lying' of another unit
#pragma omp parallel for HETERO
    for (int i = 0; i < N; i++) {
      int value = i;
      x[i] = lying(&value) + value;
    }
    print();
    // CHECK-NEXT: 'typed' of another unit (other-units-refused.c:8) has other types than its declaration here
    // REPORT: 'typed' of another unit
#pragma omp parallel for HETERO
    for (int i = 0; i < N; i++)
      x[i] = typed(i);
    print();
    // CHECK-NEXT: 'again' of another unit (other-units-refused.c:9) stays on the host: 'again' calls itself
    // REPORT: 'again' of another unit
#pragma omp parallel for HETERO
    for (int i = 0; i < N; i++)
      x[i] = again(i);
    print();
    // CHECK-NEXT: 'pong' of another unit is not known
    // REPORT: 'pong' of another unit is not known
#pragma omp parallel for HETERO
    for (int i = 0; i < N; i++)
      x[i] = ping(i);
    print();
    // CHECK-NEXT: 'counted' of another unit (other-units-refused.c:6) stays on the host
    // REPORT: 'counted' of another unit
#pragma omp parallel for HETERO
    for (int i = 0; i < N; i++)
      x[i] = through(i);
    print();
    // CHECK-NEXT: another 'replaced' is called than that of other-units-refused.c:12, which is known
    // REPORT: another 'replaced' is called
#pragma omp parallel for HETERO
    for (int i = 0; i < N; i++)
      x[i] = replaced(i);
    print();
  }
  // CHECK-NOT: {{.}}
#ifdef CLAUSE
  // CLAUSE: other-units-refused.c:[[# @LINE + 1]]: cores alone run the loop: 'changing' of another unit (other-units-refused.c:13) may write 'y', and 'part_copyin' only moves it in
#pragma omp parallel for hetero(1) part_copyin(y[1:N]) part_copyout(x[1:N])
  for (int i = 0; i < N; i++)
    x[i] = changing(&y[i]);
  print();
#endif
}
