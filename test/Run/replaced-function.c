// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The program, or a library that is loaded first, may replace a function that a shared library defines and calls. Cores call the
// replacement. Device forms contain the library's own function, so devices run loops only if that one is called.
// RUN: %hetcc -O2 -fopenmp -fPIC -shared -Werror=hetcc %s -o %t.so
// RUN: %hetcc -O2 -fopenmp %S/Inputs/replaced-function-main.c %t.so -o %t.own
// RUN: %hetcc -O2 -fopenmp -DREPLACE %S/Inputs/replaced-function-main.c %t.so -o %t.program
// RUN: %host_cc -O2 -fopenmp -fPIC -shared -DLIBRARY %S/Inputs/replaced-function-main.c -o %t.first.so
// RUN: %serial -O2 -fPIC -shared %s -o %t.serial.so
// RUN: %serial -O2 %S/Inputs/replaced-function-main.c %t.serial.so -o %t.serial
// RUN: %serial -O2 -DREPLACE %S/Inputs/replaced-function-main.c %t.serial.so -o %t.serial.program
//
// No replacement.
// RUN: %t.serial >%t.expected
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 HETRT_SCHEDULE=static HETRT_REPORT=json:%t.json %t.own 2>&1 | diff %t.expected -
// RUN: %reported %t.json "iterations('emulated') > 0 and iterations('cpu') > 0"
//
// The program has a replacement.
// RUN: %t.serial.program >%t.expected
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 HETRT_SCHEDULE=static HETRT_REPORT=json:%t.json %t.program >%t.out 2>%t.err
// RUN: diff %t.expected %t.out
// RUN: FileCheck %s --input-file %t.err
// RUN: FileCheck %s --input-file %t.json --check-prefix REPORT
// RUN: %reported %t.json "iterations('emulated') == 0 and iterations('cpu') > 0"
//
// A library that is loaded first has a replacement.
// RUN: env LD_PRELOAD=%t.first.so %t.serial >%t.expected
// RUN: env LD_PRELOAD=%t.first.so HETRT_DEVICES=cpu:1,emulated:1 HETRT_SCHEDULE=static %t.own 2>%t.err | diff %t.expected -
// RUN: FileCheck %s --input-file %t.err
//
// The linker, an attribute or an option makes replacement impossible: results are those without replacement.
// RUN: %t.serial >%t.expected
// RUN: %hetcc -O2 -fopenmp -fPIC -shared -Wl,-Bsymbolic %s -o %t.so
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 HETRT_SCHEDULE=static HETRT_REPORT=json:%t.json %t.program 2>&1 | grep 'sums' | diff %t.expected -
// RUN: %reported %t.json "iterations('emulated') > 0"
// RUN: %hetcc -O2 -fopenmp -fPIC -shared -fvisibility=hidden -DEXPORT='__attribute__((visibility("default")))' --hetcc-emit-source %s | not grep "^static const hetrt_callee"
// RUN: %hetcc -O2 -fopenmp -fPIC -shared -fno-semantic-interposition --hetcc-emit-source %s | not grep "^static const hetrt_callee"
// RUN: %hetcc -O2 -fopenmp -fPIE --hetcc-emit-source %s | not grep "^static const hetrt_callee"
// RUN: %hetcc -O2 -fopenmp -fPIC --hetcc-emit-source %s | grep "^static const hetrt_callee"
#ifndef EXPORT
#define EXPORT
#endif

static int base = 1; // device forms of the function get this variable as an argument
int weight(int value) { return value + base; }
static int twice(int value) { return 2 * weight(value); }

EXPORT void compute(int n, int *sum) {
  // CHECK: replaced-function.c:[[# @LINE + 2]]: cores alone run the loop: another 'weight' is called than that of replaced-function.c:[[# @LINE - 4]], which is known
  // REPORT: another 'weight' is called
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++)
    sum[i] = twice(i) + weight(-i);
}
