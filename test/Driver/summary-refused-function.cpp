// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops in a function that clang does not accept, of which gcc knows more, are in the summary, with what clang says; they
// give no warning, since nobody has asked for devices there. Loops of templates that nothing uses are not.
// RUN: %hetccxx -O2 -fopenmp -Wall -Werror --hetcc-auto=all --hetcc-summary -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %hetccxx -O2 -fopenmp --hetcc-auto=all --hetcc-explain -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=EXPLAINED

// CHECK: summary-refused-function.cpp: 1 of 2 loops split
// CHECK-NEXT: summary-refused-function.cpp:[[#@LINE+5]]: 'omp parallel for' is not split: clang does not accept the function around it: {{.*}}cannot initialize a variable
// CHECK-NOT: split
// EXPLAINED: summary-refused-function.cpp:[[#@LINE+3]]:9: remark: 'omp parallel for' is not split: clang does not accept the function around it
void rows(void *of, int n, int m) {
  double (*x)[m] = (double (*)[m])of; // two types for clang
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i][0] = i;
}

void plain(int n, double *x) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] = i;
}

template <typename T> void unused(int n, T *x) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] = T(i);
}
