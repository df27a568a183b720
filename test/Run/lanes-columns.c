// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lanes of a device share inner loops that run down the columns of an array, while neighbouring iterations lie side by
// side: a barrier is for the lanes of several iterations. Any number of lanes gives the serial result, also if a share
// is no multiple of the columns in a block, or has one iteration or none.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare --setting HETRT_EMULATED=lanes=1 --devices 'cpu:1,emulated:1' --schedules static,auto %t.serial %t
// RUN: %compare --setting HETRT_EMULATED=lanes=2,blocks=1 --devices 'emulated:1' --schedules static %t.serial %t
// RUN: %compare --setting HETRT_EMULATED=lanes=7,seed=3 --devices 'cpu:1,emulated:2' --schedules static,auto %t.serial %t
// RUN: %compare --setting HETRT_EMULATED=lanes=32,seed=4,blocks=3 --devices 'emulated:1' --schedules static %t.serial %t
// RUN: %compare --setting HETRT_EMULATED=lanes=7 --setting HETRT_DETERMINISTIC=1 --devices 'emulated:2' --schedules static %t.serial %t
// RUN: %hetcc --hetcc-explain -fsyntax-only %s 2>&1 | grep -c 'share this loop, neighbouring iterations side by side' | FileCheck --check-prefix=COLUMNS %s
// RUN: %hetcc --hetcc-explain -fsyntax-only %s 2>&1 | grep -c 'neighbouring iterations not side by side' | FileCheck --check-prefix=ROWS %s
// COLUMNS: 17
// ROWS: 4
#include "Inputs/checksum.h"

enum { ROWS = 46, COLUMNS = 61, DEEP = 9 };
static long x[ROWS * COLUMNS], y[ROWS * COLUMNS], z[COLUMNS], count[COLUMNS];
static int deep[ROWS][DEEP][COLUMNS], weights[ROWS][DEEP];
static double real[ROWS * COLUMNS], sums[COLUMNS];

static void fill(void) {
  for (int k = 0; k < ROWS * COLUMNS; k++)
    x[k] = k * 7919L % 1009 - 500, y[k] = k % 13, real[k] = (k * 31 % 64 - 32) / 8.0;
  for (int k = 0; k < ROWS * DEEP * COLUMNS; k++)
    deep[k / DEEP / COLUMNS][k / COLUMNS % DEEP][k % COLUMNS] = k % 23, weights[k / DEEP / COLUMNS][k / COLUMNS % DEEP] = k % 5;
}

/* Reductions of all kinds; the fractions can be added exactly in any order. */
static void reductions(int n, int m, int turns) {
#pragma omp parallel for hetero(1) part_copyin(x[0:n][1:m]) part_copyin(y[0:n][1:m]) part_copyin(real[0:n][1:m]) \
    part_copy(z[1:m]) part_copy(sums[1:m])
  for (int j = 0; j < m; j++) {
    long sum = j, product = 1, most = -1000, least = 1000, bits = -1, any = 0, parity = 5;
    int all = 1, some = 0, number = 0;
    short small = 30000;
    float single = 1;
    double total = 0.5, highest = -100;
    for (int i = 0; i < turns; i++) {
      sum += x[i * m + j];
      if (x[i * m + j] > most)
        most = x[i * m + j];
      least = x[i * m + j] < least ? x[i * m + j] : least;
      bits &= x[i * m + j] | 3;
      any |= x[i * m + j] & 12;
      parity ^= x[i * m + j];
      all = all && x[i * m + j] != 77;
      some = some || x[i * m + j] == 78;
      small += (short)x[i * m + j];
      single += (float)real[i * m + j];
      total = real[i * m + j] + total;
      if (highest < real[i * m + j])
        highest = real[i * m + j];
      if (x[i * m + j] < 0)
        continue;
      number++;
    }
    for (int i = 0; i < turns; i++)
      product *= (y[i * m + j] & 1) - 2;
    z[j] += sum + 3 * most + 5 * least + 7 * bits + 11 * any + 13 * parity + 17 * all + 19 * some + 23 * small + product;
    sums[j] += single + total + highest + number;
  }
}

/* Loops that write elements, downwards and upwards, in triangles, and with zero iterations. */
static void elements(int n, int m) {
#pragma omp parallel for hetero(1) part_copy(x[0:n][1:m]) part_copyin(y[0:n][1:m])
  for (int j = 0; j < m; j++) {
    int i;
    for (i = n - 1; i >= 0; i--)
      x[i * m + j] += i + y[i * m + j];
    for (int k = 3; k < n; k += 3)
      x[k * m + j] -= j;
    for (int k = j % n; k < n; k++)
      x[k * m + j] ^= 5;
    for (int k = n; k < n - j; k++)
      x[k * m + j] = 0;
    for (int k = 0; k != j % 9 % n; k++)
      x[k * m + j] *= 3;
  }
}

/* Lanes read, after a barrier for several iterations, what one lane has written. */
static void barriers(int n, int m) {
#pragma omp parallel for hetero(1) part_copy(x[0:n][1:m]) part_copy(y[0:n][1:m]) part_copy(z[1:m])
  for (int j = 0; j < m; j++) {
    z[j] += 1;
    for (int i = 0; i < n; i++)
      x[i * m + j] += z[j];
    x[j] = 3;
    long first = x[j], last = x[(n - 1) * m + j];
    if (last % 2)
      z[j] = first;
    for (int i = 0; i < n; i++)
      y[i * m + j] += x[(n - 1 - i) * m + j];
    for (int i = 0; i < n; i++)
      x[i * m + j] -= y[(n - 1 - i) * m + j] + z[j];
  }
}

/* A value that all lanes have combined decides what they read, and which branch they take. */
static void followed(int n, int m) {
#pragma omp parallel for hetero(1) part_copyin(x[0:n][1:m]) part_copyin(y[0:n][1:m]) part_copyout(count[1:m]) part_copy(z[1:m])
  for (int j = 0; j < m; j++) {
    int lowest = -1, turns = -100;
    for (int i = 0; i < n; i++)
      if (lowest < i * (x[i * m + j] < 0))
        lowest = i * (x[i * m + j] < 0);
    long found = x[lowest * m + j], rounds = 0;
    for (int i = 0; i < n; i++)
      turns += y[i * m + j] > 5 ? 6 : 2;
    for (int k = 0; k < 4; k++)
      rounds = k <= (turns & 3) ? 3 * rounds + k : rounds;
    long sum = 0;
    for (int i = lowest; i < n; i++)
      sum += x[i * m + j];
    if (rounds > 5)
      z[j] = found;
    count[j] = sum + rounds + turns;
  }
}

/* Two nested loops that are shared together, both over rows; the weights are contiguous in the inner loop. */
static void planes(int n, int m, int turns, int (*a)[DEEP][m]) {
#pragma omp parallel for hetero(1) part_copy(a[0:n][0:DEEP][1:m]) map(to: weights[0:n][0:DEEP]) part_copy(z[1:m])
  for (int j = 0; j < m; j++) {
    int sum = 0, most = -1;
    for (int i = 0; i < turns; i++)
      for (int k = 0; k < DEEP; k++) {
        sum += a[i][k][j] * weights[i][k];
        most = a[i][k][j] > most ? a[i][k][j] : most;
      }
    z[j] += sum + most;
    for (int i = 0; i < turns; i++)
      for (int k = 0; k < DEEP; k++)
        a[i][k][j] -= most * weights[i][k];
  }
}

/* Iterations cannot lie side by side: a barrier that not all iterations reach, that is in a loop, or that is jumped
   over, and the region's own reduction. */
static void rows(int n, int m) {
  long all = 0;
#pragma omp parallel for hetero(1) part_copy(x[0:n][1:m]) part_copyin(y[0:n][1:m]) part_copy(z[1:m])
  for (int j = 0; j < m; j++)
    if (z[j] % 2) {
      long sum = 0;
      for (int i = 0; i < n; i++)
        sum += x[i * m + j];
      z[j] = sum;
    }
#pragma omp parallel for hetero(1) part_copy(x[0:n][1:m]) part_copyin(y[0:n][1:m]) part_copy(z[1:m])
  for (int j = 0; j < m; j++)
    for (int pass = 0; pass < j % 5; pass++) {
      long sum = 0;
      for (int i = 0; i < n; i++)
        sum += x[i * m + j] - pass;
      z[j] += sum;
    }
#pragma omp parallel for hetero(1) part_copy(x[0:n][1:m]) part_copyin(y[0:n][1:m]) part_copy(z[1:m])
  for (int j = 0; j < m; j++) {
    if (y[j] == 3)
      continue;
    long sum = 0;
    for (int i = 0; i < n; i++)
      sum += x[i * m + j];
    z[j] += sum;
  }
#pragma omp parallel for hetero(1) part_copyin(x[0:n][1:m]) part_copy(z[1:m]) reduction(+ : all)
  for (int j = 0; j < m; j++) {
    long sum = 0;
    for (int i = 0; i < n; i++)
      sum += x[i * m + j];
    z[j] -= sum;
    all += sum;
  }
  z[0] += all;
}

int main(int argc, char **argv) {
  (void)argv;
  int one = argc; // the compiler cannot know that this is 1
  fill();
  int n = ROWS - 1 + one;
  for (int m = COLUMNS; m >= 0; m = m > 5 ? m - 28 : m - 1) {
    reductions(n, m, n);
    elements(n, m);
    barriers(n, m);
    followed(n, m);
    rows(n, m);
    printChecksum("x", x, sizeof x);
    printChecksum("z", z, sizeof z);
    printChecksum("count", count, sizeof count);
  }
  planes(n, COLUMNS - 1 + one, n, deep);
  reductions(n, COLUMNS, one - 1);
  elements(one, COLUMNS);
  planes(n, COLUMNS - 1 + one, one - 1, deep);
  printChecksum("x", x, sizeof x);
  printChecksum("y", y, sizeof y);
  printChecksum("z", z, sizeof z);
  printChecksum("sums", sums, sizeof sums);
  printChecksum("deep", deep, sizeof deep);
  return 0;
}
