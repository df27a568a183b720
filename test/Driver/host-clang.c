// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// clang may be the host compiler.
// REQUIRES: clang, libomp
// RUN: env HETCC_HOST_CC=%clang %hetcc -O2 -g -gsplit-dwarf %S/Inputs/axpy.c -L%clang_libraries -Wl,-rpath,%clang_libraries -o %t
// RUN: %t | FileCheck %s

// CHECK: sum 1498500
