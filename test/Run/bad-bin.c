// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// On an emulated device, an update outside of the array into which a loop accumulates is an error, by `omp atomic` and
// by a reduction clause; otherwise it would change other memory.
// RUN: %hetcc -w -O2 %s -o %t.atomic
// RUN: not --crash env HETRT_DEVICES=emulated:1 %t.atomic 2>&1 | FileCheck %s --check-prefix=ATOMIC
// RUN: not --crash env HETRT_DEVICES=emulated:1 HETRT_EMULATED=lanes=7 %t.atomic 2>&1 | FileCheck %s --check-prefix=ATOMIC
// RUN: %hetcc -w -O2 -DREDUCTION %s -o %t.reduction
// RUN: not --crash env HETRT_DEVICES=emulated:1 %t.reduction 2>&1 | FileCheck %s --check-prefix=REDUCTION
// RUN: %hetcc -w -O2 -DROWS %s -o %t.rows
// RUN: not --crash env HETRT_DEVICES=emulated:1 %t.rows 2>&1 | FileCheck %s --check-prefix=ROWS
// RUN: %hetcc -w -O2 -DEMPTY %s -o %t.empty
// RUN: env HETRT_DEVICES=cpu:1,emulated:2 HETRT_SCHEDULE=static %t.empty | FileCheck %s --check-prefix=EMPTY

// ATOMIC: bad-bin.c:{{[0-9]+}}: array 'bins' (map, line {{[0-9]+}}): update of index 14 outside its section [4, 14)
// REDUCTION: array 'p' (reduction, line {{[0-9]+}}): update of index -1 outside its section [0, 10)
// ROWS: array 'grid' (map, line {{[0-9]+}}): update of index 12 outside its section [0, 12)
// EMPTY: fine

#include <stdio.h>

enum { N = 100 };
static int at[N], bins[20], grid[5][4];

int main(int count, char **unused) {
  (void)unused;
  int *p = bins, length = count - 1;
  for (int i = 0; i < N; i++)
    at[i] = i % 7;
#if defined REDUCTION
  at[50] = -1;
#pragma omp parallel for hetero(1) part_copyin(at[1:N]) reduction(+ : p[0:10])
  for (int i = 0; i < N; i++)
    p[at[i]]++;
#elif defined ROWS
#pragma omp parallel for hetero(1) part_copyin(at[1:N]) map(tofrom : grid[0:3][0:4])
  for (int i = 0; i < N; i++) {
#pragma omp atomic
    grid[at[i] / 2][at[i] % 2]++;
  }
#elif defined EMPTY
#pragma omp parallel for hetero(1) part_copyin(at[1:N]) map(tofrom : p[0:length])
  for (int i = 0; i < N; i++) {
    if (at[i] > 7) {
#pragma omp atomic
      p[at[i]]++;
    }
  }
#else
  at[50] = 10;
#pragma omp parallel for hetero(1) part_copyin(at[1:N]) map(tofrom : bins[4:10])
  for (int i = 0; i < N; i++) {
#pragma omp atomic
    bins[at[i] + 4]++;
  }
#endif
  printf("fine %d\n", p[0] + length);
}
