// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each of OpenMP's reduction operators on int: + - * & | ^ && || min max. The variable's value from before the loop
// counts, and a directive may have several operators.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t

#include <stdio.h>

enum { N = 3001 };
static int x[N];

int main(void) {
  for (int i = 0; i < N; i++)
    x[i] = (i * 7919) % 3571 - 1500;
  int sum = 1000, difference = 50, product = 3, low = 7, high = -7;
  unsigned all = ~0u, any = 8, odd = 5;
  int every = 1, some = 0, every2 = 1, some2 = 0;

#pragma omp parallel for hetero(1) part_copyin(x[1:N]) reduction(+ : sum)
  for (int i = 0; i < N; i++)
    sum += x[i];
#pragma omp parallel for hetero(1) part_copyin(x[1:N]) reduction(- : difference)
  for (int i = 0; i < N; i++)
    difference -= x[i];
#pragma omp parallel for hetero(1) part_copyin(x[1:N]) reduction(* : product)
  for (int i = 0; i < N; i++)
    product *= x[i] % 500 == 1 ? 3 : 1;
#pragma omp parallel for hetero(1) part_copyin(x[1:N]) reduction(& : all) reduction(| : any) reduction(^ : odd)
  for (int i = 0; i < N; i++) {
    all &= (unsigned)x[i] | 0xff00ff00u;
    any |= (unsigned)x[i] & 0x10u;
    odd ^= (unsigned)x[i];
  }
#pragma omp parallel for hetero(1) part_copyin(x[1:N]) reduction(&& : every, every2) reduction(|| : some, some2)
  for (int i = 0; i < N; i++) {
    every = every && x[i] > -2000;
    every2 = every2 && x[i] != 17;
    some = some || x[i] == 17;
    some2 = some2 || x[i] > 5000;
  }
#pragma omp parallel for hetero(1) part_copyin(x[1:N]) reduction(min : low) reduction(max : high)
  for (int i = 0; i < N; i++) {
    low = x[i] < low ? x[i] : low;
    if (x[i] > high)
      high = x[i];
  }
  printf("%d %d %d %x %x %x\n", sum, difference, product, all, any, odd);
  printf("%d %d %d %d %d %d\n", every, every2, some, some2, low, high);
}
