// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdlib>
#include <hetcc.h>
#include <vector>

extern "C" double sum(int n, const double *x) {
  double s = 0;
  std::vector<double> y(x, x + n);
#pragma omp target teams distribute parallel for HETCC(hetero(1)) reduction(+ : s) map(tofrom : s)
  for (int i = 0; i < n; i++)
    s += y[i];
  return s;
}
