// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// No barrier between an access of lane 0 to an element and a loop that begins behind this element or ends before it,
// such as the diagonal and the rest of a triangle. Where the loop may touch the element, there is a barrier.
// REQUIRES: ptx
// RUN: rm -rf %t && mkdir %t && cd %t && %hetcc -O2 -Wno-all --save-temps -c %s
// RUN: sed '/^ *\/\//d' lanes-beside.hetcc.device.c | FileCheck %s

// CHECK-LABEL: void hetcc_0_0_body(
// CHECK-NOT: hetrt_meet(
// CHECK-LABEL: void hetcc_1_0_body(
void upper(int n, double *a) {
#pragma omp parallel for hetero(1) part_copy(a[1:n][0:n])
  for (int i = 0; i < n; i++) {
    a[i * n + i] = 1;
    for (int j = i + 1; j < n; j++)
      a[i * n + j] += j;
  }
}

// CHECK-NOT: hetrt_meet(
// CHECK-LABEL: void hetcc_2_0_body(
void lower(int n, double *a) {
#pragma omp parallel for hetero(1) part_copy(a[1:n][0:n])
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++)
      a[i * n + j] += j;
    a[i * n + i] *= 2;
  }
}

// CHECK-NOT: hetrt_meet(
// CHECK-LABEL: void hetcc_3_0_body(
void downwards(int n, double (*a)[64]) {
#pragma omp parallel for hetero(1) part_copy(a[1:n][0:64])
  for (int i = 0; i < n; i++) {
    a[i][60] = 1;
    for (int j = 59; j >= 0; j--)
      a[i][j] += j;
  }
}

// CHECK: hetrt_meet(
// CHECK-LABEL: void hetcc_4_0_body(
void withDiagonal(int n, double *a) {
#pragma omp parallel for hetero(1) part_copy(a[1:n][0:n])
  for (int i = 0; i < n; i++) {
    a[i * n + i] = 1;
    for (int j = i; j < n; j++)
      a[i * n + j] += j;
  }
}

// CHECK: hetrt_meet(
// CHECK-LABEL: void hetcc_5_0_body(
void inclusive(int n, double *a) {
#pragma omp parallel for hetero(1) part_copy(a[1:n][0:n])
  for (int i = 0; i < n; i++) {
    for (int j = 0; j <= i; j++)
      a[i * n + j] += j;
    a[i * n + i] *= 2;
  }
}

// j = first + 1 wraps to 0 for the largest unsigned number, so the loop may touch a[i][first % 64].
// CHECK: hetrt_meet(
// CHECK-LABEL: void hetcc_6_0_body(
void wraps(unsigned n, unsigned first, double (*a)[64]) {
#pragma omp parallel for hetero(1) part_copy(a[1:n][0:64])
  for (unsigned i = 0; i < n; i++) {
    a[i][first % 64] = 1;
    for (unsigned j = first + 1; j < 64; j++)
      a[i][j] += j;
  }
}

// A negative n converts to a large unsigned number in `j < n`.
// CHECK: hetrt_meet(
// CHECK-LABEL: void hetcc_7_0_body(
void mixed(int rows, int n, double (*a)[64]) {
#pragma omp parallel for hetero(1) part_copy(a[1:rows][0:64])
  for (int i = 0; i < rows; i++) {
    for (unsigned j = 0; j < n; j += 63u)
      if (j < 64)
        a[i][j] += 1;
    a[i][n] *= 3;
  }
}

// k may be any index, also one of the loop.
// CHECK: hetrt_meet(
void elsewhere(int n, int k, double (*a)[64]) {
#pragma omp parallel for hetero(1) part_copy(a[1:n][0:64])
  for (int i = 0; i < n; i++) {
    a[i][k] = 1;
    for (int j = 1; j < 64; j++)
      a[i][j] += j;
  }
}
