// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The body calls member functions of objects that own containers, and passes such objects to functions: a device has a
// copy of the object's bytes, in which pointers of vectors, spans and the like lead to the device's arrays.
// RUN: %serialxx -std=c++20 -O1 %s -o %t.serial
// RUN: %hetccxx -std=c++20 -O1 -fopenmp -Wall -Wextra -Werror --hetcc-auto=all -Werror=hetcc-gpu-form %s -o %t
// RUN: %compare %t.serial %t
// RUN: %hetccxx -std=c++20 -O1 -fopenmp --hetcc-auto=all --hetcc-explain -fsyntax-only %s 2>&1 | FileCheck %s
#include <array>
#include <cstdio>
#include <span>
#include <vector>

class Matrix {
public:
  Matrix(int Rows, int Columns) : Columns(Columns), Cells(size_t(Rows) * Columns) {}
  double *row(int I) { return &Cells[size_t(I) * Columns]; }
  const double *row(int I) const { return &Cells[size_t(I) * Columns]; }
  double operator()(int I, int J) const { return Cells[size_t(I) * Columns + J]; }
  double operator[](size_t K) const { return Cells[K]; }
  int columns() const { return Columns; }
  std::span<const double> all() const { return {Cells.data(), Cells.size()}; }

private:
  int Columns;
  std::vector<double> Cells;
};

struct Named {
  int Id = 7;
};

class Mesh : Named {
public:
  explicit Mesh(int N) : Weights{0.5, 0.25, 0.125}, Points(N, 4), Corners(4 * size_t(N)), Scale(new float[N]), First(N + 1) {
    for (int I = 0; I < N; I++) {
      Scale[I] = I % 7;
      First[I + 1] = First[I] + I % 3;
      for (int J = 0; J < 4; J++)
        Points.row(I)[J] = I % 11 + J, Corners[4 * size_t(I) + J] = int((I * 5L + J * 13L) % N);
    }
    Lists.resize(First[N], 2);
  }
  ~Mesh() { delete[] Scale; }
  Mesh(const Mesh &) = delete;
  Mesh &operator=(const Mesh &) = delete;
  int *corners(int I) { return &Corners[4 * size_t(I)]; }
  int count(int I) { return First[I + 1] - First[I]; }
  int *list(int I) { return Lists.data() + First[I]; }
  float scale(int I) { return Scale[I]; }
  double weight(int I) { return Weights[I % 3]; }
  double x(int I) const { return Points(I, 0); }
  int id() const { return Id; }
  bool empty() const { return Lists.empty(); }

private:
  std::array<double, 3> Weights;
  Matrix Points;
  std::vector<int> Corners;
  float *Scale;
  std::vector<int> First, Lists;
};

static double middle(const Mesh &M, const int *Corners) { return (M.x(Corners[0]) + M.x(Corners[3])) / 2; }
static double around(Mesh &M, const int *Corners, int I) {
  double Sum = 0;
  for (int J = 0; J < M.count(I); J++)
    Sum += M.list(I)[J];
  return Sum + middle(M, Corners) * M.scale(I);
}

static void gather(Mesh &M, int N, double *Y) {
// CHECK: [[@LINE+1]]:9: remark: this loop runs on the CPUs and on accelerators{{$}}
#pragma omp parallel for
  for (int I = 0; I < N; I++) {
    const int *Corners = M.corners(I);
    Y[I] = around(M, Corners, I) + M.weight(I) + M.id() + (M.empty() ? 1 : 0);
  }
}

static void inTeam(Mesh &M, int N, double *Y) {
#pragma omp parallel
  {
// CHECK: [[@LINE+1]]:9: remark: this loop runs on the CPUs and on accelerators{{$}}
#pragma omp for
    for (int I = 0; I < N; I++)
      Y[I] += M.scale(I);
  }
}

static void rows(const Matrix &A, int N, double *Y) {
// CHECK: [[@LINE+1]]:9: remark: this loop runs on the CPUs and on accelerators{{$}}
#pragma omp parallel for
  for (int I = 0; I < N; I++) {
    const double *Row = A.row(I);
    for (int J = 0; J < A.columns(); J++)
      Y[I] += Row[J] * A(N - 1 - I, J) + A[I] + A.all()[J];
  }
}

static void fill(Matrix &A, int N) {
// CHECK: [[@LINE+1]]:9: remark: this loop runs on the CPUs and on accelerators{{$}}
#pragma omp parallel for
  for (int I = 0; I < N; I++) {
    double *Row = A.row(I);
    for (int J = 0; J < 4; J++)
      Row[J] = I + 10 * J;
  }
}

/// Both parameters mean the same object.
static void twice(Matrix &A, const Matrix &Same, int N) {
#pragma omp parallel for
  for (int I = 0; I < N; I++)
    A.row(I)[0] += Same(I, 1);
}

int main() {
  const int N = 1500;
  Mesh M(N);
  Matrix A(N, 4);
  std::vector<double> Y(N);
  gather(M, N, Y.data());
  inTeam(M, N, Y.data());
  fill(A, N);
  rows(A, N, Y.data());
  twice(A, A, N);
  double Sum = 0;
  for (int I = 0; I < N; I++)
    Sum += I % 13 * Y[I] + A(I, 0) * (I % 5);
  std::printf("%.17g\n", Sum);
}
