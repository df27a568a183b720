// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An object whose last member is an array without a length may be longer than its type, so that a copy would not have all that functions
// read. Such loops stay on the host: the object is passed to a function, copied by value, or an array element.
// RUN: %hetcc -O1 -fopenmp --hetcc-auto=all --hetcc-summary=%t.summary %s -o %t
// RUN: FileCheck %s --check-prefix=SUMMARY --input-file=%t.summary && rm %t.summary
// RUN: gcc -O1 -w %s -o %t.serial
// RUN: %compare %t.serial %t
// SUMMARY: 1 of 4 loops split
// SUMMARY: 'omp parallel for' is not split: 'handed' is of a type that does not travel to a device
// SUMMARY: 'omp parallel for' is not split: 'empty' is of a type that does not travel to a device
// SUMMARY: 'omp parallel for' is not split: {{.*}}elements
#include <stdio.h>

enum { N = 1000 };
static double values[N], y[N];
typedef struct {
  double *values;
  int n;
  int tail[];
} Handed;
typedef struct {
  int n;
  int tail[0];
} Empty;
typedef struct {
  int n;
  int tail[];
} Element;
static Handed handed = {values, 10, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}};
static struct {
  Empty empty;
  int behind[10];
} longer = {{10}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}};
static Element element = {10, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}};

static double ofHanded(const Handed *h, int i) { return h->values[i] + h->tail[i % 10]; }
static double ofEmpty(const Empty *e, int i) { return e->n + i; }
static double ofElement(const Element *e, int i) { return e->tail[i % 10]; }

static void show(const char *name) {
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum = sum * 1.001 + y[i];
  printf("%s %.10g\n", name, sum);
}

static void all(const Element *elements, Empty empty) {
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    y[i] = ofHanded(&handed, i);
  show("handed");
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    y[i] = ofEmpty(&empty, i);
  show("by value");
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    y[i] = ofElement(&elements[0], i);
  show("an element");
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    y[i] = values[i] + handed.n + empty.n;
  show("a member");
}

int main(void) {
  for (int i = 0; i < N; i++)
    values[i] = i;
  all(&element, longer.empty);
  return 0;
}
