// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names of a namespace or class around the function that hide names at file scope keep their meaning in a GPU kernel,
// although the kernel stands at file scope, where both are visible.
// REQUIRES: ptx
// RUN: %hetccxx -O2 %s -o %t
// RUN: %serialxx -O2 %s -o %t.serial && %t.serial > %t.wanted
// RUN: env HETRT_CUDA_DRIVER=%cuda_emulator HETRT_DEVICES=cuda:1 HETRT_SCHEDULE=gpu HETRT_REPORT=json:%t.json %t > %t.found
// RUN: %reported %t.json 'iterations("cuda") == 20'
// RUN: diff %t.wanted %t.found
#include <cstdio>

inline int get(int x) { return x + 500; }
enum { most = 50 };

namespace inner {
inline int get(long x) { return int(x); }
void add(int n, int *y) {
#pragma omp parallel for hetero(1) part_copy(y[1:n])
  for (int i = 0; i < n; i++)
    y[i] += get(i);
}
} // namespace inner

struct Limits {
  enum Kind { most = 5 };
  void add(int n, int *y) {
#pragma omp parallel for hetero(1) part_copy(y[1:n])
    for (int i = 0; i < n; i++)
      y[i] += most;
  }
};

int main() {
  int y[10] = {};
  inner::add(10, y);
  Limits().add(10, y);
  for (int each : y)
    std::printf("%d ", each);
}
