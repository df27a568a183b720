// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// hetcc looks into called functions to see what they write through parameters: after a cast that drops 'const', after
// C's implicit conversions, through members, three calls deep, and in mutual recursion. No such write is lost.
// RUN: %hetcc -O2 -w %s -o %t
// RUN: %serial -O2 -w %s -o %t.serial
// RUN: %compare --host-only %t.serial %t
#include <stdio.h>

struct view {
  const int *first;
  int length;
};

static int cast(const int *c, int i) { return ++((int *)c)[i]; }
static int converted(int *c, int i) { return c[i] += 2; }
static int deep3(const int *c, int i) {
  int *p = (int *)c + i;
  return *p *= 3;
}
static int deep2(const int *c, int i) { return deep3(c, i) + 1; }
static int deep1(const int *c, int i) { return deep2(c, i) - 1; }
static int odd(const int *c, int i, int depth);
static int even(const int *c, int i, int depth) { return depth ? odd(c, i, depth - 1) : c[i]; }
static int odd(const int *c, int i, int depth) {
  if (depth > 1)
    return even(c, i, depth - 1);
  *(int *)(c + i) -= 5;
  return c[i];
}
static int member(struct view v, int i) {
  int *p = (int *)v.first;
  p[i] ^= 8;
  return p[i];
}
static const int *element(const int *c, int i) { return c + i; }
static int returned(const int *c, int i) { return *(int *)element(c, i) += 7; }

int main(void) {
  static int c[6][1009];
  static long y[1009];
  int n = 1009;
  for (int k = 0; k < 6; k++)
    for (int i = 0; i < n; i++)
      c[k][i] = i * k;
  const int *c0 = c[0], *c1 = c[1], *c2 = c[2], *c3 = c[3], *c4 = c[4], *c5 = c[5];
#pragma omp parallel for hetero(1) part_copyin(c0[1:n]) part_copy(y[1:n])
  for (int i = 0; i < n; i++)
    y[i] += cast(c0, i);
#pragma omp parallel for hetero(1) part_copyin(c1[1:n]) part_copy(y[1:n])
  for (int i = 0; i < n; i++)
    y[i] += converted(c1, i);
#pragma omp parallel for hetero(1) part_copyin(c2[1:n]) part_copy(y[1:n])
  for (int i = 0; i < n; i++)
    y[i] += deep1(c2, i);
#pragma omp parallel for hetero(1) part_copyin(c3[1:n]) part_copy(y[1:n])
  for (int i = 0; i < n; i++)
    y[i] += even(c3, i, 4 + i % 2);
#pragma omp parallel for hetero(1) part_copyin(c4[1:n]) part_copy(y[1:n])
  for (int i = 0; i < n; i++) {
    struct view v = {c4, n};
    y[i] += member(v, i);
  }
#pragma omp parallel for hetero(1) part_copyin(c5[1:n]) part_copy(y[1:n])
  for (int i = 0; i < n; i++)
    y[i] += returned(c5, i);
  long sum = 0;
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 6; k++)
      sum += y[i] * 3 + c[k][i] * (k + 2);
  printf("%ld\n", sum);
}
