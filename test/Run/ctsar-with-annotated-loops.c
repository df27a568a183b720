// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loop over ctsar.h and annotated loops share persistent arrays: each uses the copies that devices already have, and
// discards copies that the other loop made out of date.
// RUN: %hetcc -O2 %s -o %t $(%hetcc --libs)
// RUN: %compare --schedules static,adaptive,split,chunk,gpu %t %t
// RUN: env HETRT_WRITE=back %compare --schedules static,adaptive,gpu %t %t
// RUN: env HETRT_WRITE=none %compare --schedules static,adaptive,gpu %t %t
// RUN: %t | FileCheck %s
// CHECK: y is right after 8 passes

// On one accelerator, x and y are copied in once for both kinds of loop.
// RUN: env HETRT_DEVICES=emulated:1 HETRT_SCHEDULE=gpu HETRT_REPORT=json:%t.json %t > %t.out
// RUN: %reported %t.json "sum(d['bytes_in'] for d in devices('emulated')) == 2 * 4001 * 8"
#include <ctsar.h>
#include <hetcc.h>
#include <stdio.h>

enum { N = 4001 };
static double x[N], y[N];

static void byHand(ctsar *s) {
#pragma omp parallel num_threads(ctsar_threads(s))
  do {
    const double *in = ctsar_reg_mem(s, x, sizeof *x, N, CTSAR_MEM_PARTIAL | CTSAR_MEM_INPUT | CTSAR_MEM_PERSIST);
    double *out = ctsar_reg_mem(s, y, sizeof *y, N, CTSAR_MEM_PARTIAL | CTSAR_MEM_INOUT | CTSAR_MEM_PERSIST);
    ctsar_next(s, N);
    for (size_t i = CSTART(s), end = CEND(s); i < end; i++)
      out[i] += 2 * in[i];
  } while (ctsar_loop(s));
}

static void annotated(void) {
#pragma omp parallel for HETCC(hetero(1, all, adaptive) part_copyin(x[1:N]) part_copy(y[1:N]) persist(x, y))
  for (int i = 0; i < N; i++)
    y[i] += x[i];
}

int main(void) {
  int wrong = 0;
  ctsar *s = NULL;
  for (int i = 0; i < N; i++)
    x[i] = i;
  ctsar_init(&s, N, CTSAR_ADAPTIVE, CTSAR_DEV_ALL | CTSAR_DEV_HOST_KERNELS, NULL, NULL);
  for (int pass = 0; pass < 4; pass++)
    byHand(s), annotated();
  ctsar_fini(&s);
#ifdef __HETCC__
#pragma omp depersist(x, y)
#endif
  for (int i = 0; i < N; i++)
    wrong += y[i] != 12.0 * i;
  printf("y is %s after 8 passes\n", wrong ? "WRONG" : "right");
  return wrong != 0;
}
