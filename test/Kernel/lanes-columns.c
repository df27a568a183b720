// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The GPU kernel of a loop over columns: in a block, iterations are side by side (tid.x) and the lanes of one iteration one above the other
// (tid.y). All threads of a block reach each barrier; those without an iteration act as lanes of the last iteration.
// REQUIRES: ptx
// RUN: rm -rf %t && mkdir %t && cd %t && %hetcc -O2 --save-temps -c %s
// RUN: sed '/^ *\/\//d' lanes-columns.hetcc.device.c | FileCheck %s
// RUN: FileCheck --check-prefix=PTX %s < lanes-columns.hetcc.ptx
// RUN: FileCheck --check-prefix=HOST %s < lanes-columns.hetcc.c

// HOST: hetrt_lanes hetrt_lanes_{{.*}} = {HETRT_REASSOCIATES | HETRT_COLUMNS,
// HOST: hetrt_lanes hetrt_lanes_{{.*}} = {0 | HETRT_COLUMNS,
// HOST: hetrt_lanes hetrt_lanes_{{.*}} = {0 | HETRT_FEW_LANES,
// CHECK-LABEL: void hetcc_0_0_body(
// CHECK: const unsigned hetrt_own_lane = __nvvm_read_ptx_sreg_tid_y(), hetrt_lane_count = __nvvm_read_ptx_sreg_ntid_y();
// CHECK: const unsigned hetrt_own_column = __nvvm_read_ptx_sreg_tid_x(), hetrt_columns = __nvvm_read_ptx_sreg_ntid_x();
// CHECK: for (hetrt_stripe = hetrt_first + (hetrt_uint64)__nvvm_read_ptx_sreg_ctaid_x() * hetrt_columns; hetrt_stripe < hetrt_last;
// CHECK: if (hetrt_idle && hetrt_lane_count == 1)
// CHECK: const unsigned hetrt_lane = hetrt_idle ? ~0u : hetrt_own_lane;
// CHECK: if (hetrt_lane) sum = (__typeof__(sum))-0.0;
// CHECK: hetrt_int64 hetrt_left_0 = hetrt_lane >= hetrt_lane_count ? 0 : (hetrt_int64)hetrt_trips_0 - (hetrt_int64)(hetrt_lane);
// CHECK: if (hetrt_left_0 <= (hetrt_int64)(hetrt_lane_count)) break;
// CHECK: hetrt_places[(hetrt_lane) * hetrt_columns + hetrt_column] = hetrt_bits;
// CHECK: __syncthreads();
// CHECK: hetrt_places[(hetrt_lane + hetrt_half) * hetrt_columns + hetrt_column];
// CHECK: if (hetrt_lane == 0) {
// PTX: .extern .shared {{.*}}hetrt_shared
// PTX: .entry hetcc_0_0
// PTX-NOT: shfl
// PTX-DAG: %tid.y
// PTX-DAG: %ntid.y
// PTX-DAG: bar.sync 0
// PTX: .entry hetcc_1_0
void product(int n, int m, const double *a, const double *x, double *y) {
#pragma omp parallel for hetero(1) part_copyin(a[0:n][1:m]) map(to: x[0:n]) part_copyout(y[1:m])
  for (int j = 0; j < m; j++) {
    double sum = 0;
    for (int i = 0; i < n; i++)
      sum += a[i * m + j] * x[i];
    y[j] = sum;
  }
}

// No barrier where lanes exchange nothing.
// PTX-NOT: bar.sync
// PTX-NOT: hetrt_shared
// PTX: .entry hetcc_2_0
// CHECK-LABEL: void hetcc_1_0_body(
// CHECK: hetrt_stripe
// CHECK-NOT: __syncthreads
// CHECK-LABEL: void hetcc_2_0_body(
void inPlace(int n, int m, double *a) {
#pragma omp parallel for hetero(1) part_copy(a[0:n][1:m])
  for (int j = 0; j < m; j++) {
    for (int i = 0; i < n; i++)
      a[i * m + j] += 1;
    for (int i = 0; i < n; i++)
      a[i * m + j] *= 2;
  }
}

// A barrier that not all iterations reach: then the lanes of an iteration are side by side, and no stripes of columns are used.
// CHECK: const unsigned hetrt_lane = __nvvm_read_ptx_sreg_tid_x()
// CHECK-NOT: hetrt_stripe
// PTX: bar.sync
void branch(int n, int m, long *a, long *b) {
#pragma omp parallel for hetero(1) part_copy(a[0:n][1:m]) part_copy(b[1:m])
  for (int j = 0; j < m; j++)
    if (b[j]) {
      long sum = 0;
      for (int i = 0; i < n; i++)
        sum += a[i * m + j];
      b[j] = sum;
    }
}
