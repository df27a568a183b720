// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Warnings about a whole unit belong to the same groups: that clang cannot parse it, or that it has no GPU form. If
// such a warning is made an error, no object is left; an output such as /dev/null is not removed.
// REQUIRES: ptx
// RUN: rm -rf %t && mkdir %t && cp %s %t/w.c && cd %t
// RUN: %hetcc -DAHEAD -c w.c 2>&1 | FileCheck --check-prefix=AHEAD %s
// RUN: %hetcc -DAHEAD -Wno-hetcc-host-only -c w.c 2>&1 | FileCheck --check-prefix=NONE --allow-empty %s
// RUN: not %hetcc -DAHEAD -Werror=hetcc-host-only -c w.c 2>&1 | FileCheck --check-prefix=AHEAD-ERROR %s
// RUN: not test -e w.o
// RUN: not %hetcc -DAHEAD -Werror -c w.c -o /dev/null 2>&1 | FileCheck --check-prefix=AHEAD-ERROR %s
// RUN: test -c /dev/null
//
// Device code that cannot be linked, since the given library of device code is no bitcode.
// RUN: echo none >none.bc
// RUN: env HETCC_LIBDEVICE=none.bc %hetcc -c w.c 2>&1 | FileCheck --check-prefix=FORM %s
// RUN: env HETCC_LIBDEVICE=none.bc %hetcc -Wno-hetcc-gpu-form -c w.c 2>&1 | FileCheck --check-prefix=NONE --allow-empty %s
// RUN: sed "s/ hetero(1) part_copy(y.1:n.)//" w.c >v.c
// RUN: env HETCC_LIBDEVICE=none.bc %hetcc -w -fopenmp --hetcc-auto=all --hetcc-summary -c v.c 2>&1 | FileCheck --check-prefix=SUMMARY %s
// RUN: rm w.o && not env HETCC_LIBDEVICE=none.bc %hetcc -Werror=hetcc-gpu-form -c w.c 2>&1 | FileCheck --check-prefix=FORM-ERROR %s
// RUN: not test -e w.o
// RUN: not env HETCC_LIBDEVICE=none.bc %hetcc -Werror -S w.c 2>&1 | FileCheck --check-prefix=FORM-ERROR %s
// RUN: not test -e w.s
// NONE-NOT: {{.}}
// AHEAD: hetcc: warning: 'w.c' is built for the CPUs alone: clang cannot parse it: {{.*}} [-Whetcc-host-only]
// AHEAD-ERROR: hetcc: error: 'w.c' is built for the CPUs alone: clang cannot parse it: {{.*}} [-Werror=hetcc-host-only]
// SUMMARY: v.c: 1 of 1 loop split
// SUMMARY-NEXT: v.c: GPUs have no form of its loops: {{.*}}none.bc
// FORM: hetcc: warning: 'w.c': no GPU form: {{.*}}error: {{.*}} [-Whetcc-gpu-form]
// FORM-ERROR: hetcc: error: 'w.c': no GPU form: {{.*}}error: {{.*}} [-Werror=hetcc-gpu-form]

#ifdef AHEAD
int ahead(int n; int values[n], int n); /* an extension of gcc's */
#endif

void f(int n, int *y) {
#pragma omp parallel for hetero(1) part_copy(y[1:n])
  for (int i = 0; i < n; i++)
    y[i] = 2 * i;
}
