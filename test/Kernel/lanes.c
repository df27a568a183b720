// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The GPU kernel of an inner loop that lanes share: groups of lanes are one above the other in a block, divide the iterations of the inner
// loop, combine by shuffles in a warp and by shared memory across warps, and wait at a barrier before one lane reads what another wrote.
// Between two loops that give an iteration to the same lane there is no barrier.
// REQUIRES: ptx
// RUN: rm -rf %t && mkdir %t && cd %t && %hetcc -O2 --save-temps -c %s
// RUN: sed '/^ *\/\//d' lanes.hetcc.device.c | FileCheck %s
// RUN: FileCheck --check-prefix=PTX %s < lanes.hetcc.ptx

// CHECK-LABEL: void hetcc_0_0_body(
// CHECK: const unsigned hetrt_lane = __nvvm_read_ptx_sreg_tid_x(), hetrt_lane_count = __nvvm_read_ptx_sreg_ntid_x();
// CHECK: for (hetrt_uint64 hetrt_k = hetrt_first + (hetrt_uint64)__nvvm_read_ptx_sreg_ctaid_x() * __nvvm_read_ptx_sreg_ntid_y() + __nvvm_read_ptx_sreg_tid_y();
// CHECK: if (hetrt_lane) sum = (__typeof__(sum))-0.0;
// CHECK: #pragma clang loop unroll_count(4)
// CHECK-NEXT: for (;; hetrt_left_0 -= (hetrt_int64)(hetrt_lane_count), j = (__typeof__(j))(j + (__typeof__(+j))((hetrt_int64)(hetrt_lane_count) * 1LL))) {
// CHECK: if (hetrt_left_0 <= (hetrt_int64)(hetrt_lane_count)) break;
// CHECK: hetrt_across(
// CHECK: hetrt_exchange[
// CHECK: if (hetrt_lane == 0) {
// PTX: .entry hetcc_0_0
// PTX-DAG: shfl.sync.bfly
// PTX-DAG: bar.warp.sync
// PTX-DAG: bar.sync
void product(int n, int m, const double *a, const double *x, double *y) {
#pragma omp parallel for hetero(1) part_copyin(a[1:n][0:m]) map(to: x[0:m]) part_copyout(y[1:n])
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int j = 0; j < m; j++)
      sum += a[i * m + j] * x[j];
    y[i] = sum;
  }
}

// CHECK-LABEL: void hetcc_1_0_body(
// CHECK: hetrt_left_0
// CHECK-NOT: hetrt_meet
// CHECK: hetrt_turn_1
// CHECK-NOT: hetrt_meet
// CHECK-LABEL: void hetcc_2_0_body(
void inPlace(int n, int m, double *a) {
#pragma omp parallel for hetero(1) part_copy(a[1:n][0:m])
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++)
      a[i * m + j] += 1;
    for (int pass = 0; pass < 9; pass++)
      for (int j = 0; j < m; j++)
        a[i * m + j] *= 2;
  }
}

// CHECK: hetrt_left_0
// CHECK: hetrt_meet(hetrt_lane_count, hetrt_mask);
// CHECK: hetrt_left_1
void reversed(int n, int m, double *a, double *b) {
#pragma omp parallel for hetero(1) part_copy(a[1:n][0:m]) part_copyout(b[1:n][0:m])
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++)
      a[i * m + j] += 1;
    for (int j = 0; j < m; j++)
      b[i * m + j] = a[i * m + m - 1 - j];
  }
}

// Lanes are side by side for the inner loop, as many as it has iterations, and in rows for the outer loop.
// CHECK-LABEL: void hetcc_3_0_body(
// CHECK: unsigned hetrt_width_0_inner = 1;
// CHECK: hetrt_left_0 = hetrt_lane / hetrt_width_0_inner >= hetrt_lane_count / hetrt_width_0_inner ? 0 : (hetrt_int64)hetrt_trips_0 - (hetrt_int64)(hetrt_lane / hetrt_width_0_inner);
// CHECK: hetrt_left_0_inner = (hetrt_int64)hetrt_trips_0_inner - (hetrt_int64)(hetrt_lane % hetrt_width_0_inner);
// CHECK: hetrt_left_0_inner -= (hetrt_int64)(hetrt_width_0_inner)
// CHECK: hetrt_across(
void pair(int n, double (*a)[16][16], double *y) {
#pragma omp parallel for hetero(1) part_copyin(a[1:n][0:16][0:16]) part_copyout(y[1:n])
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int j = 0; j < 16; j++)
      for (int k = 0; k < 16; k++)
        sum += a[i][j][k];
    y[i] = sum;
  }
}
