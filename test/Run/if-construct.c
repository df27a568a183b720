// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `if` may name a construct: a false `if(target:)` keeps the loop on the host, `if(parallel:)` on one thread, and
// `if(simd:)` without vector instructions. An `if` without a name applies to all constructs.
// RUN: %hetcc -O3 %s -o %t
// RUN: %serial -O3 %s -o %t.serial
// RUN: %compare %t.serial %t

#include "Inputs/checksum.h"
#include <hetcc.h>
#ifdef _OPENMP
#include <omp.h>
#endif

enum { N = 3000 };
static int x[N], y[N], ran[N];

static int thread(void) {
#ifdef _OPENMP
  return omp_get_thread_num();
#else
  return 0;
#endif
}

/// Each element depends on the one before: right only on one thread without vector instructions.
static void chains(int n, int independent) {
#pragma omp parallel for simd if (independent) HETCC(hetero(1) part_copy(y[1:n]))
  for (int i = 0; i < n; i++)
    *(y + i) = i ? *(y + i - 1) * 3 + x[i] : 1;
  printChecksum("y", y, sizeof y);
#pragma omp target parallel for simd if (parallel : independent) if (simd : independent)                               \
    HETCC(hetero(1) part_copy(y[1:n]))
  for (int i = 0; i < n; i++)
    *(y + i) = i ? *(y + i - 1) * 5 + x[i] : 1;
  printChecksum("y", y, sizeof y);
#pragma omp target simd if (simd : independent) if (target : 1) HETCC(hetero(1) part_copy(y[1:n]))
  for (int i = 0; i < n; i++)
    *(y + i) = i ? *(y + i - 1) * 7 + x[i] : 1;
  printChecksum("y", y, sizeof y);
#pragma omp target teams distribute if (teams : independent) HETCC(hetero(1) part_copy(y[1:n]))
  for (int i = 0; i < n; i++)
    *(y + i) = i ? *(y + i - 1) * 9 + x[i] : 1;
  printChecksum("y", y, sizeof y);
}

int main(void) {
  int n = N;
  for (int i = 0; i < n; i++)
    x[i] = i % 13;
#pragma omp parallel for if (parallel : n > 3) HETCC(hetero(1) part_copyin(x[1:n]) part_copyout(y[1:n]))
  for (int i = 0; i < n; i++)
    y[i] = x[i] + 1;
  printChecksum("y", y, sizeof y);
#pragma omp target teams distribute parallel for if (target : n < 3) if (parallel : n > 3)                            \
    HETCC(hetero(1) part_copyin(x[1:n]) part_copy(y[1:n]))
  for (int i = 0; i < n; i++)
    y[i] += x[i];
  printChecksum("y", y, sizeof y);
#pragma omp parallel for lastprivate(conditional : n) if (parallel : x[3] ? 0 : 1) HETCC(hetero(1) part_copyout(ran[1:N]))
  for (int i = 0; i < N; i++) {
    ran[i] = thread();
    n = N;
  }
  printChecksum("one thread", ran, sizeof ran);
  chains(n, 0);
}
