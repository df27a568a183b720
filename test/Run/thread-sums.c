// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each thread sums in a private variable and then adds that to a shared one, as programs did before 'reduction'
// accepted arrays: devices sum too, and one thread adds their sums. If the program can tell which thread ran which
// iterations, the loop is not split.
// RUN: %hetcc -O2 -fopenmp --hetcc-auto=all --hetcc-summary -Werror=hetcc-gpu-form %s -o %t 2>&1 | FileCheck %s
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t
// RUN: not %hetcc -O2 -fopenmp -DOTHERS -Werror=hetcc-host-only -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=OTHERS

// CHECK: 5 of 5 loops split

#ifndef OTHERS
#include "Inputs/checksum.h"

enum { N = 20011, Bins = 16 };
static int key[N], all[Bins];
static double x[N], total[2], least = 1e30, most = -1e30;

static void histogram(int n) {
#pragma omp parallel
  {
    int mine[Bins] = {0};
#pragma omp for nowait
    for (int i = 0; i < n; i++)
      mine[key[i]] += 2;
#pragma omp critical
    for (int b = 0; b < Bins; b++)
      all[b] += mine[b];
  }
}

static void norms(int n, double sum[2]) {
#pragma omp parallel
  {
    int i;
    double first = 0, second = 0;
#pragma omp for
    for (i = 0; i < n; i++) {
      first = first + x[i];
      second -= x[i] / 2;
    }
#pragma omp critical
    {
      sum[0] += first;
      sum[1] -= second;
    }
#pragma omp barrier
#pragma omp single
    sum[0] /= 2;
  }
}

static void extremes(int n) {
  double low, high;
#pragma omp parallel private(low, high)
  {
    low = 1e30, high = -1e30;
#pragma omp for
    for (int i = 0; i < n; i++) {
      if (x[i] < low)
        low = x[i];
      high = x[i] > high ? x[i] : high;
    }
#pragma omp critical(ends)
    {
      if (low < least)
        least = low;
      most = high > most ? high : most;
    }
  }
}

// A loop of a team that the caller created. Each thread has a pointer to the place of the sum.
static void normOfTeam(int n, double sum[2]) {
  double mine = 0, squares = 0;
#pragma omp for nowait
  for (int i = 0; i < n; i++) {
    mine = mine + x[i];
    squares += x[i] * x[i];
  }
#pragma omp critical
  {
    sum[0] += mine;
    sum[1] += squares;
  }
#pragma omp barrier
}

static void normsInTeam(int n, double sum[2]) {
#pragma omp parallel
  normOfTeam(n, sum);
}

// The threads' pointers lead to different places: each sum goes where the program adds it.
static double apart(int n) {
  double all[2] = {0, 0};
#pragma omp parallel
  {
    double own[2] = {0, 0};
    normOfTeam(n, own);
#pragma omp critical
    {
      all[0] += own[0];
      all[1] += own[1];
    }
  }
  return all[0] + all[1];
}

static long inTeamsReduction(int n) {
  long count = 5;
#pragma omp parallel reduction(+ : count)
  {
#pragma omp for
    for (int i = 0; i < n; i++)
      count += key[i];
  }
  return count;
}

int main(void) {
  for (int i = 0; i < N; i++)
    key[i] = i * 7 % 13 + i % 4, x[i] = i * 31 % 1009 - 500;
  for (int pass = 0; pass < 4; pass++) {
    histogram(N - pass);
    norms(N, total);
    extremes(N / 2 + pass);
    normsInTeam(N - pass, total);
    printf("%g\n", apart(N / 3));
    printf("%ld\n", inTeamsReduction(N - pass));
  }
  printf("%g %g %g %g\n", total[0], total[1], least, most);
  printChecksum("all", all, sizeof all);
}
#else

int omp_get_thread_num(void);
enum { N = 20011 };
static int key[N], next[N], begin[64], all;

// A thread counts in its part and then writes in the same part, so it matters which iterations it runs.
void compact(int n) {
#pragma omp parallel
  {
    int mine = 0;
#pragma omp for schedule(static) hetero(1)
    for (int i = 0; i < n; i++)
      mine += key[i] > 3; // OTHERS: :[[#@LINE]]:{{[0-9]+}}: error: {{.*}}each thread of the team has a 'mine' of its own
    begin[omp_get_thread_num() + 1] = mine;
  }
}

// One thread discards its sum.
void conditional(int n) {
#pragma omp parallel
  {
    int mine = 0;
#pragma omp for hetero(1)
    for (int i = 0; i < n; i++)
      mine += key[i]; // OTHERS: :[[#@LINE]]:{{[0-9]+}}: error: {{.*}}each thread of the team has a 'mine' of its own
    if (omp_get_thread_num() == 0)
      mine = 0;
#pragma omp atomic
    all += mine;
  }
}

// The sum of one pass is kept for the next pass, in which some threads discard it.
void again(int n) {
#pragma omp parallel
  {
    int mine = 0;
    for (int pass = 0; pass < 3; pass++) {
#pragma omp for hetero(1)
      for (int i = 0; i < n; i++)
        mine += key[i]; // OTHERS: :[[#@LINE]]:{{[0-9]+}}: error: {{.*}}each thread of the team has a 'mine' of its own
      if (omp_get_thread_num() == pass)
        mine = 0;
#pragma omp atomic
      all += mine;
    }
  }
}

// The sum of each thread wraps around separately.
void narrow(int n) {
#pragma omp parallel
  {
    unsigned char mine = 0;
#pragma omp for hetero(1)
    for (int i = 0; i < n; i++)
      mine += key[i]; // OTHERS: :[[#@LINE]]:{{[0-9]+}}: error: {{.*}}each thread of the team has a 'mine' of its own
#pragma omp atomic
    all += mine;
  }
}

// The place of the addition depends on the thread.
void apart(int n) {
#pragma omp parallel
  {
    int mine = 0, at = omp_get_thread_num();
#pragma omp for hetero(1)
    for (int i = 0; i < n; i++)
      mine += key[i]; // OTHERS: :[[#@LINE]]:{{[0-9]+}}: error: {{.*}}each thread of the team has a 'mine' of its own
#pragma omp critical
    begin[at] += mine;
  }
}

// The thread's sum is used again after the addition.
void after(int n) {
#pragma omp parallel
  {
    int mine = 0;
#pragma omp for hetero(1)
    for (int i = 0; i < n; i++)
      mine += key[i]; // OTHERS: :[[#@LINE]]:{{[0-9]+}}: error: {{.*}}each thread of the team has a 'mine' of its own
#pragma omp critical
    all += mine;
    next[omp_get_thread_num()] = mine;
  }
}
#endif
