// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// All instances of a template share the generated text around the loop. Each instance has what it needs: values,
// windows that are copied in, checks, bounds of types; its GPU form contains no branch of another instance.
// RUN: %hetccxx -std=c++17 -O2 %s -o %t
// RUN: %serialxx -std=c++17 -O2 %s -o %t.serial
// RUN: %compare %t.serial %t
// RUN: %hetccxx -std=c++17 -c %s -o %t.o 2>&1 | count 0

#include "Inputs/checksum.h"
#include <cmath>
#include <type_traits>

enum { N = 1207 };
static int rows[N][4], gain = 4, bias = 9;

template <int Columns> void columns(int n) {
#pragma omp parallel for hetero(1) part_copyout(rows[1:n][0:4])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < Columns; j++)
      rows[i][j] = i + j;
}

template <bool First> long branch(int n, int *y, short low, double high) {
  long total = 0;
#pragma omp parallel for hetero(1) part_copy(y[1:n]) reduction(+ : total)
  for (int i = 0; i < n; i++) {
    if constexpr (First) {
      y[i] += gain * low;
    } else if (i % 3 == 0) {
      y[i] += bias + int(high);
      total += y[i];
    }
  }
  return total;
}

struct Pair {
  int Low, High;
};

template <typename T> void byType(int n, T *y, int low) {
#pragma omp parallel for hetero(1) part_copy(y[1:n])
  for (int i = 0; i < n; i++) {
    if constexpr (std::is_floating_point_v<T>)
      y[i] = std::fabs(y[i]) + low;
    else if constexpr (std::is_integral_v<T>) {
      y[i] = y[i] % 37 + low;
    } else
      y[i].Low = y[i].High - y[i].Low;
  }
}

template <typename T> void fillByType(const char *name, int low) {
  static T y[N];
  for (int i = 0; i < N; i++)
    if constexpr (std::is_arithmetic_v<T>)
      y[i] = T(i - 90);
    else
      y[i] = {i, 3 * i};
  byType(N, y, low);
  printChecksum(name, y, sizeof y);
}

struct Point {
  int Scale = 3, Shift = 8;
  template <bool Scaled> void move(int n, int *y) {
#pragma omp parallel for hetero(1) part_copy(y[1:n])
    for (int i = 0; i < n; i++) {
      if constexpr (Scaled)
        y[i] *= Scale;
      else
        y[i] += this->Shift;
    }
  }
};

template <typename T> T greatest(int n, const T *x, T start) {
  T most = start, least = start;
#pragma omp parallel for hetero(1) part_copyin(x[1:n]) reduction(max : most) reduction(min : least)
  for (int i = 0; i < n; i++) {
    most = x[i] > most ? x[i] : most;
    least = x[i] < least ? x[i] : least;
  }
  return most - least / 2;
}

template <typename T> void extremes(T start) {
  T x[N];
  for (int i = 0; i < N; i++)
    x[i] = T(start - T(i % 100));
  printf("%.1f\n", double(greatest(N, x, x[N / 2])));
}

int main() {
  for (auto &row : rows)
    for (int &element : row)
      element = 100;
  columns<4>(500);
  columns<2>(N);
  printChecksum("rows", rows, sizeof rows);
  static int y[N];
  long total = branch<true>(N, y, 2, 30.5);
  total += branch<false>(N, y, 2, 30.5);
  printf("%ld\n", total);
  Point().move<true>(N, y);
  Point().move<false>(N, y);
  printChecksum("y", y, sizeof y);
  fillByType<double>("double", 5);
  fillByType<long>("long", 6);
  fillByType<Pair>("pair", 7);
  extremes<signed char>(-20);
  extremes<int>(-1000000);
  extremes<unsigned>(4000000000u);
  extremes<double>(-1e300);
}
