// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows to which members of base classes lead, where other members have the same name, and members of unnamed structs:
// elements have the type of the member that the program names.
// RUN: %hetcc++ -O1 -fopenmp --hetcc-auto=all --hetcc-summary %s -o %t 2>&1 | FileCheck %s
// RUN: %serialxx -O1 %s -o %t.serial
// RUN: %compare %t.serial %t
// CHECK: 5 of 5 loops split

#include <cstdio>
#include <cstdlib>
#include <vector>

enum { N = 60, K = 16 };

struct Base {
  double *x;
};
struct Hides : Base {
  float *x;
};
struct HidesByVector : Base {
  std::vector<int> x;
};
namespace other {
template <typename T> struct Second {
  T *x;
};
} // namespace other
struct Two : Base, other::Second<short> {};
struct Unnamed {
  struct {
    int *y;
    int q;
  };
  double *z;
};
struct Inside {
  struct {
    double *x;
  } in;
};
struct InsideToo : Inside {
  struct {
    int n;
  } in;
};

static double doubles[5][N * K];
static float floats[N * K];
static short shorts[N * K];
static int ints[N * K];

static Hides hides[N];
static HidesByVector vectors[N];
static Two two[N];
static Unnamed unnamed[N];
static InsideToo inside[N];

int main() {
  for (int i = 0; i < N; i++) {
    hides[i].Base::x = doubles[0] + i * K;
    hides[i].x = floats + i * K;
    vectors[i].Base::x = doubles[1] + i * K;
    vectors[i].x.assign(K, 1);
    two[i].Base::x = doubles[2] + i * K;
    two[i].Second::x = shorts + i * K;
    unnamed[i].y = ints + i * K;
    unnamed[i].z = doubles[3] + i * K;
    inside[i].Inside::in.x = doubles[4] + i * K;
  }
  for (int pass = 0; pass < 4; pass++) {
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      for (int k = 0; k < K; k++)
        hides[i].Base::x[k] += k + i;
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      for (int k = 0; k < K; k++)
        vectors[i].Base::x[k] += k * i;
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      for (int k = 0; k < K; k++)
        two[i].Base::x[k] += (two[i].Second::x[k] += k) + i;
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      for (int k = 0; k < K; k++)
        unnamed[i].z[k] += (unnamed[i].y[k] += k - i);
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      for (int k = 0; k < K; k++)
        inside[i].Inside::in.x[k] += k - i;
  }
  double sum = 0;
  for (int k = 0; k < N * K; k++) {
    sum += floats[k] + shorts[k] * 3 + ints[k] * 5;
    for (auto &each : doubles)
      sum += each[k] * (1 + k % 7);
  }
  std::printf("%.17g\n", sum);
}
