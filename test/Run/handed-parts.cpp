// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Member functions of a part of an object, as `field.density(i, j)`, and functions that get such a part: a device has
// the bytes of the whole object, in which the part's pointers lead to the device's arrays. A container that is passed
// on by itself counts as an array.
// RUN: %serialxx -std=c++20 -O1 %s -o %t.serial
// RUN: %hetccxx -std=c++20 -O1 -fopenmp -Wall -Wextra -Werror --hetcc-auto=all -Werror=hetcc-gpu-form -DALL_SPLIT %s -o %t
// RUN: %compare %t.serial %t
// RUN: %hetccxx -std=c++20 -O1 -fopenmp --hetcc-auto=all --hetcc-summary -fsyntax-only %s 2>&1 | FileCheck %s
#include <cstdio>
#include <cstdlib>
#include <vector>

template <typename T> class Buffer {
public:
  Buffer(size_t Width, size_t Height) : Width(Width), Cells((T *)std::calloc(Width * Height, sizeof(T))) {}
  ~Buffer() { std::free(Cells); }
  Buffer(const Buffer &) = delete;
  Buffer &operator=(const Buffer &) = delete;
  T &operator()(size_t I, size_t J) const { return Cells[I + J * Width]; }
  T &operator[](size_t K) const { return Cells[K]; }

private:
  size_t Width;
  T *Cells;
};

struct Edges {
  std::vector<int> To;
  Buffer<double> Weights;
  Edges(int N) : To(N), Weights(N, 1) {}
};

struct Field {
  int Width;
  Buffer<double> Density, Energy;
  Edges All;
  explicit Field(int N) : Width(N), Density(N, N), Energy(N, N), All(N * N) {}
};

static double weightOf(const Edges &E, int K) { return E.Weights[K] * E.To[K]; }

static void fill(Field &F, int N) {
#pragma omp parallel for
  for (int J = 0; J < N; J++)
    for (int I = 0; I < F.Width; I++) {
      F.Density(I, J) = 1 + I % 7 + J % 5;
      F.Energy(I, J) = 0.5 * I;
    }
}

static double total(const Field &F, int N) {
  double Sum = 0;
#pragma omp parallel for reduction(+ : Sum)
  for (int J = 0; J < N; J++)
    for (int I = 0; I < N; I++)
      Sum += F.Density(I, J) * F.Energy[I + J * N];
  return Sum;
}

static void weigh(const Field &F, int N, double *Into) {
#pragma omp parallel for
  for (int K = 0; K < N; K++)
    Into[K] = weightOf(F.All, K) + F.All.Weights[N - 1 - K];
}

static void swapped(Field *First, Field *Second, int N) { // in each turn, the references lead to other objects
  for (int Turn = 0; Turn < 3; Turn++) {
    Field &From = Turn % 2 ? *Second : *First, &Into = Turn % 2 ? *First : *Second;
#pragma omp parallel for
    for (int K = 0; K < N * N; K++)
      Into.Density[K] = From.Density[K] + 1;
  }
}

#ifndef ALL_SPLIT
static double sumOf(const std::vector<double> &V, int I) { return V[I] + V.size(); }
// CHECK: 4 of 6 loops split
// CHECK-NEXT: :[[@LINE+2]]: {{.*}}is not split:
void handed(int N, const std::vector<double> &V, double *Into) {
#pragma omp parallel for
  for (int I = 0; I < N; I++)
    Into[I] = sumOf(V, I);
}
void whole(int N, const Field &F, const Field **Into) { // stores the address of the object itself
// CHECK-NEXT: :[[@LINE+1]]: {{.*}}is not split:
#pragma omp parallel for
  for (int I = 0; I < N; I++)
    Into[I] = &F;
}
#endif

int main() {
  const int N = 40;
  Field F(N), G(N);
  fill(F, N);
  for (int K = 0; K < N * N; K++)
    F.All.To[K] = K % 11, F.All.Weights[K] = K % 3;
  std::vector<double> W(N * N);
  weigh(F, N * N, W.data());
  std::printf("%.9g\n", total(F, N));
  swapped(&F, &G, N);
  double Sum = 0;
  for (int K = 0; K < N * N; K++)
    Sum += W[K] * (K % 5) + F.Density[K] * (K % 3) + G.Density[K];
  std::printf("%.9g\n", Sum);
  return 0;
}
