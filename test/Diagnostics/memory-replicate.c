// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// memory(replicate): arrays of which the threads of a block cannot have copies, and uses of copied arrays that are errors.
// REQUIRES: clang, plugin
// RUN: %verify %s

double field[100];

void blocks(int n, double *x) {
  int start = 0, end = n;
#pragma omp parallel partition(static : i = start; i < end; i++) memory(replicate) map(tofrom : field[0:n, i]) // expected-error {{array 'field' cannot be replicated: others may reach it by its name, which is not local}} expected-note {{let a local pointer lead to it, and name that in the clauses and in the block}}
  for (int i = start; i < end; i++)
    field[i] = 1;
  double own[100];
#pragma omp parallel partition(static : i = start; i < end; i++) memory(replicate) map(tofrom : own[0:100, i]) // expected-error {{array 'own' cannot be replicated: the block asks for its type or its address, which are not those of a copy}} expected-note {{let a local pointer}}
  for (int i = start; i < end; i++)
    own[i] = sizeof own;
#pragma omp parallel partition(static : i = start; i < end; i++) memory(replicate) map(tofrom : own[0:100, i])
  for (int i = start; i < end; i++)
    own[i] = sizeof own[0];
  /* With 'migrate' all threads use the array itself; with 'replicate' each thread has a copy of its part. */
#pragma omp parallel devices(cpu) partition(static : i = start; i < end; i++) memory(migrate) map(tofrom : x[0:n, i])
  {
    if (start < end)
      x[start] = 0;
    for (int i = start; i < end; i++)
      x[i] += 1;
  }
#pragma omp parallel devices(cpu) partition(static : i = start; i < end; i++) memory(replicate) map(tofrom : x[0:n, i])
  {
    if (start < end)
      x[start] = 0; // expected-error {{array 'x' has a copy in each thread of the block: it is only touched in loops from 'start' to 'end'}}
    for (int i = start; i < end; i++)
      x[i] += 1;
  }
  /* An array that is mapped as a whole (own) is copied too. */
#pragma omp parallel partition(static : i = start; i < end; i++) memory(replicate) map(tofrom : x[0:n, i]) map(to : own[0:100])
  {
#pragma omp single
    own[0] = 1; // expected-error {{array 'own' has a copy in each thread of the block: it is only touched in loops from 'start' to 'end'}}
    for (int i = start; i < end; i++)
      x[i] += own[0];
  }
}
