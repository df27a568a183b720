// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One object serves several GPU architectures: it has machine code for each one that the CUDA toolkit knows, and PTX
// that drivers of CUDA 12.0 and later (PTX 8.0) read. For an unknown architecture only the machine code is missing; for
// one newer than clang, hetcc makes PTX for the newest that clang knows.
// REQUIRES: ptx, fatbinary
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %hetcc -O3 --hetcc-arch=sm_80,sm_90,sm_100 --save-temps -c %S/Inputs/axpy.c -o axpy.o 2>&1 | count 0
// RUN: FileCheck %s <axpy.hetcc.ptx
// RUN: grep -a -o ELF axpy.hetcc.fatbin | count 3
// RUN: grep -a -c '^.version 7.0' axpy.o
// RUN: %hetcc -O3 --hetcc-arch=sm_100 --save-temps -c %S/Inputs/axpy.c -o axpy.o 2>&1 | count 0
// RUN: FileCheck %s --check-prefix=NEWER <axpy.hetcc.ptx
// RUN: %hetcc -O3 --hetcc-arch=sm_80,sm_999 -c %S/Inputs/axpy.c -o axpy.o 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: grep -a -c '^.version 7.0' axpy.o

// CHECK: .version 7.0
// CHECK: .target sm_80{{$}}
// NEWER: .version 7.8
// NEWER: .target sm_90{{$}}
// UNKNOWN: hetcc: warning: '{{.*}}axpy.c': no machine code for 'sm_999', whose driver will have to compile PTX: ptxas fatal {{.*sm_999.*$}}
// UNKNOWN-NOT: {{.}}
