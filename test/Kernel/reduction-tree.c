// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A GPU kernel's reduction has room for as many threads as a block has at most, and combines the values of those that
// there are: a heavy kernel is launched with fewer.
// RUN: rm -rf %t && mkdir %t && cd %t && %hetcc --save-temps -c %s && FileCheck %s --input-file reduction-tree.hetcc.device.c

// CHECK: hetrt_shared_total[128];
// CHECK: for (unsigned hetrt_width = 64; hetrt_width; hetrt_width /= 2) {
// CHECK-NEXT: __syncthreads();
// CHECK-NEXT: if (hetrt_thread < hetrt_width && hetrt_thread + hetrt_width < __nvvm_read_ptx_sreg_ntid_x()) {
// CHECK-NEXT: hetrt_shared_total[hetrt_thread] = hetrt_shared_total[hetrt_thread] + hetrt_shared_total[hetrt_thread + hetrt_width];
double sum(int n, const double *x) {
  double total = 0;
#pragma omp parallel for hetero(1) part_copyin(x[1:n]) reduction(+ : total)
  for (int i = 0; i < n; i++)
    total += x[i];
  return total;
}
