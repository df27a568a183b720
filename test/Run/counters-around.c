// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Counters of inner loops that wrap around their type: a step of -1 in an unsigned type, a bound below the initial
// value, a step that passes the bound. The values of such a counter are not between its initial value and its bound. In
// other loops the counter is changed through a reference or pointer from before the loop.
// RUN: rm -f %t.summary && %hetcc -O1 -fopenmp --hetcc-auto=all --hetcc-summary=%t.summary %s -o %t
// RUN: FileCheck %s --check-prefix=SUMMARY --input-file=%t.summary
// RUN: gcc -O1 -w %s -o %t.serial
// RUN: %compare %t.serial %t
// SUMMARY: 10 of 11 loops split
// SUMMARY-NEXT: {{.*}}counters-around.c:83: 'omp parallel for' is not split: an iteration may use the value that an earlier one has left in 'j'
#include <stdio.h>
#include <string.h>

enum { ROWS = 60, WIDTH = 256 };
static int y[ROWS * WIDTH];

static void show(const char *name) {
  unsigned long sum = 0;
  for (int i = 0; i < ROWS * WIDTH; i++)
    sum = sum * 31 + (unsigned)y[i];
  printf("%s %lx\n", name, sum);
  memset(y, 0, sizeof y);
}

int main(int argc, char **argv) {
  const unsigned char from = (unsigned char)(argc + 250);
  const unsigned below = 0u - (unsigned)argc - 3u;
#pragma omp parallel for
  for (int i = 0; i < ROWS; i++)
    for (unsigned j = 9; j < 10; j += -1)
      y[i * WIDTH + j] = i + (int)j;
  show("unsigned step");
#pragma omp parallel for
  for (int i = 0; i < ROWS; i++)
    for (unsigned char j = 9; j < 10; j += 255)
      y[i * WIDTH + j] = i + j;
  show("narrow step");
#pragma omp parallel for
  for (int i = 0; i < ROWS; i++)
    for (unsigned char j = 250; j != 4; j++)
      y[i * WIDTH + j] = i + j;
  show("around");
#pragma omp parallel for
  for (int i = 0; i < ROWS; i++)
    for (unsigned char j = from; j != 4; j++)
      y[i * WIDTH + j] = i + j;
  show("around from a variable");
#pragma omp parallel for
  for (int i = 0; i < ROWS; i++)
    for (unsigned j = below; j != 4; j++)
      y[i * WIDTH + (int)j + 100] = i + (int)j;
  show("below zero");
#pragma omp parallel for
  for (int i = 0; i < ROWS; i++)
    for (signed char j = 120; j != -120; j++)
      y[i * WIDTH + j + 128] = i + j;
  show("signed");
#pragma omp parallel for
  for (int i = 0; i < ROWS; i++)
    for (unsigned char j = 10; j > 0; j -= 3)
      y[i * WIDTH + j] = i + j;
  show("down past zero");
#pragma omp parallel for
  for (int i = 0; i < ROWS; i++)
    for (unsigned char j = 0; j < 254; j += 7)
      y[i * WIDTH + j] = i + j;
  show("past the limit");
#pragma omp parallel for
  for (int i = 0; i < ROWS; i++)
    for (unsigned char j = 0; j < 200; j += 7) // the counter's last value fits into its type
      y[i * WIDTH + j] = i + j;
  show("within");
#pragma omp parallel for
  for (int i = 0; i < ROWS; i++) {
    int j, *other = &j;
    for (j = 0; j < 6; j++) {
      ++*other;
      y[i * WIDTH + j] = i;
    }
  }
  show("by another name");
  int j;
#pragma omp parallel for private(j)
  for (int i = 0; i < ROWS; i++) {
    int *other = &j;
    for (j = 0; j < 6; j++) {
      ++*other;
      y[i * WIDTH + j] = i;
    }
  }
  show("of a private counter");
  return 0;
}
