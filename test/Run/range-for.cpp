// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A range-based for statement over an array or a vector may have a directive, as in OpenMP 5. Each element is visited
// once.
// RUN: %hetccxx -O2 %s -o %t
// RUN: %serialxx -O2 %s -o %t.serial
// RUN: %compare %t.serial %t

#include "Inputs/checksum.h"
#include <vector>

static int table[3001];

int main() {
  std::vector<long> values(2003, 5);
#pragma omp parallel for hetero(1)
  for (int &element : table)
    element += 3;
#pragma omp parallel for hetero(1)
  for (long &value : values)
    value = value * value;
  printChecksum("table", table, sizeof table);
  printChecksum("values", values.data(), values.size() * sizeof(long));
}
