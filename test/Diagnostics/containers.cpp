// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// std::vector, std::array and std::span count as arrays in data clauses. For other classes the message says how to use
// their elements. A container in no clause, whose elements the loop reads through a member function that is not const,
// gets a remark about that.
// REQUIRES: clang, plugin
// RUN: %verify %s

#include <array>
#include <string>
#include <vector>

void inClause(int n, std::string &w, std::vector<bool> &b) {
  // expected-error@+2 {{'w' has type 'std::string' (aka 'basic_string<char>'), which is no array and no pointer}}
  // expected-note@+1 {{take a pointer before the loop, as in 'auto *p = w.data();', and use 'p' in the data clause and in the loop}}
#pragma omp parallel for hetero(1) part_copy(w[1:n])
  for (int i = 0; i < n; i++)
    w[i] += i;
  // expected-error@+1 {{'b' has type 'std::vector<bool>', which is no array and no pointer}}
#pragma omp parallel for hetero(1) part_copyin(b[1:n])
  for (int i = 0; i < n; i++)
    (void)b[i];
}

void ofArrays(std::vector<std::array<int, 5>> &v) {
  // expected-error-re@+1 {{'v' has elements of type '{{.*}}array<int, 5>'{{.*}}, which move as a whole; expected 1 bracket, found 2}}
#pragma omp parallel for hetero(1) part_copy(v[1:300][0:5])
  for (int i = 0; i < 300; i++)
    v[i][0] += i;
}

// A container that no clause names gets the window of its subscripts.
void written(int n, std::vector<double> w) {
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++)
    w[i] += i;
}

void readOnly(int n, double *x, std::array<double, 4> k, const std::vector<int> v) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; i++)
    x[i] += k[i & 3];
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; i++)
    x[i] += v[i];
  const std::array<double, 4> &fixed = k;
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; i++)
    x[i] += fixed[i & 3];
}
