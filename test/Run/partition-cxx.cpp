// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Blocks in templates and member functions, with barrier, single and critical between their loops, and loops in the
// branches of a condition.
// RUN: %hetccxx -O2 %s -o %t
// RUN: %serialxx -O2 %s -o %t.serial
// RUN: %compare --schedules static,adaptive,cpu,gpu %t.serial %t

#include <cstdio>
#include <vector>

template <class T> T run(int n, T *x, T *y) {
  long start = 0, end = n;
  T sum = 0;
#pragma omp parallel partition(static : i = start; i < end; i += 1) map(to : x[|0:n|1, i]) map(tofrom : y[0:n, i])      \
    reduction(+ : sum)
  {
    T factor = 2;
#pragma omp single
    {
      printf("one\n");
    }
    for (long i = start; i < end; i += 1) {
      y[i] += factor * x[i + 1 < n ? i + 1 : i];
      sum += y[i];
    }
#pragma omp barrier
#pragma omp critical
    {
      factor = 3;
    }
    if (factor > 2)
      for (long i = start; i < end; i += 1)
        y[i] *= factor;
    else
      for (long i = start; i < end; i += 1)
        y[i] = 0;
  }
  return sum;
}

struct Owner {
  int n;
  std::vector<double> values;
  double raise() {
    int first = 0, last = n;
    double *p = values.data();
#pragma omp parallel partition(adaptive : i = first; i != last; ++i) map(tofrom : p[0:n, i])
    {
      for (int i = first; i != last; ++i)
        p[i] += n;
    }
    return values[3];
  }
};

int main() {
  int n = 1000;
  std::vector<int> x(n), y(n);
  std::vector<double> u(n), v(n);
  for (int i = 0; i < n; i++)
    x[i] = i % 7, y[i] = i % 3, u[i] = i % 5, v[i] = i;
  int s = run(n, x.data(), y.data());
  double d = run(n, u.data(), v.data());
  long check = 0;
  for (int i = 0; i < n; i++)
    check += y[i] * (i % 11) + long(v[i]);
  Owner owner{n, u};
  printf("%d %g %ld %g\n", s, d, check, owner.raise());
}
