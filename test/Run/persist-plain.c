// Loops that run as plain OpenMP on the host write arrays that are persistent on devices, alternating with a loop on
// devices: each sees what the other wrote.
// RUN: %serial -O2 %s -o %t.serial && %hetcc -w -O2 %s -o %t
// RUN: %compare %t.serial %t
#include <stdio.h>

static double x[1000], y[1000];

static void doubled(int n) {
#pragma omp parallel for hetero(1) part_copy(x[1:n]) part_copy(y[1:n]) persist(x, y)
  for (int i = 0; i < n; i++) {
    y[i] += x[i];
    x[i] *= 2;
  }
}

static int tripled(int n) {
  int last = 0;
#pragma omp parallel for lastprivate(conditional : last) hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; i++) {
    x[i] *= 3;
    last = i;
  }
  return last;
}

static void squares(int n, int many) {
#pragma omp parallel for simd if(parallel: many > 1) collapse(2) hetero(1) part_copy(y[1:n])
  for (int i = 0; i < n / 10; i++)
    for (int k = 0; k < 10; k++)
      y[10 * i + k] += i * k;
}

int main(void) {
  long sum = 0;
  for (int i = 0; i < 1000; i++)
    x[i] = i % 7;
  for (int pass = 0; pass < 4; pass++) {
    doubled(1000);
    sum += tripled(1000);
    doubled(1000);
    squares(1000, pass);
  }
#pragma omp depersist(x, y)
  double total = 0;
  for (int i = 0; i < 1000; i++)
    total += x[i] * (i % 5) + y[i] * (i % 3);
  printf("%ld %.17g\n", sum, total);
}
