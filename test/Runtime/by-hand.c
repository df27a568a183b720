// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The code that the translator generates for axpy, written by hand: generated code needs only the C interface hetrt.h.
// Any C compiler with OpenMP can build it, without hetcc.
// RUN: %gcc_openmp -O2 -Wall -Wextra -Werror %s -o %t -L%build_root/lib -lhetrt -Wl,-rpath,%build_root/lib
// RUN: env HETRT_DEVICES=cpu:1 %t | FileCheck %s
// RUN: env HETRT_DEVICES=cpu:2,emulated:2 HETRT_SCHEDULE=static HETRT_REPORT=json:%t.json %t | FileCheck %s
// RUN: %reported %t.json "iterations('emulated') > 0 and iterations('cpu') > 0 and iterations() == 3 * 10007"
// RUN: env HETRT_DEVICES=emulated:1 HETRT_SCHEDULE=gpu %t | FileCheck %s
// RUN: not --crash env HETRT_DEVICES=cpu:1 %t newer 2>&1 | FileCheck %s --check-prefix=NEWER

// CHECK: right
// NEWER: {{[Aa][Bb][Ii]|version}}
#include <hetrt/hetrt.h>
#include <omp.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

struct values {
  double a;
  const double *x;
  double *y;
};

static void emulatedAxpy(hetrt_uint64 first, hetrt_uint64 last, const void *values, void *partials,
                         const hetrt_bounds *bounds) {
  const struct values *u = values;
  (void)partials;
  for (int i = (int)first; i < (int)last; i++)
    u->y[hetrt_write_index(&bounds[1], 0, i)] =
        u->a * u->x[hetrt_read_index(&bounds[0], 0, i)] + u->y[hetrt_read_index(&bounds[1], 0, i)];
}

static struct hetrt_region_state *state;
/* Iteration value v uses index v of both: terms 1 * v and 1 * v + 1. `n` is the first number of a call. */
static const hetrt_term terms[] = {{.slope = {1, 0}}, {.slope = {1, 0}, .offset = {1, 0}}};
static const hetrt_ends ends[] = {{.lower = 0, .lower_count = 1, .upper = 1, .upper_count = 1}};
static const hetrt_box_info boxes[] = {
    {.array = 0, .flags = HETRT_READ | HETRT_OWN | HETRT_DECLARED, .line = 1, .access = "x"},
    {.array = 1, .flags = HETRT_READ | HETRT_WRITE | HETRT_OWN | HETRT_DECLARED, .line = 1, .access = "y"},
};
static const hetrt_array_info arrays[] = {
    {.name = "x",
     .clause = "part_copyin",
     .line = 1,
     .rank = 1,
     .pointer_offset = offsetof(struct values, x),
     .element_size = {sizeof(double), 0},
     .extent = {{0, 1}}},
    {.name = "y",
     .clause = "part_copy",
     .line = 1,
     .rank = 1,
     .pointer_offset = offsetof(struct values, y),
     .element_size = {sizeof(double), 0},
     .extent = {{0, 1}}},
};
static hetrt_region region = {.abi = HETRT_ABI,
                              .size = sizeof region,
                              .location = "by-hand.c:1",
                              .state = &state,
                              .values_size = sizeof(struct values),
                              .emulated = emulatedAxpy,
                              .array_count = 2,
                              .array_size = sizeof arrays[0],
                              .arrays = arrays,
                              .box_count = 2,
                              .box_size = sizeof boxes[0],
                              .boxes = boxes,
                              .end_count = 1,
                              .end_size = sizeof ends[0],
                              .ends = ends,
                              .term_count = 2,
                              .term_size = sizeof terms[0],
                              .terms = terms,
                              .number_count = 2};

static void axpy(int n, double a, const double *x, double *y) {
  hetrt_call call = {.abi = HETRT_ABI,
                     .size = sizeof call,
                     .trip_count = (hetrt_uint64)n,
                     .step = 1,
                     .condition = 1,
                     .max_threads = omp_get_max_threads(),
                     .in_parallel = omp_in_parallel(),
                     .ratio = -1};
  hetrt_pass *pass;
  int code = hetrt_begin(&region, &call, &pass);
  if (code == HETRT_WANTS_ARRAYS) {
    const struct values values = {a, x, y};
    const hetrt_int64 numbers[] = {0, n};
    const hetrt_arrays described = {
        .abi = HETRT_ABI, .size = sizeof described, .values = &values, .numbers = numbers};
    code = hetrt_describe(pass, &described);
  }
  if (code != HETRT_SUCCESS) {
    hetrt_handle_error(code);
    return;
  }
#pragma omp parallel num_threads(hetrt_threads(pass))
  {
    hetrt_range range = {0, 0};
    hetrt_member *member = hetrt_join(pass, omp_get_thread_num(), omp_get_num_threads());
    while (hetrt_next(member, &range))
      for (int i = (int)range.first; i < (int)range.last; i++)
        y[i] = a * x[i] + y[i];
  }
  code = hetrt_end(pass);
  if (code != HETRT_SUCCESS)
    hetrt_handle_error(code);
}

int main(int argc, char **argv) {
  enum { N = 10007 };
  static double x[N], y[N];
  int wrong = 0;
  if (argc > 1 && strcmp(argv[1], "newer") == 0)
    region.abi = HETRT_ABI + 1;
  for (int i = 0; i < N; i++)
    x[i] = i;
  for (int pass = 1; pass <= 3; pass++)
    axpy(N, pass, x, y);
  for (int i = 0; i < N; i++)
    wrong += y[i] != 6.0 * i;
  puts(wrong ? "wrong" : "right");
}
