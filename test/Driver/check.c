// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// --hetcc-check instruments every unit, with directives or without, and links the checker in place of the sanitizer's
// runtime, in one step or in several. The exit status is 66 if something was found, and else the program's own.

// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: printf 'void other(double *x, int i) { x[i] += 1; }\n' > other.c
// RUN: %hetcc --hetcc-check -Wno-hetcc --hetcc-dryrun -O2 %s other.c -o both | FileCheck %s --check-prefix=STEPS
// STEPS: gcc{{.*}} -fsanitize=thread{{.*}} -c
// STEPS: gcc{{.*}} -fsanitize=thread{{.*}}other.c
// STEPS-NEXT: gcc
// STEPS-NOT: -fsanitize=thread
// STEPS-SAME: --wrap=memcpy{{.*}} -lhetcheck{{.*}} -lhetrt

// RUN: %hetcc --hetcc-check -Wno-hetcc -O2 %s other.c -o both && ./both 2>&1 | FileCheck %s --check-prefix=RIGHT
// RIGHT: check.c:{{[0-9]+}}: 1 pass, 64 iterations: nothing found; no device can run it
// RIGHT: nothing found in 1 loop

// In several steps; and a run with a finding in other.c, the unit without directives.
// RUN: %hetcc --hetcc-check -Wno-hetcc -O2 -c %s -o unit.o && %hetcc --hetcc-check -Wno-hetcc -c other.c -o other.o
// RUN: %hetcc --hetcc-check -Wno-hetcc unit.o other.o -o several
// RUN: ./several
// RUN: not %hetcc unit.o other.o -o forgotten 2>&1 | FileCheck %s --check-prefix=FORGOTTEN
// RUN: not %hetcc -Wno-hetcc %s other.o unit.o -o forgotten 2>&1 | FileCheck %s --check-prefix=FORGOTTEN
// FORGOTTEN: an object was compiled with '--hetcc-check'; link with '--hetcc-check', too
// FORGOTTEN-NOT: __tsan
// RUN: sh -c './several 1 2> found; test $? = 66' && FileCheck %s --check-prefix=FOUND < found
// FOUND: race: {{.*}} at other.c:1 in iteration {{[0-9]+}}, and {{read|written}} at other.c:1 in iteration
// FOUND: other.c:1: void other(double *x, int i) { x[i] += 1; }
// RUN: sh -c './several 1 2 2> found; test $? = 3'
// With another seed the checker runs the iterations in another order, and finds the same.
// RUN: env HETRT_CHECK_SEED=9 not ./several 1 2>&1 | FileCheck %s --check-prefix=FOUND

// RUN: not %hetcc --hetcc-check -Wno-hetcc -fsanitize=address %s other.c 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: '--hetcc-check' and '-fsanitize=address' cannot go together
// RUN: not %hetcc --hetcc-check -static %s other.c 2>&1 | FileCheck %s --check-prefix=STATIC
// STATIC: '--hetcc-check' replaces functions of the C library, which '-static' would link twice; leave it out
// Settings that choose devices have no effect.
// RUN: env HETRT_DEVICES=emulated:2 HETRT_SCHEDULE=static ./several 2>&1 | FileCheck %s --check-prefix=STILL
// STILL: nothing found in 1 loop
#include <hetcc.h>
#include <stdlib.h>
static double x[64];
static int at[64];
void other(double *x, int i);

int main(int argc, char **argv) {
  for (int i = 0; i < 64; i++)
    at[i] = argc > 1 ? i / 2 : i;
#pragma omp parallel for HETCC(hetero(1) part_copyin(at[1:64]) map(tofrom: x[0:64]))
  for (int i = 0; i < 64; i++)
    other(x, at[i]);
  return argc > 2 ? 3 : 0;
}
