// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A directive of hetcc's must stand before a loop inside a function. At file scope it is an error.
// REQUIRES: clang, plugin
// RUN: %verify %s

// expected-error@+1 {{'omp parallel for' must stand before a loop inside a function}}
#pragma omp parallel for hetero(1)
int x[10];
