// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A member can be passed to a device without the object around it, unless the loop, or a function that gets its address, steps from the
// member to the surrounding object (container_of). For a function that only reads the member, a copy is passed.
// RUN: %hetcc -O1 -fopenmp --hetcc-auto=all --hetcc-summary=%t.summary %s -o %t
// RUN: FileCheck %s --check-prefix=SUMMARY --input-file=%t.summary && rm %t.summary
// RUN: gcc -O1 -w %s -o %t.serial
// RUN: %compare %t.serial %t
// SUMMARY: 1 of 5 loops split
// SUMMARY: 'omp parallel for' is not split: it makes pointers of what may be no pointers, in 'around'
// SUMMARY: 'omp parallel for' is not split: {{.*}}'p'
// SUMMARY: 'omp parallel for' is not split: {{.*}}'o'
// SUMMARY: 'omp parallel for' is not split: {{.*}}'p'
#include <stddef.h>
#include <stdio.h>

enum { N = 1000 };
typedef struct {
  int k, offset;
} Node;
typedef struct {
  double x;
  Node node;
  double *values, last;
} Outer;
typedef struct {
  double x;
  Node node;
  double last;
} Plain;
static double y[N];

static double around(const Node *n, int i) {
  const Outer *o = (const Outer *)((const char *)n - offsetof(Outer, node));
  return o->x + n->k + o->last + i;
}
static double aroundPlain(const Node *n, int i) {
  const Plain *p = (const Plain *)((const char *)n - offsetof(Plain, node));
  return p->x + n->k + p->last + i;
}
static double relative(const Node *n, int i) { return *(const double *)((const char *)n + n->offset) + i; }
static double within(const Node *n, int i) { return n->k + i; }

static void show(const char *name) {
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum = sum * 1.001 + y[i];
  printf("%s %.10g\n", name, sum);
}

static void all(Outer o, const Plain *p) {
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    y[i] = around(&o.node, i);
  show("an object with pointers");
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    y[i] = aroundPlain(&p->node, i);
  show("an object behind a pointer");
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    y[i] = relative(&o.node, i);
  show("an offset");
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    y[i] = *(const double *)((const char *)&p->node + p->node.offset) + i;
  show("in the body");
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    y[i] = within(&o.node, i);
  show("the member alone");
}

int main(void) {
  const Outer o = {3.5, {2, offsetof(Outer, last) - offsetof(Outer, node)}, NULL, 9.25};
  const Plain p = {4.5, {3, offsetof(Plain, last) - offsetof(Plain, node)}, 7.75};
  all(o, &p);
  return 0;
}
