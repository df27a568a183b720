// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tools that use NVTX see each pass as a range, with the place of its directive, and each accelerator's share, in the thread that drives
// the accelerator. If the named library is no such tool, there is one warning, and the program runs as usual.
// REQUIRES: nvcc
// RUN: %hetcc -O1 %s -o %t
// RUN: %host_cc -shared -fPIC -I%cuda_include %S/Inputs/nvtx-tool.c -o %t.tool.so
// RUN: env NVTX_INJECTION64_PATH=%t.tool.so HETRT_DEVICES=cpu:1,emulated:1 HETRT_SCHEDULE=static %t 2>%t.said | FileCheck --check-prefix=OUTPUT %s
// RUN: grep ' hetrt ' %t.said | FileCheck %s && grep ' emulated:0 ' %t.said | FileCheck --check-prefix=SHARES %s
// RUN: test "$(grep -c begin %t.said) $(grep -c end$ %t.said)" = "4 4"
// RUN: env NVTX_INJECTION64_PATH=libm.so.6 %t 2>%t.said | FileCheck --check-prefix=OUTPUT %s
// RUN: FileCheck --check-prefix=NONE %s <%t.said
// RUN: env NVTX_INJECTION64_PATH=/nowhere.so %t 2>&1 >%t.out | FileCheck --check-prefix=MISSING %s
#include <stdio.h>

int main(void) {
  enum { n = 100000 };
  static double x[n];
  // CHECK-COUNT-2: 0 begin hetrt {{.*}}nvtx.c:[[@LINE+3]]{{$}}
  // SHARES-COUNT-2: {{^(elsewhere [0-9]|1)}} begin emulated:0 {{.*}}nvtx.c:[[@LINE+2]]{{$}}
  for (int pass = 0; pass < 2; pass++) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
    for (int i = 0; i < n; i++)
      x[i] += i;
  }
  // OUTPUT: 199998
  printf("%g\n", x[n - 1]);
  // NONE: hetrt: warning: NVTX_INJECTION64_PATH: libm.so.6 has no InitializeInjectionNvtx2
  // MISSING: hetrt: warning: NVTX_INJECTION64_PATH: the library cannot be opened: /nowhere.so:
}
