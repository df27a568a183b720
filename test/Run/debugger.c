// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// gdb stops at a line of the loop body in the user's source, and prints variables of the body and from around the loop,
// on the cores and on an emulated device. The line numbers are those of the user's source.
// REQUIRES: gdb
// RUN: %hetcc -g -O0 %s -o %t
// RUN: env HETRT_DEVICES=cpu:1 gdb -batch -nx -x %S/Inputs/debugger.gdb %t 2>&1 | FileCheck %s
// RUN: env HETRT_DEVICES=emulated:1 gdb -batch -nx -x %S/Inputs/debugger.gdb %t 2>&1 | FileCheck %s --check-prefixes=CHECK,DEVICE

// DEVICE: hetrt_emulated_0
// CHECK: debugger.c:[[# @LINE + 12]]
// CHECK: $1 = 42
// CHECK: $2 = 7
// CHECK: $3 = 294
// CHECK: $4 = 1295
enum { N = 100 };
static int x[N];

static void run(int n, int factor) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; i++) {
    int value = i * factor;
    value += 1008; // gdb stops here
    x[i] = value;
  }
}

int main(void) {
  run(N, 7);
  return x[42] != 1302;
}
