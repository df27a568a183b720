// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// clang works as the host compiler.
// REQUIRES: clang, libomp
// RUN: env HETCC_HOST_CC=%clang %hetcc -O2 -g -gsplit-dwarf %S/Inputs/axpy.c -L%clang_libraries -Wl,-rpath,%clang_libraries -o %t
// RUN: %t | FileCheck %s

// The generated source holds the GPU image as one long string literal, about which -pedantic must not warn.
// RUN: env HETCC_HOST_CC=%clang %hetcc -O1 -pedantic -Werror -Werror=hetcc -c %S/Inputs/axpy.c -o %t.o 2>&1 | count 0
// RUN: env HETCC_HOST_CC=%clang %hetcc -O1 -pedantic-errors -Werror=hetcc -c %S/Inputs/axpy.c -o %t.o 2>&1 | count 0

// CHECK: sum 1498500
