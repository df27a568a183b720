// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The main program for the library of replaced-function.c. With -DREPLACE it defines a function that replaces the
// library's; with -DLIBRARY this file is a library with only that function.
#include "checksum.h"

#if defined(REPLACE) || defined(LIBRARY)
int calls;
int weight(int value) {
#ifdef _OPENMP
#pragma omp atomic
#endif
  calls++;
  return 5 * value;
}
#endif

#ifndef LIBRARY
void compute(int n, int *sum);
enum { N = 1000 };
static int sums[N];

int main(void) {
  compute(N, sums);
  printChecksum("sums", sums, sizeof sums);
#ifdef REPLACE
  printf("%d calls\n", calls);
#endif
}
#endif
