// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays and values behind pointers that no bound or clause dereferences before the loop. If the body does not
// dereference a pointer, it may be invalid.
// RUN: %serial -O2 -fopenmp %s -o %t.serial && %hetcc -O2 -fopenmp -Wall -Wextra -Werror --hetcc-auto=all --hetcc-summary=%t.summary %s -o %t
// RUN: %compare %t.serial %t
// RUN: FileCheck %s --input-file=%t.summary && rm %t.summary
// RUN: %hetcc -O2 -fopenmp --hetcc-auto=all --hetcc-no-cuda --hetcc-emit-source %s >%t.out && FileCheck --check-prefix=TEXT %s --input-file=%t.out

// CHECK: members-behind-pointers.c: 4 of 4 loops split
// TEXT: hetrt_can_read(s, sizeof *(s)) && hetrt_can_read(s->atoms, sizeof *(s->atoms)) ? s->atoms->force : 0)
#include <stdio.h>
#include <stdlib.h>

typedef double Vector[3];
struct Atoms {
  int count;
  double step;
  Vector *place, *force;
  double *energy;
};
struct Boxes {
  int count, *length;
};
struct System {
  struct Atoms *atoms;
  struct Boxes *boxes;
  struct Atoms *none, *astray;
  double scale;
};

enum { Boxes = 40, Most = 64 };

static void zero(Vector v) { v[0] = v[1] = v[2] = 0; }

static void clear(struct System *s, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    zero(s->atoms->force[i]);
    s->atoms->energy[i] = s->scale;
  }
}

static void push(struct System *s, double factor) {
#pragma omp parallel for
  for (int box = 0; box < s->boxes->count; box++)
    for (int at = Most * box, i = 0; i < s->boxes->length[box]; i++, at++)
      for (int d = 0; d < 3; d++) {
        s->atoms->force[at][d] += factor * s->atoms->place[at][d];
        s->atoms->place[at][d] += s->atoms->step * s->atoms->force[at][d];
      }
}

/* Pointers that no iteration follows: null, invalid, and all pointers if there are no iterations. */
static void unused(struct System *s, int n, int use) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    s->atoms->energy[i] += 1;
    if (use)
      s->atoms->energy[i] += s->none->energy[i] * s->astray->step + s->astray->energy[i];
  }
}

static double sum(struct System *s) {
  double all = 0;
#pragma omp parallel for reduction(+ : all)
  for (int i = 0; i < Boxes * Most; i++)
    all += s->atoms->energy[i] + (*(*s).atoms).force[i][1] * s->atoms->count;
  return all;
}

int main(void) {
  enum { N = Boxes * Most };
  struct Atoms atoms = {N, 0.25, calloc(N, sizeof(Vector)), calloc(N, sizeof(Vector)), calloc(N, sizeof(double))};
  struct Boxes boxes = {Boxes, calloc(Boxes, sizeof(int))};
  struct System s = {&atoms, &boxes, NULL, (struct Atoms *)64, 2};
  for (int i = 0; i < N; i++)
    for (int d = 0; d < 3; d++)
      atoms.place[i][d] = (i * 5 + d) % 17;
  for (int box = 0; box < Boxes; box++)
    boxes.length[box] = box % (Most - 3);
  clear(NULL, 0);
  for (int pass = 0; pass < 3; pass++) {
    clear(&s, N);
    push(&s, 1 + pass);
    unused(&s, N, 0);
    unused(NULL, 0, 1);
    printf("%g\n", sum(&s));
  }
  for (int i = 0; i < N; i += 101)
    printf("%g %g\n", atoms.place[i][0], atoms.force[i][2]);
  return 0;
}
