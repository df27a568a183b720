/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 * Bounds of inner loops that conversions change: a negative length becomes a large unsigned number, a large number
 * becomes negative, a long number is truncated, sums and products wrap; the body ends such loops early. If a conversion
 * does not change the value, devices run the loop.
 * RUN: %hetcc -fopenmp --hetcc-auto=all --hetcc-summary -O1 -w %s -o %t 2>&1 | FileCheck %s
 * RUN: %serial -O1 -w %s -o %t.serial
 * RUN: %compare --devices "cpu:2;cpu:1,emulated:1;emulated:2" --schedules static %t.serial %t
 * RUN: env HETRT_DEVICES=emulated:2 HETRT_SCHEDULE=static HETRT_REPORT=json:%t.json %t kept > %t.out
 * RUN: %reported %t.json 'iterations("cpu") == 0'
 * CHECK: 17 of 17 loops split
 */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 120, W = 48 };

static double a[N][W], sums[N];
static double *rows[N], *flat, *x;
static int *len, *most, *begin;
static unsigned *counts;
static short *shorts;
static signed char *bytes;
static long *longs;

static void show(const char *what) {
  double all = 0;
  for (int i = 0; i < N; i++)
    all += sums[i] * (i % 7 + 1);
  printf("%s %.0f\n", what, all);
}

static void size_t_and_int(int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (size_t k = 0; k < len[i]; k++) {
      if (k >= most[i])
        break;
      sum += x[k];
    }
    sums[i] = sum;
  }
  show("size_t_and_int");
}

static void unsigned_and_int(int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (unsigned k = 0; k < len[i]; k++) {
      if (k >= most[i])
        break;
      sum += flat[i * W + k];
    }
    sums[i] = sum;
  }
  show("unsigned_and_int");
}

static void unsigned_and_short(int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (unsigned k = 0; k < shorts[i]; k++) {
      if (k >= most[i])
        break;
      sum += rows[i][k];
    }
    sums[i] = sum;
  }
  show("unsigned_and_short");
}

static void sum_of_int(int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (unsigned k = 0; k < len[i] + 1; k++) {
      if (k >= most[i])
        break;
      sum += a[i][k];
    }
    sums[i] = sum;
  }
  show("sum_of_int");
}

static void sum_of_unsigned(int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (long k = 0; k < counts[i] - 1; k++) {
      if (k >= most[i])
        break;
      sum += a[i][k];
    }
    sums[i] = sum;
  }
  show("sum_of_unsigned");
}

static void product_of_unsigned(int n, unsigned factor) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (long k = 0; k < counts[i] * factor; k++) {
      if (k >= most[i])
        break;
      sum += a[i][k];
    }
    sums[i] = sum;
  }
  show("product_of_unsigned");
}

static void cut_off(int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int k = 0; k < (short)longs[i]; k++) {
      if (k >= most[i])
        break;
      sum += rows[i][k];
    }
    sums[i] = sum;
  }
  show("cut_off");
}

static void converted_twice(int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (unsigned long k = 0; k < (unsigned short)bytes[i]; k++) {
      if (k >= most[i])
        break;
      sum += a[i][k];
    }
    sums[i] = sum;
  }
  show("converted_twice");
}

static void nothing_less_one(int n, unsigned none) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (unsigned k = 0; k < none - 1; k++) {
      if (k >= most[i])
        break;
      sum += x[k];
    }
    sums[i] = sum;
  }
  show("nothing_less_one");
}

static void every_second(int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (unsigned k = 0; k < len[i]; k += 2) {
      if (k >= most[i])
        break;
      sum += rows[i][k];
    }
    sums[i] = sum;
  }
  show("every_second");
}

static void lower_end(int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int k = counts[i]; k < 9; k++) {
      sum += a[i][k + 3];
    }
    sums[i] = sum;
  }
  show("lower_end");
}

static void lower_end_in_bytes(int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int k = (unsigned char)bytes[i] - 255; k < 9; k++) {
      sum += x[k + 255];
    }
    sums[i] = sum;
  }
  show("lower_end_in_bytes");
}

static void downwards(int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int k = 9; k > (int)counts[i]; k--) {
      sum += rows[i][k + 3];
    }
    sums[i] = sum;
  }
  show("downwards");
}

static void around(int n, unsigned none) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double sum = 0;
    int turns = 0;
    for (unsigned k = 8; k < none - 16; k += 0x3fffffff) {
      if (turns++ >= 4)
        break;
      sum += k < W ? x[k] : 1;
    }
    sums[i] = sum;
  }
  show("around");
}

/* The bound is a local variable. */
static void by_name(int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    const unsigned end = len[i];
    double sum = 0;
    for (long k = 0; k < end; k++) {
      if (k >= most[i])
        break;
      sum += a[i][k];
    }
    sums[i] = sum;
  }
  show("by_name");
}

/* In these loops conversions change no value. */
static void segments(int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (size_t k = begin[i]; k < begin[i + 1]; k++)
      sum += flat[k];
    sums[i] = sum;
  }
  show("segments");
}
static void lengths(int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (size_t k = 0; k < most[i] + 1; k++)
      sum += rows[i][k];
    sums[i] = sum;
  }
  show("lengths");
}

int main(int argc, char **argv) {
  (void)argv;
  flat = malloc(sizeof(double) * N * W);
  x = malloc(sizeof(double) * 2 * 256);
  len = malloc(sizeof(int) * N), most = malloc(sizeof(int) * N), begin = malloc(sizeof(int) * (N + 1));
  counts = malloc(sizeof(unsigned) * N), shorts = malloc(sizeof(short) * N), bytes = malloc(N);
  longs = malloc(sizeof(long) * N);
  for (int i = 0; i < 512; i++)
    x[i] = i % 11;
  for (int i = 0; i < N; i++) {
    rows[i] = malloc(sizeof(double) * W);
    most[i] = i % 40;
    begin[i] = i * 7;
    len[i] = i % 7 ? i % 20 : -1 - i % 3;
    counts[i] = (unsigned)len[i];
    shorts[i] = (short)len[i];
    bytes[i] = (signed char)len[i];
    longs[i] = (i % 3 ? 0L : 1L << 32) + len[i];
    for (int k = 0; k < W; k++)
      a[i][k] = flat[i * W + k] = rows[i][k] = (i * 5 + k) % 13;
  }
  begin[N] = N * 7;
  segments(N);
  lengths(N);
  if (argc > 1)
    return 0;
  size_t_and_int(N);
  unsigned_and_int(N);
  unsigned_and_short(N);
  sum_of_int(N);
  sum_of_unsigned(N);
  product_of_unsigned(N, 0x40000001u);
  cut_off(N);
  converted_twice(N);
  nothing_less_one(N, 0);
  every_second(N);
  by_name(N);
  around(N, 0);
  lower_end_in_bytes(N);
  lower_end(N);
  downwards(N);
}
