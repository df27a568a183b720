// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* A program that imports the modules loops and plain. */
#include <hetcc.h>
#include <stdio.h>
import loops;
import plain;

int main() {
  int sum = 0, *a = fill(100);
#pragma omp parallel for reduction(+ : sum) HETCC(hetero(1))
  for (int i = 0; i < 100; i++)
    sum += twice(1);
  printf("%d %d\n", a[99], sum);
}
