// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// --hetcc-dryrun prints the commands, ready for a shell, and runs none of them: translator, GPU tools where there are
// any, host compiler, link.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: env HETCC_HOST_CC=gcc %hetcc --hetcc-dryrun -O2 -MD %S/Inputs/axpy.c other.o -o prog | FileCheck %s
// RUN: ls | count 0

// CHECK: hetcc-translate {{.*}}--host-output=[[FOLDER:[^ ]*]]/axpy.c {{.*}} -- -O2 -D__HETCC__=1 {{.*}} -x c {{.*}}Inputs/axpy.c
// gcc's limit on unit growth is raised, so that the forms for devices do not stop inlining; an option of the user comes later and wins.
// CHECK: gcc {{.*}}--param inline-unit-growth=100 {{.*}}-iquote {{.*}}Inputs/ -O2 {{.*}} -c -o [[FOLDER]]/axpy.o {{.*}}[[FOLDER]]/axpy.c
// CHECK: gcc {{.*}} -M -MF prog.d {{.*}}-MQ prog {{.*}}Inputs/axpy.c
// CHECK: gcc -O2 -MD [[FOLDER]]/axpy.o other.o -o prog -Wl,--wrap=__libc_start_main {{.*}}libhetrt_main.a -fopenmp -L{{.*}} -lhetrt -Wl,-rpath,
