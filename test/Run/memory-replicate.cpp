// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies for the threads of a block in C++: templates, const and restrict pointers, local arrays, several blocks one
// after another, and functions that get an element.
// RUN: %hetccxx -O2 %s -o %t
// RUN: %serialxx -O2 %s -o %t.serial
// RUN: %compare --schedules static,adaptive,cpu,gpu %t.serial %t

#include "Inputs/checksum.h"
#include <cstdint>
#include <vector>

template <class T> static T mixed(T a, T b) { return T(a * 3 + b); }

template <class T> static T sums(std::vector<T> &values, const std::vector<T> &weights) {
  T *const x = values.data();
  const T *__restrict w = weights.data();
  int start = 0, end = int(values.size());
  T sum = 0;
#pragma omp parallel partition(adaptive : i = start; i < end; i++) map(tofrom : x[1 | 0 : end | 1, i])                 \
    map(to : w[0 : end, i]) memory(replicate) reduction(+ : sum)
  for (int round = 0; round < 4; round++) {
    for (int i = start; i < end; i++)
      x[i] = mixed(x[i], w[i]);
#pragma omp target update padding_update_nearby(x)
    for (int i = start; i < end; i++)
      sum += T((i > 0 ? x[i - 1] : T(0)) + x[i]);
#pragma omp barrier
  }
  return sum;
}

static std::int64_t planes() {
  constexpr int K = 9, M = 7, N = 5;
  std::int64_t v[K][M][N];
  for (int k = 0; k < K; k++)
    for (int j = 0; j < M; j++)
      for (int i = 0; i < N; i++)
        v[k][j][i] = k * 100 + j * 10 + i;
  int start = 0, end = M;
#pragma omp parallel partition(static : j = start; j < end; j++) map(tofrom : v[0 : K][0 : M, j][0 : N])               \
    memory(replicate)
  for (int round = 0; round < 3; round++)
    for (int j = start; j < end; j++)
      for (int k = 1; k < K; k++)
        for (int i = 0; i < N; i++)
          v[k][j][i] += v[k - 1][j][i] % 11;
  std::int64_t sum = 0;
  for (auto &plane : v)
    for (auto &row : plane)
      for (auto each : row)
        sum = sum * 31 + each;
  return sum;
}

int main() {
  for (int n : {1000, 3, 1, 0}) {
    std::vector<int> a(n, 2), b(n);
    std::vector<double> c(n, 0.5), d(n);
    for (int i = 0; i < n; i++)
      b[i] = i % 17, d[i] = i % 13;
    printf("%d %g\n", sums(a, b), sums(c, d));
    printChecksum("a", a.data(), a.size() * sizeof(int));
    printChecksum("c", c.data(), c.size() * sizeof(double));
  }
  printf("%lld\n", (long long)planes());
}
