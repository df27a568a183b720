// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Case labels inside of loops and conditions, and jumps into loops or past a 'continue': statements before a label do
// not tell what holds after it.
// RUN: %hetcc -O1 -fopenmp --hetcc-auto=all --hetcc-summary=%t.summary %s -o %t
// RUN: FileCheck %s --check-prefix=SUMMARY --input-file=%t.summary && rm %t.summary
// RUN: gcc -O1 -w %s -o %t.serial
// RUN: %compare %t.serial %t
// SUMMARY: 7 of 7 loops split
#include <stdio.h>
#include <string.h>

enum { N = 1000 };
static int y[8 * N];

static void show(const char *name) {
  unsigned long sum = 0;
  for (int i = 0; i < 8 * N; i++)
    sum = sum * 31 + (unsigned)y[i];
  printf("%s %lx\n", name, sum);
  memset(y, 0, sizeof y);
}

int main(void) {
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    int j = 7;
    switch (i & 1) {
    case 0:
      for (j = 0; j < 4; j++) {
      case 1:
        y[i * 8 + j] = i + 1;
      }
    }
  }
  show("a case in a loop");
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    int j = 6;
    if (i & 1)
      goto in;
    for (j = 0; j < 4; j++) {
    in:
      y[i * 8 + j] = i + 1;
    }
  }
  show("into a loop");
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    switch (i & 1) {
    case 0:
      if (i > 500) {
      case 1:
        y[i] = i;
      }
    }
  show("a case in a condition");
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    if (i < 30)
      goto there;
    if (i > 500) {
    there:
      y[i] = i + 1;
    }
  }
  show("into a condition");
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    if (i > 700)
      goto rest;
    if (i > 500)
      continue;
  rest:
    y[i] = i + 1;
  }
  show("past a continue");
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    int j = 0;
  again:
    y[i * 8 + j] = i + 1;
    if (++j < 5)
      goto again;
  }
  show("back");
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    for (int j = 0; j < 8; j++) {
      if (j == 3)
        goto next;
      y[i * 8 + j] = i + 1;
    next:;
    }
  show("to the end of a turn");
  return 0;
}
