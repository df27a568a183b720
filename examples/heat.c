// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/*
 * Heat in a plate: a stencil with two arrays that change roles after each sweep. Iteration i, a row, needs the rows
 * i - 1 to i + 1 of the old array, hence the halo of 1, and writes row i of the new one. `persist` leaves both arrays on
 * the devices between sweeps, so that only rows at the borders of the shares move; `depersist` brings the result home.
 * The runtime knows arrays by their address, so swapping the pointers is all that a sweep needs.
 *
 *     hetcc -O3 heat.c -o heat && HETRT_DEVICES=cpu:1,emulated:1 HETRT_SCHEDULE=static HETRT_REPORT=1 ./heat
 *
 * The report shows the bytes that moved. HETRT_WRITE=back saves most of those that come out: see docs/settings.md.
 */
#include <hetcc.h>
#include <stdio.h>
#include <stdlib.h>

enum { Rows = 500, Columns = 400, Sweeps = 50 };

static void sweep(const double (*from)[Columns], double (*to)[Columns]) {
#pragma omp parallel for HETCC(hetero(1) part_copyin(from[1:Rows:1][0:Columns]) part_copy(to[1:Rows][0:Columns]) \
                               persist(from, to))
  for (int i = 1; i < Rows - 1; i++)
    for (int j = 1; j < Columns - 1; j++)
      to[i][j] = 0.25 * (from[i - 1][j] + from[i + 1][j] + from[i][j - 1] + from[i][j + 1]);
}

int main(void) {
  double(*now)[Columns] = calloc(Rows, sizeof *now), (*next)[Columns] = calloc(Rows, sizeof *next);
  if (!now || !next)
    return 2;
  for (int i = 0; i < Rows; i++)
    for (int j = 0; j < Columns; j++)
      now[i][j] = next[i][j] = i == 0 ? 100 : 0;
  for (int s = 0; s < Sweeps; s++) {
    sweep((const double(*)[Columns])now, next);
    double(*swap)[Columns] = now;
    now = next;
    next = swap;
  }
#ifdef __HETCC__
#pragma omp depersist(now, next)
#endif

  // Far from the sides the plate is a rod, which one row of numbers describes.
  double rod[Rows] = {100}, old[Rows];
  for (int s = 0; s < Sweeps; s++) {
    for (int i = 0; i < Rows; i++)
      old[i] = rod[i];
    for (int i = 1; i < Rows - 1; i++)
      rod[i] = 0.25 * (old[i - 1] + old[i + 1] + 2 * old[i]);
  }
  double worst = 0;
  for (int i = 0; i < Rows; i++) {
    const double off = now[i][Columns / 2] - rod[i];
    worst = off > worst ? off : -off > worst ? -off : worst;
  }
  printf("heat: %.6f degrees in row 10, off by %s\n", now[10][Columns / 2], worst < 1e-12 ? "nothing" : "TOO MUCH");
  free(now);
  free(next);
  return worst >= 1e-12;
}
