// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays whose allocation is shorter than what the loop touches, for loops with clauses, with windows that hetcc finds,
// and for plain OpenMP loops. The memory behind the array is only read here, so that the program goes on.

// RUN: %hetccxx -fopenmp --hetcc-check -O2 %s -o %t && not %t 2> %t.err
// RUN: FileCheck %s < %t.err
// RUN: FileCheck %s --check-prefix=COUNT < %t.err
// COUNT-COUNT-10: : memory: 
// COUNT: hetcc-check: 10 findings in 18 loops
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <hetcc.h>
#include <malloc.h>
#include <omp.h>
#include <sys/mman.h>
#include <vector>

static double *filled(int n) {
  double *x = static_cast<double *>(malloc(n * sizeof(double)));
  for (int i = 0; i < n; i++)
    x[i] = i;
  return x;
}

static double total, down[100];
static double at(const double *x, int i) { return x[i]; }

int main() {
  const int n = 100;
  double *x = filled(n), *y = filled(n), *odd = filled(n - 1);
  std::vector<float> values(n, 1);

  // CHECK-DAG: short-memory.cpp:[[@LINE+1]]: memory: {{.*}}: x[100] is read at {{.*}}:[[@LINE+3]] in iteration 99; the memory that was allocated ends before x[100]
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    y[i] = x[i + 1];

  // CHECK-DAG: short-memory.cpp:[[@LINE+1]]: memory: part_copyin(odd), line [[@LINE+1]]: odd[99] is read at {{.*}}:[[@LINE+3]] in iteration 99; the memory that was allocated ends before odd[99]
#pragma omp parallel for HETCC(hetero(1) part_copyin(odd[1:n]) part_copy(y[1:n]))
  for (int i = 0; i < n; i++)
    y[i] += odd[i];

  // CHECK-DAG: short-memory.cpp:[[@LINE+1]]: memory: values[100] is read at {{.*}} in iteration 0, 4 bytes behind the last of the 400 that were allocated
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    y[i] = values[i] + values[n - i];

  // No device can run this loop, since its body asks for the number of the thread.
  // CHECK-DAG: short-memory.cpp:[[@LINE+1]]: memory: memory of 8 bytes in no array of the loop is read at {{.*}} in iteration 101, 16 bytes behind the last of the 800 that were allocated
#pragma omp parallel for
  for (int i = 0; i < n + 2; i += 101)
    y[i % n] = at(x, i) + omp_get_thread_num();

  // CHECK-DAG: short-memory.cpp:[[@LINE+1]]: memory: memory of 8 bytes in no array of the loop is read at {{.*}} in iteration 0, 8 bytes before the first of the 800 that were allocated
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    y[i] = x[i - 1] + omp_get_thread_num();

  // CHECK-DAG: short-memory.cpp:[[@LINE+1]]: memory: {{.*}}is read {{.*}} in iteration 0, 8 bytes behind the last of the 800 that were allocated
#pragma omp parallel for
  for (int i = 0; i < 1; i++) {
    double all[101];
    memcpy(all, x, sizeof all);
    y[i] = all[50] + omp_get_thread_num();
  }

  // Before the first element: the window that hetcc finds begins outside of the memory.
  // CHECK-DAG: short-memory.cpp:[[@LINE+1]]: memory: 'x', line [[@LINE+1]]: x[-1] is read at {{.*}} in iteration 0; the memory that was allocated begins with x[0]
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    y[i] = x[i - 1];
  // CHECK-DAG: short-memory.cpp:[[@LINE+1]]: memory: 'y', line [[@LINE+1]]: y[{{-[12]}}] is read at {{.*}} in iteration {{[01]}}; the memory that was allocated begins with y[0]
#pragma omp parallel for
  for (int i = n - 1; i >= 0; i--)
    down[i] = y[i - 2];

  // One element too few, of which the loop does not touch the first field.
  struct Cell {
    double place[3], weight;
  } *cells = static_cast<Cell *>(calloc(n - 1, sizeof(Cell)));
  // CHECK-DAG: short-memory.cpp:[[@LINE+1]]: memory: 'cells', line [[@LINE+1]]: cells[99] is read at {{.*}} in iteration 99; the memory that was allocated ends before cells[99]
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    y[i] = cells[i].weight;

  x = static_cast<double *>(realloc(x, 40 * sizeof(double)));
  // CHECK-DAG: short-memory.cpp:[[@LINE+1]]: memory: {{.*}}: x[40] is read at {{.*}} ends before x[40]
#pragma omp parallel for HETCC(hetero(1) map(to: x[0:n]) part_copy(y[1:n]))
  for (int i = 0; i < n; i++)
    y[i] += x[i / 4 + 16];

  // No fault: memory that was reallocated to a larger block, adjacent blocks, freed blocks, memory that is not on the heap.
  // CHECK-DAG: short-memory.cpp:[[@LINE+2]]: {{.*}}: nothing found
  x = static_cast<double *>(realloc(x, 2 * n * sizeof(double)));
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i + n] = y[i];

  double *parts[8];
  static double last[16];
  for (double *&each : parts)
    each = filled(16);
  parts[7] = last;
  // CHECK-DAG: short-memory.cpp:[[@LINE+1]]: {{.*}}: nothing found
#pragma omp parallel for
  for (int i = 0; i < 8 * 16; i++)
    parts[i / 16][i % 16] += omp_get_thread_num();

  // CHECK-DAG: short-memory.cpp:[[@LINE+1]]: {{.*}}: nothing found
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    std::vector<int> own(1 + i % 7, 1);
    int *more = new int[20 - i % 20];
    more[19 - i % 20] = own.back();
    y[i] = more[19 - i % 20] + omp_get_thread_num();
    delete[] more;
  }

  // No fault: an array that begins in the middle of a block.
  // CHECK-DAG: short-memory.cpp:[[@LINE+2]]: {{.*}}: nothing found
  double *half = x + n;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    y[i] = half[i];

  // CHECK-DAG: short-memory.cpp:[[@LINE+1]]: {{.*}}: nothing found
#pragma omp parallel for reduction(+ : total)
  for (int i = 0; i < n; i++)
    total += y[i] + at(last, i % 16);

  // malloc gives large blocks pages of their own; the memory behind them, here mapped by the program, is not part of them.
  enum { LARGE = 1 << 20 };
  char *mapped = static_cast<char *>(mmap(nullptr, LARGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  char *large = static_cast<char *>(malloc(LARGE)), *pages = static_cast<char *>(valloc(5000));
  memset(pages, 1, 5000);
  // CHECK-DAG: short-memory.cpp:[[@LINE+1]]: {{.*}}: nothing found
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    memcpy((i % 2 ? large : mapped) + 64 * i, (i % 2 ? pages : large) + 32 * i + LARGE / 2 * !(i % 2), 32);
    y[i] = omp_get_thread_num();
  }

  // No fault: an array whose indices begin at 300, so that its pointer leads to no block or to another one.
  double *shifted = filled(n) - 300;
  // CHECK-DAG: short-memory.cpp:[[@LINE+1]]: {{.*}}: nothing found
#pragma omp parallel for
  for (int i = 300; i < 300 + n; i++)
    y[i - 300] = shifted[i];

  // No fault: the clause names more elements than there are, but the loop does not touch those.
  // CHECK-DAG: short-memory.cpp:[[@LINE+1]]: {{.*}}: nothing found
#pragma omp parallel for HETCC(hetero(1) map(to: odd[0:n]) part_copy(y[1:n]))
  for (int i = 0; i < n; i++)
    y[i] += odd[i % 7];
  printf("%g\n", total);
}
