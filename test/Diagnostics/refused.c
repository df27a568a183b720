// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops that a compiler refuses: in a function that gcc accepts and clang does not; and loops that, as the driver tells
// the translator by --leave and --leave-gpu, the host compiler or clang's device mode has refused.
// RUN: %build_root/libexec/hetcc/hetcc-translate --host-output=/dev/null --image=none "--leave=1:x.c:7: made-up" "--leave-gpu=2:x.c:8: made-up" -- %s 2>&1 | FileCheck %s
// RUN: not %build_root/libexec/hetcc/hetcc-translate --leave 2>&1 | FileCheck %s --check-prefix=OPTION
// OPTION: unknown option '--leave'

void parsed(int n, int *a, int *b) {
  int of(int v) { return 2 * v; }
// CHECK: refused.c:[[#@LINE+2]]:{{.*}}warning: this loop runs on the CPUs alone, as plain OpenMP: clang does not accept the function around it: {{.*}}refused.c:9: function definition is not allowed here
// CHECK: note: move it to a function of its own, away from what clang does not accept
#pragma omp parallel for hetero(1) part_copy(a[1:n])
  for (int i = 0; i < n; i++)
    a[i] = of(i);
}

void others(int n, int *a, int *b) {
// CHECK: refused.c:[[#@LINE+2]]:{{.*}}warning: this loop runs on the CPUs alone, as plain OpenMP: the host compiler refuses its translation: x.c:7: made-up
// CHECK: note: move what it refuses to a function, of which all forms of the loop use one
#pragma omp parallel for hetero(1) part_copy(a[1:n])
  for (int i = 0; i < n; i++)
    a[i] = i;
// CHECK: refused.c:[[#@LINE+2]]:{{.*}}warning: this loop has no form for GPUs: the device compiler refuses it: x.c:8: made-up
// CHECK: note: move what it refuses to a function, with another text in it under '#ifdef __NVPTX__'
#pragma omp parallel for hetero(1) part_copy(b[1:n])
  for (int i = 0; i < n; i++)
    b[i] = i;
}
