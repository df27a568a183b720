// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arguments may come from response files, nested and quoted, with hetcc's own options among them.
// RUN: rm -rf %t && mkdir %t && cp %S/Inputs/axpy.c %t && cd %t
// RUN: echo '-O2 --hetcc-no-cuda @inner' >outer
// RUN: echo '-o "the program" axpy.c' >inner
// RUN: %hetcc @outer && './the program' | FileCheck %s
// RUN: %hetcc @outer --hetcc-dryrun | FileCheck %s --check-prefix=STEPS

// CHECK: sum 1498500
// STEPS: hetcc-translate {{.*}} -x c axpy.c
// STEPS: -o 'the program'
