// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays at the end of objects that are longer than their type, and arrays of unknown length that a later declaration
// completes: the type does not give their length.
// RUN: %hetcc -O1 -fopenmp --hetcc-auto=all --hetcc-summary=%t.summary %s -o %t
// RUN: FileCheck %s --check-prefix=SUMMARY --input-file=%t.summary && rm %t.summary
// RUN: gcc -O1 -w %s -o %t.serial
// RUN: %compare %t.serial %t
// SUMMARY: 7 of 7 loops split
#include <stdio.h>
#include <stdlib.h>

enum { N = 3000 };
struct one {
  int n;
  int a[1];
};
struct none {
  int n;
  int a[0];
};
struct flexible {
  int n;
  int a[];
};
struct outer {
  int n;
  struct one in;
};
extern int later[];

static void show(const char *name, const int *a, int n) {
  unsigned long sum = 0;
  for (int i = 0; i < n; i++)
    sum = sum * 31 + (unsigned)a[i];
  printf("%s %lx\n", name, sum);
}

int main(void) {
  static int at[N];
  for (int i = 0; i < N; i++)
    at[i] = (i * 7) % N;
  struct one *one = calloc(1, sizeof(struct one) + N * sizeof(int));
  struct none *none = calloc(1, sizeof(struct none) + N * sizeof(int));
  struct flexible *flexible = calloc(1, sizeof(struct flexible) + N * sizeof(int));
  struct outer *outer = calloc(1, sizeof(struct outer) + N * sizeof(int));
  one->n = none->n = flexible->n = outer->n = N;
#pragma omp parallel for
  for (int i = 0; i < one->n; i++)
    one->a[i] = i * 3;
  show("one", one->a, N);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    one->a[at[i]] += i;
  show("through indices", one->a, N);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    none->a[at[i]] = i;
  show("none", none->a, N);
#pragma omp parallel for
  for (int i = 0; i < flexible->n; i++)
    flexible->a[i] = one->a[at[i]];
  show("flexible", flexible->a, N);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    outer->in.a[at[i]] = i;
  show("outer", outer->in.a, N);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    later[i] = at[i];
  show("later", later, N);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    later[at[i]] = i;
  show("later through indices", later, N);
  return 0;
}

int later[N];
