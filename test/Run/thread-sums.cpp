// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Threads' sums are added to members of an object whose member function runs in the caller's team: at the meeting before a pass the threads
// compare their objects. A floating-point sum may be scaled before it is added, and the function may return afterwards.
// RUN: %hetcc++ -O2 -fopenmp --hetcc-auto=all --hetcc-summary -Werror=hetcc-gpu-form %s -o %t 2>&1 | FileCheck %s
// RUN: %serial++ -O2 %s -o %t.serial
// RUN: %compare %t.serial %t
// RUN: env OMP_NUM_THREADS=2 HETRT_DEVICES=cpu:2,emulated:1 HETRT_SCHEDULE=static HETRT_REPORT=json:%t.json %t >%t.out
// RUN: %t.serial | diff - %t.out
// RUN: %reported %t.json "iterations('emulated') > 0"
// RUN: %reported %t.json "all(d['kind'] == 'cpu' or sum(d['iterations']) == 0 for r in regions if r['location'].endswith(':70') for d in r['devices'])"
// RUN: %reported %t.json "any(r['location'].endswith(':70') for r in regions)"
// RUN: not %hetcc++ -O2 -fopenmp -DOTHERS -Werror=hetcc-host-only -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=OTHERS

// CHECK: 4 of 4 loops split
#include <cstdio>

enum { N = 4096 };
static double x[N];

#ifndef OTHERS
struct Sums {
  double energy = 0, virial = 0, scale = 3;
  long count = 0;
  void add(int n, bool both) {
    double e = 0, v = 0;
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++) {
      e += x[i];
      if (both)
        v -= x[i] * x[i];
    }
    e *= 4.0;
    v /= -2;
#pragma omp atomic
    energy += e;
#pragma omp atomic
    virial += 0.5 * v;
#pragma omp barrier
  }
  double counted(int n) {
    long mine = 0;
#pragma omp for
    for (int i = 0; i < n; i++)
      mine += x[i] > 8;
#pragma omp critical
    {
      count = count + mine;
    }
#pragma omp barrier
    return count * scale;
  }
  void own(int n) {
#pragma omp parallel
    {
      double mine = 0;
#pragma omp for
      for (int i = 0; i < n; i++)
        mine += x[i];
      mine *= 2;
#pragma omp critical
      energy += mine;
    }
  }
};

// Each thread has its own object: each sum goes to the object to which the program adds it.
struct Apart : Sums {
  void add(int n) {
    double e = 0;
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++)
      e += x[i];
#pragma omp atomic
    energy += e;
  }
};

int main() {
  for (int i = 0; i < N; i++)
    x[i] = i % 17;
  Sums all;
  double last = 0, apart = 0;
  for (int pass = 0; pass < 4; pass++) {
#pragma omp parallel
    {
      all.add(N - pass, pass != 2);
      double now = all.counted(N - pass);
#pragma omp master
      last = now;
      Apart mine;
      mine.add(N);
#pragma omp critical
      apart += mine.energy;
    }
    all.own(N / 2);
  }
  std::printf("%g %g %ld %g\n", all.energy, all.virial, all.count, last, apart);
}
#else

static double all;

// Integers are not scaled, because a thread's sum may wrap around first.
struct Narrow {
  int total = 0;
  void add(int n) {
    int mine = 0;
#pragma omp for hetero(1)
    for (int i = 0; i < n; i++)
      mine += x[i] > 3; // OTHERS: :[[#@LINE]]:{{[0-9]+}}: error: {{.*}}each thread of the team has a 'mine' of its own
    mine *= 2;
#pragma omp atomic
    total += mine;
  }
  void of(Narrow &other, double factor, int n) {
    double mine = 0;
#pragma omp for hetero(1)
    for (int i = 0; i < n; i++)
      mine += x[i]; // OTHERS: :[[#@LINE]]:{{[0-9]+}}: error: {{.*}}each thread of the team has a 'mine' of its own
    mine *= factor; // a private value of the thread
#pragma omp atomic
    all += mine;
  }
  void leaves(int n) {
    int mine = 0;
#pragma omp for hetero(1)
    for (int i = 0; i < n; i++)
      mine += x[i] > 3; // OTHERS: :[[#@LINE]]:{{[0-9]+}}: error: {{.*}}each thread of the team has a 'mine' of its own
    return;
#pragma omp atomic
    total += mine;
  }
  double shown(int n) {
    double mine = 0;
#pragma omp for hetero(1)
    for (int i = 0; i < n; i++)
      mine += x[i]; // OTHERS: :[[#@LINE]]:{{[0-9]+}}: error: {{.*}}each thread of the team has a 'mine' of its own
#pragma omp atomic
    all += mine;
    return mine;
  }
};
#endif
