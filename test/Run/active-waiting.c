// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Many short loops alternate with serial work, on all mixes of devices, with teams whose threads spin while they wait,
// and with OpenMP's default waiting. (Other tests set OMP_WAIT_POLICY=passive.)
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: env OMP_WAIT_POLICY=active %compare %t.serial %t
// RUN: env -u OMP_WAIT_POLICY %compare %t.serial %t
#include <stdio.h>

static double x[2003], y[2003];

int main(void) {
  double serial = 1;
  for (int pass = 0; pass < 20; pass++) {
#pragma omp parallel for hetero(1) part_copyout(x[1:2003])
    for (int i = 0; i < 2003; i++)
      x[i] = i % 17 + pass;
    for (int k = 0; k < 1000; k++)
      serial = serial * 0.5 + 1;
    double sum = 0;
#pragma omp parallel for hetero(1) part_copyin(x[1:2003]) part_copy(y[1:2003]) reduction(+ : sum)
    for (int i = 0; i < 2003; i++) {
      y[i] += x[i] * 2;
      sum += x[i];
    }
    printf("%g\n", sum);
  }
  printf("%g %g\n", y[2002], serial);
}
