// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// On a device, each iteration has private variables of its own, which begin without a value. Emulated devices show it: an
// iteration that uses the value that an earlier one has left there has another result than on a core.
// RUN: %hetcc++ -O1 -w %s -o %t
// RUN: env HETRT_DEVICES=cpu:1 %t | FileCheck %s --check-prefix CORE
// RUN: env HETRT_DEVICES=emulated:1 HETRT_SCHEDULE=static %t | FileCheck %s --check-prefix DEVICE
#include <complex>
#include <cstdio>
#include <hetcc.h>

enum { N = 100 };
static int Left[N], Wide[N];
static double Made[N];

struct Pair {
  int First, Second;
};

int main() {
  int t = 0;
  Pair p;
  std::complex<double> z;
#pragma omp parallel for HETCC(hetero(1) part_copyout(Left[1:N]) part_copyout(Wide[1:N]) part_copyout(Made[1:N])) private(t, p, z)
  for (int i = 0; i < N; i++) {
    if (i % 10 == 0)
      t = i + 1, p.First = i + 2, p.Second = i + 3;
    const int *Old = &t; // if the use is not certain, hetero(1) is taken at its word
    const Pair *Both = &p;
    Left[i] = *Old;
    Wide[i] = Both->Second;
    Made[i] = z.real();
  }
  int Kept = 0, Same = 0, Zeros = 0;
  for (int i = 0; i < N; i++) {
    Kept += Left[i] == i / 10 * 10 + 1;
    Same += Wide[i] == i / 10 * 10 + 3;
    Zeros += Made[i] == 0;
  }
  // A constructor sets the complex number in each iteration of a device.
  // CORE: kept 100, 100
  // DEVICE: kept 10, 10, zeros 100
  printf("kept %d, %d, zeros %d\n", Kept, Same, Zeros);
}
