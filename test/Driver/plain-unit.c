// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A unit without hetcc's directives goes to the host compiler with unchanged arguments, as the dry run shows, and the
// object is identical, bit for bit.
// RUN: %hetcc -O2 -g -c %s -o %t.o
// RUN: %host_cc -O2 -g -c %s -o %t.host.o
// RUN: cmp %t.o %t.host.o
// RUN: env HETCC_HOST_CC=gcc %hetcc --hetcc-dryrun -O2 -DX="a b" -c %s | FileCheck %s
// RUN: %hetcc -O2 -S -fopenmp %s -o %t.s && %host_cc -O2 -S -fopenmp %s -o %t.host.s && cmp %t.s %t.host.s

// CHECK: {{^}}gcc -O2 '-DX=a b' -c {{.*}}plain-unit.c{{$}}

int partition(int n) {
  int hetero = n, sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += hetero;
  return sum;
}
