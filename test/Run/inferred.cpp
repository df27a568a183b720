// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// As inferred.c, for containers, members of `this`, references and templates.
// RUN: %hetcc++ -std=c++20 -O2 -Werror=hetcc-host-only %s -o %t
// RUN: %serialxx -std=c++20 -O2 %s -o %t.serial
// RUN: %compare %t.serial %t

#include "Inputs/checksum.h"
#include <array>
#include <vector>

static void scale(const std::vector<double> &from, std::vector<double> &to) {
#pragma omp parallel for hetero(1)
  for (int i = 0; i < (int)from.size(); i++)
    to[i] = 2 * from[i];
}

struct Field {
  int Rows, Columns;
  std::vector<double> Old, New;
  double *Sums;
  void relax() {
#pragma omp parallel for hetero(1)
    for (int i = 1; i < Rows - 1; i++) {
      double Sum = 0;
      for (int j = 0; j < Columns; j++) {
        New[i * Columns + j] = Old[(i - 1) * Columns + j] + Old[(i + 1) * Columns + j];
        Sum += Old[i * Columns + j];
      }
      Sums[i] = Sum;
    }
  }
};

template <typename T, int Width> static void blocks(int N, const T *From, T *To) {
#pragma omp parallel for hetero(1)
  for (int i = 0; i < N; i++)
    for (int k = 0; k < Width; k++)
      To[i * Width + k] = From[i * Width + k] + T(k);
}

static void weigh(int N, const std::array<double, 5> &Weights, const int *Kind, double *Y) {
#pragma omp parallel for hetero(1)
  for (int i = 0; i < N; i++)
    Y[i] = Weights[Kind[i] % 5];
}

int main() {
  enum { N = 1003 };
  std::vector<double> A(N), B(N);
  for (int i = 0; i < N; i++)
    A[i] = i % 31;
  scale(A, B);
  printChecksum("scale", B.data(), N * sizeof(double));
  std::vector<double> Sums(N);
  Field F = {101, 17, std::vector<double>(101 * 17, 3), std::vector<double>(101 * 17), Sums.data()};
  F.relax();
  printChecksum("relax", F.New.data(), F.New.size() * sizeof(double));
  printChecksum("sums", Sums.data(), 101 * sizeof(double));
  std::vector<int> C(4 * N, 1), D(4 * N);
  std::vector<float> E(4 * N, 2), G(4 * N);
  blocks<int, 4>(N, C.data(), D.data());
  blocks<float, 4>(N, E.data(), G.data());
  printChecksum("ints", D.data(), D.size() * sizeof(int));
  printChecksum("floats", G.data(), G.size() * sizeof(float));
  std::array<double, 5> Weights = {1, 2, 3, 4, 5};
  std::vector<int> Kind(N);
  for (int i = 0; i < N; i++)
    Kind[i] = i * 3;
  weigh(N, Weights, Kind.data(), B.data());
  printChecksum("weigh", B.data(), N * sizeof(double));
}
