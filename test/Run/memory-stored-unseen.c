// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory that an iteration frees or writes is not the iteration's own: another pointer was stored through the address of a part of the
// variable, or a library function returned a pointer into an array that is only read. Such loops stay on the cores.
// RUN: %hetcc -O1 -w -fopenmp --hetcc-auto=all --hetcc-summary %s -o %t 2>&1 | FileCheck %s
// RUN: %serial -O1 -w %s -o %t.serial
// RUN: %compare --devices "cpu:2;emulated:2" --schedules static --host-only %t.serial %t
// CHECK: 0 of 5 loops split
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 200, WIDTH = 16 };
struct item {
  int *p;
};

static int *given[N];
static void fill(void) {
  for (int i = 0; i < N; i++)
    given[i] = calloc(64, sizeof(int)), given[i][0] = i % 7;
}
static void set(int **where, int *p) { *where = p; }

static void byFunction(int *out) {
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    int *t[2];
    set(&t[1], given[i]);
    out[i] += given[i][0];
    free(t[1]);
  }
}

static void byMember(int *out) {
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    struct item all[2], *last = &all[1];
    last->p = given[i];
    out[i] += given[i][0];
    free(all[1].p);
  }
}

static void byPointer(int *out) {
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    int *t[2], **u = &t[0];
    u[1] = given[i];
    out[i] += given[i][0];
    free(t[1]);
  }
}

static void byStrchr(char *text) {
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    *strchr(text + WIDTH * i, 'b') = 'Z';
}

static void byStrtol(char *text) {
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    char *end;
    strtol(text + WIDTH * i, &end, 10);
    *end = 'X';
  }
}

int main(void) {
  static int out[N];
  char *text = malloc(1 << 20);
  void (*const all[])(int *) = {byFunction, byMember, byPointer};
  for (int k = 0; k < 3; k++) {
    fill();
    all[k](out);
  }
  for (int i = 0; i < N; i++)
    snprintf(text + WIDTH * i, WIDTH, "%dab", i);
  byStrchr(text);
  byStrtol(text);
  long sum = 0;
  for (int i = 0; i < N; i++)
    sum += out[i] + (long)strlen(strchr(text + WIDTH * i, 'X')) + (strchr(text + WIDTH * i, 'Z') != 0);
  printf("%ld %s\n", sum, text + WIDTH * 17);
  return 0;
}
