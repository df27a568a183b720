// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// In a GPU kernel, arrays that `omp atomic` updates are in a partial of the block or of the launch, updated by the same
// directive without its memory order; single variables are private to a thread until its end. A launch with an empty
// range initializes the launch's partial. The emulated kernel has no such directive.
// RUN: rm -rf %t && mkdir %t && cd %t && %hetcc --save-temps -c %s
// RUN: sed '/^ *\/\//d' atomics.hetcc.device.c | FileCheck %s
// RUN: sed -n '/static void hetrt_emulated_0/,/static.*hetrt_state_0/p' atomics.hetcc.c | sed '/^ *\/\//d' | FileCheck --check-prefix=EMULATED %s

// CHECK: hetcc_0_0_body(
// CHECK: const int hetrt_in_block = hetrt_v->hetrt_partial_size <= 16384;
// CHECK: char *hetrt_slots = hetrt_in_block ? (char *)hetrt_shared : hetrt_partials;
// CHECK: if (hetrt_first == hetrt_last) {
// CHECK: ((hetrt_value_bins *)((char *)(hetrt_partials) + hetrt_v->hetrt_offset_bins))[hetrt_e] = 0;
// CHECK: (hetrt_partials)){{.*}}captured_total = 0;
// CHECK: return;
// CHECK: if (!hetrt_grain && hetrt_in_block) {
// CHECK: __syncthreads();
// CHECK: char *hetrt_own = hetrt_grain ? hetrt_partials + hetrt_part * hetrt_v->hetrt_partial_size : hetrt_slots;
// CHECK: hetrt_value_total total = 0;
// CHECK-NOT: seq_cst
// CHECK: _Pragma("omp atomic") bins[
// CHECK-NOT: omp atomic
// CHECK: total += x[i];
// CHECK: #pragma omp atomic
// CHECK-NEXT: captured_total += total;
// CHECK: if (hetrt_grain || !hetrt_in_block)
// CHECK-NEXT: return;
// CHECK-NEXT: __syncthreads();
// CHECK: #pragma omp atomic
// CHECK-NEXT: *hetrt_out += hetrt_in;
// EMULATED: bins
// EMULATED-NOT: omp atomic
double sum(int n, int m, const double *x, int *bins) {
  double total = 0;
#pragma omp parallel for hetero(1) part_copyin(x[1:n]) map(tofrom : bins[0:m])
  for (int i = 0; i < n; i++) {
#pragma omp atomic seq_cst
    bins[(int)x[i]]++;
#pragma omp atomic
    total += x[i];
  }
  return total;
}
