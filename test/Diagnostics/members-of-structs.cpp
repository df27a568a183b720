// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Uses of structs and their members that keep a loop on the CPUs, and notes that say what helps.
// REQUIRES: clang, plugin
// RUN: %verify %s

struct Field {
  double *x;
  int n, flags : 3;
  double table[10];
  Field *next;
};
struct Plain {
  int n;
  double table[10];
};

void asAWhole(Plain p, double *y) {
  // expected-note@+1 {{name the members that the loop needs}}
#pragma omp parallel for hetero(1) part_copy(p.table[1:10]) part_copy(y[1:10])
  for (int i = 0; i < 10; i++) {
    Plain q = p; // expected-warning {{this loop runs on the CPUs alone: 'p' is used as a whole, and 'p.table' is in a data clause}}
    y[i] = q.table[i];
    p.table[i] = i;
  }
}

void written(Field f) {
  // expected-note@+1 {{where the loop accumulates, write 'omp atomic' before the update, or use 'reduction(operator: f.table[0:length])'}}
#pragma omp parallel for hetero(1) part_copyin(f.x[1:f.n])
  for (int i = 0; i < f.n; i++)
    f.table[0] += f.x[i]; // expected-warning {{this loop runs on the CPUs alone: 'f.table[0]' is written, and is not seen to be the iteration's own element of 'f.table'}}
}

void counted(Field *f) {
  // expected-note@+1 {{let the loop accumulate in a variable of the function, with a 'reduction' clause}}
#pragma omp parallel for hetero(1) part_copyin(f->x[1:100])
  for (int i = 0; i < 100; i++)
    f->n += f->x[i] > 0; // expected-warning {{this loop runs on the CPUs alone: 'f->n' is shared and written by the loop}}
}

void pointerChanges(Field f) {
#pragma omp parallel for hetero(1) part_copy(f.x[1:f.n])
  for (int i = 0; i < f.n; i++)
    *f.x++ = i; // expected-warning {{this loop runs on the CPUs alone: the pointer 'f.x' itself is changed}}
}

void otherMember(Field f, Field g) {
#pragma omp parallel for hetero(1) part_copy(f.x[1:f.n])
  for (int i = 0; i < f.n; i++)
    f.x[i] = g.x[i]; // its window is found without a clause
}

void ofItsOwn(Field f) {
  // expected-note@+1 {{copy the pointer to a local variable and name that in 'part_copy'}}
#pragma omp parallel for hetero(1) part_copy(f.table[1:10]) firstprivate(f) // expected-warning {{this loop runs on the CPUs alone, as plain OpenMP: each thread has a 'f' of its own, and 'f.table' is in a data clause}}
  for (int i = 0; i < 10; i++)
    f.table[i] = i;
}

struct Owner {
  Field f;
  void run() {
#pragma omp parallel for hetero(1) part_copy(f.x[1:10])
    for (int i = 0; i < 10; i++)
      f.x[i] = i;
  }
};

void behindPointerMeanwhile(Field *f) {
  // expected-warning@+1 {{members behind a pointer}}
#pragma omp target parallel for nowait hetero(1) part_copy((*f).x[1:10])
  for (int i = 0; i < 10; i++)
    (*f).x[i] = i;
}

void besideAnArrayMeanwhile(Plain &p) {
  // expected-warning@+1 {{the loop uses 'p.table' and other members of the same object}}
#pragma omp target parallel for nowait hetero(1) part_copy(p.table[1:10])
  for (int i = 0; i < 10; i++)
    p.table[i] = p.n;
}
