// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// After the loop, a lastprivate variable has the value of the last iteration, whichever device ran it: scalars, structs, arrays, globals,
// the iterator, firstprivate variables, with a reduction, with `simd`, and in loops that only the host can run.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t

#include "Inputs/checksum.h"

enum { N = 2003 };
static int x[N], y[N];
static long lastSquare;

struct pair {
  int index;
  double value;
};

static void scalars(int n) {
  int last = -1;
  struct pair pair = {0, 0};
#pragma omp parallel for hetero(1) part_copyin(x[1:n]) part_copy(y[1:n]) lastprivate(last, pair, lastSquare)
  for (int i = 0; i < n; i++) {
    last = x[i];
    pair.index = i;
    pair.value = last * 0.5;
    lastSquare = (long)i * i;
    y[i] += last;
  }
  printf("%d %d %g %ld\n", last, n ? pair.index : 0, n ? pair.value : 0, lastSquare);
}

static void arrays(int n) {
  int digits[4] = {9, 9, 9, 9};
#pragma omp parallel for default(none) shared(x, y, n) lastprivate(digits) hetero(1) part_copyin(x[1:n])                \
    part_copy(y[1:n])
  for (int i = n - 1; i >= 0; i -= 3) {
    int rest = x[i] + i;
    for (int k = 0; k < 4; k++, rest /= 10)
      digits[k] = rest % 10;
    y[i] += digits[2];
  }
  printf("%d%d%d%d\n", digits[3], digits[2], digits[1], digits[0]);
}

static void first(int n) {
  struct pair bias = {17, -1};
#pragma omp parallel for hetero(1) part_copy(y[1:n]) firstprivate(bias) lastprivate(bias)
  for (int i = 0; i < n; i++) {
    y[i] += bias.index;
    bias.value = y[i] + i;
  }
  printf("%d %g\n", bias.index, bias.value);
}

static void iterator(int n, int step) {
  int i, last = 0;
#pragma omp parallel for lastprivate(i) hetero(1) part_copy(y[1:n])
  for (i = 3; i < n; i += step)
    y[i] ^= i;
  printf("i %d\n", i);
#pragma omp parallel for simd lastprivate(i, last) hetero(1) part_copy(y[1:n])
  for (i = 0; i <= n - 1; i += step) {
    last = y[i] + 1;
    y[i] = last * 3;
  }
  printf("i %d last %d\n", i, last);
  struct pair both = {last, 0};
#pragma omp parallel for simd firstprivate(both) lastprivate(both) hetero(1) part_copy(y[1:n])
  for (i = 0; i < n; i++) {
    y[i] ^= both.index;
    both.value = y[i] * 0.5;
  }
  printf("both %d %g\n", both.index, both.value);
}

static void reduced(int n) {
  long sum = 0;
  int largest = -1, last = 0;
#pragma omp target teams distribute parallel for reduction(+ : sum) reduction(max : largest) lastprivate(last)         \
    hetero(1) part_copyin(y[1:n])
  for (int i = 0; i < n; i++) {
    last = y[i] & 1023;
    sum += last;
    if (last > largest)
      largest = last;
  }
  printf("%ld %d %d\n", sum, largest, last);
}

static int calls;
static void hostOnly(int n) {
  int last = 0;
#pragma omp parallel for hetero(1) part_copy(y[1:n]) lastprivate(last)
  for (int i = 0; i < n; i++) {
    last = y[i] * 2;
#pragma omp atomic
    calls++;
  }
  printf("%d %d\n", last, calls);
}

int main(void) {
  for (int i = 0; i < N; i++)
    x[i] = (i * 37) % 1009;
  for (int pass = 0; pass < 3; pass++) {
    scalars(N - pass);
    scalars(pass);
    arrays(N - pass);
    first(N);
    iterator(N, 2 * pass + 1);
    reduced(N - 7);
    hostOnly(N);
  }
  printChecksum("y", y, sizeof y);
}
