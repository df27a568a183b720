// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Three annotated loops; the tests let the host compiler refuse the translation of some of them. */
#include <stdio.h>

enum { N = 100 };
static int a[N], b[N], c[N];

static int first(int total) {
#pragma omp parallel for hetero(1) part_copy(a[1:N]) reduction(+ : total)
  for (int i = 0; i < N; i++)
    total += a[i] = i;
  return total;
}
static int second(int total) {
#pragma omp parallel for hetero(1) part_copyin(a[1:N]) part_copy(b[1:N]) reduction(+ : total)
  for (int i = 0; i < N; i++)
    total += b[i] = 2 * a[i];
  return total;
}
static int third(int total) {
#pragma omp parallel for hetero(1) part_copyin(a[1:N], b[1:N]) part_copy(c[1:N]) reduction(+ : total)
  for (int i = 0; i < N; i++)
    total += c[i] = a[i] + b[i];
  return total;
}
int main(void) {
  printf("%d ", first(0));
  printf("%d ", second(0));
  printf("%d\n", third(0));
}
