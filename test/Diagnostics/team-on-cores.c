// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loop of a team stays with the team's threads on the cores if it changes private variables of the threads, or leaves
// values in them that the program uses.
// REQUIRES: clang, plugin
// RUN: %verify %s

void onCores(int n, int *x, int *y) {
  int t, left, s = 0, last = 0;
#pragma omp parallel private(t, left) firstprivate(s)
  {
    int own = 0;
    // expected-note@+1 {{declare 'own' inside the loop if each iteration sets it anew}}
#pragma omp for hetero(1)
    for (int i = 0; i < n; i++)
      own += x[i]; // expected-warning {{each thread of the team has a 'own' of its own, which the loop changes}}
    y[own % 2] = 0;
    // expected-note@+1 {{declare 'left' inside the loop, or name it in 'private' of its directive}}
#pragma omp for hetero(1)
    for (int i = 0; i < n; i++) {
      left = x[i]; // expected-warning {{the program uses what the loop leaves in 'left', which each thread has of its own}}
      y[i] = left;
    }
    y[0] = left;
#pragma omp for hetero(1)
    for (int i = 0; i < n; i++) {
      t = x[i];
      y[i] = t;
    }
    t = s;
    y[1] = t;
    // expected-note@+2 {{leave out 'lastprivate'}}
    // expected-warning@+1 {{'last' is firstprivate and lastprivate}}
#pragma omp for hetero(1) firstprivate(last) lastprivate(last)
    for (int i = 0; i < n; i++)
      last = y[i];
  }
}
