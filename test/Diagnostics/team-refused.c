// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Clauses that may not stand on a loop of a team ('omp for'), and reasons that keep such a loop on the cores.
// REQUIRES: clang, plugin
// RUN: %verify %s

int omp_get_thread_num(void);

void refused(int n, int *x) {
  // expected-error@+1 {{clause 'if' cannot stand on 'omp for'}}
#pragma omp for hetero(1) if (n > 3)
  for (int i = 0; i < n; i++)
    x[i] = i;
  // expected-error@+1 {{clause 'num_threads' cannot stand on 'omp for'}}
#pragma omp for hetero(1) num_threads(2)
  for (int i = 0; i < n; i++)
    x[i] = i;
  // expected-error@+1 {{clause 'memory' cannot stand on 'omp for'}}
#pragma omp for hetero(1) memory(migrate)
  for (int i = 0; i < n; i++)
    x[i] = i;
  // expected-error@+1 {{clause 'depend' cannot stand on 'omp for'}}
#pragma omp for hetero(1) depend(out : x[0])
  for (int i = 0; i < n; i++)
    x[i] = i;
  // expected-error@+1 {{clause 'nowait' cannot stand on 'omp parallel for'}}
#pragma omp parallel for hetero(1) nowait
  for (int i = 0; i < n; i++)
    x[i] = i;
}
