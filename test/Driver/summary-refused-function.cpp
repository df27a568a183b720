// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The summary lists loops in a function that gcc accepts and clang does not, with clang's reason. There is no warning,
// because the user has not asked for devices there. Loops in templates that are never instantiated are not listed.
// RUN: %hetccxx -O2 -fopenmp -Wall -Werror --hetcc-auto=all --hetcc-summary -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %hetccxx -O2 -fopenmp --hetcc-auto=all --hetcc-explain -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=EXPLAINED

// CHECK: summary-refused-function.cpp: 1 of 2 loops split
// CHECK-NEXT: summary-refused-function.cpp:[[#@LINE+5]]: 'omp parallel for' is not split: clang does not accept the function around it: {{.*}}cannot initialize a variable
// CHECK-NOT: split
// EXPLAINED: summary-refused-function.cpp:[[#@LINE+3]]:9: remark: 'omp parallel for' is not split: clang does not accept the function around it
void rows(void *of, int n, int m) {
  double (*x)[m] = (double (*)[m])of; // clang treats these as two different types
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
