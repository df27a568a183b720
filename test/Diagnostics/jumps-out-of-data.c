// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The block of a data directive must end at its closing brace: a jump out of it is an error.
// REQUIRES: clang, plugin
// RUN: %verify %s

int jumps(int n, double *x, int how) {
  for (int t = 0; t < 5; t++) {
#pragma omp target data map(to : x[0 : n])
    {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
      for (int i = 0; i < n; i++)
        x[i] += 1;
      for (int inner = 0; inner < 3; inner++)
        if (inner == 1)
          break;
      switch (how) {
      case 1:
        break;
      }
      if (how == 2)
        goto inside;
    inside:
      if (t == 1)
        break; // expected-error {{'break' leaves the block of 'omp target data', which has to end at its closing brace}}
    }
#pragma omp target data map(to : x[0 : n])
    {
      switch (how) {
      case 1:
        continue; // expected-error {{'continue' leaves the block of 'omp target data', which has to end at its closing brace}}
      }
    }
#pragma acc data copyin(x[0 : n])
    if (how == 3)
      goto out; // expected-error {{'goto' leaves the block of 'acc data', which has to end at its closing brace}}
#pragma omp target data map(to : x[0 : n])
    {
      if (n > 5)
        return 1; // expected-error {{'return' leaves the block of 'omp target data', which has to end at its closing brace}}
    }
  }
out:
  return 0;
}
