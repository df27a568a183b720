// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One command compiles and links, in silence, and leaves nothing behind: neither in the folder for temporary files nor in
// the working folder.
// RUN: rm -rf %t && mkdir -p %t/tmp %t/work && cd %t/work
// RUN: env TMPDIR=%t/tmp %hetcc -O2 %S/Inputs/axpy.c -o prog 2>&1 | count 0
// RUN: ls %t/tmp | count 0
// RUN: ls %t/work | count 1
// RUN: ./prog | FileCheck %s

// CHECK: sum 1498500
