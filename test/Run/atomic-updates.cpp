// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Atomic updates in C++: references, templates whose instances update different types, variables in namespaces, static
// variables, and a loop in a member function.
// RUN: %hetccxx -O2 %s -o %t 2>&1 | FileCheck --allow-empty --check-prefix=SILENT %s
// RUN: %serialxx -O2 %s -o %t.serial
// RUN: %compare %t.serial %t
// SILENT-NOT: {{.}}

#include <cstdio>
#include <vector>

constexpr int N = 3001;
static int x[N];

namespace counts {
long even;
namespace {
unsigned odd[4];
}
} // namespace counts

template <typename T> static T accumulate(T &into, T *bins, int n) {
  static T calls[2];
#pragma omp parallel for hetero(1) part_copyin(x[1:N]) map(tofrom : bins[0:n])
  for (int i = 0; i < N; i++) {
    const T value = T(x[i] % 7);
#pragma omp atomic
    into += value;
#pragma omp atomic
    bins[x[i] % n] += T(1);
#pragma omp atomic
    calls[i & 1] += T(2);
  }
  return calls[0] + calls[1];
}

struct Counter {
  int total = 0;
  int count(int limit) {
    int found = 0;
#pragma omp parallel for hetero(1) part_copyin(x[1:N])
    for (int i = 0; i < N; i++)
      if (x[i] < limit) {
#pragma omp atomic
        found++;
      }
    return total += found;
  }
};

int main() {
  for (int i = 0; i < N; i++)
    x[i] = (i * 7919) % 3571;
  int i32 = 1;
  double f64 = 0.5;
  unsigned char u8 = 3;
  std::vector<int> a(11);
  std::vector<double> b(5);
  std::vector<unsigned char> c(3);
  std::printf("%d ", accumulate(i32, a.data(), 11));
  std::printf("%g ", accumulate(f64, b.data(), 5));
  std::printf("%d\n", int(accumulate(u8, c.data(), 3)));
  std::printf("%d %g %d %d %g %d\n", i32, f64, u8, a[3], b[2], c[1]);
#pragma omp parallel for hetero(1) part_copyin(x[1:N])
  for (int i = 0; i < N; i++) {
    if (x[i] % 2) {
#pragma omp atomic
      counts::odd[x[i] % 4]++;
    } else {
#pragma omp atomic
      ++counts::even;
    }
  }
  std::printf("%ld %u %u\n", counts::even, counts::odd[1], counts::odd[3]);
  Counter counter;
  std::printf("%d\n", counter.count(100) + counter.count(3000));
}
