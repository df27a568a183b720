// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Clauses for persistent arrays give the length that their loop uses, as '--hetcc-fix' writes them. Where pointers are
// swapped between passes, an array gets another length from loop to loop, or another row length.
// RUN: %serial -O1 %s -o %t.serial
// RUN: %hetcc -O1 -Werror=hetcc %s -o %t
// RUN: %compare %t.serial %t
// RUN: %compare --setting HETRT_WRITE=back --schedules static,chunk %t.serial %t
// The clauses that '--hetcc-fix' writes, with the user's clauses removed.
// RUN: sed -e 's/hetero(1) persist(a, b).*$/hetero(1))/' %s > %t.fixed.c && cp %t.fixed.c %t.before.c
// RUN: %hetcc -O1 -I%S --hetcc-fix -c %t.fixed.c -o %t.o && not diff %t.before.c %t.fixed.c > /dev/null
// RUN: sed -i -e 's/hetero(1)/hetero(1) persist(a, b)/' %t.fixed.c
// RUN: %hetcc -O1 -I%S -Werror=hetcc %t.fixed.c -o %t.fixed
// RUN: %compare --schedules static --devices "cpu:2;cpu:1,emulated:1;emulated:2" %t.serial %t.fixed
// The longer copy is kept: after the first two passes, only changed elements move.
// RUN: env HETRT_DEVICES=emulated:1 HETRT_SCHEDULE=static HETRT_WRITE=back HETRT_REPORT=json:%t.json %t
// RUN: %reported %t.json "devices('emulated')[0]['bytes_in'] <= 2 * 1001 * 8"
#include <hetcc.h>
#include "Inputs/checksum.h"
#include <stdlib.h>

enum { N = 1000, ROWS = 40 };

int main(void) {
  double *a = malloc((N + 1) * sizeof *a), *b = malloc((N + 1) * sizeof *b);
  for (int i = 0; i <= N; i++)
    a[i] = i, b[i] = 3 * i;
  for (int pass = 0; pass < 6; pass++) {
#pragma omp parallel for HETCC(hetero(1) persist(a, b) part_copyin(a[1:N + 1:0|1]) part_copyout(b[1:N]))
    for (int i = 0; i < N; i++)
      b[i] = a[i] + a[i + 1];
    double *swapped = a;
    a = b, b = swapped;
  }
  for (int rows = ROWS; rows > 20; rows -= 10) {
    int columns = N / rows;
#pragma omp parallel for HETCC(hetero(1) persist(a, b) part_copyin(a[1:rows][0:columns]) part_copyout(b[1:rows][0:columns]))
    for (int i = 0; i < rows; i++)
      for (int j = 0; j < columns; j++)
        b[i * columns + j] = a[i * columns + columns - 1 - j] + i;
    double *swapped = a;
    a = b, b = swapped;
  }
#pragma omp depersist(a, b)
  printChecksum("a", a, (N + 1) * sizeof *a);
  printChecksum("b", b, (N + 1) * sizeof *b);
  free(a), free(b);
}
