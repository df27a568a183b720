// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two loops may include the same file as body, and as directive: each inclusion is translated separately. A loop that comes out of a macro
// and includes a file stays on the CPUs, because hetcc cannot separate included text from written text.
// RUN: %hetcc -O2 %s -o %t 2>%t.warnings && FileCheck %s --input-file %t.warnings
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t

// CHECK-COUNT-1: warning: this loop runs on the CPUs alone, as plain OpenMP: the text of 'omp parallel for'
// CHECK-NOT: warning:
#include "Inputs/checksum.h"

enum { n = 1303 };
static int x[n];

#define ALL(i) for (int i = 0; i < n; i++)

int main(void) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; i++)
#include "Inputs/shared-body.h"
#include "Inputs/shared-directive.h"
    for (int i = 3; i < n; i++)
#include "Inputs/shared-body.h"
#include "Inputs/shared-directive.h"
    for (int i = 0; i < n - 5; i += 2)
      x[i] -= 7;
#include "Inputs/shared-directive.h"
  ALL(i)
#include "Inputs/shared-body.h"
  printChecksum("x", x, sizeof x);
}
