// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Local declarations of the function are repeated in the kernel's body in the same order, where they hide file-scope
// names without renaming: attributes, members and labels keep their names. Types of variables are named where the
// function declares them. A _Static_assert makes sure that types have the host's layout on the device.
// RUN: rm -rf %t && mkdir %t && cd %t && %hetcc --save-temps -O2 %s -o names
// RUN: sed "/^ *\/\//d" %t/local-names.hetcc.device.c | FileCheck %s
// RUN: cd %t && %serial -O2 %s -o serial
// RUN: cd %t && %compare ./serial ./names

// CHECK: hetcc_0_0_body({{.*}} {
// CHECK: typedef outer hetrt_type_v;
// CHECK-NEXT: {
// CHECK-NEXT: struct packed { char c; double d; } __attribute__((packed));
// CHECK-NEXT: _Static_assert(sizeof(struct packed) == 9, "laid out as on the host");
// CHECK-NEXT: static const int weight[2] = {5, 7};
// CHECK-NEXT: typedef struct packed hetrt_type_p;
// CHECK-NEXT: {
// CHECK-NEXT: struct hetrt_values_hetcc_0_0 {
// CHECK: hetrt_type_p captured_p;
// CHECK: y[i] += p.d * p.c + v.weight * weight[i % 2];
// CHECK-NOT: #define
#include <stdio.h>

typedef struct {
  long weight;
} outer;
static outer v = {3};
static long y[1009];

int main(void) {
  struct packed {
    char c;
    double d;
  } __attribute__((packed));
  static const int weight[2] = {5, 7};
  struct packed p = {2, 4.5};
#pragma omp parallel for hetero(1) part_copy(y[1:1009])
  for (int i = 0; i < 1009; i++)
    y[i] += p.d * p.c + v.weight * weight[i % 2];
  long sum = 0;
  for (int i = 0; i < 1009; i++)
    sum += y[i] * i;
  printf("%ld\n", sum);
}
