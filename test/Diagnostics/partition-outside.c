// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The directives of partition-directives.c outside of a block with a partition.
// REQUIRES: clang, plugin
// RUN: %verify %s

void f(int n, int *x) {
#pragma omp target update padding_to(x) // expected-error {{'omp target update' stands in no block with a partition}}
#pragma omp bind_partition(i)           // expected-error {{'omp bind_partition' stands in no block with a partition}}
  for (int i = 0; i < n; i++)
    x[i] = i;
}
