// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A wrong call of ctsar.h or splitter.h ends the program with one line that names the function, the array and the line,
// and says what was wanted.
// RUN: %host_cc -O2 -fopenmp -I%runtime_include %s -o %t $(%hetcc --libs)
// RUN: not --crash %t partial 2>&1 | FileCheck --check-prefix=PARTIAL %s
// RUN: not --crash %t extent 2>&1 | FileCheck --check-prefix=EXTENT %s
// RUN: not --crash %t scheduler 2>&1 | FileCheck --check-prefix=SCHEDULER %s
// RUN: not --crash %t div 2>&1 | FileCheck --check-prefix=DIV %s
// RUN: not --crash env HETRT_DEVICES=cpu:2 %t copy 2>&1 | FileCheck --check-prefix=COPY %s
// RUN: not --crash env OMP_TARGET_OFFLOAD=mandatory HETRT_DEVICES=cpu:2 %t extent 2>&1 | FileCheck --check-prefix=MANDATORY %s
// RUN: not --crash env HETRT_SCHEDULE=adaptve %t extent 2>&1 | FileCheck --check-prefix=SETTING %s
#include <ctsar.h>
#include <splitter.h>
#include <string.h>

static double values[100];

static void runOver(size_t n, int flags, ctsar_type type, const int *div) {
  ctsar *s = NULL;
  ctsar_init(&s, n, type, CTSAR_DEV_ALL | CTSAR_DEV_HOST_KERNELS, NULL, div);
#pragma omp parallel num_threads(1)
  do {
    ctsar_reg_mem(s, values, sizeof *values, 100, flags);
    ctsar_next(s, n);
  } while (ctsar_loop(s));
  ctsar_fini(&s);
}

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "";
  const int none = -1;
  // PARTIAL: error: {{.*}}ctsar-mistakes.c:20: ctsar_reg_mem(values), line 23: an array that is written follows the loop in 1 dimension, found 0
  if (!strcmp(what, "partial"))
    runOver(100, CTSAR_MEM_OUTPUT, CTSAR_STATIC, NULL);
  // EXTENT: ctsar_reg_mem(values), line {{[0-9]+}}: the loop runs over 0 to 100, but the extent is 100
  // MANDATORY: error: {{.*}}ctsar-mistakes.c:{{[0-9]+}}: OMP_TARGET_OFFLOAD=mandatory: wanted an accelerator
  // SETTING: error: setting HETRT_SCHEDULE: there is no scheduler 'adaptve'; did you mean 'adaptive'?
  if (!strcmp(what, "extent"))
    runOver(101, CTSAR_MEM_PARTIAL | CTSAR_MEM_INPUT, CTSAR_STATIC, NULL);
  // SCHEDULER: there is no scheduler '(no ctsar_type)'
  if (!strcmp(what, "scheduler"))
    runOver(100, CTSAR_MEM_INPUT, (ctsar_type)99, NULL);
  // DIV: scheduler: div is -1, wanted a whole number of at least 1
  if (!strcmp(what, "div"))
    runOver(100, CTSAR_MEM_INPUT, CTSAR_SPLIT, &none);
  // COPY: wanted an accelerator, found none
  if (!strcmp(what, "copy"))
    split_gpu_copyin(split_init(100, SPLIT_DYNAMIC | SPLIT_HOST_KERNELS, NULL, NULL), values, values, sizeof values);
  return 0;
}
