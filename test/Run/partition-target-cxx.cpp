// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The scalars of which threads of a 'target' block have copies in C++: also those in namespaces, but not static
// members; and omp_target_allocate in templates.
// RUN: %hetccxx -O2 -Wall -Werror %s -o %t
// RUN: %serialxx -O2 %s -o %t.serial
// RUN: %compare --schedules static,adaptive,cpu,gpu %t.serial %t

#include "Inputs/checksum.h"
#include <hetcc.h>
#include <cstdlib>
#include <vector>

namespace factors {
long scale = 3;
}
struct Limits {
  static long most;
};
long Limits::most = 1009;

template <class Number> static void compute(int n, Number *x, const Number *table) {
  int start = 0, end = n;
  long five = 5, &more = five;
#pragma omp target partition(adaptive : i = start; i < end; i++) map(tofrom : x[0:n, i])
  {
    Number *own = static_cast<Number *>(omp_target_allocate(16 * sizeof(Number)));
    omp_target_memcpy_to(own, 0, table, 0, 16 * sizeof(Number));
    for (int round = 0; round < 2; round++) {
      for (int i = start; i < end; i++)
        x[i] = (x[i] * Number(factors::scale) + own[i % 16]) % Number(Limits::most);
      factors::scale += 2;
      more++;
    }
    for (int i = start; i < end; i++)
      x[i] += Number(more);
    omp_target_release(own);
  }
}

int main() {
  std::vector<int> x(2001);
  std::vector<long> y(2001);
  std::vector<int> narrow(16);
  std::vector<long> wide(16);
  for (int i = 0; i < 2001; i++)
    x[i] = i % 89, y[i] = i % 97;
  for (int i = 0; i < 16; i++)
    narrow[i] = wide[i] = i * i;
  compute(2001, x.data(), narrow.data());
#ifndef __HETCC__
  factors::scale = 3;
#endif
  compute(2001, y.data(), wide.data());
  printChecksum("x", x.data(), x.size() * sizeof x[0]);
  printChecksum("y", y.data(), y.size() * sizeof y[0]);
}
