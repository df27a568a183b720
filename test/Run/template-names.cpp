// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Instances are told apart by all template parameters around the loop: also those of the function that contains a
// lambda, and enumerations. If a parameter has no name, a loop that needs it stays plain OpenMP.
// RUN: %serialxx -std=c++20 -O2 -fopenmp %s -o %t.serial && %hetccxx -std=c++20 -O2 -fopenmp --hetcc-auto=all --hetcc-summary %s -o %t 2>%t.found
// RUN: FileCheck %s --input-file=%t.found
// RUN: %compare %t.serial %t
#include <cstdio>
#include <vector>

// CHECK: 2 of 3 loops split
// CHECK: instances of the template need different code around the loop

enum class Width { One = 1, Four = 4 };

template <Width W> void widths(int n, const int *x, int *y) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    y[i] = x[int(W) * i];
}

template <int N> void lambdas(int n, const int *x, int *y) {
  auto Run = [=]<int M>() {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      for (int k = 0; k < N * M; k++)
        y[N * M * i + k] = x[i] + k;
  };
  Run.template operator()<4>();
  Run.template operator()<8>();
}

template <int N, int> struct Unnamed;
template <int N> struct Hidden {
  template <int> static void run(int n, const int *x, int *y) {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      y[i] += x[N * i];
  }
};

int main() {
  std::vector<int> x(5000), y(20000);
  for (int i = 0; i < 5000; i++)
    x[i] = i;
  widths<Width::One>(1000, x.data(), y.data());
  widths<Width::Four>(1000, x.data(), y.data());
  lambdas<2>(1000, x.data(), y.data());
  lambdas<1>(1000, x.data(), y.data());
  Hidden<1>::run<1>(1000, x.data(), y.data());
  Hidden<1>::run<2>(1000, x.data(), y.data());
  Hidden<3>::run<1>(1000, x.data(), y.data());
  double sum = 0;
  for (int each : y)
    sum = sum * 0.999 + each;
  printf("%.6f\n", sum);
}
