// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `nowait` and `depend` in C++: templates, containers, references, qualified globals. The program waits for a region
// that uses members of its object.
// RUN: %serialxx -O2 %s -o %t.serial && %hetccxx -w -O2 %s -o %t
// RUN: %compare %t.serial %t
#include <cstdio>
#include <utility>
#include <vector>

namespace settings {
int bias = 3;
}

template <typename T> void steps(std::vector<T> &v, T *w, const T &factor) {
  int n = int(v.size());
  T add = 1;
  for (int step = 0; step < 4; ++step) {
#pragma omp target parallel for nowait depend(inout : w[0 : n]) hetero(1) part_copy(v[1:n]) part_copy(w[1:n])
    for (int i = 0; i < n; ++i) {
      v[i] = v[i] * factor / 4 + add + settings::bias;
      w[i] += v[i];
    }
    add += T(step);
    settings::bias = step;
#pragma omp target parallel for nowait depend(inout : w[n / 2 : n / 2]) hetero(1) part_copy(w[1:n])
    for (int i = n / 2; i < n; ++i)
      w[i] = w[i] / 2 - add;
  }
#pragma omp taskwait
}

struct Grid {
  double *now, *next;
  int n;
  void run(int count) {
    for (int step = 0; step < count; ++step) {
#pragma omp target parallel for nowait depend(inout : now[0 : n], next[0 : n]) hetero(1) part_copyin(now[1:n])          \
    part_copyout(next[1:n])
      for (int i = 0; i < n; ++i)
        next[i] = now[i] * 0.5 + step;
      std::swap(now, next);
    }
#pragma omp taskwait
  }
};

int main() {
  std::vector<int> a(3000), b(3000);
  std::vector<double> c(2500, 0.25), d(2500);
  Grid grid = {c.data(), d.data(), 2500};
  for (int pass = 0; pass < 2; ++pass) {
#pragma omp parallel
#pragma omp single
    {
      steps(a, b.data(), 3);
      steps(c, d.data(), 0.5);
      grid.run(3 + pass);
    }
  }
  long sum = 0;
  double total = 0;
  for (int i = 0; i < 3000; ++i)
    sum += long(a[i]) * (i % 7) + b[i] % 1000;
  for (int i = 0; i < 2500; ++i)
    total += c[i] * (i % 3) + d[i];
  std::printf("%ld %.17g %d\n", sum, total, settings::bias);
}
