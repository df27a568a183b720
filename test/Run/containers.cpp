// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays in clauses may be std::vector, std::array and std::span: locals, parameters, members; read, written, const; as
// rows or columns; persistent or not. A body that uses more of a container than elements and size() runs on the CPUs.
// RUN: %hetccxx -std=c++20 -O2 %s -o %t
// RUN: %serialxx -std=c++20 -O2 %s -o %t.serial
// RUN: %compare %t.serial %t
// RUN: %hetccxx -std=c++20 -O2 -DSIZE -c %s -o %t.o 2>&1 | FileCheck %s

// CHECK: containers.cpp:[[# @LINE + 16]]:{{[0-9]+}}: warning: this loop runs on the CPUs alone: the container 'Values' is used without a subscript
#include "Inputs/checksum.h"
#include <array>
#include <cstddef>
#include <span>
#include <vector>

struct Point {
  float X, Y;
};

#ifdef SIZE
void shift(std::vector<int> &Values) {
  int N = int(Values.size());
#pragma omp parallel for hetero(1) part_copy(Values[1:N])
  for (int I = 0; I < N; ++I)
    Values[I] += Values.back();
}
#endif

void axpy(double A, const std::vector<double> &X, std::vector<double> &Y) {
#pragma omp parallel for hetero(1) part_copyin(X[1:X.size()]) part_copy(Y[1:Y.size()])
  for (std::size_t I = 0; I < Y.size(); ++I)
    Y[I] += A * X[I];
}

void smooth(std::span<const Point> From, std::span<Point> To) {
  const int N = int(From.size());
#pragma omp parallel for hetero(1) part_copyin(From[1:N:1]) part_copyout(To[1:N])
  for (int I = 0; I < N; ++I) {
    To[I].X = I > 0 ? From[I - 1].X : 0;
    To[I].Y = I + 1 < N ? From[I + 1].Y : From[I].X;
  }
}

class Table {
public:
  Table(int Rows, int Columns) : Rows(Rows), Columns(Columns), Cells(std::size_t(Rows) * Columns) {
    for (std::size_t I = 0; I < Cells.size(); ++I)
      Cells[I] = int(I % 1013);
  }
  void addRowNumbers() {
#pragma omp parallel for hetero(1) part_copy(Cells[1:Rows][0:Columns])
    for (int I = 0; I < Rows; ++I)
      for (int J = 0; J < Columns; ++J)
        Cells[I * Columns + J] += I;
  }
  void addColumnNumbers() {
#pragma omp parallel for hetero(1) part_copy(Cells[0:Rows][1:Columns])
    for (int J = 0; J < Columns; ++J)
      for (int I = 0; I < Rows; ++I)
        Cells[I * Columns + J] ^= J;
  }
  void print() const { printChecksum("table", Cells.data(), Cells.size() * sizeof(int)); }

private:
  int Rows, Columns;
  std::vector<int> Cells;
};

static std::array<unsigned, 3001> Fixed;

int main() {
  std::vector<double> X(5003), Y(5003);
  std::vector<Point> From(701), To(701);
  for (std::size_t I = 0; I < X.size(); ++I)
    X[I] = double(I), Y[I] = 0.5 * double(I);
  for (std::size_t I = 0; I < From.size(); ++I)
    From[I] = {float(I), float(I) / 2};
  axpy(3, X, Y);
  smooth(From, To);
  Table Cells(23, 180);
  Cells.addRowNumbers();
  Cells.addColumnNumbers();
  for (int Pass = 0; Pass < 3; ++Pass)
#pragma omp parallel for hetero(1) part_copy(Fixed[1:3001]) persist(Fixed)
    for (int I = 0; I < 3001; ++I)
      Fixed[I] += unsigned(I);
#pragma omp depersist(Fixed)
  printChecksum("y", Y.data(), Y.size() * sizeof(double));
  printChecksum("to", To.data(), To.size() * sizeof(Point));
  printChecksum("fixed", Fixed.data(), sizeof Fixed);
  Cells.print();
}
