// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shared variables and arrays that a loop only updates by `omp atomic` are combined on devices too: each operator,
// types down to one byte; declared arrays, arrays of variable length, parameters, and arrays behind pointers.
// RUN: %hetcc -O2 %s -o %t 2>&1 | FileCheck --allow-empty --check-prefix=SILENT %s
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t
// RUN: %if libomp && clang %{ env HETCC_HOST_CC=%clang %hetcc -O2 %s -L%clang_libraries -Wl,-rpath,%clang_libraries -o %t.clang %}
// RUN: %if libomp && clang %{ %compare --schedules auto,static,gpu %t.serial %t.clang %}
// SILENT-NOT: {{.}}

#include "Inputs/checksum.h"
#include <stdlib.h>

enum { N = 4003, Bins = 37 };
static int x[N];
static int total;
static unsigned char small[Bins];
static double sums[Bins];

// The body is only the directive; its subscript reads an array with a window.
static void simplest(void) {
#pragma omp parallel for hetero(1) part_copyin(x[1:N])
  for (int i = 0; i < N; i++)
#pragma omp atomic
    total += x[i];
#pragma omp parallel for hetero(1) part_copyin(x[1:N])
  for (int i = 0; i < N; i++)
#pragma omp atomic
    small[x[i] % Bins]++;
  printf("%d\n", total);
  printChecksum("small", small, sizeof small);
}

// Each form of an update, with each operator that is commutative and associative.
static void forms(void) {
  int up = 3, down = 5, some = 0, all = -1, odd = 0x5555, least = 77777, most = -1, greatest = -1;
  unsigned product = 1;
  short narrow = 100;
  _Bool any = 0;
  float f = 0.5f;
#pragma omp parallel for hetero(1) part_copyin(x[1:N])
  for (int i = 0; i < N; i++) {
#pragma omp atomic
    up++;
#pragma omp atomic update
    --down;
#pragma omp atomic relaxed
    some |= x[i] & 0x2a;
#pragma omp atomic seq_cst
    all &= x[i] | ~0x30;
#pragma omp atomic
    odd = odd ^ x[i];
#pragma omp atomic
    product *= 2u * (unsigned)x[i] + 1;
#pragma omp atomic
    narrow -= x[i];
#pragma omp atomic
    any |= x[i] == 7;
#pragma omp atomic
    f = 2.0f + f;
#pragma omp atomic compare
    if (x[i] < least) { least = x[i]; }
#pragma omp atomic compare
    most = most < x[i] ? x[i] : most;
#pragma omp atomic compare
    if (greatest < x[i]) { greatest = x[i]; }
    if (x[i] % 3 == 0)
#pragma omp atomic
      sums[i % Bins] -= 0.25 * x[i];
    else if (x[i] % 3 == 1)
#pragma omp atomic
      sums[i % Bins]++;
  }
  printf("%d %d %d %d %d %d %d %d %u %d %d %g\n", up, down, some, all, odd, least, most, greatest, product, narrow, any,
         (double)f);
  printChecksum("sums", sums, sizeof sums);
}

// Sections behind pointers, a pointer to rows, parameters declared as arrays, and an array of variable length. Elements
// outside of a section keep their values.
static void arrays(int n, int bins, long *hist, unsigned (*rows)[5], float table[8]) {
  unsigned short variable[bins];
  for (int i = 0; i < bins; i++)
    variable[i] = (unsigned short)i;
#pragma omp parallel for hetero(1) part_copyin(x[1:N]) map(tofrom : hist[2:bins], rows[0:bins][0:5])
  for (int i = 0; i < n; i++) {
#pragma omp atomic
    hist[2 + x[i] % bins] += x[i];
#pragma omp atomic
    rows[x[i] % bins][i % 5] += 2;
#pragma omp atomic
    table[x[i] % 8]++;
#pragma omp atomic
    variable[x[i] % bins] ^= (unsigned short)x[i];
  }
  printChecksum("variable", variable, sizeof variable);
  printChecksum("table", table, 8 * sizeof *table);
}

// Inner loops: a triangular one, and one that lanes share, so that the lanes' values must be combined too.
static void nested(const double *a, int n, int m, double *columns, long long *visits) {
#pragma omp parallel for hetero(1) part_copyin(a[1:n][0:m]) map(tofrom : columns[0:m], visits[0:1])
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++)
#pragma omp atomic
      columns[j] += a[i * m + j];
#pragma omp simd
    for (int j = 0; j <= i % m; j++) {
#pragma omp atomic
      *visits += j;
    }
  }
}

// Variables of the iteration, and variables in private or reduction clauses, need no atomicity; a variable of the body
// may hide the shared variable of the same name.
static void own(void) {
  int scratch = 0, sum = 0;
#pragma omp parallel for hetero(1) part_copyin(x[1:N]) private(scratch) reduction(+ : sum)
  for (int i = 0; i < N; i++) {
    int total[3] = {0, 0, x[i]}, before;
    scratch = 0;
#pragma omp atomic
    scratch += x[i];
#pragma omp atomic
    total[i % 3] += scratch;
#pragma omp atomic capture
    before = total[1]++;
#pragma omp atomic
    sum += total[0] + total[1] + total[2] + before;
  }
  printf("%d\n", sum);
}

int main(void) {
  for (int i = 0; i < N; i++)
    x[i] = (i * 7919) % 3571;
  simplest();
  forms();
  long hist[13];
  unsigned rows[9][5] = {{1}};
  float table[8] = {0.5f};
  for (int i = 0; i < 13; i++)
    hist[i] = i;
  arrays(N, 9, hist, rows, table);
  arrays(0, 1, hist, rows, table);
  arrays(1, 3, hist, rows, table);
  printChecksum("hist", hist, sizeof hist);
  printChecksum("rows", rows, sizeof rows);
  enum { Rows = 211, Columns = 41 };
  double *a = malloc(Rows * Columns * sizeof *a), *columns = calloc(Columns, sizeof *columns);
  long long visits = 0;
  for (int i = 0; i < Rows * Columns; i++)
    a[i] = i % 101;
  nested(a, Rows, Columns, columns, &visits);
  printf("%lld\n", visits);
  printChecksum("columns", columns, Columns * sizeof *columns);
  own();
  free(a), free(columns);
}
