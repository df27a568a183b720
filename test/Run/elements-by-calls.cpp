// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// hetcc looks into functions that return an element for several indices, such as those of matrix classes: these
// accesses have windows as subscripts in the loop do.
// RUN: %serialxx -O2 -fopenmp %s -o %t.serial && %hetccxx -O2 -fopenmp -Wall -Wextra -Werror --hetcc-auto=all --hetcc-explain %s -o %t 2>%t.found
// RUN: FileCheck %s --input-file=%t.found
// RUN: %compare %t.serial %t
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <vector>

/// An element by two indices, in memory that the object owns.
template <typename T> struct Buffer {
  std::size_t Width, Height;
  T *Data;
  Buffer(std::size_t Width, std::size_t Height)
      : Width(Width), Height(Height), Data(static_cast<T *>(std::calloc(Width * Height, sizeof(T)))) {}
  Buffer(const Buffer &) = delete;
  ~Buffer() { std::free(Data); }
  T &operator()(std::size_t I, std::size_t J) const { return Data[I + J * Width]; }
};

/// Private members, and member functions that call others.
class Grid {
public:
  Grid(int Columns, int Rows) : Columns(Columns), Rows(Rows), Cells(std::size_t(Columns) * Rows) {}
  double &at(int Row, int Column) {
    assert(Row < Rows);
    return Cells[index(Row, Column)];
  }
  double get(int Row, int Column) const { return Cells[index(Row, Column)]; }

private:
  int index(int Row, int Column) const { return Row * Columns + Column; }
  int Columns, Rows;
  std::vector<double> Cells;
};

/// Rows by operator[].
struct Matrix {
  int Columns;
  float *Data;
  float *operator[](int Row) { return Data + Row * Columns; }
  const float *operator[](int Row) const { return &Data[Row * Columns]; }
};

/// Elements by functions that are not members.
struct Field {
  int Pitch;
  double *Values;
};
static inline double &value(const Field &F, int Row, int Column) { return F.Values[Row * F.Pitch + Column]; }
static inline double *place(Field *F, int Row, int Column) { return F->Values + (Row * F->Pitch + Column); }

// CHECK: 'Out(I, J)' writes [J, J + 1) x [First, Last + 1)
// CHECK: 'In(I, J)' reads [J, J + 1) x [First, Last + 1)
// CHECK: map(from: Out.Data[0:Last + 1, J, Out.Width][First:Last - First + 1]) map(to: In.Data[0:Last + 1, J, In.Width][First:Last - First + 1])
static void twice(const Buffer<double> &Out, const Buffer<double> &In, int First, int Last) {
#pragma omp parallel for collapse(2)
  for (int J = First; J < Last + 1; J++)
    for (int I = First; I < Last + 1; I++)
      Out(I, J) = 2 * In(I, J) + J;
}

// CHECK: 'Out.at(I, J)' writes [I, I + 1) x [1, Columns - 1)
// CHECK: 'In.get(I - 1, J)' reads [I - 1, I + 2) x [0, Columns)
// CHECK: lanes of a device share this loop: contiguous in 'Cells'
static void smooth(Grid &Out, const Grid &In, int Rows, int Columns) {
#pragma omp parallel for
  for (int I = 1; I < Rows - 1; I++)
    for (int J = 1; J < Columns - 1; J++)
      Out.at(I, J) = In.get(I - 1, J) + In.get(I + 1, J) + In.get(I, J - 1) + In.get(I, J + 1);
}

// CHECK: 'B[K][J]' reads [0, N) x [0, N)
// CHECK: map(to: A.Data[0:N, I, A.Columns][0:N]) {{.*}} map(from: C.Data[0:N, I, C.Columns][0:N])
static void product(Matrix &C, const Matrix &A, const Matrix &B, int N) {
#pragma omp parallel for
  for (int I = 0; I < N; I++)
    for (int J = 0; J < N; J++) {
      float Sum = 0;
      for (int K = 0; K < N; K++)
        Sum += A[I][K] * B[K][J];
      C[I][J] = Sum;
    }
}

// CHECK: map(tofrom: To.Values[0:Rows, I, To.Pitch][0:Columns]) map(to: From.Values[0:Rows, I, From.Pitch][0:Columns])
static void shift(Field To, Field From, int Rows, int Columns) {
#pragma omp parallel for
  for (int I = 0; I < Rows; I++)
    for (int J = 0; J < Columns; J++)
      value(To, I, J) += value(From, I, Columns - 1 - J);
}

// CHECK: map(tofrom: To.Values[0:Rows, I, To.Pitch][0:Columns])
static void negate(Field To, int Rows, int Columns) {
#pragma omp parallel for
  for (int I = 0; I < Rows; I++)
    for (int J = 0; J < Columns; J++)
      *place(&To, I, J) = -*place(&To, I, J);
}

int main() {
  enum { Size = 60, Wide = 71 };
  Buffer<double> A(Wide, Size), B(Wide, Size);
  Grid G(Wide, Size), H(Wide, Size);
  std::vector<float> Left(Size * Wide), Right(Size * Wide), Result(Size * Wide);
  std::vector<double> U(Size * Wide), V(Size * Wide);
  Matrix L{Wide, Left.data()}, R{Wide, Right.data()}, P{Wide, Result.data()};
  Field X{Wide, U.data()}, Y{Wide, V.data()};
  for (int I = 0; I < Size; I++)
    for (int J = 0; J < Wide; J++) {
      B(J, I) = I * 3 + J;
      G.at(I, J) = I - J % 7;
      L[I][J] = float(I % 5 - J % 3);
      R[I][J] = float(J % 4 - I % 6);
      value(Y, I, J) = I * J % 11;
    }
  twice(A, B, 3, 50);
  smooth(H, G, Size, Wide);
  product(P, L, R, Size);
  shift(X, Y, Size, Wide - 1);
  shift(X, Y, Size, Wide);
  negate(X, Size / 2, Wide);
  double Sums[4] = {};
  for (int I = 0; I < Size; I++)
    for (int J = 0; J < Wide; J++) {
      Sums[0] += A(J, I) * (I + 1);
      Sums[1] += H.get(I, J) * (J + 1);
      Sums[2] += P[I][J] * (I + J);
      Sums[3] += value(X, I, J) * (I - J);
    }
  for (double Each : Sums)
    std::printf("%.1f\n", Each);
}
