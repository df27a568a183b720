// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A sparse matrix with rows but without elements: its vectors have null pointers, which do not count as one array.
// RUN: %hetccxx -O2 %s -o %t
// RUN: %serialxx -O2 %s -o %t.serial
// RUN: %compare --schedules static,adaptive %t.serial %t
// RUN: %compare --schedules static,adaptive --setting HETRT_WRITE=back %t.serial %t

#include "Inputs/checksum.h"
#include <hetcc.h>
#include <vector>

struct Matrix {
  std::vector<unsigned> begin;
  std::vector<short> column;
  std::vector<double> value;

  void add(const std::vector<double> &x, std::vector<double> &y) const {
    const int n = int(y.size());
#pragma omp parallel for HETCC(partition(adaptive)                                                                     \
                                   map(to, segmented : column[0 : begin[n], begin, i], value[0 : begin[n], begin, i])  \
                                       map(to, indexed : x[0 : x.size(), column, i]) map(tofrom : y[0:n, i]))
    for (int i = 0; i < n; i++)
      for (unsigned k = begin[i]; k < begin[i + 1]; k++)
        y[i] += value[k] * x[column[k]];
  }

  void scale(int n) {
#pragma omp parallel for HETCC(hetero(1) map(tofrom, segmented : column[0 : begin[n], begin, i], value[0 : begin[n], begin, i]) \
                                   persist(column, value))
    for (int i = 0; i < n; i++)
      for (unsigned k = begin[i]; k < begin[i + 1]; k++)
        column[k] = short(column[k] / 2), value[k] *= 2;
  }
};

int main() {
  Matrix empty{std::vector<unsigned>(101), {}, {}};
  std::vector<double> x(50, 1.5), y(100, 3);
  for (int pass = 0; pass < 3; pass++) {
    empty.scale(100);
    empty.add(x, y);
  }
  printChecksum("y", y.data(), y.size() * sizeof(double));
}
