// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays with rows of variable length whose type is a local alias or typedef: generated code does not use the name,
// which depends on variables, and does not take 'sizeof' of such rows, which makes g++ fail.
// RUN: %serialxx -O2 %s -o %t.serial
// RUN: %hetccxx -O2 -fopenmp --hetcc-auto=all -Werror=hetcc-gpu-form -DALL_SPLIT %s -o %t
// RUN: %compare %t.serial %t
// RUN: %hetccxx -O2 -fopenmp --hetcc-auto=all --hetcc-explain -fsyntax-only %s 2>&1 | FileCheck %s
#include <cstdio>
#include <cstdlib>

static void relax(void *Of, void *Into, int N1, int N2, int N3) {
  using Grid = double (*)[N2][N1];
  typedef double (*Other)[N2][N1];
  Grid U = reinterpret_cast<Grid>(Of);
  Other R = reinterpret_cast<Other>(Into);
#pragma omp parallel for
  for (int K = 1; K < N3 - 1; K++)
    for (int J = 0; J < N2; J++)
      for (int I = 0; I < N1; I++)
        R[K][J][I] = 0.5 * (U[K - 1][J][I] + U[K + 1][J][I]);
}

static double border(void *Of, int N1, int N2) {
  typedef double (*Plane)[N1];
  Plane P = reinterpret_cast<Plane>(Of);
  double Sum = 0;
#pragma omp parallel
  {
#pragma omp for
    for (int J = 0; J < N2; J++)
      P[J][0] = P[J][N1 - 2];
#pragma omp for reduction(+ : Sum)
    for (int J = 0; J < N2; J++)
      Sum += P[J][0];
  }
  N1 = 7; // does not change the row length in the type
#pragma omp parallel for reduction(+ : Sum)
  for (int J = 0; J < N2; J++)
    Sum += P[J][1];
  return Sum;
}

#ifndef ALL_SPLIT
void spelled(void *Of, int N1, int N2) { // the loop body itself uses the type
  using Plane = double (*)[N1];
// CHECK: [[@LINE+1]]:{{.*}}not split: it converts to a type that depends on run-time values
#pragma omp parallel for
  for (int J = 0; J < N2; J++)
    reinterpret_cast<Plane>(Of)[J][0] = 1;
}
#endif

int main() {
  const int N = 24;
  double *U = (double *)std::calloc(N * N * N, sizeof *U), *R = (double *)std::calloc(N * N * N, sizeof *R), Sum = 0;
  for (int I = 0; I < N * N * N; I++)
    U[I] = I % 13;
  relax(U, R, N, N - 3, N);
  Sum = border(R + 2 * N * N, N, N);
  for (int I = 0; I < N * N * N; I++)
    Sum += R[I] * (I % 7);
  std::printf("%.9g\n", Sum);
  std::free(U);
  std::free(R);
  return 0;
}
