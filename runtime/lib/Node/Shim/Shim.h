/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The functions of MPI that the runtime uses. libhetrt-mpi-FAMILY.so is compiled against the headers of one MPI and
 * offers the functions as the table hetrt_mpi_table; libhetrt loads it at run time. So libhetrt and programs need no
 * MPI to be built, and none to start.
 *
 * One thread at a time calls the functions: any thread, if `start` sets any_thread, else the thread that called
 * `start`. Functions return null, or why they failed: one line that stays valid until the next call.
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
  const char *name; /* the MPI that the table was compiled against, with its version */

  /* Begins MPI, makes a communicator for the runtime alone, and waits for all ranks. */
  const char *(*start)(hetrt_mpi_start *into);

  /* `send` and `receive` begin a transfer of one message under a tag: the bytes of `count` rectangles, one behind the
     other. The memory has to exist until `test` sets `done`, which also sets the request to null again. */
  const char *(*send)(unsigned to, unsigned tag, const hetrt_mpi_rows *what, uint64_t count, void **request);
  const char *(*receive)(unsigned from, unsigned tag, const hetrt_mpi_rows *what, uint64_t count, void **request);
  const char *(*test)(void **request, int *done);

  /* `probe` looks for a message under tag 0. If one has arrived, it sets `found`, the sender, the number of bytes, and
     `message`, with which `receive_probed` begins to receive that message. */
  const char *(*probe)(int *found, unsigned *from, uint64_t *bytes, void **message);
  const char *(*receive_probed)(void *message, void *into, uint64_t bytes, void **request);

  void (*finish)(void);
  void (*abort)(int code);
} hetrt_mpi;

#ifdef __cplusplus
}
#endif
#endif
