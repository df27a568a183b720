// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inner loops that read the same elements in all iterations, which the threads of a GPU block copy to shared memory in
// pieces (tiles): elements of all sizes and alignments, several pieces and partial ones, bounds of every kind, fewer
// iterations than a block has rows of lanes. Loops that must not use tiles have the serial result too.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare --setting HETRT_EMULATED=lanes=7,seed=3 --devices 'emulated:2' --schedules static %t.serial %t
// RUN: %compare --setting HETRT_EMULATED=lanes=32 --devices 'cpu:1,emulated:1' --schedules static %t.serial %t
// RUN: %hetcc --hetcc-explain -fsyntax-only %s 2>&1 | grep -c 'by tiles' | FileCheck --check-prefix=TILES %s
// TILES: 5
#include "Inputs/checksum.h"

enum { MOST = 1500 };
struct Four {
  int x, y, z, weight;
};
struct Three {
  int x, y, z;
};
struct Odd {
  short a;
  signed char b, c;
  short d;
};
static struct Four four[MOST], moved[MOST];
static struct Three three[MOST];
static struct Odd odd[MOST];
static long plain[MOST], other[MOST], result[MOST];

static void attract(int n, const struct Four *body, struct Four *next) {
#pragma omp parallel for hetero(1) map(to : body[0 : n]) part_copyout(next[1:n])
  for (int i = 0; i < n; i++) {
    int x = 0, y = 0, most = -1;
    for (int j = 0; j < n; j++) {
      const int distance = body[j].x - body[i].x;
      x += body[j].weight * distance;
      y += body[j].weight * (body[j].y - body[i].y);
      if (body[j].z > most)
        most = body[j].z;
    }
    next[i].x = x;
    next[i].y = y;
    next[i].z = most;
    next[i].weight = body[i].weight;
  }
}

static void between(int n, int first, int last, const struct Three *t, const long *own, long *z) {
#pragma omp parallel for hetero(1) map(to : t[0 : MOST]) part_copyin(own[1:n]) part_copyout(z[1:n])
  for (int i = 0; i < n; i++) {
    long sum = own[i];
    for (int k = first; k <= last; k++)
      sum ^= (t[k + 1].x * (long)i + t[k + 1].y) * t[k].z;
    z[i] = sum;
  }
}

static void narrow(short n, unsigned char m, const struct Odd *o, long *z) {
  short k;
#pragma omp parallel for hetero(1) map(to : o[0 : MOST]) part_copyout(z[1:MOST]) private(k)
  for (short i = n; i > 0; i -= 3) {
    long sum = 0;
    for (k = 1; k < m; ++k)
      sum += (o[k].a ^ i) + o[k].b * o[k].d - o[k].c;
    if (sum & 1)
      z[i] = sum;
    else
      z[i] = -sum;
  }
}

static void two(int n, unsigned m, const long *x, const long *y, long *z) {
#pragma omp parallel for hetero(1) map(to : x[0 : m], y[0 : m]) part_copyout(z[1:n])
  for (int i = 0; i < n; i++) {
    long sum = 0;
    for (unsigned k = 0; k < m; k++)
      sum += x[k] * i - (x[k] > 3 ? y[k] : 0) - y[k];
    z[i] = sum;
  }
}

/* x and z are parts of one array: elements read ahead would be out of date, and the loop is not split. */
static void inPlace(int n, const long *x, long *z) {
#pragma omp parallel for hetero(1) map(to : x[0 : n]) part_copy(z[1:2 * n])
  for (int i = n; i < 2 * n; i++) {
    long sum = 0;
    for (int k = 0; k < n; k++)
      sum += x[k] ^ i;
    z[i] = sum;
  }
}

/* No tiles: some iterations skip the loop; a written array is read; inner iterations are skipped; the index wraps around. */
static void passedOver(int n, const long *x, long *z) {
#pragma omp parallel for hetero(1) map(to : x[0 : n]) part_copy(z[1:n])
  for (int i = 0; i < n; i++) {
    if (i % 3 == 1)
      continue;
    long sum = 0;
    for (int k = 0; k < n; k++)
      sum += x[k] ^ i;
    z[i] = sum;
  }
}

static void started(int n, const long *x, long *z) {
#pragma omp parallel for hetero(1) map(to : x[0 : n]) part_copy(z[1:n])
  for (int i = 0; i < n; i++) {
    long sum = z[i];
    for (int k = 0; k < n; k++)
      sum += x[k] ^ i;
    z[i] = sum;
  }
}

static void some(int n, const long *x, long *z) {
#pragma omp parallel for hetero(1) map(to : x[0 : n]) part_copyout(z[1:n])
  for (int i = 0; i < n; i++) {
    long sum = 0;
    for (int k = 0; k < n; k++)
      if ((k ^ i) & 1)
        sum += x[k];
    z[i] = sum;
  }
}

static void wraps(int n, const long *x, long *z) {
#pragma omp parallel for hetero(1) map(to : x[0 : 256]) part_copyout(z[1:n])
  for (int i = 0; i < n; i++) {
    long sum = 0;
    for (int k = 0; k < 700; k++)
      sum += x[(unsigned char)(k + 7)] ^ i;
    z[i] = sum;
  }
}

int main(void) {
  for (int k = 0; k < MOST; k++) {
    four[k].x = k * 7919 % 1009 - 500, four[k].y = k % 17, four[k].z = k * 31 % 4001, four[k].weight = k % 5 - 2;
    three[k].x = k % 29, three[k].y = k * 13 % 71, three[k].z = 3 - k % 7;
    odd[k].a = (short)(k * 37 % 999), odd[k].b = (signed char)(k % 100), odd[k].c = (signed char)(k % 3 - 1);
    odd[k].d = (short)(k % 11);
    plain[k] = k * 7919L % 1009 - 500, other[k] = k * 17L % 301;
  }
  attract(MOST, four, moved);
  printChecksum("attract", moved, sizeof moved);
  attract(1, four, moved);
  printChecksum("one", moved, sizeof moved);
  attract(33, four + 1, moved);
  printChecksum("some", moved, sizeof moved);
  between(999, 5, 517, three, plain, result);
  printChecksum("between", result, sizeof result);
  between(1000, 5, 4, three, plain, result);
  printChecksum("empty", result, sizeof result);
  between(7, 0, 0, three, plain, result);
  printChecksum("one turn", result, sizeof result);
  narrow(1000, 255, odd + 1, result);
  printChecksum("narrow", result, sizeof result);
  two(777, MOST, plain, other, result);
  printChecksum("two", result, sizeof result);
  two(3, 1025, plain + 1, other + 3, result);
  printChecksum("two of few", result, sizeof result);
  inPlace(MOST / 2, plain, plain);
  printChecksum("in place", plain, sizeof plain);
  passedOver(900, other, result);
  printChecksum("passed over", result, sizeof result);
  started(MOST, other, result);
  printChecksum("started", result, sizeof result);
  some(MOST, other, result);
  printChecksum("turns", result, sizeof result);
  wraps(321, other, result);
  printChecksum("wraps", result, sizeof result);
}
