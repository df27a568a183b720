// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The interface ctsar.h in C++: columns with a halo, rows padded on accelerators, given times per iteration, passes in
// subpasses, and ctsar_start() and ctsar_end() around the kernel.
// RUN: %host_cxx -std=c++17 -Wall -Wextra -Wpedantic -Werror -O2 -fopenmp -I%runtime_include %s -o %t $(%hetcc --libs)
// RUN: %compare %t %t
// RUN: %t | FileCheck %s
// CHECK: 0 of 36630 elements are wrong

// Given that a core is as fast as three accelerators, it gets three quarters of the first pass.
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 HETRT_SCHEDULE=static HETRT_REPORT=json:%t.json %t > %t.out
// RUN: %reported %t.json "[d['iterations'][0] for d in regions[0]['devices']] == [306, 101]"
#include <cstdio>
#include <ctsar.h>
#include <splitter.h>
#include <vector>

int main() {
  constexpr std::size_t Rows = 90, Columns = 407;
  std::vector<float> from(Rows * Columns), to(from.size());
  for (std::size_t i = 0; i < from.size(); ++i)
    from[i] = float(i * 7 % 101);
  const double times[] = {1e-6, 3e-6};
  const int subpasses = 4;
  ctsar *s = nullptr;
  ctsar_init(&s, Columns, CTSAR_SPLIT, CTSAR_DEV_ALL | CTSAR_DEV_HOST_KERNELS, times, &subpasses);
  for (int pass = 0; pass < 3; ++pass) {
#pragma omp parallel num_threads(ctsar_threads(s))
    do {
      std::size_t fromRow = 0, toRow = 0;
      auto *in = static_cast<const char *>(
          ctsar_reg_mem_2d(s, from.data(), sizeof(float), Rows, Columns,
                           CTSAR_MEM_PARTIAL | CTSAR_MEM_INPUT | CTSAR_MEM_COLUMN | CTSAR_MEM_PAD, 2, &fromRow));
      auto *out =
          static_cast<char *>(ctsar_reg_mem_2d(s, to.data(), sizeof(float), Rows, Columns,
                                               CTSAR_MEM_PARTIAL | CTSAR_MEM_OUTPUT | CTSAR_MEM_COLUMN, 0, &toRow));
      ctsar_next(s, Columns);
      ctsar_start(s);
      const std::size_t first = CSTART(s), last = CEND(s);
      for (std::size_t i = 0; i < Rows && first < last; ++i) {
        auto *read = reinterpret_cast<const float *>(in + i * fromRow);
        auto *write = reinterpret_cast<float *>(out + i * toRow);
        for (std::size_t j = first; j < last; ++j)
          write[j] = (j >= 2 ? read[j - 2] : 0) + (j + 2 < Columns ? read[j + 2] : 0);
      }
      ctsar_end(s);
    } while (ctsar_loop(s));
  }
  ctsar_unreg_mem(s, from.data());
  ctsar_fini(&s);
  int wrong = 0;
  for (std::size_t i = 0; i < Rows; ++i)
    for (std::size_t j = 0; j < Columns; ++j) {
      const float *row = &from[i * Columns];
      wrong += to[i * Columns + j] != (j >= 2 ? row[j - 2] : 0) + (j + 2 < Columns ? row[j + 2] : 0);
    }
  std::printf("%d of %zu elements are wrong\n", wrong, Rows * Columns);
  return wrong != 0;
}
