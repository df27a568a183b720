// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* A module unit with a loop that has a directive of hetcc's. */
module;
#include <hetcc.h>
#include <stdlib.h>
export module loops;

export int *fill(int n) {
  int *a = static_cast<int *>(malloc(n * sizeof *a));
#pragma omp parallel for HETCC(hetero(1) part_copyout(a[1:n]))
  for (int i = 0; i < n; i++)
    a[i] = 3 * i;
  return a;
}
