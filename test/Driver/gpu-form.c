// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where clang and libdevice are installed, the object has kernels for NVIDIA GPUs: PTX for the oldest architecture, and machine code for
// each if ptxas and fatbinary are installed. --hetcc-arch chooses architectures, --hetcc-no-cuda leaves out the kernels.
// REQUIRES: ptx
// RUN: %hetcc --hetcc-dryrun -c %S/Inputs/axpy.c | FileCheck %s
// RUN: %hetcc --hetcc-dryrun --hetcc-arch=sm_90,sm_75 -O0 -std=c11 -fwrapv -c %S/Inputs/axpy.c | FileCheck %s --check-prefix=CHOSEN
// RUN: %hetcc --hetcc-dryrun --hetcc-no-cuda -v -c %S/Inputs/axpy.c | FileCheck %s --check-prefix=NONE
// RUN: env HETCC_CLANG=/no/such/clang %hetcc --hetcc-dryrun -v -c %S/Inputs/axpy.c | FileCheck %s --check-prefix=MISSING
// RUN: env HETCC_CLANG=/no/such/clang %hetcc %S/Inputs/axpy.c -o %t 2>&1 | count 0
// RUN: %t | FileCheck %s --check-prefix=OUTPUT
// RUN: %hetcc --hetcc-dryrun --hetcc-arch=sm_100 -c %S/Inputs/axpy.c | FileCheck %s --check-prefix=NEWER
// RUN: not %hetcc --hetcc-arch=volta -c %S/Inputs/axpy.c 2>&1 | FileCheck %s --check-prefix=ERROR

// CHECK: clang{{.*}} -O3 {{.*}}-triple -Xclang nvptx64-nvidia-cuda {{.*}}-target-cpu -Xclang sm_80
// CHOSEN: clang{{.*}} -O2 {{.*}}-std=c11 -fwrapv {{.*}}-target-cpu -Xclang sm_75
// NEWER: clang{{.*}} -target-cpu -Xclang sm_90
// NONE-NOT: nvptx64
// NONE: # no GPU form: '--hetcc-no-cuda' was given
// MISSING: # no GPU form: '/no/such/clang' was not found
// OUTPUT: sum 1498500
// ERROR: hetcc: error: 'volta' is no GPU architecture: one such as 'sm_80' was wanted
