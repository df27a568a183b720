// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scalars behind references, const or not, are passed to devices by value if the body only reads them. Reference
// parameters and local references are treated alike.
// RUN: %hetccxx -O2 %s -o %t
// RUN: %serialxx -O2 %s -o %t.serial
// RUN: %compare %t.serial %t

#include "Inputs/checksum.h"

static int x[1501];

static void addTo(int &term, const long &other) {
  const int &local = term;
#pragma omp parallel for hetero(1) part_copy(x[1:1501])
  for (int i = 0; i < 1501; i++)
    x[i] += local + term * static_cast<int>(other);
}

int main() {
  int term = 5;
  addTo(term, 7);
  term = 11;
  addTo(term, -2);
  printChecksum("x", x, sizeof x);
}
