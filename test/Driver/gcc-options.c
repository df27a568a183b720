// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Options that only gcc knows are passed to it, and hetcc prints no message about them.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %hetcc -O3 -fipa-pta -fgcse-las -finline-limit=99 -mpreferred-stack-boundary=4 -Wlogical-op -fmax-errors=3 --param max-inline-insns-single=10 -c %S/Inputs/axpy.c 2>&1 | count 0
// RUN: %hetcc -O3 -fopt-info-vec -c %S/Inputs/axpy.c 2>&1 | FileCheck %s
// RUN: %hetcc -fsanitize=undefined,address -fanalyzer -fstack-usage -c %S/Inputs/axpy.c 2>&1 | count 0
// RUN: test -f axpy.su

// CHECK: axpy.c:{{[0-9:]*}} optimized: loop vectorized
// CHECK-NOT: unknown argument
