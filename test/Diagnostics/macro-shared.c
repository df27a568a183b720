// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// For a directive that comes out of a macro, hetcc writes out the whole expansion. Two directives out of one use of a
// macro would both do so, which is an error; each needs a use of its own.
// REQUIRES: clang, plugin
// RUN: %verify %s

#define ADD _Pragma("omp parallel for hetero(1) part_copy(a[1:n])") for (int i = 0; i < n; i++) a[i] += i
#define TAKE _Pragma("omp parallel for hetero(1) part_copy(a[1:n])") for (int i = 0; i < n; i++) a[i] -= 3
#define BOTH ADD; TAKE
#define IN_DATA(LOOP) _Pragma("omp target data map(tofrom : a[0:n])") LOOP

void shared(int n, int *a) {
  BOTH; // expected-error {{'omp parallel for' comes out of the same use of a macro as another directive; let each come out of one of its own}}
}

void inside(int n, int *a) {
  IN_DATA(ADD); // expected-error {{'omp parallel for' comes out of the same use of a macro as another directive}}
}

void apart(int n, int *a) {
  ADD; TAKE; ADD;
}
