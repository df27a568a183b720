/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What the hand-written MPI versions share that programs on nodes are measured beside. peers/mpi/PROGRAM.c has a function
 * for each annotated loop of PROGRAM.c, of the same name and parameters, which takes its place in a build with
 * -DBENCH_HANDWRITTEN -Dmain=benchMain: so inputs, sizes, passes and the check are the program's own.
 *
 * Every rank makes the inputs for itself, as programs for MPI do, and computes a block of rows. Arrays are as long as in
 * the serial program, so that indices are the same; a rank touches its rows and what it reads of others. Rank 0 prints
 *     measure mpi_messages N      point to point, that it sent itself
 *     measure mpi_bytes B         of these
 *     measure mpi_collectives N
 */
#ifndef RANKS_H
#define RANKS_H

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#undef main

static int rank, ranks;
static double sentMessages, sentBytes, collectives;

/* Row `n * part / ranks` is the first of a part. */
static inline int firstOf(int n, int part) { return (int)((long)n * part / ranks); }
static inline int firstRow(int n) { return firstOf(n, rank); }
static inline int endRow(int n) { return firstOf(n, rank + 1); }

static inline double sumOfAll(double part) {
  double sum;
  collectives++;
  MPI_Allreduce(&part, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return sum;
}

/* Each rank's block of rows for all. */
static inline void gatherRows(void *array, int n, size_t rowBytes) {
  int *counts = malloc(ranks * sizeof *counts), *places = malloc(ranks * sizeof *places);
  MPI_Datatype row;
  MPI_Type_contiguous((int)rowBytes, MPI_BYTE, &row);
  MPI_Type_commit(&row);
  for (int part = 0; part < ranks; part++) {
    places[part] = firstOf(n, part);
    counts[part] = firstOf(n, part + 1) - places[part];
  }
  collectives++;
  MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, array, counts, places, row, MPI_COMM_WORLD);
  MPI_Type_free(&row);
  free(counts), free(places);
}

/* Called by bench.h where the clock starts and stops, and where an array's values are wanted. */
void benchSettle(void) { MPI_Barrier(MPI_COMM_WORLD); }
void benchCollect(void *array, size_t rows, size_t rowBytes) { gatherRows(array, (int)rows, rowBytes); }

int benchMain(int argc, char **argv);

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  for (int i = 1; rank && i < argc; i++)
    if (!strcmp(argv[i - 1], "--dump"))
      argv[i] = "/dev/null";
  if (rank && !freopen("/dev/null", "w", stdout))
    MPI_Abort(MPI_COMM_WORLD, 2);
  int status = benchMain(argc, argv);
  printf("measure mpi_messages %.0f\nmeasure mpi_bytes %.0f\nmeasure mpi_collectives %.0f\n", sentMessages, sentBytes,
         collectives);
  MPI_Finalize();
  return status;
}

#endif
