// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Macros in clauses are expanded as tokens: `n-NEG` is n minus -1, not a decrement. The loop runs on devices, without
// messages.
// RUN: %serial -O1 %s -o %t.serial
// RUN: %hetcc -O1 -Werror --hetcc-no-cuda %s -o %t 2> %t.said
// RUN: test ! -s %t.said
// RUN: %compare --devices 'cpu:1,emulated:1' --schedules static %t.serial %t
#include <stdio.h>

#define NEG -1
#define PLUS +k
#define OF *p
#define SECTION 0:n-NEG

static double x[10], y[10], z[10];

int main(int argc, char **argv) {
  int n = 8 + argc, k = argc, two = 2, *p = &two;
  (void)argv, (void)k, (void)p;
  for (int i = 0; i < 10; i++)
    x[i] = i;
#pragma omp parallel for hetero(argc-NEG) part_copyin(x[1:n-NEG]) part_copy(y[1:8+PLUS+1]) if(n-NEG) num_threads(1-NEG)
  for (int i = 0; i < n-NEG; i++)
    y[i] = 2 * x[i];
#pragma omp parallel for hetero(1) part_copyin(y[1:20/OF]) map(tofrom: z[SECTION, i])
  for (int i = 0; i < n-NEG; i++)
    z[i] = y[i] + 1;
  for (int i = 0; i < 10; i++)
    printf("%g %g\n", y[i], z[i]);
}
