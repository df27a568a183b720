// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An exception that leaves the block of a data directive, from any depth, ends the data region: afterwards devices keep
// no old copies, and `exit data` for the array is a mistake.
// RUN: %serialxx -O2 %s -o %t.serial && %hetccxx -O2 %s -o %t
// RUN: %compare %t.serial %t
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 %t leave 2>&1 | FileCheck %s
// CHECK: warning: {{.*}}data-exceptions.cpp:[[# @LINE + 35]]: map(release: x): wanted an array that was entered, found none
// CHECK: caught 3
#include <cstdio>
#include <stdexcept>
#include <vector>

static void add(int n, const double *x, double *y) {
#pragma omp parallel for hetero(1) part_copyin(x[1:n]) part_copy(y[1:n])
  for (int i = 0; i < n; i++)
    y[i] += x[i];
}

static void fails(int n, double *x, double *y) {
#pragma omp target data map(to : x[0:n])
  {
    add(n, x, y);
#pragma omp target data map(tofrom : y[0:n])
    {
      add(n, x, y);
      throw std::runtime_error("enough");
    }
  }
}

int main(int argc, char **) {
  const int n = 4000;
  std::vector<double> x(n, 1), y(n, 0);
  int caught = 0;
  for (int time = 0; time < 3; time++)
    try {
      fails(n, x.data(), y.data());
    } catch (const std::runtime_error &) {
      caught++;
      x[0] += 1; // no device has an old copy of x
    }
#pragma omp target exit data map(release : x[0:n]) if (argc > 1)
  double sum = 0;
  for (double value : y)
    sum += value;
  std::printf("caught %d, %g\n", caught, sum);
}
