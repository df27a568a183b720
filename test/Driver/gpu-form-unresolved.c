// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One unresolved function makes ptxas or the driver refuse a whole module with all of its kernels, so hetcc leaves out
// only the loop that calls the function. Here: a C99 inline function without a definition in this unit; and an error of
// the assembler about one kernel. If the assembler does not know the architecture, no loop is left out.
// REQUIRES: ptx
// RUN: rm -rf %t && mkdir -p %t/bin && cd %t && echo "int thrice(int i) { return 3 * i; }" >other.c
// RUN: %hetcc -std=gnu99 -Wno-attributes -O1 %s other.c -o one 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: grep -aoE "entry hetcc_[0-9]+_[0-9]+" one | sort -u | FileCheck %s --check-prefix=KERNELS
// RUN: not grep -qaE "[.]extern [.]func" one
// RUN: env HETRT_DEVICES=emulated:1 ./one | FileCheck %s --check-prefix=OUTPUT

// The assembler (here a script in place of ptxas) refuses one kernel, for each architecture.
// RUN: printf '#!/bin/sh\nfor a; do case $a in *.ptx) in=$a;; esac; out=$a; done\nif grep -q "entry hetcc_2_0" "$in"; then echo "ptxas error   : Entry function uses too much of it" >&2; exit 255; fi; >"$out"\n' >bin/ptxas
// RUN: printf '#!/bin/sh\nfor a; do case $a in --create=*) >"${a#--create=}";; esac; done\n' >bin/fatbinary
// RUN: chmod +x bin/*
// RUN: env CUDA_HOME=$PWD %hetcc -DPLAIN -Wno-attributes -O1 %s other.c -o refused 2>&1 | FileCheck %s --check-prefix=REFUSED --implicit-check-not=warning:
// RUN: grep -aoE "entry hetcc_[0-9]+_[0-9]+" refused | sort -u | FileCheck %s --check-prefix=OTHERS

// Each loop has its own reason. An undefined function is found in the PTX, so also where no assembler is installed.
// RUN: env CUDA_HOME=$PWD %hetcc -std=gnu99 -Wno-attributes -O1 %s other.c -o both 2>&1 | FileCheck %s --check-prefixes=CHECK,REFUSED
// RUN: grep -aoE "entry hetcc_[0-9]+_[0-9]+" both | sort -u | FileCheck %s --check-prefix=FIRST

// KERNELS: hetcc_0_0
// KERNELS-NEXT: hetcc_2_0
// KERNELS-NOT: hetcc_
// OTHERS: hetcc_0_0
// OTHERS-NEXT: hetcc_1_0
// OTHERS-NOT: hetcc_
// FIRST: hetcc_0_0
// FIRST-NOT: hetcc_
// OUTPUT: 4950 14850 9900
#include <stdio.h>

enum { N = 100 };

#ifdef PLAIN
static
#endif
__attribute__((noinline)) inline int thrice(int i) { return 3 * i; }

static int once(int *a) {
  int sum = 0;
#pragma omp parallel for hetero(1) part_copyout(a[1:N]) reduction(+ : sum)
  for (int i = 0; i < N; i++)
    sum += a[i] = i;
  return sum;
}

static int three(int *a) {
  int sum = 0;
// CHECK: gpu-form-unresolved.c:[[#@LINE+2]]:{{.*}}warning: this loop has no form for GPUs: the device compiler refuses it: 'thrice' has no definition that devices can have
// CHECK: note: move what it refuses to a function, with another text in it under '#ifdef __NVPTX__'
#pragma omp parallel for hetero(1) part_copyout(a[1:N]) reduction(+ : sum)
  for (int i = 0; i < N; i++)
    sum += a[i] = thrice(i);
  return sum;
}

static int twice(int *a) {
  int sum = 0;
// REFUSED: gpu-form-unresolved.c:[[#@LINE+1]]:{{.*}}warning: this loop has no form for GPUs: the device compiler refuses it: ptxas error   : Entry function uses too much of it
#pragma omp parallel for hetero(1) part_copyout(a[1:N]) reduction(+ : sum)
  for (int i = 0; i < N; i++)
    sum += a[i] = 2 * i;
  return sum;
}

int main(void) {
  int a[N];
  printf("%d ", once(a));
  printf("%d ", three(a));
  printf("%d\n", twice(a));
}
