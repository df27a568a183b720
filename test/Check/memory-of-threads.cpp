// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory that each thread of a team allocates for itself is no race, with `hetero(1)` too, also through functions and containers, and in
// later teams. Memory that one thread allocates for all threads is shared, whichever thread runs the iterations.

// RUN: %hetccxx -fopenmp --hetcc-check -O2 -Wno-hetcc %s -o %t && not env OMP_NUM_THREADS=4 %t 2> %t.err
// RUN: FileCheck %s < %t.err
// RUN: FileCheck %s --check-prefix=COUNT < %t.err
// RUN: %hetccxx -fopenmp --hetcc-check -O0 -Wno-hetcc %s -o %t.O0 && not env OMP_NUM_THREADS=3 %t.O0 2> %t.O0.err
// RUN: FileCheck %s --check-prefix=COUNT < %t.O0.err
// A team of one thread has no races.
// RUN: env OMP_NUM_THREADS=1 %t 2>&1 | FileCheck %s --check-prefix=ALONE
// COUNT-COUNT-5: : race: 
// COUNT-NOT: : race: 
// COUNT-NOT: one thread runs it
// COUNT: hetcc-check: 5 findings in
// ALONE-NOT: : race: 
#include <cstdio>
#include <cstdlib>
#include <hetcc.h>
#include <omp.h>
#include <vector>

enum { N = 200, WIDTH = 8 };
static double x[N];
static double *kept;
#pragma omp threadprivate(kept)

static double *room() { return static_cast<double *>(malloc(WIDTH * sizeof(double))); }

static void use(double *t, int i) {
  for (int k = 0; k < WIDTH; k++)
    t[k] = i + k;
  for (int k = 0; k < WIDTH; k++)
    x[i] += t[k];
}

static void own() {
#pragma omp parallel
  {
    double *t = static_cast<double *>(malloc(WIDTH * sizeof *t));
    // CHECK-DAG: memory-of-threads.cpp:[[@LINE+1]]: 1 pass, 200 iterations: nothing found; it is plain OpenMP
#pragma omp for
    for (int i = 0; i < N; i++)
      use(t, i);
    // CHECK-DAG: memory-of-threads.cpp:[[@LINE+1]]: 1 pass, 200 iterations: nothing found; only races and memory were looked for: the threads of the team differ in 't'
#pragma omp for HETCC(hetero(1))
    for (int i = 0; i < N; i++) {
      for (int k = 0; k < WIDTH; k++)
        t[(i + k) % WIDTH] = i + k;
      x[i] += t[i % WIDTH];
    }
    free(t);
  }
#pragma omp parallel
  {
    std::vector<double> t(WIDTH);
    double *of = room();
    kept = room();
    // CHECK-DAG: memory-of-threads.cpp:[[@LINE+1]]: 1 pass, 200 iterations: nothing found
#pragma omp for
    for (int i = 0; i < N; i++)
      use(t.data(), i);
    // CHECK-DAG: memory-of-threads.cpp:[[@LINE+1]]: 1 pass, 200 iterations: nothing found
#pragma omp for
    for (int i = 0; i < N; i++)
      use(of, i);
    free(of);
  }
#pragma omp parallel
  {
    double *t = kept;
    // CHECK-DAG: memory-of-threads.cpp:[[@LINE+1]]: 1 pass, 200 iterations: nothing found
#pragma omp for
    for (int i = 0; i < N; i++)
      use(t, i);
  }
}

static void shared() {
  double *one = nullptr, *other = nullptr, *more = nullptr;
  std::vector<double> *all = nullptr;
#pragma omp parallel
  {
    double *t = room();
    if (omp_get_thread_num() == 0)
      one = room();
#pragma omp barrier
    // CHECK-DAG: memory-of-threads.cpp:[[@LINE+1]]: race: {{.*}}is written
#pragma omp for
    for (int i = 0; i < N; i++)
      use(one, i);
    // CHECK-DAG: memory-of-threads.cpp:[[@LINE+1]]: 1 pass, 200 iterations: nothing found
#pragma omp for
    for (int i = 0; i < N; i++)
      use(t, i);
    free(t);
  }
#pragma omp parallel
  {
#pragma omp master
    {
      all = new std::vector<double>(WIDTH);
      more = room();
    }
    std::vector<double> t(WIDTH);
#pragma omp barrier
    // CHECK-DAG: memory-of-threads.cpp:[[@LINE+1]]: race: {{.*}}is written
#pragma omp for
    for (int i = 0; i < N; i++)
      use(all->data(), i);
    // CHECK-DAG: memory-of-threads.cpp:[[@LINE+2]]: race: {{.*}}memory of 8 bytes
#pragma omp for HETCC(hetero(1))
    for (int i = 0; i < N; i++)
      more[i % WIDTH] += i + omp_get_num_threads();
    // CHECK-DAG: memory-of-threads.cpp:[[@LINE+1]]: race: {{.*}}is written
#pragma omp for
    for (int i = 0; i < N; i++)
      x[i] += t[i % WIDTH] = x[(i + 1) % N]; // t is private; the race is between the elements of x
  }
  // Memory that one thread of an earlier team allocated for all.
  other = one;
  // CHECK-DAG: memory-of-threads.cpp:[[@LINE+1]]: race: {{.*}}is written
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    use(other, i);
}

int main() {
  own();
  shared();
  std::printf("%g\n", x[3]);
}
