// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// With HETCC(...), one source works for all compilers: hetcc sees the clauses, others see a plain OpenMP loop. gcc and
// clang accept it without a warning, with OpenMP and without.
// RUN: %hetcc -O2 -Wall -Wextra -Werror %s -o %t
// RUN: %serial -O2 -Wall -Wextra -Wno-unknown-pragmas -Werror %s -o %t.serial
// RUN: %compare %t.serial %t
// RUN: %gcc_openmp -O2 -Wall -Wextra -Werror %s -o %t.gcc
// RUN: %t.gcc >%t.gcc.out
// RUN: %t.serial | diff - %t.gcc.out

#include "Inputs/checksum.h"
#include <hetcc.h>

enum { N = 1709 };
static int x[N], y[N];

int main(void) {
  for (int i = 0; i < N; i++)
    x[i] = i % 19;
  for (int pass = 0; pass < 3; pass++) {
#pragma omp parallel for HETCC(hetero(1, all, static) part_copyin(x[1:N]) part_copy(y[1:N]))
    for (int i = 0; i < N; i++)
      y[i] += 2 * x[i] + pass;
  }
  printChecksum("y", y, sizeof y);
}
