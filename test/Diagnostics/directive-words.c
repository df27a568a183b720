// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A mistyped word in a directive is an error at the word, and the message names the most similar known word.
// REQUIRES: clang, plugin
// RUN: %verify %s

void f(int n, int *x) {
  // expected-error@+1 {{unknown word 'parrallel' in a directive; did you mean 'parallel'?}}
#pragma omp parrallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; i++)
    x[i] += 1;
  // expected-error@+1 {{unknown word 'deperist' in a directive; did you mean 'depersist'?}}
#pragma omp deperist(x)
  // expected-error@+1 {{clause 'hetero' cannot stand on 'omp single'}} expected-note@+1 {{it stands on the directive of a loop}}
#pragma omp single hetero(1)
  x[0] = 1;
}
