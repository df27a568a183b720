// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A C++ random access iterator may be the iterator of an annotated loop; for a vector, it is a pointer on a device.
// RUN: %hetccxx -O2 %s -o %t
// RUN: %serialxx -O2 %s -o %t.serial
// RUN: %compare %t.serial %t

#include "Inputs/checksum.h"
#include <vector>

static void twice(std::vector<int> &values) {
#pragma omp parallel for hetero(1)
  for (std::vector<int>::iterator it = values.begin(); it < values.end(); ++it)
    *it = 2 * *it + 1;
}

int main() {
  std::vector<int> values(4001);
  for (std::size_t i = 0; i < values.size(); i++)
    values[i] = static_cast<int>(i % 97);
  twice(values);
  twice(values);
  printChecksum("values", values.data(), values.size() * sizeof(int));
}
