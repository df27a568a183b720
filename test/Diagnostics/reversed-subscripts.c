// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// In C an index may stand before its array: `j[o]`. Device forms rewrite the text between two indices, so a loop with
// two indices, one of them reversed, stays on the CPUs; a single reversed index is fine.
// REQUIRES: clang, plugin
// RUN: %verify %s

enum { N = 16 };

void reversed(int (*m)[N], int *o) {
#pragma omp parallel for hetero(1) part_copyin(m[0:N][1:N]) part_copy(o[1:N])
  for (int j = 0; j < N; j++)
    for (int i = 0; i < N; i++)
      o[j] += j[m[i]]; // expected-warning {{this loop runs on the CPUs alone: an index stands before the array that it belongs to}} expected-note@-3 {{write it as 'array[index]'}}
#pragma omp parallel for hetero(1) part_copyin(m[0:N][1:N]) part_copy(o[1:N])
  for (int j = 0; j < N; j++)
    for (int i = 0; i < N; i++)
      o[j] += i[m][j]; // expected-warning {{this loop runs on the CPUs alone: an index stands before the array that it belongs to}} expected-note@-3 {{write it as 'array[index]'}}
#pragma omp parallel for hetero(1) part_copy(o[1:N])
  for (int j = 0; j < N; j++)
    j[o] += 1;
}
