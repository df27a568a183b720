// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A `critical` section of an iteration that does nothing but combine values into shared variables is a reduction: devices combine what they
// have in a section of that name. One that does more, or that uses what it has combined, stays with the cores, and so does its loop.
// RUN: %serialxx -O2 -fopenmp %s -o %t.serial && %hetccxx -O2 -fopenmp -Wall -Wextra -Werror --hetcc-auto=all --hetcc-summary %s -o %t 2>%t.found
// RUN: FileCheck %s --input-file=%t.found
// RUN: %compare %t.serial %t
// RUN: env HETRT_REPORT=1 HETRT_DEVICES=emulated:2 HETRT_SCHEDULE=static %t 2>&1 | FileCheck %s --check-prefix=RAN
#include <cmath>
#include <cstdio>
#include <cstdlib>

// CHECK: 7 of 14 loops split

static double several(int n, const int *key) {
  double sum = 1, most = -1;
  int least = 1000;
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    const double x = std::sqrt(double(key[i] * key[i]));
#pragma omp critical
    {
      sum += x;
      if (x > most)
        most = x;
      least = key[i] < least ? key[i] : least;
    }
  }
  return sum * 3 + most + least;
}

static long named(int n, const int *key) {
  long odd = 0, even = 0;
#pragma omp parallel
  {
#pragma omp for nowait
    for (int i = 0; i < n; i++) {
#pragma omp critical(all)
      {
        const int twice = key[i] * 2;
        if (i % 2)
          odd += twice;
        else {
          even += twice;
          even++;
        }
      }
    }
#pragma omp for
    for (int i = 0; i < n; i++)
#pragma omp critical(all)
      even -= i % 3;
  }
  return odd * 7 + even;
}

static double seldom(int n, const int *key) {
  double least = 1e30;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    if (key[i] == 200) {
#pragma omp critical
      least = std::fmin(least, double(key[i]));
    }
  return least;
}

struct Best {
  double best = -5;
  int n;
  double *x;
  void find() {
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
      const double own = x[i];
#pragma omp critical
      {
        if (own > best)
          best = own;
      }
    }
  }
  void findDirectly() { // x may lead to this object
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
#pragma omp critical
      if (x[i] > best)
        best = x[i];
    }
  }
};

static bool flag;
static int any(int n, const int *key) {
  flag = false;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
#pragma omp critical(flags)
    flag |= key[i] == 9;
  return flag;
}

static long others(int n, const int *key, int *list, double *bins) {
  int count = 0, at = -1, most = -1, seen = 0;
  double sum = 0, *alias = &sum;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    if (key[i] % 2) {
#pragma omp critical
      list[count++] = i;
    }
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
#pragma omp critical
    if (key[i] + i > most) {
      most = key[i] + i;
      at = i;
    }
  }
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
#pragma omp critical
    bins[key[i]] += 0.5;
  }
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
#pragma omp critical
    {
      count += 2;
      seen += count > 0;
    }
  }
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
#pragma omp critical
    sum += *alias >= 0;
  }
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    if (key[i] > seen) {
#pragma omp critical
      if (key[i] > seen)
        seen = key[i];
    }
  }
#pragma omp parallel
  {
    int mine = 0;
#pragma omp for
    for (int i = 0; i < n; i++) {
#pragma omp critical
      mine += key[i] > 3;
    }
#pragma omp critical
    seen += mine;
  }
  long all = 0;
  for (int i = 0; i < count && i < n / 2; i++)
    all += list[i];
  return all + count + at * 3 + seen + long(sum);
}

int main() {
  const int n = 4000;
  int *key = static_cast<int *>(malloc(n * sizeof(int))), *list = static_cast<int *>(calloc(n, sizeof(int)));
  double *x = static_cast<double *>(malloc(n * sizeof(double))), *bins = static_cast<double *>(calloc(16, 8));
  for (int i = 0; i < n; i++)
    key[i] = i * 7 % 16, x[i] = i * 3 % 16;
  Best all;
  all.n = n, all.x = x;
  all.find();
  const double first = all.best;
  x[77] = 30;
  all.findDirectly();
  printf("%.3f %ld %.1f %.1f %.1f %d\n", several(n, key), named(n, key), seldom(n, key), first, all.best, any(n, key));
  printf("%.1f", several(0, nullptr));
  const long rest = others(n, key, list, bins);
  printf(" %ld %.1f %.1f\n", rest, bins[3], bins[15]);
  free(key), free(list), free(x), free(bins);
}

// RAN: critical-updates.cpp:17: static, 2 passes
// RAN: emulated:1 2000
// RAN: critical-updates.cpp:148: static, 1 pass
// RAN: emulated:1 2000
