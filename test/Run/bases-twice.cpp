// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A class that has the same base twice has two copies of its members, which names do not distinguish: loops that use
// such members stay on the cores. A base that occurs once, through another base, is fine.
// RUN: %serialxx -O1 %s -o %t.serial && %hetccxx -O1 -fopenmp -w --hetcc-auto=all --hetcc-summary=%t.summary %s -o %t
// RUN: FileCheck %s --input-file=%t.summary && rm %t.summary
// RUN: %compare %t.serial %t
// CHECK: 1 of 3 loops split
#include <cstdio>

struct Field {
  double *Data;
  int Width;
  double &operator()(int Row, int Column) { return Data[Row * Width + Column]; }
};
struct First : Field {};
struct Second : Field {};
struct Both : First, Second {};
struct Once : Second {
  int Number;
};

int main() {
  enum { Rows = 200, Columns = 5 };
  double A[Rows * Columns] = {0}, B[Rows * Columns] = {0}, C[Rows * Columns] = {0};
  Both Of;
  Of.First::Data = A, Of.First::Width = Columns, Of.Second::Data = B, Of.Second::Width = Columns;
  Once Single;
  Single.Data = C, Single.Width = Columns, Single.Number = 0;
#pragma omp parallel for
  for (int I = 0; I < Rows; I++)
    for (int J = 0; J < Columns; J++)
      Of.Second::operator()(I, J) = I + J;
#pragma omp parallel for
  for (int I = 0; I < Rows; I++)
    Of.First::Data[I] = Of.Second::Data[I] + I;
#pragma omp parallel for
  for (int I = 0; I < Rows; I++)
    for (int J = 0; J < Columns; J++)
      Single(I, J) = I - J;
  double Sums[3] = {0, 0, 0};
  for (int I = 0; I < Rows * Columns; I++)
    Sums[0] += A[I], Sums[1] += B[I] * I, Sums[2] += C[I] * I;
  std::printf("%.1f %.1f %.1f\n", Sums[0], Sums[1], Sums[2]);
}
