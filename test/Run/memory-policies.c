// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The four kernels of STREAM under each memory policy, in loops and in blocks, by the clause and by the setting: where
// pages are does not change results. In blocks with `replicate`, threads of cores work on their own copies.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare --schedules static,adaptive,cpu,gpu %t.serial %t
// RUN: %compare --schedules static --devices "cpu:2;cpu:1,emulated:1" --setting HETRT_MEMORY_POLICY=coherent %t.serial %t
// RUN: %compare --schedules static --devices "cpu:2;cpu:1,emulated:1" --setting HETRT_MEMORY_POLICY=interleave %t.serial %t
// RUN: %compare --schedules static --devices "cpu:2;cpu:1,emulated:1" --setting HETRT_MEMORY_POLICY=migrate %t.serial %t
// RUN: %compare --schedules static --devices "cpu:2;cpu:1,emulated:1" --setting HETRT_MEMORY_POLICY=migrate_interleave %t.serial %t
//
// The setting asks for copies, which only blocks with 'memory(replicate)' can use: one line says so, and results are the same.
// RUN: env HETRT_MEMORY_POLICY=replicate %t >%t.out 2>%t.err
// RUN: %t.serial | diff - %t.out
// RUN: FileCheck %s --input-file %t.err
// CHECK: setting HETRT_MEMORY_POLICY: 'replicate' is for blocks that say 'memory(replicate)', so others take 'coherent'
// CHECK-NOT: HETRT_MEMORY_POLICY
//
// A mistyped name is an error.
// RUN: not --crash env HETRT_MEMORY_POLICY=replicat %t 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: HETRT_MEMORY_POLICY='replicat': there is no such memory policy; did you mean 'replicate'?
//
// The same with clang's OpenMP runtime.
// RUN: %if libomp && clang %{ env HETCC_HOST_CC=%clang %hetcc -O2 %s -L%clang_libraries -Wl,-rpath,%clang_libraries -o %t.clang %}
// RUN: %if libomp && clang %{ %compare --schedules static %t.serial %t.clang %}

#include "Inputs/checksum.h"
#include <stdlib.h>

#define LOOPS
#define POLICY coherent
#include "Inputs/stream-policy.h"
#define POLICY interleave
#include "Inputs/stream-policy.h"
#define POLICY migrate
#include "Inputs/stream-policy.h"
#define POLICY migrate_interleave
#include "Inputs/stream-policy.h"
#undef LOOPS
#define POLICY replicate
#include "Inputs/stream-policy.h"

int main(void) {
  enum { N = 20011 };
  double *a = malloc(N * sizeof *a), *b = malloc(N * sizeof *b), *c = malloc(N * sizeof *c);
  void (*const kernels[])(int, double, double *, double *, double *) = {
      block_coherent,   loops_coherent,  block_interleave,         loops_interleave,         block_migrate,
      loops_migrate,    block_migrate_interleave, loops_migrate_interleave, block_replicate};
  for (size_t k = 0; k < sizeof kernels / sizeof *kernels; k++) {
    for (int i = 0; i < N; i++)
      a[i] = i % 1009 + 1, b[i] = -i, c[i] = 7;
    kernels[k](N, 3, a, b, c);
    kernels[k](1, 3, a + 1, b + 1, c + 1); /* fewer iterations than threads */
    kernels[k](0, 3, a, b, c);
    printChecksum("a", a, N * sizeof *a);
    printChecksum("b", b, N * sizeof *b);
    printChecksum("c", c, N * sizeof *c);
  }
  free(a), free(b), free(c);
}
