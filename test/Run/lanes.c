// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lanes of a device share inner loops; any number of lanes gives the serial result.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare --setting HETRT_EMULATED=lanes=2 --devices 'cpu:1,emulated:1' --schedules static,auto %t.serial %t
// RUN: %compare --setting HETRT_EMULATED=lanes=7,seed=3 --devices 'emulated:2' --schedules static %t.serial %t
// RUN: %compare --setting HETRT_EMULATED=lanes=64,seed=4 --devices 'emulated:1' --schedules static %t.serial %t
// RUN: %compare --setting HETRT_EMULATED=lanes=7 --setting HETRT_DETERMINISTIC=1 --devices 'emulated:2' --schedules static %t.serial %t
// All loops are shared except those in reductions(), whose product must be formed in order.
// RUN: %hetcc --hetcc-explain -fsyntax-only %s 2>&1 | grep -c 'lanes of a device share this loop' | FileCheck --check-prefix=SHARED %s
// SHARED: 20
#include "Inputs/checksum.h"
#include <stdint.h>
#include <stdlib.h>

enum { ROWS = 61, COLUMNS = 46 };
static long x[ROWS * COLUMNS], y[ROWS * COLUMNS], z[ROWS], count[ROWS];
static double real[ROWS * COLUMNS], sums[ROWS];

static void fill(void) {
  for (int k = 0; k < ROWS * COLUMNS; k++)
    x[k] = k * 7919L % 1009 - 500, y[k] = k % 13, real[k] = (k * 31 % 64 - 32) / 8.0;
}

/* A product that is updated under a condition is not a plain reduction: one lane runs this loop. */
static void reductions(int n, int m) {
#pragma omp parallel for hetero(1) part_copyin(x[1:n][0:m]) part_copyin(y[1:n][0:m]) part_copyin(real[1:n][0:m]) part_copyout(z[1:n]) \
    part_copyout(sums[1:n])
  for (int i = 0; i < n; i++) {
    long sum = i, product = 1, most = -1000, least = 1000, bits = -1, any = 0, parity = 5;
    int all = 1, some = 0;
    short small = 30000;
    float single = 1;
    double total = 0.5, highest = real[i * m];
    for (int j = 0; j < m; j++) {
      sum += x[i * m + j];
      sum -= j;
      product = x[i * m + j] % 3 ? product * ((x[i * m + j] & 1) + 1) : product;
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
    }
    for (int j = 0; j < m; j++)
      product *= (y[i * m + j] & 1) - 2;
    z[i] = sum + 3 * most + 5 * least + 7 * bits + 11 * any + 13 * parity + 17 * all + 19 * some + 23 * small + product;
    sums[i] = single + total + highest;
  }
}

/* Reductions of all kinds; the fractions can be added exactly in any order. */
static void shared(int n, int m) {
#pragma omp parallel for hetero(1) part_copyin(x[1:n][0:m]) part_copyin(y[1:n][0:m]) part_copyin(real[1:n][0:m]) part_copy(z[1:n]) \
    part_copy(sums[1:n])
  for (int i = 0; i < n; i++) {
    long sum = i, product = 1, most = -1000, least = 1000, bits = -1, any = 0, parity = 5;
    int all = 1, some = 0, number = 0;
    short small = 30000;
    float single = 1;
    double total = 0.5, highest = real[i * m];
    for (int j = 0; j < m; j++) {
      sum += x[i * m + j];
      sum -= j;
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
    for (int j = 0; j < m; j++)
      product *= (y[i * m + j] & 1) - 2;
    z[i] += sum + 3 * most + 5 * least + 7 * bits + 11 * any + 13 * parity + 17 * all + 19 * some + 23 * small + product;
    sums[i] += single + total + highest + number;
  }
}

/* Loop headers of every form; no lane may run beyond the bound. */
static void headers(int n, int m) {
#pragma omp parallel for hetero(1) part_copy(x[1:n][0:m]) part_copyout(count[1:n])
  for (int i = 0; i < n; i++) {
    int j;
    long turns = 0;
    for (j = m - 1; j >= 0; j--)
      x[i * m + j] += j;
    count[i] = j;
#pragma GCC unroll 4
    for (j = 3; j < m; j += 3)
      x[i * m + j] -= i;
    count[i] = 100 * count[i] + j;
    for (unsigned k = 0; k != (unsigned)m; k++)
      x[i * m + k] ^= 5;
    for (unsigned k = (unsigned)m; k > 0; k -= 2)
      x[i * m + k - 1] += 1;
    for (int8_t k = 0; k <= 40; k++)
      x[i * m + k] += k;
    for (int k = INT32_MAX - 9; k < INT32_MAX; k++)
      turns++;
    for (uint64_t k = UINT64_MAX; k > UINT64_MAX - 9; k--)
      turns += (long)(k & 1);
    for (int k = m; k < i; k++) // zero iterations in most cases
      turns += k;
    for (int k = i; k < m; k++) // a triangle
      x[i * m + k] *= 3;
    count[i] += 1000 * turns;
  }
}

/* Lanes read, after a barrier, what another lane has written. */
static void barriers(int n, int m) {
#pragma omp parallel for hetero(1) part_copy(x[1:n][0:m]) part_copy(y[1:n][0:m]) part_copy(z[1:n])
  for (int i = 0; i < n; i++) {
    z[i] += 1;
    for (int j = 0; j < m; j++)
      x[i * m + j] += z[i];
    x[i * m] = 3;
    long first = x[i * m], last = x[i * m + m - 1];
    if (last % 2)
      y[i * m + m - 1] = last;
    else
      z[i] = first;
    for (int j = 0; j < m; j++)
      y[i * m + j] += x[i * m + m - 1 - j] + z[i];
    for (int pass = 0; pass < 4; pass++) {
      for (int j = 1; j < m; j++)
        x[i * m + j] += y[i * m + j - 1];
      for (int j = 1; j < m; j++)
        y[i * m + j] -= x[i * m + j - 1];
      if (x[i * m + pass] > 0)
        continue;
      x[i * m + pass] = -x[i * m + pass];
    }
  }
}

/* The region's own reductions, in shared loops and outside of them. */
static long region(int n, int m, long bins[8]) {
  long total = 3, most = 0;
#pragma omp parallel for hetero(1) part_copy(x[1:n][0:m]) reduction(+ : total, bins[0:8]) reduction(max : most)
  for (int i = 0; i < n; i++) {
    long sum = 0;
    total++;
    for (int j = 0; j < m; j++) {
      sum += x[i * m + j] & 7;
      total += x[i * m + j] % 11;
      bins[x[i * m + j] & 7]++;
      if (x[i * m + j] > most)
        most = x[i * m + j];
    }
    x[i * m] = sum;
    total += sum;
    if (sum > most)
      most = sum;
  }
  return total + most;
}

/* Matrix products: the row that is shared repeatedly stays with the same lanes. */
static void multiply(int n, int m) {
#pragma omp parallel for hetero(1) part_copyin(x[1:n][0:m]) map(to: y[0:m*m]) part_copyout(real[1:n][0:m])
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++)
      real[i * m + j] = 0;
    for (int k = 0; k < m; k++)
      for (int j = 0; j < m; j++)
        real[i * m + j] += (double)x[i * m + k] * (double)y[k * m + j];
  }
}

/* Loops that a directive declares independent; counters that are declared outside. */
static void marked(int n, int m) {
  int j, k;
#pragma omp parallel for hetero(1) part_copy(x[1:n][0:m]) part_copy(z[1:n]) private(j, k)
  for (int i = 0; i < n; i++) {
    long sum = 0;
#pragma omp simd reduction(+ : sum)
    for (j = 0; j < m; j++) {
      for (k = 0; k < 3; k++)
        sum += x[i * m + j] + k;
    }
#pragma acc loop vector
    for (k = 0; k < m; k++)
      x[i * m + (m - 1 - k)] = sum + k;
    z[i] += sum + j;
  }
}

int main(int argc, char **argv) {
  (void)argv;
  long bins[8] = {0};
  int n = ROWS - 1 + argc, m = COLUMNS - 1 + argc;
  fill();
  reductions(n, m), shared(n, m), headers(n, m), barriers(n, m);
  printf("%ld\n", region(n, m, bins));
  multiply(n, m), marked(n, m);
  printChecksum("x", x, sizeof x), printChecksum("y", y, sizeof y), printChecksum("z", z, sizeof z);
  printChecksum("count", count, sizeof count), printChecksum("real", real, sizeof real);
  printChecksum("sums", sums, sizeof sums), printChecksum("bins", bins, sizeof bins);
  return 0;
}
