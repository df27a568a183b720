// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops are interchanged: each lane runs the outer loop once for each of its iterations of the inner loops, so that an
// element which the outer loop uses again stays in a register. Any number of lanes gives the serial result.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare --setting HETRT_EMULATED=lanes=7,seed=3 --devices 'emulated:2' --schedules static %t.serial %t
// RUN: %compare --setting HETRT_EMULATED=lanes=32 --devices 'cpu:1,emulated:1' --schedules static %t.serial %t
// RUN: %compare --setting HETRT_EMULATED=lanes=1 --devices 'emulated:1' --schedules static %t.serial %t
// RUN: %hetcc --hetcc-explain -fsyntax-only %s 2>&1 | FileCheck --implicit-check-not='remark: each lane' %s
#include "Inputs/checksum.h"

enum { ROWS = 23, COLUMNS = 37, DEPTH = 11 };
static unsigned a[ROWS][DEPTH], b[DEPTH][COLUMNS], c[ROWS][COLUMNS], d[ROWS * COLUMNS];

static void products(int n, int m, int l) {
#pragma omp parallel for hetero(1) part_copyin(a[1:n][0:DEPTH]) map(to: b[0:DEPTH][0:COLUMNS]) part_copy(c[1:n][0:COLUMNS])
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++)
      c[i][j] *= 3;
    // CHECK: :[[# @LINE + 1]]:5: remark: each lane of a device goes through this loop anew for every turn that it has of the loops inside{{$}}
    for (int k = 0; k < l; k++) {
      unsigned factor = a[i][k];
      for (int j = 0; j < m; j++)
        c[i][j] += factor * b[k][j];
    }
  }
}

// Several inner loops with equal trip counts, with branches and jumps around them.
static void branches(int n, int m, int l) {
#pragma omp parallel for hetero(1) part_copyin(a[1:n][0:DEPTH]) map(to: b[0:DEPTH][0:COLUMNS]) part_copy(c[1:n][0:COLUMNS]) \
    part_copy(d[1:n][0:m])
  for (int i = 0; i < n; i++)
    // CHECK: :[[# @LINE + 1]]:5: remark: each lane
    for (int k = l - 1; k >= 0; k--) {
      if (a[i][k] % 5 == 0)
        continue;
      if (a[i][k] % 2)
        for (int j = 0; j < m; j++)
          c[i][j] ^= b[k][j];
      else
        for (int j = 0; j < m; j++)
          d[i * m + m - 1 - j] = d[i * m + m - 1 - j] * 5 + b[k][j];
      if (a[i][k] % 7 == 6)
        break;
      for (int j = 0; j < m; j++)
        c[i][j] += k;
    }
}

// Several nested outer loops: the outermost one that can be interchanged is.
static void deep(int n, int m, int l) {
#pragma omp parallel for hetero(1) part_copyin(a[1:n][0:DEPTH]) map(to: b[0:DEPTH][0:COLUMNS]) part_copy(c[1:n][0:COLUMNS])
  for (int i = 0; i < n; i++)
    // CHECK: :[[# @LINE + 1]]:5: remark: each lane
    for (int k = 0; k < l; k += 2)
      for (int t = 0; t < 3; t++) {
        int left = t - 1;
        for (int j = 1; j < m - 1; j++)
          c[i][j] += b[k][j + left] * a[i][k];
      }
}

enum { WIDTH = 3 };
typedef unsigned char number;

// Loops that must not be interchanged, because a lane needs results of other lanes, or of its own previous iteration.
static void together(int n, int m, int l) {
  unsigned seen;
#pragma omp parallel for hetero(1) part_copy(a[1:n][0:DEPTH]) map(to: b[0:DEPTH][0:COLUMNS]) part_copy(c[1:n][0:COLUMNS]) \
    private(seen)
  for (int i = 0; i < n; i++) {
    seen = i;
    for (int k = 0; k < l; k++) { // a variable whose value carries over
      seen = seen * 3 + a[i][k];
      for (int j = 0; j < m; j++)
        c[i][j] += seen * b[k][j];
    }
    for (int k = 0; k < l; k++) { // reads an element of another lane
      unsigned first = c[i][0];
      for (int j = 0; j < m; j++)
        c[i][j] += first * b[k][j];
    }
    for (int k = 0; k < l; k++) { // a statement that only lane 0 executes
      a[i][k] += 1;
      for (int j = 0; j < m; j++)
        c[i][j] += b[k][j];
    }
    for (int k = 0; k < l; k++) // the trip count differs in each iteration
      for (int j = 0; j < m - k; j++)
        c[i][j] += b[k][j];
    for (int k = 0; k < l; k++) { // the two inner loops have different trip counts
      for (int j = 0; j < m; j++)
        c[i][j] += b[k][j];
      for (int j = 0; j < m - 1; j++)
        c[i][j] ^= b[k][j];
    }
    for (int k = 0; k < l; k++) // a branch that depends on what only lane 0 has done
      if (a[i][k] % 2)
        for (int j = 0; j < m; j++)
          c[i][j] += b[k][j];
    for (int k = 0; k < l; k++) { // type and constant names that have another meaning outside
      enum { WIDTH = 20 };
      typedef int number;
      for (number j = 0; j < WIDTH; j++)
        c[i][j] += b[k][j];
    }
    for (int k = 0; k < l; k++) { // a sum that all lanes need
      unsigned sum = 0;
      for (int j = 0; j < m; j++)
        sum += b[k][j];
      for (int j = 0; j < m; j++)
        c[i][j] += sum;
    }
  }
}

// Bounds that would be wrong, or would fail, if they were evaluated where the program does not reach them.
static void unreached(int n, unsigned m, int lo, int hi, int zero) {
#pragma omp parallel for hetero(1) map(to: b[0:DEPTH][0:COLUMNS]) part_copy(c[1:n][0:COLUMNS])
  for (int i = 0; i < n; i++) {
    // CHECK: :[[# @LINE + 1]]:5: remark: each lane
    for (int k = 0; k < DEPTH; k++)
      if (m > 0)
        for (unsigned long j = 0; j < m - 1; j++)
          c[i][j] += b[k][j];
    // CHECK: :[[# @LINE + 1]]:5: remark: each lane
    for (int k = 0; k < zero; k++)
      for (unsigned long j = 0; j < m - 1; j++)
        c[i][j] += b[k][j];
    for (int k = 0; k < DEPTH; k++)
      if (zero)
        for (int j = 0; j < COLUMNS / zero; j++)
          c[i][j] += b[k][j];
  }
#pragma omp parallel for hetero(1) map(to: b[0:DEPTH][0:COLUMNS]) part_copy(c[1:n][0:COLUMNS])
  for (int i = 0; i < n; i++)
    // CHECK: :[[# @LINE + 1]]:5: remark: each lane
    for (int k = 0; k < DEPTH; k++)
      if (lo < hi)
        for (int j = lo; j != hi; j++)
          c[i][j] += b[k][j];
}

// If both pointers lead to one array, a single lane runs the loop, and sees what it has written.
static void names(int n, int m, unsigned (*to)[COLUMNS], unsigned (*from)[COLUMNS]) {
#pragma omp parallel for hetero(1) part_copy(to[1:n][0:COLUMNS]) part_copy(from[1:n][0:COLUMNS])
  for (int i = 0; i < n; i++)
    // CHECK: :[[# @LINE + 1]]:5: remark: each lane
    for (int k = 0; k < 9; k++)
      for (int j = 0; j < m - 1; j++)
        to[i][j] += from[i][j + 1];
}

int main(void) {
  for (int i = 0; i < ROWS; i++)
    for (int k = 0; k < DEPTH; k++)
      a[i][k] = (i * 31 + k * 17) % 41;
  for (int j = 0; j < COLUMNS; j++)
    for (int k = 0; k < DEPTH; k++)
      b[k][j] = (j * 13 + k * 7) % 29;
  for (int i = 0; i < ROWS * COLUMNS; i++)
    c[i / COLUMNS][i % COLUMNS] = i, d[i] = i * 3;
  products(ROWS, COLUMNS, DEPTH);
  printChecksum("products", c, sizeof c);
  products(ROWS, 0, DEPTH);
  products(ROWS, COLUMNS, 0);
  printChecksum("none", c, sizeof c);
  branches(ROWS, COLUMNS, DEPTH);
  printChecksum("branches", c, sizeof c);
  printChecksum("and d", d, sizeof d);
  deep(ROWS, COLUMNS, DEPTH);
  printChecksum("deep", c, sizeof c);
  together(ROWS, COLUMNS, DEPTH);
  printChecksum("together", c, sizeof c);
  unreached(ROWS, 0, 5, 2, 0);
  unreached(ROWS, COLUMNS, 5, 20, 0);
  printChecksum("unreached", c, sizeof c);
  names(ROWS, COLUMNS, c, c);
  printChecksum("names", c, sizeof c);
  return 0;
}
