// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Regions in explicit specialisations, of a member function or of a member template, where the parameters of the
// enclosing templates have no names.
// RUN: %hetccxx -std=c++17 -O2 %s -o %t 2>&1 | count 0
// RUN: %serialxx -std=c++17 -O2 %s -o %t.serial
// RUN: %compare %t.serial %t

#include "Inputs/checksum.h"

static double x[1201];
static float y[1201];

template <class T> struct Outer {
  void add(T *a, int n) {
#pragma omp parallel for hetero(1) part_copy(a[1:n])
    for (int i = 0; i < n; i++)
      a[i] += T(1);
  }
  template <int K> void multiply(T *a, int n) {
#pragma omp parallel for hetero(1) part_copy(a[1:n])
    for (int i = 0; i < n; i++)
      a[i] *= T(K);
  }
  template <class U> struct Inner {
    void subtract(U *a, int n) {
#pragma omp parallel for hetero(1) part_copy(a[1:n])
      for (int i = 0; i < n; i++)
        a[i] -= U(T(2.5));
    }
  };
};

template <> void Outer<float>::add(float *a, int n) {
#pragma omp parallel for hetero(1) part_copy(a[1:n])
  for (int i = 0; i < n; i++)
    a[i] += i;
}
template <> template <int K> void Outer<float>::multiply(float *a, int n) {
#pragma omp parallel for hetero(1) part_copy(a[1:n])
  for (int i = 0; i < n; i++)
    a[i] *= K + 0.5f;
}
template <> template <class U> struct Outer<float>::Inner {
  void subtract(U *a, int n) {
#pragma omp parallel for hetero(1) part_copy(a[1:n])
    for (int i = 0; i < n; i++)
      a[i] -= U(3 * i);
  }
};
template <> template <> struct Outer<long>::Inner<double> {
  void subtract(double *a, int n) {
#pragma omp parallel for hetero(1) part_copy(a[1:n])
    for (int i = 0; i < n; i++)
      a[i] -= 4;
  }
};
template <class T> void halve(T *a, int n);
template <> void halve<double>(double *a, int n) {
#pragma omp parallel for hetero(1) part_copy(a[1:n])
  for (int i = 0; i < n; i++)
    a[i] *= 0.5;
}

int main() {
  Outer<double>().add(x, 1201);
  Outer<double>().multiply<3>(x, 1201);
  Outer<float>().add(y, 1201);
  Outer<float>().multiply<3>(y, 1201);
  Outer<float>().multiply<5>(y, 1201);
  Outer<int>::Inner<double>().subtract(x, 1201);
  Outer<double>::Inner<double>().subtract(x, 1201);
  Outer<float>::Inner<float>().subtract(y, 1201);
  Outer<long>::Inner<double>().subtract(x, 1201);
  halve(x, 1201);
  printChecksum("x", x, sizeof x);
  printChecksum("y", y, sizeof y);
}
