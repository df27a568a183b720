// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// However rank 0 ends, the whole job ends, with rank 0's exit status if it has one, and no process is left. Also if a
// region runs in a static destructor, and if the program forks.
// REQUIRES: openmpi, mpich
// RUN: %hetcc -O2 %s -o %t
// DEFINE: %{run} = env HETRT_DEVICES=cpu:1,node HETRT_NODES=timeout=2 timeout 10
// RUN: %{run} mpirun.openmpi -n 3 %t return 2>&1 | FileCheck %s
// RUN: %{run} mpirun.mpich -n 3 %t fork 2>&1 | FileCheck %s
// RUN: %{run} mpirun.openmpi -n 3 %t fork 2>&1 | FileCheck %s
// RUN: sh -c '%{run} mpirun.openmpi -n 3 %t exit; test $? = 3' > %t.out 2>&1
// RUN: sh -c '%{run} mpirun.mpich -n 3 %t exit; test $? = 3' > %t.out 2>&1
// RUN: sh -c '%{run} mpirun.openmpi -n 3 %t inside; test $? = 3' > %t.out 2>&1
// RUN: sh -c '%{run} mpirun.openmpi -n 3 %t abort; test $? != 124 -a $? != 0' > %t.out 2>&1
// RUN: sh -c '%{run} mpirun.mpich -n 3 %t abort; test $? != 124 -a $? != 0' > %t.out 2>&1
// RUN: sh -c '%{run} mpirun.mpich -n 3 %t at-once; test $? != 124' > %t.out 2>&1
// RUN: sh -c '%{run} mpirun.openmpi -n 3 %t at-once; test $? != 124' > %t.out 2>&1
// RUN: %none_runs %t

// CHECK: sum 499500
// CHECK-NEXT: 999000
// CHECK-NOT: {{.}}
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static double x[1000];

static double sum(int leaves) {
  double all = 0;
#pragma omp parallel for hetero(1, all, static) part_copy(x[1:1000]) reduction(+ : all)
  for (int i = 0; i < 1000; i++) {
    x[i] += i;
    all += x[i];
  }
  if (leaves) {
#pragma omp parallel for hetero(1, all, static)
    for (int i = 0; i < 1000; i++)
      if (i == 0)
        exit(3);
  }
  return all;
}

/// Runs after the end of main, when there are no nodes any more.
static void last(void) { printf("%g\n", sum(0)); }

int main(int argc, char **argv) {
  const char *how = argc > 1 ? argv[1] : "return";
  if (!strcmp(how, "at-once"))
    _exit(0);
  printf("sum %g\n", sum(!strcmp(how, "inside")));
  fflush(stdout);
  if (!strcmp(how, "exit"))
    exit(3);
  if (!strcmp(how, "abort"))
    abort();
  if (!strcmp(how, "fork")) {
    const pid_t child = fork();
    if (!child)
      exit(sum(0) == 999000 ? 0 : 1);
    int status = 1;
    if (waitpid(child, &status, 0) != child || status)
      return 1;
  }
  atexit(last);
  return 0;
}
