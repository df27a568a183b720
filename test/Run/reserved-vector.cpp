// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Programs write elements of a vector that are only reserved, beyond its size: the extent is the vector's
// capacity.
// RUN: %serialxx -O2 -fopenmp %s -o %t.serial && %hetccxx -O2 -fopenmp --hetcc-auto=all %s -o %t
// RUN: %compare %t.serial %t
#include <cstdio>
#include <vector>

static void fill(std::vector<int> &Columns, int N) {
#pragma omp parallel for
  for (int I = 0; I < N; I++)
    Columns[I] = 3 * I;
}

int main() {
  const int N = 3000;
  std::vector<int> Columns, Counted(N);
  Columns.reserve(N);
  fill(Columns, N);
  fill(Counted, N);
  const int *First = Columns.data();
  unsigned long Sum = 0; // depends on the order of the elements
  for (int I = 0; I < N; I++)
    Sum = Sum * 31 + First[I] - 2ul * Counted[I];
  std::printf("%lu\n", Sum);
}
