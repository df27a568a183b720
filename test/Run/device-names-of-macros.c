// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function of the program has the name of a CUDA device function (norm, min), and preprocessor directives mention the
// name too, in #ifdef or in a later #define. The program's own function is called, with GPUs and without.
// RUN: %hetcc -w -fopenmp --hetcc-auto=all -O2 %s -o %t -lm
// RUN: %serial -w -O2 %s -o %t.serial -lm && %t.serial > %t.expected
// RUN: %compare --devices "cpu:2;cpu:1,emulated:1;emulated:2" --schedules static %t.serial %t
// RUN: env HETRT_CUDA_DRIVER=%cuda_emulator HETRT_DEVICES=cpu:1,cuda:1 HETRT_SCHEDULE=static %t > %t.out && diff %t.expected %t.out
#include <math.h>
#include <stdio.h>

#ifdef norm
enum { IS_MACRO = 1000 };
#else
enum { IS_MACRO = 0 };
#endif

static double norm(double x) { return x < 0 ? -x : x + 0.25; }
static int min(int a, int b) { return a < b ? a + 1 : b; }

int main(void) {
  enum { N = 3000 };
  static double y[N];
  double sum = 0;
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    y[i] = norm(i - 1500) + min(i % 11, 6) + IS_MACRO;
  for (int i = 0; i < N; i++)
    sum += y[i] * (i % 3);
  printf("%.3f\n", sum);
  return 0;
}

#define min(a, b) ((a) < (b) ? (a) : (b))
int last(int a, int b) { return min(a, b); }
