// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// It looks as if each iteration sets a variable before it is read, but does not: counters that do not run between their
// bounds, addresses that functions return, values that clauses, types, cleanup attributes, jumps and other names of the
// variable use. Devices may not have copies of such variables, so the cores run these loops.
// RUN: %hetcc -O1 -w -fopenmp --hetcc-auto=all --hetcc-summary %s -o %t 2>&1 | FileCheck %s
// RUN: %serial -O1 -w %s -o %t.serial
// RUN: %t.serial > %t.wanted && env HETRT_DEVICES=cpu:2 %t | diff %t.wanted -
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 HETRT_SCHEDULE=static %t | diff %t.wanted -
// RUN: env HETRT_DEVICES=emulated:2 HETRT_SCHEDULE=static %t | diff %t.wanted -
// CHECK: not-set-first.c: 0 of 10 loops split
// CHECK-COUNT-3: 'buffer' is thread-local
// CHECK-COUNT-4: 's' is shared and written by the loop
// CHECK: 'named' is shared and written by the loop
// CHECK: 'third' is thread-local
#include <omp.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>
enum { N = 64, WIDTH = 16 };

static double buffer[WIDTH];
#pragma omp threadprivate(buffer)
static double x[N], y[N];

static void begin(void) {
#pragma omp parallel
  for (int j = 0; j < WIDTH; j++)
    buffer[j] = j + 1;
  for (int i = 0; i < N; i++)
    x[i] = i % 7;
}

static void end(const char *name) {
  double s = 0;
  for (int i = 0; i < N; i++)
    s += y[i] * (i + 1);
  printf("%s %g\n", name, s);
}

/// The sum of a buffer of which nothing, or only a part, was set.
static double sum(const double *of) {
  double s = 0;
  for (int j = 0; j < WIDTH; j++)
    s += of[j];
  return s;
}

/// In `-2 < 14u` the number -2 becomes a large unsigned one: there are zero iterations.
static void comparedWithoutSign(void) {
  begin();
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    for (int j = -2; j < 14u; j++)
      buffer[j + 2] = x[i];
    y[i] = sum(buffer);
  }
  end("without a sign");
}

/// The counter begins beyond its bound, and a 'break' ends the loop.
static void beyondTheLimit(void) {
  begin();
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    double s = 0;
    for (int j = 0; j < 4; j++)
      buffer[j] = x[i];
    for (int j = 5; j != 3; j++) {
      if (j > 7)
        break;
      s += buffer[j];
    }
    y[i] = s;
  }
  end("beyond");
}

static void narrowDown(void) {
  begin();
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    double s = 0;
    for (int j = 0; j < 6; j++)
      buffer[j] = x[i];
    for (unsigned char j = 5; j >= 0; j--) {
      if (j > 200)
        break;
      s += buffer[j];
    }
    for (unsigned char j = 250; j < 300; j++) { // 250 to 255, then from 0 on
      if (j == WIDTH)
        break;
      s += j < WIDTH ? buffer[j] : 0;
    }
    y[i] = s;
  }
  end("narrow");
}

static void resultOfMemset(void) {
  double left = 0;
  begin();
#pragma omp parallel num_threads(1)
  {
    double own[WIDTH], *p = memset(own, 0, sizeof own);
#pragma omp for
    for (int i = 0; i < N; i++) {
      for (int j = 0; j < WIDTH; j++)
        own[j] = x[i] + j;
      y[i] = own[3];
    }
    left = p[1];
  }
  end("memset");
  printf("%g\n", left);
}

static void inAClause(void) {
  int s = 1, members = 0;
#pragma omp parallel for num_threads(1)
  for (int i = 0; i < N; i++) {
    s = 1 + (i + 1) / N;
    y[i] = s;
  }
#pragma omp parallel num_threads(s) reduction(+ : members)
  members++;
  end("clause");
  printf("%d\n", members > 0);
}

static void inAType(void) {
  int s = 1;
#pragma omp parallel for num_threads(1)
  for (int i = 0; i < N; i++) {
    s = 3 + (i + 1) / N;
    y[i] = s;
  }
  double (*rows)[s] = 0;
  end("type");
  printf("%zu\n", sizeof *rows);
}

static void keep(const int *of) { printf("%d\n", *of); }

static void atTheEndOfItsLife(void) {
  __attribute__((cleanup(keep))) int s = 1;
#pragma omp parallel for num_threads(1)
  for (int i = 0; i < N; i++) {
    s = i / 2;
    y[i] = s;
  }
  end("cleanup");
}

static jmp_buf back;

static void comesBack(void) {
  static int s = 1, turns;
  if (setjmp(back))
    printf("%d\n", s);
  s = 2;
  if (turns++)
    return;
#pragma omp parallel for num_threads(1)
  for (int i = 0; i < N; i++) {
    s = i / 2;
    y[i] = s;
  }
  end("setjmp");
  longjmp(back, 1);
}

static int named = 1;
extern int alsoNamed __attribute__((alias("named")));

static void byAnotherName(void) {
#pragma omp parallel for num_threads(1)
  for (int i = 0; i < N; i++) {
    named = i / 2;
    y[i] = named;
  }
  end("alias");
  printf("%d\n", alsoNamed);
}

/// Each of the three arrays would fit on the stack, but not all together.
static double first[1 << 16], second[1 << 16], third[1 << 16];
#pragma omp threadprivate(first, second, third)

static void tooMuchTogether(void) {
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < 1 << 16; j++)
      first[j] = i, second[j] = 2 * i, third[j] = 3 * i;
    y[i] = first[i] + second[2 * i] + third[3 * i];
  }
  end("together");
}

int main(void) {
  comparedWithoutSign();
  beyondTheLimit();
  narrowDown();
  resultOfMemset();
  inAClause();
  inAType();
  atTheEndOfItsLife();
  comesBack();
  byAnotherName();
  tooMuchTogether();
  return 0;
}
