// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// clang knows 'omp requires unified_shared_memory': where it is the host compiler, the directive stays in the translated source.
// REQUIRES: clang, libomp
// RUN: env HETCC_HOST_CC=%clang %hetcc -O2 %S/Inputs/requires-ours.c -L%clang_libraries -Wl,-rpath,%clang_libraries -o %t
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 HETRT_EMULATED=unified %t
// RUN: env HETCC_HOST_CC=%clang %hetcc -O2 -fopenmp --hetcc-auto -c %S/Inputs/requires-alone.c -o %t.o
// RUN: env HETCC_HOST_CC=%clang %hetcc -O2 --hetcc-emit-source %S/Inputs/requires-ours.c -o - > %t.c
// RUN: %clang -E -I%runtime_include %t.c | FileCheck %s
// CHECK: #pragma omp requires unified_address unified_shared_memory
