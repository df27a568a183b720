// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// While the devices of a region accumulate values, other threads of the program may update the same variables: other
// regions with nowait, tasks, and threads of a team that each run the region. No update is lost or added twice, also
// after a device has failed.
// RUN: %hetcc -O2 %s -o %t 2>&1 | FileCheck --allow-empty --check-prefix=SILENT %s
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t
// RUN: %compare --setting HETRT_DETERMINISTIC=1 %t.serial %t
// RUN: %t.serial > %t.expected
// RUN: env HETRT_DEVICES=cpu:2,emulated:2 HETRT_SCHEDULE=static HETRT_EMULATED="fail=launch:2;fail=launch:3" %t > %t.faults 2>%t.said && grep -q "injected fault" %t.said
// RUN: diff %t.expected %t.faults
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 HETRT_SCHEDULE=static HETRT_EMULATED="fail=launch:3,memory=60000" %t > %t.faults 2>%t.said && grep -q "injected fault" %t.said
// RUN: diff %t.expected %t.faults
// RUN: env HETRT_DEVICES=cpu:2,emulated:1 HETRT_SCHEDULE=adaptive HETRT_HOST_THREAD=collaborative %t > %t.shared
// RUN: diff %t.expected %t.shared
// RUN: %if libomp && clang %{ env HETCC_HOST_CC=%clang %hetcc -O2 %s -L%clang_libraries -Wl,-rpath,%clang_libraries -o %t.clang %}
// RUN: %if libomp && clang %{ %compare --schedules auto,static,gpu %t.serial %t.clang %}
// SILENT-NOT: {{.}}

#include "Inputs/checksum.h"

enum { N = 6007, Bins = 61 };
static int x[N], y[N];
static long total, hist[Bins];

static void count(int n, const int *values) {
#pragma omp parallel for hetero(1) part_copyin(values[1:n])
  for (int i = 0; i < n; i++) {
#pragma omp atomic
    total += values[i];
#pragma omp atomic
    hist[values[i] % Bins]++;
  }
}

int main(void) {
  for (int i = 0; i < N; i++)
    x[i] = (i * 7919) % 3571, y[i] = i % 1009;
  for (int pass = 0; pass < 4; pass++)
    count(N - pass, x);
  int arrived = 0;
  // Two regions and a task at the same time.
#pragma omp parallel num_threads(3)
#pragma omp single
  {
    for (int round = 0; round < 3; round++) {
#pragma omp target parallel for nowait hetero(1) part_copyin(x[1:N])
      for (int i = 0; i < N; i++) {
#pragma omp atomic
        total += x[i];
#pragma omp atomic
        hist[x[i] % Bins]++;
      }
#pragma omp target parallel for nowait hetero(1) part_copyin(y[1:N])
      for (int i = 0; i < N; i++) {
#pragma omp atomic
        total -= y[i];
#pragma omp atomic
        hist[y[i] % Bins] += 3;
      }
#pragma omp task
      for (int i = 0; i < 1000; i++) {
#pragma omp atomic
        total++;
#pragma omp atomic
        hist[7]++;
      }
    }
  }
  // Regions inside of a parallel loop.
#pragma omp parallel for num_threads(2)
  for (int t = 0; t < 4; t++) {
    count(N - t, y);
#pragma omp atomic
    arrived++;
  }
  printf("%ld %d\n", total, arrived);
  printChecksum("hist", hist, sizeof hist);
}
