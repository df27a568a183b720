// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// __HETCC__ is defined in a unit that mentions it, even without a directive of hetcc's. Such a unit is still compiled
// by the host compiler alone, without OpenMP.
// RUN: %hetcc %s -o %t && %t | FileCheck %s
// RUN: %hetcc --hetcc-off %s -o %t && %t | FileCheck %s --check-prefix=OFF
// RUN: env HETCC_HOST_CC=gcc %hetcc --hetcc-dryrun %s | FileCheck %s --check-prefix=STEPS

// CHECK: under hetcc
// OFF: elsewhere
// STEPS-NOT: hetcc-translate
// STEPS: gcc {{.*}}mention.c -D__HETCC__=1 -idirafter {{[^ ]*}}include{{$}}
#include <stdio.h>

#ifdef _OPENMP
#error OpenMP must not be on
#endif

int main(void) {
#ifdef __HETCC__
  puts("under hetcc");
#else
  puts("elsewhere");
#endif
}
