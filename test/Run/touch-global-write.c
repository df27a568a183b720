// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A shared global that the body writes without a reduction clause cannot be right in several address spaces. The region
// is built for the host alone, and a warning at the variable says why.
// RUN: %hetcc -O2 %s -o %t 2>%t.warnings
// RUN: FileCheck %s --input-file %t.warnings
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare --host-only %t.serial %t

// CHECK: touch-global-write.c:{{[0-9]+}}:{{[0-9]+}}: warning: {{.*}}'largest'
#include "Inputs/checksum.h"

enum { N = 1001 };
static int x[N], largest;

int main(void) {
#pragma omp parallel for hetero(1, all, static) part_copyin(x[1:N]) num_threads(1)
  for (int i = 0; i < N; i++)
    if (i >= largest)
      largest = i;
  printf("%d\n", largest);
}
