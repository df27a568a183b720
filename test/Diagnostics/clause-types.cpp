// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A class that converts to an integer counts as an integer; a scoped enumeration does not. Each instance of a template is checked.
// REQUIRES: clang, plugin
// RUN: %verify -x c++ %s

struct Size {
  int Count;
  operator int() const { return Count; }
};
enum class Kind { One = 1 };

void classes(Size n, Kind k, int *y) {
#pragma omp parallel for hetero(1) part_copy(y[1:n])
  for (int i = 0; i < n.Count; i++)
    y[i] = i;
  // expected-error@+1 {{'k' in 'part_copy' has type 'Kind'; wanted an integer}}
#pragma omp parallel for hetero(1) part_copy(y[1:k])
  for (int i = 0; i < 10; i++)
    y[i] = i;
}

template <typename T> void fill(T n, int *y) {
  // expected-error@+1 {{'n' in 'part_copy' has type 'double'; wanted an integer}}
#pragma omp parallel for hetero(1) part_copy(y[1:n])
  for (int i = 0; i < int(n); i++)
    y[i] = i;
}
template void fill(int, int *);
template void fill(double, int *);

void generic(int *y) {
  auto Fill = [=](auto n) {
    // expected-error@+1 {{'n' in 'part_copy' has type 'float'; wanted an integer}}
#pragma omp parallel for hetero(1) part_copy(y[1:n])
    for (int i = 0; i < int(n); i++)
      y[i] = i;
  };
  Fill(3), Fill(3.0f);
}
