// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Private arrays of threads, `threadprivate` or declared in the team, that each iteration sets before it reads them: by
// loops, in part and in rows, by functions of this unit and of another one. On a device, each iteration has its own
// copy.
// RUN: %hetcc -O2 -fopenmp --hetcc-no-cuda -c %s -o %t.o 2>&1 | count 0
// RUN: %hetcc -O2 --hetcc-functions -c %S/Inputs/scratch-of-threads.c -o %t.other.o
// RUN: %hetcc -fopenmp %t.o %t.other.o -o %t
// RUN: %serial -O2 %s %S/Inputs/scratch-of-threads.c -o %t.serial
// RUN: %compare --devices "cpu:2;cpu:1,emulated:1;emulated:2" %t.serial %t
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 HETRT_SCHEDULE=static HETRT_REPORT=json:%t.json %t
// RUN: %reported %t.json "len(regions) == 6 and all(sum(d['iterations']) for r in regions for d in r['devices'])"
// If the other unit does not say what its function does, or if the function may set less than is read, the cores run the loops.
// RUN: %host_cc -O2 -c %S/Inputs/scratch-of-threads.c -o %t.plain.o && %hetcc -fopenmp %t.o %t.plain.o -o %t.plain
// RUN: %hetcc -O2 --hetcc-functions -DSTOPS -c %S/Inputs/scratch-of-threads.c -o %t.stops.o
// RUN: %hetcc -fopenmp %t.o %t.stops.o -o %t.stops
// RUN: %t.serial > %t.wanted
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 HETRT_SCHEDULE=static %t.plain 2>%t.why | diff %t.wanted -
// RUN: FileCheck %s --input-file %t.why --check-prefix PLAIN
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 HETRT_SCHEDULE=static %t.stops 2>%t.why | diff %t.wanted -
// RUN: FileCheck %s --input-file %t.why --check-prefix STOPS
// PLAIN-COUNT-6: of another unit is not known
// STOPS-COUNT-6: 'draw' of another unit (scratch-of-threads.c:{{[0-9]+}}) is not seen to set all of the array
#include "Inputs/checksum.h"

enum { N = 300, WIDTH = 16 };
void draw(int count, double *seed, double *numbers);
double next(double *seed);

static double drawn[WIDTH], rows[WIDTH][3];
#pragma omp threadprivate(drawn, rows)
static double x[N], y[N], counts[4];

static void spread(double *to, double value) {
  for (int j = 0; j < WIDTH; j++)
    to[j] = value * j;
}

static void print(const char *name) { printChecksum(name, y, sizeof y); }

// As in NPB EP: numbers drawn by another unit's function (from index 1 on), a seed of the thread, and counts that threads add up.
static void count(void) {
#pragma omp parallel copyin(drawn)
  {
    double seed, mine[4] = {0};
    int j;
#pragma omp for hetero(1) schedule(static)
    for (int i = 0; i < N; i++) {
      seed = i;
      for (j = 0; j < 5; j++) {
        if (next(&seed) > 900)
          break;
      }
      draw(WIDTH, &seed, drawn - 1);
      y[i] = seed;
      for (j = 0; j < WIDTH / 2; j++)
        mine[(int)(drawn[2 * j] + drawn[2 * j + 1]) % 4] += 1;
    }
#pragma omp critical
    for (j = 0; j < 4; j++)
      counts[j] += mine[j];
  }
  printChecksum("counts", counts, sizeof counts);
  print("count");
}

// As in NPB BT: the loop that sets the array determines how much of it is set, and later accesses read neighbouring elements.
static void differences(int length) {
#pragma omp parallel
  {
    int j, k, before;
#pragma omp for hetero(1)
    for (int i = 0; i < N; i++) {
      for (j = 0; j < length; j++) {
        for (k = 1; k < 3; k++)
          rows[j][k] = x[i] * k + j;
        rows[j][0] = rows[j][1] * rows[j][2];
        drawn[j] = rows[j][0] - j;
      }
      y[i] = 0;
      for (j = 1; j < length - 1; j++) {
        before = j - 1;
        y[i] += rows[j + 1][2] - rows[before][1] + drawn[j] * rows[j][0];
      }
    }
#pragma omp for hetero(1)
    for (int i = 0; i < N; i++) {
      spread(drawn, x[i]);
      y[i] += drawn[i % WIDTH];
    }
  }
  print("differences");
}

int main(void) {
  for (int i = 0; i < N; i++)
    x[i] = i % 23 + 1;
  drawn[0] = drawn[WIDTH - 1] = 1e300; // old contents of the array must not matter
  count();
  differences(WIDTH);
  differences(2);
#pragma omp parallel for hetero(1)
  for (int i = 0; i < N; i++) {
    for (int j = WIDTH - 1; j >= 0; j--)
      drawn[j] = x[i] + j;
    y[i] += drawn[(int)x[i] % WIDTH];
  }
  print("of one directive");
#pragma omp parallel
  {
    double scratch[WIDTH];
#pragma omp for hetero(1)
    for (int i = 0; i < N; i++) {
      double seed = i;
      draw(WIDTH, &seed, scratch - 1);
      if (x[i] > 5)
        spread(scratch, seed);
      y[i] += scratch[i % WIDTH];
    }
#pragma omp for hetero(1) schedule(dynamic)
    for (int i = 0; i < N; i++) {
      scratch[0] = x[i];
      y[i] -= scratch[0] * scratch[0];
    }
  }
  print("of the team");
}
