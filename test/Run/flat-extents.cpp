// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The type of a flat array, or a vector's size, gives the number of elements, but not of rows: devices keep the array
// that a data region maps, and the last row may be incomplete.
// RUN: %serialxx -O2 -fopenmp %s -o %t.serial && %hetccxx -O2 -fopenmp -Wall -Wextra -Werror --hetcc-auto=all --hetcc-summary %s -o %t 2>%t.found
// RUN: FileCheck %s --input-file=%t.found
// RUN: %compare %t.serial %t
// RUN: env HETRT_REPORT=1 HETRT_DEVICES=emulated:2 HETRT_SCHEDULE=static %t 2>&1 | FileCheck %s --check-prefix=MOVED
#include <cstdio>
#include <sys/mman.h>
#include <vector>

// CHECK: 5 of 5 loops split

enum { Columns = 64 };

static double image[100 * Columns], smooth[100 * Columns];
static int tail[10 * Columns + 7], limits[11];

/// There may be no memory behind the last element.
static void upToTheEnd(int (&a)[327], int rows, int width) {
#pragma omp parallel for
  for (int y = 0; y < rows; y++)
    for (int x = 0; x < width; x++)
      if (y * width + x < 327)
        a[y * width + x] += x;
}

int main() {
  for (int i = 0; i < 100 * Columns; i++)
    image[i] = i % 101;
#pragma omp target data map(to : image[0 : 100 * Columns]) map(from : smooth[0 : 100 * Columns])
  for (int step = 0; step < 3; step++) {
    // Each device reads its 50 rows and one more, only in the first pass.
    // MOVED: flat-extents.cpp:37: static, 3 passes
    // MOVED: emulated:0 {{.*}} 26.1 kB 76.8 kB
    // MOVED: emulated:1 {{.*}} 26.1 kB 76.8 kB
#pragma omp target teams distribute parallel for collapse(2)
    for (int y = 0; y < 100; y++)
      for (int x = 0; x < Columns; x++)
        smooth[y * Columns + x] = image[y * Columns + x] + (y > 0 ? image[(y - 1) * Columns + x] : 0) +
                                  (y < 99 ? image[(y + 1) * Columns + x] : 0) + step;
  }
  // The last row has seven elements.
  for (int i = 0; i < 11; i++)
    limits[i] = i < 10 ? Columns : 7;
#pragma omp parallel for
  for (int y = 0; y < 11; y++)
    for (int x = 0; x < limits[y]; x++)
      tail[y * Columns + x] = x - y;
#pragma omp parallel for
  for (int y = 0; y < 11; y++)
    for (int x = 0; x < Columns; x++)
      if (y * Columns + x < 10 * Columns + 7)
        tail[y * Columns + x] += 3 * x;
  std::vector<float> rows(33 * 16 + 5, 1.0f), sums(33);
#pragma omp parallel for
  for (int y = 0; y < 33; y++) {
    float sum = 0;
    for (int x = 0; x < 16; x++)
      sum += rows[y * 16 + x] + rows[y / 2];
    sums[y] = sum;
  }
  char *pages = static_cast<char *>(mmap(nullptr, 2 * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  mprotect(pages + 4096, 4096, PROT_NONE);
  int(&last)[327] = *reinterpret_cast<int(*)[327]>(pages + 4096 - 327 * sizeof(int));
  upToTheEnd(last, 11, 32);
  double sum = 0;
  for (int each : last)
    sum = sum * 0.999 + each;
  for (int i = 0; i < 100 * Columns; i++)
    sum = sum * 0.999 + smooth[i];
  for (int i = 0; i < 10 * Columns + 7; i++)
    sum = sum * 0.999 + tail[i];
  for (float each : sums)
    sum = sum * 0.999 + each;
  printf("%.6f\n", sum);
}
