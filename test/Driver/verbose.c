// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// -v prints the commands that hetcc runs, and the host compiler prints those that it runs.
// RUN: %hetcc -v -c %S/Inputs/axpy.c -o %t.o 2>&1 | FileCheck %s

// CHECK: hetcc-translate --output-dir=
// CHECK: cc1
