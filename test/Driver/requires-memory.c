// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A host compiler may not know 'omp requires unified_shared_memory': hetcc removes the clause for it, with and without
// split loops or --hetcc-off; other clauses of the directive stay. With the clause, the loops need no map.
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s unit.c
// RUN: %hetcc -O2 -fopenmp --hetcc-auto --hetcc-summary=loops.txt unit.c -o unit 2>&1 | FileCheck %s --allow-empty --implicit-check-not=error --implicit-check-not=unimplemented
// RUN: FileCheck %s --check-prefix=SUMMARY --input-file=loops.txt
// SUMMARY: unit.c: 2 of 2 loops split
// RUN: %serial -O2 unit.c -o serial && ./serial > expected
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 HETRT_EMULATED=unified HETRT_SCHEDULE=static HETRT_REPORT=json:report.json ./unit > out && diff expected out
// RUN: %reported report.json "len(regions) == 2 and all(d['in_place'] and d['bytes_in'] + d['bytes_out'] == 0 for d in devices('emulated'))"
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 ./unit > out && diff expected out

// Without the requirement, the second loop, which follows pointers, is not split.
// RUN: grep -v 'omp requires' unit.c > without.c
// RUN: %hetcc -O2 -fopenmp --hetcc-auto --hetcc-summary without.c -o without 2>&1 | FileCheck %s --check-prefix=WITHOUT
// WITHOUT: without.c: 1 of 2 loops split

// The translated source, which the host compiler gets.
// RUN: %hetcc -O2 -fopenmp --hetcc-auto --hetcc-emit-source unit.c -o - | FileCheck %s --check-prefix=TEXT
// TEXT: #if defined(__clang__) || !defined(__GNUC__) || __GNUC__ > 12
// TEXT-NEXT: #pragma omp requires atomic_default_mem_order(seq_cst) unified_shared_memory
// TEXT-NEXT: #else
// TEXT-NEXT: #pragma omp requires atomic_default_mem_order(seq_cst)
// TEXT-NEXT: #endif
// RUN: %hetcc -O2 --hetcc-off %S/Inputs/requires-ours.c -o off && env HETRT_DEVICES=cpu:2 ./off

// A unit in which nothing is split, and one with hetcc's directives.
// RUN: %hetcc -O2 -fopenmp --hetcc-auto -c -x c - -o nothing.o < %S/Inputs/requires-alone.c
// RUN: %hetcc -O2 %S/Inputs/requires-ours.c -o ours && env HETRT_DEVICES=cpu:1,emulated:1 ./ours

#include <stdio.h>
#include <stdlib.h>

#pragma omp requires atomic_default_mem_order(seq_cst), unified_shared_memory

__attribute__((noinline)) static void add(int n, const double *x, double *y) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++)
    y[i] += x[i];
}

struct node {
  double value;
  struct node *next;
};

__attribute__((noinline)) static void lists(int n, struct node **heads, double *y) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (struct node *p = heads[i]; p; p = p->next)
      sum += p->value;
    y[i] = sum;
  }
}

int main(void) {
  enum { n = 2000 };
  double *x = malloc(n * sizeof *x), *y = malloc(n * sizeof *y);
  struct node **heads = malloc(n * sizeof *heads), *nodes = malloc(2 * n * sizeof *nodes);
  for (int i = 0; i < n; i++) {
    x[i] = i, y[i] = 1;
    heads[i] = &nodes[2 * i];
    nodes[2 * i] = (struct node){i, &nodes[2 * i + 1]};
    nodes[2 * i + 1] = (struct node){0.5, i % 3 ? &nodes[1] : NULL};
  }
  nodes[1].next = NULL;
  add(n, x, y);
  printf("%.17g %.17g\n", y[0], y[n - 1]);
  lists(n, heads, y);
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum = sum * 0.5 + y[i];
  printf("%.17g\n", sum);
  return 0;
}
