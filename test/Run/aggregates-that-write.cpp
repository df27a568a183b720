// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A called function makes an aggregate, which gets an address without a constructor. Its destructor, or the initializer
// of a member, writes there: so the function writes the element that the loop passes to it.
// RUN: %hetccxx -std=c++20 -O1 -fopenmp --hetcc-auto=all --hetcc-summary %s -o %t 2>&1 | FileCheck %s
// RUN: g++ -std=c++20 -O1 -w %s -o %t.serial
// RUN: %compare %t.serial %t
// CHECK: 2 of 2 loops split
#include <cstdio>

enum { N = 512 };
static double x[N], y[N], z[N];

struct SetsAtEnd {
  double *To;
  ~SetsAtEnd() { *To = 9; }
};
struct SetsAtOnce {
  double *To;
  double Value = (*To = 7);
};

static int atEnd(double *To, int I) {
  if (I % 3)
    return 0;
  SetsAtEnd Guard{To};
  return 1;
}
static double atOnce(double *To) {
  SetsAtOnce Made{To};
  return Made.Value;
}

int main() {
  int Count = 0;
#pragma omp parallel for reduction(+ : Count)
  for (int i = 0; i < N; i++)
    Count += atEnd(&x[i], i);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    y[i] = 1 + atOnce(&z[i]);
  double Sum = 0;
  for (int i = 0; i < N; i++)
    Sum += x[i] + 3 * y[i] + 5 * z[i];
  printf("%d %g\n", Count, Sum);
}
