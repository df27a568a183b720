// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A partition over a block on the directives 'omp target' and 'omp target parallel'.
// REQUIRES: clang, plugin
// RUN: %verify %s

void f(int n, int *x, int *y) {
  int start = 0, end = n;
  // expected-error@+2 {{clause 'nowait' cannot stand on 'omp target'}}
  // expected-note@+1 {{leave it out: the program goes on when all devices have run the block}}
#pragma omp target partition(static : i = start; i < end; i++) nowait map(tofrom : x[0:n, i])
  for (int i = start; i < end; i++)
    x[i] = i;
  // expected-error@+2 {{clause 'depend' cannot stand on 'omp target parallel'}}
  // expected-note@+1 {{wait before the block, with '#pragma omp taskwait'}}
#pragma omp target parallel partition(static : i = start; i < end; i++) depend(in : y[0:n]) map(tofrom : x[0:n, i])
  for (int i = start; i < end; i++)
    x[i] = i;
  // expected-error@+1 {{'omp target' over a block needs 'partition(schedule: id = start; id < end; id++)'}}
#pragma omp target partition(static) map(tofrom : x[0:n, i])
  for (int i = start; i < end; i++)
    x[i] = i;
  // expected-error@+1 {{clause 'hetero' cannot stand on 'omp target'}}
#pragma omp target hetero(1)
  for (int i = start; i < end; i++)
    x[i] = i;
}
