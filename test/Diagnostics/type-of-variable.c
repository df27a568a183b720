// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// If a body only uses a local variable's type or size, the loop stays on the CPUs: the variable is not passed to devices, and its name may
// mean another variable where the device form is compiled. Arrays at file scope mean the same there.
// REQUIRES: clang, plugin
// RUN: %verify %s

char bytes[100], global[7];

void sizes(int n, int *x) {
  char bytes[3];
#pragma omp parallel for hetero(1) part_copy(x[1:n]) // expected-note {{name the type instead of the variable}}
  for (int i = 0; i < n; i++)
    x[i] = sizeof bytes; // expected-warning {{it asks for the type or the size of 'bytes' alone}}
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; i++)
    x[i] = sizeof global + sizeof x[i] + sizeof n + n;
}

void types(int n, int *x) {
  short s = 2;
  typedef __typeof__(s) type;
#pragma omp parallel for hetero(1) part_copy(x[1:n]) // expected-note {{name the type instead of the variable}}
  for (int i = 0; i < n; i++) {
    __typeof__(s) t = 3; // expected-warning {{it asks for the type or the size of 's' alone}}
    x[i] = t;
  }
  // expected-note@+2 {{name the type instead of the variable}}
  // expected-warning@+1 {{'type' is declared by means of 's'}}
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; i++)
    x[i] = (type)i;
  (void)s;
}
