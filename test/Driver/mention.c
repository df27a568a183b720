// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A unit that asks about __HETCC__ is told, though it has no directive of ours. It is still compiled by the host compiler
// alone, without OpenMP.
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
