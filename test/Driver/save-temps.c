// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// --save-temps keeps the intermediate files beside the output, under names that do not change from run to run.
// RUN: rm -rf %t && mkdir -p %t/out && cd %t
// RUN: %hetcc --save-temps -c %S/Inputs/axpy.c -o out/axpy.o
// RUN: FileCheck %s <out/axpy.hetcc.c
// RUN: cp out/axpy.hetcc.c first.c && %hetcc --save-temps -c %S/Inputs/axpy.c -o out/axpy.o && cmp first.c out/axpy.hetcc.c
// RUN: %hetcc -save-temps=cwd -c %S/Inputs/axpy.c -o out/axpy.o && test -f axpy.hetcc.c

// CHECK: {{^}}#{{(line)?}} 1 "{{.*}}axpy.c"
