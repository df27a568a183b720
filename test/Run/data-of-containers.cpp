// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pointers that the body takes from containers by `v.data()`, or to elements of rows, `&m[i][k]`: a function that gets
// such a pointer may access the whole container or row, and nothing else.
// RUN: %hetcc++ -O1 -fopenmp --hetcc-auto=all --hetcc-summary %s -o %t 2>&1 | FileCheck %s
// RUN: %serialxx -O1 %s -o %t.serial
// RUN: %compare %t.serial %t
// CHECK: 10 of 10 loops split

#include <array>
#include <cstdio>
#include <vector>

enum { N = 64 };

// Inserts a zero bit at each of the given places of a number; the places are in ascending order.
static int withZerosAt(const int *places, int count, int number) {
  for (int k = 0; k < count; ++k)
    number = ((number >> places[k]) << (places[k] + 1)) | (number & ((1 << places[k]) - 1));
  return number;
}
static int sum(int *first, int count) { // the parameter is not const, but nothing is written
  int total = 0;
  for (int k = 0; k < count; ++k)
    total += first[k];
  return total;
}
static void put(double *to, int at, double value) { to[at] = value; }
static void addTo(int *row, int count, int what) {
  for (int k = 0; k < count; ++k)
    row[k] += what;
}

struct Gate {
  std::vector<int> qubits;
  std::array<int, 3> mask;
  void apply(std::vector<double> &to, const std::vector<double> &from) const {
#pragma omp parallel for
    for (int i = 0; i < N / 4; ++i) {
      const int *places = qubits.data();
      double *out = to.data();
      out[i] = from.data()[withZerosAt(places, 2, i)];
    }
  }
};

int main() {
  Gate gate{{1, 3}, {1, 2, 3}};
  std::vector<double> a(N), b(N / 4), c(N);
  std::vector<std::vector<int>> rows(N);
  std::vector<int> totals(N);
  for (int i = 0; i < N; ++i) {
    a[i] = 0.5 * i;
    rows[i].assign(1 + i % 5, i); // the rows have different lengths
  }

  gate.apply(b, a);
#pragma omp parallel for
  for (int i = 0; i < N; ++i)
    put(c.data(), i, a.data()[N - 1 - i] + sum(gate.mask.data(), 3) + int(gate.qubits.size()));
#pragma omp parallel for
  for (int i = 0; i < N; ++i)
    *(c.data() + i) += 1, c.data()[i] *= 2;

#pragma omp parallel for
  for (int i = 0; i < N; ++i) {
    int *row = rows[i].data();
    for (unsigned k = 0; k < rows[i].size(); ++k)
      row[k] += k;
  }
#pragma omp parallel for
  for (int i = 0; i < N; ++i) {
    auto &row = rows[i];
    row.data()[0] = 7;
  }
#pragma omp parallel for
  for (int i = 0; i < N; ++i)
    addTo(rows[i].data(), int(rows[i].size()), i);
#pragma omp parallel for
  for (int i = 0; i < N; ++i) {
    int *last = &rows[i][rows[i].size() - 1];
    *last += 3;
  }
#pragma omp parallel for
  for (int i = 0; i < N; ++i)
    addTo(&rows[i][i % 5], 1, 5);
#pragma omp parallel for
  for (int i = 0; i < N; ++i)
    totals[i] = sum(&rows[N - 1 - i][0], int(rows[N - 1 - i].size()));

  double checksum = 0;
#pragma omp parallel for reduction(+ : checksum)
  for (int i = 0; i < N; ++i)
    checksum += c.data()[i] * totals.data()[N - 1 - i];

  for (double x : b)
    std::printf("%g ", x);
  for (double x : c)
    std::printf("%g ", x);
  for (auto &row : rows)
    for (int x : row)
      std::printf("%d ", x);
  std::printf("%g\n", checksum);
}
