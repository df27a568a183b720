// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The outlined form (the loop for a node's cores) uses the user's loop variable and restrict pointers, without bounds checks. `simd` on
// inner loops stays; `omp atomic` on private partials is removed. Reductions and lastprivate variables end in a partial.
// RUN: %hetcc --hetcc-emit-source %s > %t.c
// RUN: sed '/^ *\/\//d' %t.c | FileCheck %s
// RUN: gcc -O2 -Wall -Wextra -Werror -std=gnu89 $(%hetcc --cflags) -c %t.c -o %t.o
// RUN: %hetcc --hetcc-no-nodes --hetcc-emit-source %s | sed '/^ *\/\//d' | FileCheck --check-prefix=NONE %s
// RUN: %hetcc --hetcc-no-emulated --hetcc-emit-source %s | sed '/^ *\/\//d' | FileCheck --check-prefix=ALONE %s

// NONE-NOT: hetrt_outlined
// ALONE-NOT: hetrt_emulated
// ALONE: static void hetrt_outlined_0(
// ALONE-NOT: hetrt_emulated
// ALONE: .outlined = &hetrt_outlined_0

// CHECK: static void hetrt_outlined_0_body(hetrt_uint64 hetrt_first, hetrt_uint64 hetrt_last, const void *hetrt_bytes,
// CHECK-NEXT: void *hetrt_partial_bytes, int hetrt_in_order, const void *__restrict hetrt_pointer_0, void *__restrict hetrt_pointer_1) {
// CHECK: const double *from = (const double *)hetrt_pointer_0;
// CHECK: double *to = (double *)hetrt_pointer_1;
// CHECK: const int hetrt_to = (int)(hetrt_v->hetrt_lower + hetrt_last);
// CHECK-NEXT: int i;
// CHECK-NEXT: for (i = (int)(hetrt_v->hetrt_lower + hetrt_first); i < hetrt_to; ++i) {
// CHECK-NEXT: int j;
// CHECK: for (j = 1; j < n - 1; j++)
// CHECK-NEXT: to[i * n + j] = from[(i - 1) * n + j] + from[(i + 1) * n + j];
// CHECK: static void hetrt_outlined_0(hetrt_uint64 hetrt_first, hetrt_uint64 hetrt_last, const void *hetrt_bytes,
// CHECK-NEXT: void *hetrt_partial_bytes, void *const *hetrt_arrays_, int hetrt_in_order) {
// CHECK: hetrt_outlined_0_body(hetrt_first, hetrt_last, hetrt_bytes, hetrt_partial_bytes, hetrt_in_order, hetrt_arrays_[0], hetrt_arrays_[1]);
// CHECK: void sweep(
// CHECK: .outlined = &hetrt_outlined_0,
// CHECK-NEXT: .open_team = hetrt_open_team
void sweep(int n, const double *from, double *to) {
  int i, j;
#pragma omp parallel for hetero(1) private(j) part_copyin(from[1:n:1][0:n]) part_copy(to[1:n][0:n])
  for (i = 1; i < n - 1; i++)
    for (j = 1; j < n - 1; j++)
      to[i * n + j] = from[(i - 1) * n + j] + from[(i + 1) * n + j];
}

/* A loop downwards with a constant step, and a loop upwards with a variable step. */
// CHECK: static void hetrt_outlined_1_body(
// CHECK: #pragma omp simd lastprivate(last) reduction(+ : sum) safelen(8) if(!hetrt_in_order)
// CHECK-NEXT: for (i = {{.*}}; i > hetrt_to; i -= 3) {
// CHECK: {{captured_sum}} = sum;
// CHECK: ->hetrt_end = (hetrt_int64)(hetrt_last);
// CHECK: {{captured_last}} = last;
double down(int n, const double *x, int *where) {
  double sum = 0;
  int i, last;
#pragma omp parallel for simd hetero(1) part_copyin(x[1:n]) reduction(+ : sum) lastprivate(last) safelen(8)
  for (i = n - 1; i >= 0; i -= 3) {
    sum += x[i];
    last = i;
  }
  *where = last;
  return sum;
}

// CHECK: static void hetrt_outlined_2_body(
// CHECK-NOT: omp atomic
// CHECK: i < hetrt_to; i += (hetrt_int64)hetrt_v->hetrt_step) {
// CHECK-NOT: omp atomic
// CHECK: #pragma omp simd
// CHECK: for (j = 0; j < 8; j++)
// CHECK-NOT: #pragma omp
// CHECK: bins[
// CHECK-NOT: #pragma omp
// CHECK: static void hetrt_outlined_2(
void count(int n, int by, const double *x, double *y, int *bins) {
  int i, j;
#pragma omp parallel for hetero(1) private(j) part_copyin(x[1:n]) part_copy(y[1:n][0:8]) map(tofrom : bins[0:10])
  for (i = 0; i <= n - 1; i += by) {
#pragma omp simd
    for (j = 0; j < 8; j++)
      y[i * 8 + j] += x[i];
#pragma omp atomic
    bins[(int)x[i]]++;
    /* Neither directive can stay in a separate function: 'by' is not there, and copies do not have the alignment. */
#pragma omp parallel for num_threads(by)
    for (j = 0; j < 8; j++)
      y[i * 8 + j] += 1;
#pragma omp simd aligned(y : 64)
    for (j = 0; j < 8; j++)
      y[i * 8 + j] += 2;
  }
}
