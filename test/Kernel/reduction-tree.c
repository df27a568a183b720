// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A GPU kernel combines the reduction values of the threads that its block really has, which may be fewer than the
// maximum, in shared memory or in memory that it is given. With grains it leaves one value for each grain instead.
// RUN: rm -rf %t && mkdir %t && cd %t && %hetcc --save-temps -c %s
// RUN: sed '/^ *\/\//d' reduction-tree.hetcc.device.c | FileCheck %s

// CHECK: hetcc_0_0_body(
// CHECK: char *hetrt_slots = hetrt_scratch ? {{.*}} : (char *)hetrt_shared;
// CHECK: char *hetrt_own = hetrt_grain ? hetrt_partials + hetrt_part * hetrt_v->hetrt_partial_size
// CHECK: hetrt_value_total total = 0;
// CHECK: for (hetrt_uint64 hetrt_k = hetrt_begin; hetrt_k < hetrt_end; hetrt_k += hetrt_stride)
// CHECK: ->captured_total = total;
// CHECK: if (hetrt_grain)
// CHECK-NEXT: return;
// CHECK: for (unsigned hetrt_width = 512; hetrt_width; hetrt_width /= 2) {
// CHECK-NEXT: __syncthreads();
// CHECK-NEXT: if (hetrt_thread < hetrt_width && hetrt_thread + hetrt_width < __nvvm_read_ptx_sreg_ntid_x()) {
// CHECK: hetrt_out->captured_total = hetrt_out->captured_total + hetrt_in->captured_total;
// CHECK: hetrt_e < (hetrt_uint64)(hetrt_width * hetrt_v->hetrt_count_bins);
// CHECK: *hetrt_out = *hetrt_out + *hetrt_in;
double sum(int n, const double *x, int *bins) {
  double total = 0;
#pragma omp parallel for hetero(1) part_copyin(x[1:n]) reduction(+ : total, bins[0:n])
  for (int i = 0; i < n; i++) {
    total += x[i];
    bins[(int)x[i]]++;
  }
  return total;
}
