// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `acc data` under the names that OpenACC has for its clauses: older ones, modifiers, and those without effect here.
// RUN: %hetcc -O1 -fopenmp --hetcc-auto=all %s -o %t
// RUN: %gcc_openmp -O1 -Wno-unknown-pragmas %s -o %t.gcc
// RUN: %compare %t.gcc %t
#include <stdio.h>

enum { N = 500 };
static double in[N], out[N], between[N];

int main(void) {
  int n = N;
  double *lead = between;
  for (int i = 0; i < N; i++)
    in[i] = i;
#pragma acc data pcopyin(in[0:n]) present_or_copy(out[0:n]) pcreate(between[0:n]) device_type(*)
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      between[i] = in[i] * 2;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      out[i] = between[i] + 1;
  }
#pragma acc enter data copyin(readonly : in[0:n]) present_or_create(between[0:n]) attach(lead)
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    out[i] += in[i];
#pragma acc exit data copyout(zero : between[0:n]) detach(lead)
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum += out[i] * (i % 7);
  printf("%g\n", sum);
  return 0;
}
