// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The generated code describes windows in constant tables (boxes), and computes their numbers when the runtime asks for them. Loops, loops
// of a team, blocks and variants compile as C and as C++, also with windows that no clause can express.
// RUN: %hetcc --hetcc-no-cuda --hetcc-emit-source=%t.txt %s
// RUN: grep -v '^//' %t.txt | FileCheck %s
// RUN: %hetcc --hetcc-no-cuda -O2 -Wall -Werror -c %s -o %t.o
// RUN: %hetccxx --hetcc-no-cuda -O2 -Wall -Werror -c %s -o %t.o
#include <stddef.h>

// CHECK-LABEL: void axpy(
// CHECK: static const hetrt_term hetrt_terms_0[] = {
// CHECK-NEXT: {.slope = {1}},
// CHECK-NEXT: {.slope = {1}, .offset = {1}},
// CHECK: .flags = HETRT_READ | HETRT_WRITE | HETRT_OWN | HETRT_DECLARED
// CHECK: .extent = {{[{][{]0, 1[}][}]}}
// CHECK-NOT: hetrt_captured_0
// CHECK: hetrt_code_0 = hetrt_begin(&hetrt_region_0, &hetrt_call_0, &hetrt_pass_0);
// CHECK-NEXT: if (__builtin_expect(hetrt_code_0 == HETRT_WANTS_ARRAYS, 0)) {
// CHECK-NEXT: struct hetrt_values_0 hetrt_captured_0 =
// CHECK-NEXT: const hetrt_int64 hetrt_numbers_0[] = {0, (hetrt_int64)(n)};
// CHECK: hetrt_code_0 = hetrt_describe(hetrt_pass_0, &hetrt_described_0);
void axpy(int n, double a, const double *x, double *y) {
#pragma omp parallel for hetero(1) part_copyin(x[1:n]) part_copy(y[1:n])
  for (int i = 0; i < n; i++)
    y[i] += a * x[i];
}

// Expressions that may have side effects are computed once, before the runtime is called.
// CHECK-LABEL: void once(
// CHECK: const hetrt_int64 hetrt_number_1_1 = (hetrt_int64)(length());
// CHECK: hetrt_begin
// CHECK: const hetrt_int64 hetrt_numbers_1[] = {0, hetrt_number_1_1};
int length(void);
void once(int n, double *y) {
#pragma omp parallel for hetero(1) part_copy(y[1:length()])
  for (int i = 0; i < n; i++)
    y[i] += 1;
}

// No clause says how long x is; the runtime finds the extent from the subscripts of the loop.
// CHECK-LABEL: void behind(
// CHECK: .flags = HETRT_READ | HETRT_ATTAINED | HETRT_PROVEN | HETRT_GUARDED, .from = {1}
// CHECK-SAME: .access = "x[i - 1]"
// CHECK: .flags = HETRT_FIND_EXTENT, .rank = 1
void behind(int n, const double *x, double *y) {
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++) {
    y[i] = 0;
    if (i > 0)
      y[i] += x[i - 1];
  }
}

// CHECK-LABEL: void team(
// CHECK: if (hetrt_met_3) {
// CHECK: hetrt_attend(hetrt_meeting_3, &hetrt_region_3, &hetrt_call_3, &hetrt_described_3,
void team(int n, double *y) {
#pragma omp parallel
  {
#pragma omp for hetero(1) part_copy(y[1:n])
    for (int i = 0; i < n; i++)
      y[i] += 1;
  }
}

// CHECK-LABEL: void block(
// CHECK: const volatile void *hetrt_array_0;
// CHECK: hetrt_describe(
// CHECK: hetrt_run(hetrt_part_4, &hetrt_region_5, &hetrt_call_5);
// CHECK: hetrt_run_arrays(hetrt_part_4, &hetrt_region_5, &hetrt_call_5, &hetrt_described_5);
void block(int n, double *x, double *y) {
  int first = 0, last = n;
#pragma omp parallel partition(static: i = first; i < last; i++) map(to: x[1|0:n|1, i]) map(from: y[0:n, i])
  {
    for (int i = first; i < last; i++)
      y[i] = x[i];
  }
}
