// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// If `#pragma pack` is in force at a directive, the struct that host and kernel share has the same layout in both, although the kernel is
// compiled outside of the pragma. Local names of the function are declared inside of each kernel.
// RUN: rm -rf %t && mkdir %t && cd %t && %hetcc --save-temps -O2 %s -o pack && FileCheck %s --input-file pack.hetcc.device.c
// RUN: %serial -O2 %s -o serial
// RUN: %compare ./serial ./pack

// CHECK: struct hetrt_bytes_hetcc_0_0 { char bytes[38]; } __attribute__((aligned(1)));
// CHECK: hetcc_0_0_body({{.*}} {
// CHECK: struct pair { char a; int b; };
// CHECK: #pragma pack(push, 1)
// CHECK-NEXT: struct hetrt_values_hetcc_0_0 {
// CHECK: #pragma pack(pop)
// CHECK-NEXT: _Static_assert(sizeof(struct hetrt_values_hetcc_0_0) == 38,
// CHECK-NEXT: _Static_assert(sizeof(struct pair) == 5,
// CHECK: hetcc_1_0_body({{.*}} {
// CHECK: struct pair { char a; int b; };
#include <stdio.h>

#pragma pack(push, 1)
static int y[1201];

int main(void) {
  struct pair {
    char a;
    int b;
  };
  char c = 3;
  struct pair p = {4, 5};
  long sum = 0;
#pragma omp parallel for hetero(1) part_copy(y[1:1201]) reduction(+ : sum)
  for (int i = 0; i < 1201; i++) {
    y[i] = c * i + p.b;
    sum += p.a;
  }
#pragma omp parallel for hetero(1) part_copy(y[1:1201])
  for (int i = 0; i < 1201; i++)
    y[i] += sizeof(struct pair);
  for (int i = 0; i < 1201; i++)
    sum += y[i] * i;
  printf("%ld\n", sum);
}
#pragma pack(pop)
