// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integer template parameters determine how much an iteration uses: each instance has its own windows, although all
// instances share the generated text around the loop.
// RUN: %serialxx -O2 -fopenmp %s -o %t.serial && %hetccxx -O2 -fopenmp -Wall -Wextra -Werror --hetcc-auto=all --hetcc-summary %s -o %t 2>%t.found
// RUN: FileCheck %s --input-file=%t.found
// RUN: %compare %t.serial %t
// RUN: env HETRT_REPORT=1 HETRT_DEVICES=emulated:2 HETRT_SCHEDULE=static %t 2>&1 | FileCheck %s --check-prefix=MOVED
// RUN: %serialxx -std=c++98 -O2 -fopenmp %s -o %t.98 && %hetccxx -std=c++98 -O2 -fopenmp --hetcc-auto=all %s -o %t.98h && %compare %t.98 %t.98h
#include <cstdio>
#include <vector>

// CHECK: 7 of 7 loops split

template <int Width> void turn(int n, const float *x, float *y) {
  const int blocks = n / Width;
#pragma omp parallel for
  for (int i = 0; i < blocks; i++)
    for (int k = 0; k < Width; k++)
      y[Width * i + k] = 2 * x[Width * i + Width - 1 - k];
}

template <typename T, unsigned Columns, int Ahead> void rows(int n, const T (*a)[Columns], T *sum) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    T s = 0;
    for (unsigned j = 0; j < Columns; j++)
      s += a[i + Ahead][j];
    sum[i] = s;
  }
}

template <int Radius> struct Stencil {
  static void run(int n, const double *x, double *y) {
#pragma omp parallel for
    for (int i = Radius; i < n - Radius; i++) {
      double s = 0;
      for (int k = -Radius; k <= Radius; k++)
        s += x[i + k];
      y[i] = s / Radius;
    }
  }
};

/// The conditions that the loop needs differ between instances, too.
template <typename T, int Top> void top(int tokens, int width, const T *x, T *y) {
#pragma omp parallel for collapse(2)
  for (int t = 0; t < tokens; t++)
    for (int c = 0; c < width; c++) {
      T s = 0;
      for (int k = 0; k < Top; k++)
        s += x[(t * Top + k) * width + c];
      y[t * width + c] = s;
    }
}

/// One instance reads a bound from memory that the other instance does not have.
template <int Last> void upTo(int n, const int *bounds, long *y) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int k = 0; k < bounds[Last]; k++)
      y[bounds[Last] * i + k] += Last + k;
}

/// The definition names the template parameters differently from the declaration.
template <int N, int K> struct Blocks {
  void run(int n, const int *x, int *y);
  template <int N1> void more(int n, const int *x, int *y);
};
template <int K, int N> void Blocks<K, N>::run(int n, const int *x, int *y) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int k = 0; k < N; k++)
      y[N * i + k] = x[K * i] + k;
}
template <int A, int B> template <int C> void Blocks<A, B>::more(int n, const int *x, int *y) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int k = 0; k < C; k++)
      y[C * i + k] += x[A * i + B];
}

template <typename T> void print(const char *what, const std::vector<T> &v) {
  double sum = 0;
  for (unsigned i = 0; i < v.size(); i++)
    sum = sum * 0.99 + double(v[i]);
  printf("%s %.6f\n", what, sum);
}

int main() {
  const int n = 1200;
  std::vector<float> x(n), y(n);
  for (int i = 0; i < n; i++)
    x[i] = float(i % 97);
  turn<1>(n, &x[0], &y[0]);
  turn<2>(n, &y[0], &x[0]);
  turn<4>(n, &x[0], &y[0]);
  turn<5>(n, &y[0], &x[0]);
  print("turn", x);
  static int a[500][4];
  static double b[500][7];
  for (int i = 0; i < 500; i++) {
    for (int j = 0; j < 4; j++)
      a[i][j] = i * j;
    for (int j = 0; j < 7; j++)
      b[i][j] = i + j * .5;
  }
  std::vector<int> ints(500);
  std::vector<double> doubles(500), others(500);
  rows<int, 4, 1>(499, a, &ints[0]);
  rows<double, 7, 3>(497, b, &doubles[0]);
  print("rows", ints);
  print("rows", doubles);
  Stencil<1>::run(500, &doubles[0], &others[0]);
  Stencil<4>::run(500, &others[0], &doubles[0]);
  print("stencil", doubles);
  top<float, 2>(10, 60, &x[0], &y[0]);
  top<float, 4>(5, 60, &x[0], &y[0]);
  top<double, 1>(10, 50, &doubles[0], &others[0]);
  print("top", y);
  print("top", others);
  int *one = new int[1], *three = new int[3];
  one[0] = 2;
  three[0] = three[1] = 0, three[2] = 3;
  std::vector<long> z(300);
  upTo<0>(100, one, &z[0]);
  upTo<2>(100, three, &z[0]);
  print("bounds", z);
  std::vector<int> from(4000), to(4000);
  for (int i = 0; i < 4000; i++)
    from[i] = i;
  Blocks<2, 7> narrow;
  Blocks<7, 2> wide;
  narrow.run(500, &from[0], &to[0]);
  wide.run(500, &from[0], &to[0]);
  narrow.more<3>(500, &from[0], &to[0]);
  wide.more<5>(500, &from[0], &to[0]);
  print("blocks", to);
  delete[] one;
  delete[] three;
}

// MOVED: template-numbers.cpp:23, instance 2:
// MOVED: emulated:0 {{.*}} 13.9 kB      2.0 kB
