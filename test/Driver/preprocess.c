// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// -E leaves the directives in the text; the preprocessed file can be compiled later as an annotated unit.
// RUN: %hetcc -E %S/Inputs/axpy.c -o %t.i
// RUN: FileCheck %s <%t.i
// RUN: %hetcc -O2 %t.i -o %t && %t | FileCheck %s --check-prefix=OUTPUT

// CHECK: #pragma omp parallel for hetero(1, all, static)
// OUTPUT: sum 1498500
