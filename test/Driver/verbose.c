// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// -v shows the commands as they run, and the host compiler's own.
// RUN: %hetcc -v -c %S/Inputs/axpy.c -o %t.o 2>&1 | FileCheck %s

// CHECK: hetcc-translate --output-dir=
// CHECK: cc1
