// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inner range-based for loops over array elements that have `begin()` and `end()`: the range is no named object.
// Whether or not these loops are split, other loops of the unit are.
// RUN: %hetccxx -fopenmp -O1 --hetcc-auto=all --hetcc-summary %s -o %t 2>&1 | FileCheck %s
// RUN: %serialxx -O1 %s -o %t.serial
// RUN: %compare --devices "cpu:2;cpu:1,emulated:1;emulated:2" --schedules static %t.serial %t
// CHECK: 3 of 4 loops split
// CHECK-NOT: clang does not accept
#include <cstdio>
#include <deque>
#include <string>
#include <vector>

struct Four {
  int v[4];
  const int *begin() const { return v; }
  const int *end() const { return v + 4; }
};

static long ofPointer(const Four *fours, int n) {
  long sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    for (const int &x : fours[i])
      sum += x;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    for (int x : *(fours + i))
      sum += 2 * x;
  return sum;
}

template <typename Rows> static long ofRows(const Rows &rows, int n) {
  long sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    for (auto x : rows[i])
      sum += i * x;
  return sum;
}

struct Named : std::vector<int> {
  using std::vector<int>::vector;
};

int main() {
  const int n = 3000;
  std::vector<Four> fours(n);
  std::vector<std::vector<bool>> bits(n);
  std::vector<std::deque<int>> queues(n);
  std::vector<std::string> words(n);
  std::vector<Named> named(n);
  for (int i = 0; i < n; i++) {
    fours[i] = {{i, 2, 3, -i / 2}};
    bits[i] = std::vector<bool>(i % 5, i % 2);
    queues[i] = std::deque<int>(i % 4, i);
    words[i] = std::string(i % 7, 'a');
    named[i] = Named(i % 3, i);
  }
  double plain[3000];
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    plain[i] = i / 2.0;
  std::printf("%ld %ld %ld %ld %ld %ld %g\n", ofPointer(fours.data(), n), ofRows(fours, n), ofRows(bits, n),
              ofRows(queues, n), ofRows(words, n), ofRows(named, n), plain[n - 1]);
}
