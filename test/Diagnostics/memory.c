// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory policies that do not exist, or that are not allowed on a loop.
// REQUIRES: clang, plugin
// RUN: %verify %s

void loops(int n, double *x) {
#pragma omp parallel for partition(static) memory(migat) map(tofrom : x[0:n, i]) // expected-error {{unknown policy 'migat' in 'memory'; did you mean 'migrate'?}}
  for (int i = 0; i < n; i++)
    x[i] = 1;
#pragma omp parallel for partition(static) memory(everywhere) map(tofrom : x[0:n, i]) // expected-error {{unknown policy 'everywhere' in 'memory'; wanted 'coherent', 'interleave', 'migrate', 'migrate_interleave', 'replicate'}}
  for (int i = 0; i < n; i++)
    x[i] = 1;
#pragma omp parallel for partition(static) memory() map(tofrom : x[0:n, i]) // expected-error {{expected a memory policy in 'memory'}}
  for (int i = 0; i < n; i++)
    x[i] = 1;
#pragma omp parallel for partition(static) memory(migrate) memory(migrate) map(tofrom : x[0:n, i]) // expected-error {{clause 'memory' given twice}}
  for (int i = 0; i < n; i++)
    x[i] = 1;
#pragma omp parallel for hetero(1) memory(migrate) part_copy(x[1:n]) // expected-error {{'memory' needs 'partition' on the same directive, and 'omp parallel for' has none}}
  for (int i = 0; i < n; i++)
    x[i] = 1;
#pragma omp parallel for partition(static) memory(replicate) map(tofrom : x[0:n, i]) // expected-error {{'memory(replicate)' gives the threads of a block copies of their own, and this is a loop}} expected-note {{write the partition over a block that has the loop, or 'memory(migrate)'}}
  for (int i = 0; i < n; i++)
    x[i] = 1;
}
