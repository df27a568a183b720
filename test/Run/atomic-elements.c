// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each form of `omp atomic` on an iteration's own elements works on a device as the plain statement does. Inner loops
// that several lanes could share run on one lane if they update a single element.
// RUN: %hetcc -O2 %s -o %t 2>&1 | FileCheck --allow-empty --check-prefix=SILENT %s
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t
// RUN: %if libomp && clang %{ env HETCC_HOST_CC=%clang %hetcc -O2 %s -L%clang_libraries -Wl,-rpath,%clang_libraries -o %t.clang %}
// RUN: %if libomp && clang %{ %compare --schedules auto,static,gpu %t.serial %t.clang %}
// SILENT-NOT: {{.}}

#include "Inputs/checksum.h"

enum { N = 501, M = 23 };
struct pair {
  int count;
  float weight;
};
static int x[N], y[N], old[N];
static double rows[N][M], sums[N];
static struct pair pairs[N];

int main(void) {
  for (int i = 0; i < N; i++)
    x[i] = (i * 7919) % 571, y[i] = i, pairs[i].weight = 0.5f;
#pragma omp parallel for hetero(1) part_copyin(x[1:N]) part_copy(y[1:N], pairs[1:N], sums[1:N])                         \
    part_copy(rows[1:N][0:M]) part_copyout(old[1:N])
  for (int i = 0; i < N; i++) {
    int now;
#pragma omp atomic capture
    old[i] = y[i] *= 3;
#pragma omp atomic capture
    {
      now = y[i];
      y[i] = x[i] - y[i];
    }
#pragma omp atomic read
    now = x[i];
#pragma omp atomic write
    pairs[i].count = now + 1;
#pragma omp atomic
    pairs[i].weight /= 4;
    for (int j = 0; j < M; j++) {
#pragma omp atomic
      rows[i][j] += x[i] + j;
    }
#pragma omp simd
    for (int j = 0; j < M; j++) {
#pragma omp atomic
      sums[i] += rows[i][j];
    }
  }
  printChecksum("y", y, sizeof y);
  printChecksum("old", old, sizeof old);
  printChecksum("pairs", pairs, sizeof pairs);
  printChecksum("rows", rows, sizeof rows);
  printChecksum("sums", sums, sizeof sums);
}
