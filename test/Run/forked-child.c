// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A child process that is forked after the first region computes right, with its single thread. The parent goes on as before.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t
// RUN: env HETRT_REPORT=json:%t.json HETRT_SCHEDULE=static HETRT_DEVICES=cpu:2,emulated:1 %t | FileCheck %s
// The parent's passes after the fork use the accelerator, too.
// RUN: %reported %t.json "iterations('cpu') + iterations('emulated') == 3 * 2003 and iterations('emulated') > 2 * 2003 // 4"
// CHECK: child right

#include "Inputs/checksum.h"
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { N = 2003 };
static int x[N];

static void run(void) {
#pragma omp parallel for hetero(1) part_copy(x[1:N])
  for (int i = 0; i < N; i++)
    x[i] = x[i] * 3 % 1009 + i;
}

int main(void) {
  run();
  pid_t child = fork();
  run();
  if (child == 0) {
    fflush(stdout);
    _exit(x[7] == (7 * 3 % 1009) + 7 ? 0 : 1);
  }
  int status = 1;
  waitpid(child, &status, 0);
  run();
  printf("child %s\n", WIFEXITED(status) && WEXITSTATUS(status) == 0 ? "right" : "wrong");
  printChecksum("x", x, sizeof x);
}
