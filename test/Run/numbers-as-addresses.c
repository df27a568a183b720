// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loop, or a function that it calls in any unit, makes pointers from integers and bytes that hold host addresses. No
// type says which arrays these lead to, so the cores run the loop.
// RUN: %hetcc -O1 -fopenmp --hetcc-auto=all --hetcc-summary=%t.summary -c %s -o %t.o
// RUN: FileCheck %s --check-prefix=SUMMARY --input-file=%t.summary && rm %t.summary
// RUN: %hetcc -O1 --hetcc-functions -c %S/Inputs/numbers-as-addresses.c -o %t.unit.o
// RUN: %hetcc -fopenmp %t.o %t.unit.o -o %t
// RUN: gcc -O1 -w %s %S/Inputs/numbers-as-addresses.c -o %t.serial
// RUN: %compare %t.serial %t
// Functions of other units are examined when the program runs.
// SUMMARY: 3 of 10 loops split
// SUMMARY: 'omp parallel for' is not split: it makes a pointer of an integer, in 'get'
// SUMMARY: 'omp parallel for' is not split: it makes a pointer of an integer, in 'put'
// SUMMARY: 'omp parallel for' is not split: it makes pointers of what may be no pointers
// SUMMARY: 'omp parallel for' is not split: it makes pointers of what may be no pointers
// SUMMARY: 'omp parallel for' is not split: it makes pointers of what may be no pointers, in 'ofBytes'
// SUMMARY: 'omp parallel for' is not split: it makes pointers of what may be no pointers, in 'ofAny'
// SUMMARY: 'omp parallel for' is not split: it makes pointers of what may be no pointers
#include <stdint.h>
#include <stdio.h>

enum { N = 1000 };
typedef struct {
  uintptr_t place;
  int n;
} Handle;
typedef struct {
  int *p;
  int add;
} Context;
static int y[N], z[N];
static uint64_t table[2];
static _Alignas(8) char arena[256];

int ofOtherUnit(uintptr_t place, int i);
int ofHandle(Handle h, int i);

static int get(uintptr_t place, int i) { return ((int *)place)[i]; }
static void put(const Handle *h, int i) { ((int *)h->place)[i] = 3 * i; }
static int ofBytes(const char *bytes, int i) {
  const Context *c = (const Context *)bytes;
  return c->p[i] + c->add;
}
static int ofAny(const void *any, int i) {
  const Context *c = any;
  return c->p[i] + c->add;
}

static void show(const char *name) {
  long sum = 0;
  for (int i = 0; i < N; i++)
    sum = sum * 31 % 1000003 + z[i];
  printf("%s %ld\n", name, sum);
}

int main(void) {
  const uintptr_t place = (uintptr_t)y;
  const Handle h = {place, N};
  Context *c = (Context *)arena;
  c->p = y, c->add = 1;
  table[0] = place;
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    y[i] = 2 * i;
    z[i] = get(place, i);
  }
  show("a function reads");
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    put(&h, i);
    z[i] = y[i];
  }
  show("a function writes");
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    uintptr_t number = place;
    int *p = *(int **)&number;
    y[i] = 4 * i;
    z[i] = p[i];
  }
  show("the body sees a number as a pointer");
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    int **pointers = (int **)table;
    y[i] = 5 * i;
    z[i] = pointers[0][i];
  }
  show("an array of numbers");
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    y[i] = 6 * i;
    z[i] = ofBytes(arena, i);
  }
  show("bytes");
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    y[i] = 7 * i;
    z[i] = ofAny(arena, i);
  }
  show("memory of no type");
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    const Context *own = (const Context *)arena;
    y[i] = 8 * i;
    z[i] = own->p[i];
  }
  show("bytes in the body");
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    y[i] = 9 * i;
    z[i] = ofOtherUnit(place, i);
  }
  show("a number for another unit");
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    y[i] = 10 * i;
    z[i] = ofHandle(h, i);
  }
  show("an object for another unit");
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    z[i] = y[i] + (place != 0);
  show("a number");
  return 0;
}
