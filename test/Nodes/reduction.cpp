// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions, one of them over a user-defined type, and instances of a template: partials of all ranks are combined,
// and each process finds the region by its name.
// REQUIRES: nodes
// RUN: %serialxx %s -o %t.serial
// RUN: %hetccxx -O2 %s -o %t
// RUN: %on_nodes --ranks 2,4 --schedules static,adaptive %t.serial %t
// RUN: %on_nodes --ranks 4 --mpi mpich,openmpi --setting HETRT_DETERMINISTIC=1 %t.serial %t
#include <cstdio>
#include <vector>

template <typename T> static T total(const T *x, int n) {
  T sum = 0, largest = 0;
#pragma omp parallel for hetero(1) part_copyin(x[1:n]) reduction(+ : sum) reduction(max : largest)
  for (int i = 0; i < n; i++) {
    sum += x[i];
    largest = x[i] > largest ? x[i] : largest;
  }
  return sum + 1000 * largest;
}

struct Pair {
  long even = 0, odd = 0;
};
#pragma omp declare reduction(pairs : Pair : omp_out.even += omp_in.even, omp_out.odd += omp_in.odd)

int main() {
  const int n = 5003;
  std::vector<long> whole(n);
  std::vector<double> real(n);
  for (int i = 0; i < n; i++)
    real[i] = whole[i] = i * 37 % 101;
  std::printf("%ld %.1f\n", total(whole.data(), n), total(real.data(), n));
  Pair counted;
  const long *x = whole.data();
#pragma omp parallel for hetero(1) part_copyin(x[1:n]) reduction(pairs : counted)
  for (int i = 0; i < n; i++)
    (x[i] % 2 ? counted.odd : counted.even) += x[i];
  std::printf("%ld %ld\n", counted.even, counted.odd);
}
