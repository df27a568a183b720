// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A template gets the operation for each element as an argument: a class with operator() that is declared before the
// template works on devices; a lambda has no name by which device code could call it, so this instance keeps the
// template's loop on the host.
// RUN: %serialxx %s -o %t.serial
// RUN: %hetccxx %s -o %t 2>&1 | FileCheck --allow-empty --check-prefix=CLASS %s
// CLASS-NOT: {{.}}
// RUN: %compare %t.serial %t
// RUN: %serialxx -DLAMBDA %s -o %t.serial
// RUN: %hetccxx -DLAMBDA %s -o %t 2>&1 | FileCheck %s
// RUN: %compare --host-only %t.serial %t
#include <hetcc.h>
#include <cstdio>

struct Scaled {
  double factor;
  double operator()(double value) const { return factor * value; }
};

template <typename Function> void apply(int n, const double *x, double *y, Function f) {
#pragma omp parallel for HETCC(hetero(1) part_copyin(x[1:n]) part_copyout(y[1:n]))
  for (int i = 0; i < n; i++)
    y[i] = f(x[i]); // CHECK: touch-lambda-argument.cpp:[[# @LINE]]:12: warning: this loop runs on the CPUs alone: 'f' is a lambda, whose type does not travel to a device
}

int main() {
  enum { N = 1009 };
  static double x[N], y[N];
  for (int i = 0; i < N; i++)
    x[i] = i % 17;
#ifdef LAMBDA
  double factor = 3;
  apply(N, x, y, [=](double value) { return factor * value; });
#else
  apply(N, x, y, Scaled{3});
#endif
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum = sum * 0.75 + y[i];
  std::printf("%.17g\n", sum);
}
