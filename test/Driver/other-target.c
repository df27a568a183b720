// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The runtime and the kernels are built for 64 bits: an annotated unit for another target is refused at once.
// REQUIRES: target-x86_64
// RUN: not %hetcc -m32 -c %S/Inputs/axpy.c -o %t.o 2>&1 | FileCheck %s
// CHECK: hetcc: error: '-m32': loops with our directives are built for 64 bits only; '--hetcc-off' leaves the directives out
