/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What the runtime wants of an MPI. libhetrt-mpi-FAMILY.so, compiled against the headers of one MPI, offers it as the
 * table hetrt_mpi_table, so that libhetrt and programs need no MPI to be built and none to start.
 *
 * One thread at a time calls it: any, where `start` says so, else that which called `start`. Functions return null, or
 * why they failed: one line that stays until the next call.
 */
#ifndef HETRT_NODE_SHIM_H
#define HETRT_NODE_SHIM_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define HETRT_MPI_VERSION 3
#define HETRT_MPI_TABLE "hetrt_mpi_table"

typedef struct hetrt_mpi_rows {
  void *first;
  uint64_t rows, row_bytes, pitch;
} hetrt_mpi_rows;

typedef struct hetrt_mpi_start {
  unsigned rank, ranks, greatest_tag;
  int any_thread;
} hetrt_mpi_start;

typedef struct hetrt_mpi {
  uint32_t version; /* HETRT_MPI_VERSION */
  const char *name; /* of the MPI it was compiled against, with its version */

  /* Begins MPI, on a communicator of our own. Waits for all ranks. */
  const char *(*start)(hetrt_mpi_start *into);

  /* Begins to send or to receive one message under a tag: `count` rectangles, one behind the other. The memory stays;
     the request is null again when `test` says done. */
  const char *(*send)(unsigned to, unsigned tag, const hetrt_mpi_rows *what, uint64_t count, void **request);
  const char *(*receive)(unsigned from, unsigned tag, const hetrt_mpi_rows *what, uint64_t count, void **request);
  const char *(*test)(void **request, int *done);

  /* A message under tag 0 that was not expected: if one has come, its sender and bytes, and what to receive
     it by. */
  const char *(*probe)(int *found, unsigned *from, uint64_t *bytes, void **message);
  const char *(*receive_probed)(void *message, void *into, uint64_t bytes, void **request);

  void (*finish)(void);
  void (*abort)(int code);
} hetrt_mpi;

#ifdef __cplusplus
}
#endif
#endif
