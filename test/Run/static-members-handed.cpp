// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Static members that member functions read are passed to the functions' device forms by qualified names, whatever
// other variables have these names in the loop's function or in the file.
// RUN: %serialxx -O1 %s -o %t.serial && %hetccxx -O1 -fopenmp -Wall -Wextra -Werror --hetcc-auto=all --hetcc-summary=%t.summary %s -o %t
// RUN: FileCheck %s --input-file=%t.summary && rm %t.summary
// RUN: %compare %t.serial %t
// CHECK: 4 of 4 loops split
#include <cstdio>

static int Most = 4;

struct Model {
  static int Count, Most;
  static double at(int I) { return Count * I + Most; }
};
int Model::Count = 7, Model::Most = 3;

template <typename T> struct Table {
  static T Scale;
  static double at(int I) { return double(Scale) * I; }
};
template <typename T> T Table<T>::Scale = T(11);

/// Inside of the class, the member is named without qualification.
struct Inside {
  static int Step;
  static double next(int I) { return I + Step; }
  static void fill(double *To, int N) {
#pragma omp parallel for
    for (int I = 0; I < N; I++)
      To[I] += next(I);
  }
};
int Inside::Step = 5;

int main() {
  enum { N = 100 };
  int Count = N, Scale = 1;
  double A[N] = {0}, B[N] = {0}, C[N] = {0};
#pragma omp parallel for
  for (int I = 0; I < Count; I++)
    A[I] += Model::at(I);
#pragma omp parallel for
  for (int I = 0; I < Count; I++)
    A[I] += Most * Model::at(I) + Scale;
#pragma omp parallel for
  for (int I = 0; I < Count; I++)
    B[I] += Table<int>::at(I) - Scale;
  Inside::fill(C, N);
  double Sums[3] = {0, 0, 0};
  for (int I = 0; I < N; I++)
    Sums[0] += A[I], Sums[1] += B[I], Sums[2] += C[I];
  std::printf("%.1f %.1f %.1f\n", Sums[0], Sums[1], Sums[2]);
}
