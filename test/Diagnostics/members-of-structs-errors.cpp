// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Windows over arrays that are members of structs are checked like other windows.
// REQUIRES: clang, plugin
// RUN: %verify %s

struct Field {
  double *x;
  int n;
};

void leavesTheWindow(Field f) {
  // expected-note@+1 {{write 'part_copyout(f.x[1:f.n])', which is what the loop does}}
#pragma omp parallel for hetero(1) part_copyin(f.x[1:f.n])
  for (int i = 1; i < f.n; i++)
    f.x[i] = i; // expected-error {{array 'f.x' is given by 'part_copyin' and cannot be written}}
}

void needsHalo(Field *f, double *y) {
  // expected-note@+1 {{needs halo 1}}
#pragma omp parallel for hetero(1) part_copyin(f->x[1:100]) part_copy(y[1:100])
  for (int i = 0; i < 99; i++)
    y[i] = (*f).x[i + 1]; // expected-error {{index of array 'f->x' lies 1 beyond the iteration's own, outside its window}}
}

void twice(Field *f) {
  // expected-error@+1 {{array '(*f).x' is named in two data clauses}}
#pragma omp parallel for hetero(1) part_copy(f->x[1:10]) part_copyin((*f).x[1:10])
  for (int i = 0; i < 10; i++)
    f->x[i] = i;
}
