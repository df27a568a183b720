// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A partition over a block with `target`: each thread has copies of the scalars and pointers that no clause
// names.
// RUN: %hetcc -O2 -Wall -Werror %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare --schedules static,adaptive,cpu,gpu %t.serial %t
// With a false `if(target:)`, only cores run the block.
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 HETRT_SCHEDULE=static HETRT_REPORT=json:%t.json %t host > %t.out
// RUN: %reported %t.json "iterations('emulated') == 0 and iterations('cpu') > 0"
// RUN: %t.serial host | diff %t.out -
// A block that comes out of a macro runs on one thread, also with copies of scalars. Its directive is removed, because
// the host compiler may have its own device compiler.
// RUN: env HETCC_HOST_CC="%host_cc -foffload=disable" %hetcc -O2 -DMACRO %s -o %t.one 2> %t.warnings
// RUN: FileCheck %s < %t.warnings
// RUN: %t.serial > %t.expected
// RUN: env HETRT_DEVICES=cpu:2 %t.one | diff %t.expected -
// CHECK: this partition runs on one thread

#include "Inputs/checksum.h"
#include <stdlib.h>

static long global = 5;
#ifdef MACRO
#define LOOP for (int i = start; i < end; i++) v[i] = u[i - 1] + scale * u[i] + u[i + 1] + global;
#endif

static void sweeps(int n, long *u, long *v, int onDevices) {
  int start = 1, end = n - 1;
  long scale = 1, most = 0, meetings = 0;
  long *first = u;
#pragma omp target parallel partition(adaptive : i = start; i < end; i++) map(tofrom : u[1|0:n|1, i], v[1|0:n|1, i])    \
    reduction(max : most) shared(meetings) if(target : onDevices)
  for (int sweep = 0; sweep < 4; sweep++) {
#ifdef MACRO
    LOOP
#else
    for (int i = start; i < end; i++)
      v[i] = u[i - 1] + scale * u[i] + u[i + 1] + global;
#endif
#pragma omp target update padding_update_nearby(v)
    long *swap = u;
    u = v;
    v = swap;
    scale += 2;
    global++;
    for (int i = start; i < end; i++)
      if (u[i] % 1009 > most)
        most = u[i] % 1009;
#pragma omp single
    meetings++;
  }
#ifdef __HETCC__
  if (scale != 1 || global != 5 || u != first || meetings < 4)
    abort();
#else
  scale = 1, global = 5, u = first;
#endif
  printChecksum("most", &most, sizeof most);
}

int main(int argc, char **argv) {
  (void)argv;
  enum { N = 2003 };
  long *u = malloc(N * sizeof *u), *v = malloc(N * sizeof *v);
  for (int i = 0; i < N; i++)
    u[i] = v[i] = i * 7919L % 4099;
  sweeps(N, u, v, argc < 2);
  int start = 0, end = N;
  long t = 1;
#pragma omp target partition(static : i = start; i < end; i++) map(tofrom : u[0:N, i]) if (argc < 2)
  for (int i = start; i < end; i++) {
    t = u[i] * 3;
    u[i] = t % 1000;
  }
  printChecksum("u", u, N * sizeof *u);
  printChecksum("v", v, N * sizeof *v);
  free(u), free(v);
}
