// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Iterations may update a member of an array's element by `omp atomic`, in nested structs or through members. Several
// iterations update the same element, and no update is lost.
// RUN: %serialxx -O2 -fopenmp %s -o %t.serial && %hetccxx -O2 -fopenmp -Wall -Wextra -Werror --hetcc-auto=all --hetcc-summary %s -o %t 2>%t.found
// RUN: FileCheck %s --input-file=%t.found
// RUN: %compare %t.serial %t
#include <cstdio>
#include <cstdlib>

// CHECK: 1 of 5 loops split
// CHECK: 'omp atomic' is on a member of 's'

struct Bin {
  int count, other[2];
  struct {
    long sum;
  } inner;
};

struct Counts {
  Bin *bins;
  struct {
    Bin *list;
  } part;
  void add(int n, const int *key) {
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
#pragma omp atomic
      this->bins[key[i]].count++;
    }
  }
  void addToPart(int n, const int *key) {
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
#pragma omp atomic
      part.list[key[i]].inner.sum += i;
    }
  }
};

void count(int n, const int *key, Bin *s) {
#pragma omp target teams distribute parallel for map(to : key[0 : n]) map(tofrom : s[0 : 16])
  for (int i = 0; i < n; i++) {
#pragma omp atomic
    s[key[i]].other[i % 2] += 2;
  }
}

void blocks(int n, Bin *s) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
#pragma omp atomic
    (s + i / 300)->count += i;
  }
}

int main() {
  const int n = 4000;
  int *key = static_cast<int *>(malloc(n * sizeof(int)));
  Bin *bins = static_cast<Bin *>(calloc(16, sizeof(Bin)));
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    key[i] = i * 7 % 16;
  Counts counts{bins, {bins}};
  counts.add(n, key);
  counts.addToPart(n, key);
  count(n, key, bins);
  blocks(n, bins);
  for (int i = 0; i < 16; i++)
    printf("%d %d %d %ld\n", bins[i].count, bins[i].other[0], bins[i].other[1], bins[i].inner.sum);
  free(bins);
  free(key);
}
