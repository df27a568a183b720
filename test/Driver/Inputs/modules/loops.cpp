// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* A unit of a module, with a loop of ours. */
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
