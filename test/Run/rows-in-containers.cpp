// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows in containers: vectors of vectors, of planes, in arrays and in members of the object, of smart pointers and of
// pointers; read and written, by rows and by columns, with halo, triangles, rows of different lengths and empty rows;
// their sizes, loops over rows, and references to rows.
// RUN: %hetccxx -fopenmp --hetcc-auto=all --hetcc-summary -std=c++17 -O2 %s -o %t 2>&1 | FileCheck %s
// RUN: %serialxx -std=c++17 -O2 %s -o %t.serial
// RUN: %compare --devices "cpu:2;cpu:1,emulated:1;emulated:2" --schedules static %t.serial %t
// RUN: env HETRT_DEVICES=emulated:2 HETRT_SCHEDULE=static HETRT_REPORT=json:%t.json %t > %t.out
// RUN: %reported %t.json 'iterations("cpu") == 0'
// CHECK: 10 of 10 loops split
#include <array>
#include <cstdio>
#include <memory>
#include <utility>
#include <vector>

using Matrix = std::vector<std::vector<double>>;

static void product(const Matrix &A, const Matrix &B, Matrix &C) {
  const int N = int(A.size()), M = int(B[0].size());
#pragma omp parallel for
  for (int I = 0; I < N; ++I)
    for (int J = 0; J < M; ++J) {
      double Sum = 0;
      for (std::size_t K = 0; K < B.size(); ++K)
        Sum += A[I][K] * B[K][J];
      C[I][J] = Sum;
    }
}

static void relax(const Matrix &From, Matrix &To) {
#pragma omp parallel for
  for (int I = 1; I < int(From.size()) - 1; ++I)
    for (std::size_t J = 1; J < From[I].size() - 1; ++J)
      To[I][J] = 0.25 * (From[I - 1][J] + From[I + 1][J] + From[I][J - 1] + From[I][J + 1]);
}

static void columns(Matrix &A, int M) {
#pragma omp parallel for
  for (int J = 0; J < M; ++J)
    for (std::size_t I = 1; I < A.size(); ++I)
      A[I][J] += A[I - 1][J] / 2;
}

/// Rows of increasing length; each fifth row is empty.
static void scale(Matrix &Ragged, std::vector<double> &Sums) {
#pragma omp parallel for
  for (int I = 0; I < int(Ragged.size()); ++I) {
    for (double &Each : Ragged[I])
      Each = Each / 2 + I;
    double Sum = 0;
    const auto &Row = Ragged[I];
    for (std::size_t J = 0; J < Row.size(); ++J)
      Sum += Row[J] * double(J + 1);
    Sums[I] = Ragged[I].empty() ? -1 : Sum;
  }
}

static void visit(const std::vector<std::vector<std::pair<int, double>>> &Edges, const std::vector<double> &From,
                  std::vector<double> &To, std::vector<int> &Degree) {
#pragma omp parallel for
  for (int I = 0; I < int(Edges.size()); ++I) {
    double Sum = 0;
    for (const auto &[Other, Weight] : Edges[I])
      Sum += From[Other] * Weight;
    To[I] = Sum;
  }
#pragma omp parallel for
  for (int I = 0; I < int(Edges.size()); ++I)
    Degree[I] = int(Edges[I].size());
}

static void planes(std::vector<Matrix> &A, int N, int M) {
#pragma omp parallel for
  for (int I = 0; I < int(A.size()); ++I)
    for (int J = 0; J < N; ++J)
      for (int K = 0; K < M; ++K)
        A[I][J][K] = A[I][J][K] * 2 + I + J - K;
}

struct Pixel {
  unsigned char R, G, B;
};

static void invert(std::vector<std::vector<Pixel>> &Image) {
#pragma omp parallel for
  for (int Y = 0; Y < int(Image.size()); ++Y)
    for (auto &P : Image[Y]) {
      P.R = static_cast<unsigned char>(255 - P.R);
      std::swap(P.G, P.B);
    }
}

template <typename Number> class Field {
public:
  Field(int N, int M) : Cells(N, std::vector<Number>(M)), Fixed(N, {1, 2, 3}) {}
  void fill() {
#pragma omp parallel for
    for (int I = 0; I < int(Cells.size()); ++I)
      for (std::size_t J = 0; J < Cells[I].size(); ++J)
        Cells[I][J] = Number(I) / Number(J + 1) + Fixed[I][J % 3];
  }
  double sum() const {
    double Sum = 0;
    for (const auto &Row : Cells)
      for (Number Each : Row)
        Sum += double(Each);
    return Sum;
  }

private:
  std::vector<std::vector<Number>> Cells;
  std::vector<std::array<int, 3>> Fixed;
};

static void others(std::vector<std::unique_ptr<float[]>> &A, std::vector<int> (&B)[8],
                   std::array<std::vector<short>, 8> &C, const std::vector<double *> &D) {
#pragma omp parallel for
  for (int I = 0; I < 8; ++I)
    for (int J = 0; J < 12; ++J) {
      A[I][J] += float(B[I][J] + C[7 - I][J]);
      D[I][J] = A[I][J] / 2;
    }
}

static double total(const Matrix &Of) {
  double Sum = 0;
  for (std::size_t I = 0; I < Of.size(); ++I)
    for (std::size_t J = 0; J < Of[I].size(); ++J)
      Sum += Of[I][J] * double(I % 7 + J % 5);
  return Sum;
}

int main() {
  Matrix A(40, std::vector<double>(30)), B(30, std::vector<double>(50)), C(40, std::vector<double>(50)), D = C,
                                                                                                         Ragged(40);
  std::vector<double> Sums(40), To(40);
  std::vector<std::vector<std::pair<int, double>>> Edges(40);
  std::vector<int> Degree(40);
  for (int I = 0; I < 40; ++I) {
    for (int J = 0; J < 30; ++J)
      A[I][J] = I + J, B[J][I] = I - J;
    Ragged[I].resize(I % 5 == 4 ? 0 : I % 11 + 1, I);
    for (int J = 0; J < I % 6; ++J)
      Edges[I].push_back({(I * 7 + J * 3) % 40, 0.5 * J});
  }
  for (int Pass = 0; Pass < 3; ++Pass) {
    product(A, B, C);
    relax(C, D);
    std::swap(C, D);
    columns(D, 50);
    scale(Ragged, Sums);
    visit(Edges, Sums, To, Degree);
    double Sum = 0;
    for (int I = 0; I < 40; ++I)
      Sum += To[I] + Degree[I] + Sums[I] * I;
    std::printf("%.10g %.10g %.10g %.10g\n", total(C), total(D), total(Ragged), Sum);
  }
  std::vector<Matrix> Cube(6, Matrix(5, std::vector<double>(7, 0.5)));
  planes(Cube, 5, 7);
  std::vector<std::vector<Pixel>> Image(20, std::vector<Pixel>(30, Pixel{1, 2, 3}));
  invert(Image);
  Field<float> One(12, 9);
  Field<long> Other(7, 13);
  One.fill();
  Other.fill();
  std::vector<std::unique_ptr<float[]>> Owned;
  std::vector<int> Rows[8];
  std::array<std::vector<short>, 8> Few;
  std::vector<double *> Pointers;
  for (int I = 0; I < 8; ++I) {
    Owned.emplace_back(new float[12]());
    Rows[I].assign(12, I);
    Few[I].assign(13, short(3 * I));
    Pointers.push_back(new double[12]());
  }
  others(Owned, Rows, Few, Pointers);
  double Last = 0;
  for (int I = 0; I < 8; ++I)
    for (int J = 0; J < 12; ++J)
      Last += Owned[I][J] * J + Pointers[I][J];
  std::printf("%.10g %d %d %.10g %.10g %.10g\n", total(Cube[5]), Image[3][4].R, Image[19][29].G, One.sum(), Other.sum(),
              Last);
  for (double *Each : Pointers)
    delete[] Each;
  return 0;
}
