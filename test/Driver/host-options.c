// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Options that gcc and clang spell alike but interpret differently have gcc's meaning: profiles, plugins, the format of messages.
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s program.c
// RUN: %hetcc -O2 -fprofile-generate program.c -o program && env HETRT_DEVICES=cpu:2 ./program | FileCheck %s
// RUN: %hetcc -O2 -fprofile-use program.c -o program 2>&1 | count 0
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 ./program | FileCheck %s
// RUN: %hetcc -O2 -fprofile-use=. -Wno-missing-profile program.c -o program 2>&1 | count 0
// RUN: %hetcc -fdiagnostics-format=json -c program.c
// RUN: not %hetcc -fplugin=./no-plugin.so -c program.c 2>&1 | FileCheck %s --check-prefix=PLUGIN
// PLUGIN: error: cannot load plugin {{.*}}no-plugin.so

#include <stdio.h>

int main(void) {
  int x[100];
#pragma omp parallel for hetero(1) part_copyout(x[1:100])
  for (int i = 0; i < 100; i++)
    x[i] = 2 * i;
  printf("%d\n", x[99]); // CHECK: 198
}
