// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops that nodes run with several threads have the serial result: instances of a template, members of a class,
// reductions into an array and into an object, lastprivate, iterations of unequal length, inner loops with directives,
// and two names of one array. With HETRT_DETERMINISTIC=1, the results are bit for bit those of one node.
// REQUIRES: nodes
// RUN: %serialxx %s -o %t.serial
// RUN: %hetccxx -O2 %s -o %t
// RUN: env OMP_NUM_THREADS=3 %on_nodes --ranks 2,4 --schedules static,adaptive %t.serial %t
// RUN: env OMP_NUM_THREADS=2 %on_nodes --ranks 2 --mpi mpich --setting HETRT_DETERMINISTIC=1 %t.serial %t
// RUN: %hetccxx -O2 -DREAL %s -o %t.real
// RUN: env HETRT_DEVICES=cpu:1 HETRT_DETERMINISTIC=1 %t.real > %t.alone
// RUN: env OMP_NUM_THREADS=2 HETRT_DEVICES=node HETRT_DETERMINISTIC=1 mpirun.mpich -n 2 %t.real | diff %t.alone -
// RUN: env OMP_NUM_THREADS=2 HETRT_DEVICES=cpu,node HETRT_DETERMINISTIC=1 mpirun.mpich -n 3 %t.real | diff %t.alone -
#include <cstdio>
#include <vector>

#ifdef REAL
using Number = double;
#else
using Number = long;
#endif

template <typename T> T dot(const T *x, const T *y, int n) {
  T sum = 0;
#pragma omp parallel for simd hetero(1) part_copyin(x[1:n], y[1:n]) reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += x[i] * y[i];
  return sum;
}

struct Triangle {
  std::vector<Number> Rows;
  int n;
  Number total() const {
    const Number *rows = Rows.data();
    const int n = this->n;
    Number sum = 0, largest = 0;
#pragma omp parallel for hetero(1) part_copyin(rows[1:n][0:n]) reduction(+ : sum) reduction(max : largest)
    for (int i = 0; i < n; i++) {
      Number row = 0;
#pragma omp simd reduction(+ : row)
      for (int j = 0; j <= i; j++)
        row += rows[i * n + j];
      sum += row;
      largest = row > largest ? row : largest;
    }
    return sum + largest;
  }
};

static void add(const Number *from, Number *to, int n) {
#pragma omp parallel for hetero(1) part_copyin(from[1:n]) part_copy(to[1:n])
  for (int i = n - 1; i >= 0; i--)
    to[i] = to[i] + from[i] + 1;
}

int main() {
  const int n = 3001;
  std::vector<Number> x(n), y(n);
  for (int i = 0; i < n; i++) {
    x[i] = Number(i * 37 % 101) + Number(1) / 3;
    y[i] = Number(i % 13) - Number(2) / 7;
  }
  std::printf("%.17g\n", double(dot(x.data(), y.data(), n)));

  const Triangle triangle{std::vector<Number>(x.begin(), x.begin() + 2500), 50};
  std::printf("%.17g\n", double(triangle.total()));

  Number bins[16] = {};
  int last = -1;
  const Number *values = x.data();
#pragma omp parallel for hetero(1) part_copyin(values[1:n]) reduction(+ : bins[:16]) lastprivate(last)
  for (int i = 0; i < n; i += 2) {
    bins[i % 16] += values[i];
    last = i;
  }
  for (Number each : bins)
    std::printf("%.17g ", double(each));
  std::printf("%d\n", last);

  add(x.data(), y.data(), n);
  add(y.data(), y.data(), n); // both parameters are the same array
  Number sum = 0;
  for (int i = 0; i < n; i++)
    sum += y[i] * Number(i % 5);
  std::printf("%.17g\n", double(sum));
}
