// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops call functions of two other units, which call each other, and accelerators take part: functions of values, of pointers to private
// variables, and of arrays that they read or write. Units are compiled separately, and one may be in an archive.
// RUN: %hetcc -O2 -Wall -Wextra -Werror -Wno-hetcc-gpu-form -c %s -o %t.o
// RUN: %hetcc -O2 -Wall -Wextra -Wpedantic -Wmissing-declarations -Wredundant-decls -Werror --hetcc-functions -c %S/Inputs/other-units-values.c -o %t.values.o
// RUN: %hetcc -O2 --hetcc-functions -c %S/Inputs/other-units-arrays.c -o %t.arrays.o
// RUN: %hetcc %t.o %t.values.o %t.arrays.o -o %t
// RUN: %serial -O2 %s %S/Inputs/other-units-values.c %S/Inputs/other-units-arrays.c -o %t.serial
// RUN: %compare %t.serial %t
// RUN: rm -f %t.a && ar rc %t.a %t.values.o %t.arrays.o
// RUN: %hetcc %t.o %t.a -o %t.archived
// RUN: %compare --schedules static --devices "cpu:1,emulated:1;emulated:2" %t.serial %t.archived
// All units in one command, with options that change symbols.
// RUN: %hetcc -O2 -flto -fvisibility=hidden --hetcc-functions %s %S/Inputs/other-units-values.c %S/Inputs/other-units-arrays.c -o %t.lto 2>%t.log
// RUN: not grep mismatch %t.log
// RUN: %compare --schedules static --devices "cpu:1,emulated:1;emulated:2" %t.serial %t.lto
// The report lists the devices that had a share of all loops, on each mix.
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 HETRT_SCHEDULE=static HETRT_REPORT=json:%t.json %t
// RUN: %reported %t.json "len(regions) == 8 and all(sum(d['iterations']) for r in regions for d in r['devices'])"
#include "Inputs/checksum.h"
#include "Inputs/other-units.h"

enum { N = 1001, WIDTH = 8 };
static Number z[N];
static int x[N], places[N], sorted[N];
static double sums[N], rows[N][WIDTH], weights[WIDTH], drawn[N], grid[N * WIDTH];

int main(void) {
  for (int i = 0; i < N; i++) {
    z[i].re = i % 7, z[i].im = i % 5;
    sorted[i] = 3 * i;
    for (int k = 0; k < WIDTH; k++)
      rows[i][k] = grid[i * WIDTH + k] = i % 13 + k;
  }
  for (int k = 0; k < WIDTH; k++)
    weights[k] = k + 1;
#pragma omp parallel for hetero(1) part_copy(z[1:N])
  for (int i = 0; i < N; i++)
    z[i] = product(z[i], z[i]);
#pragma omp parallel for hetero(1)
  for (int i = 0; i < N; i++)
    x[i] = scaled(i);
#pragma omp parallel for hetero(1)
  for (int i = 0; i < N; i++) {
    unsigned long long state = (unsigned)i;
    double values[4];
    fill(4, next(&state), values);
    drawn[i] = next(&state) + values[3];
  }
#pragma omp parallel for hetero(1) part_copyin(rows[1:N][0:WIDTH])
  for (int i = 0; i < N; i++)
    sums[i] = dot(rows[i], weights, WIDTH);
#pragma omp parallel for hetero(1)
  for (int i = 0; i < N; i++)
    places[i] = find(sorted, N, 2 * i);
  // The other unit's record tells that `locate` does not write `sorted`, although the parameter is not const.
#pragma omp parallel for hetero(1)
  for (int i = 0; i < N; i++)
    places[i] += locate(sorted, N, i);
#pragma omp parallel for hetero(1) part_copyin(rows[1:N][0:WIDTH])
  for (int i = 0; i < N; i++)
    places[i] += locate(sorted, 5, (int)rows[i][1]);
#pragma omp parallel for hetero(1) map(tofrom: grid[0:N * WIDTH])
  for (int i = 0; i < N; i++)
    stretch(&grid[i * WIDTH], WIDTH, i);
  printChecksum("grid", grid, sizeof grid);
  printChecksum("z", z, sizeof z);
  printChecksum("x", x, sizeof x);
  printChecksum("drawn", drawn, sizeof drawn);
  printChecksum("sums", sums, sizeof sums);
  printChecksum("places", places, sizeof places);
}
