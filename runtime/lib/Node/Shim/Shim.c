/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The table of Shim.h over one MPI: compiled once for each MPI that is installed. */
#include "Shim.h"

#include <limits.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define STRING(x) #x
#define NUMBER(x) STRING(x)
#if defined(OPEN_MPI)
#define NAME "Open MPI " NUMBER(OMPI_MAJOR_VERSION) "." NUMBER(OMPI_MINOR_VERSION) "." NUMBER(OMPI_RELEASE_VERSION)
#elif defined(MPICH_VERSION)
#define NAME "MPICH " MPICH_VERSION
#else
#define NAME "an MPI of another family"
#endif

static MPI_Comm ours;
static char text[MPI_MAX_ERROR_STRING + 64];

static const char *failed(const char *what, int code) {
  char why[MPI_MAX_ERROR_STRING];
  int length = 0;
  if (code == MPI_SUCCESS)
    return NULL;
  if (MPI_Error_string(code, why, &length) != MPI_SUCCESS)
    snprintf(why, sizeof why, "error %d", code);
  snprintf(text, sizeof text, "%s: %s", what, why);
  return text;
}

static const char *start(unsigned *rank, unsigned *ranks, unsigned *greatest_tag) {
  int there = 0, level = MPI_THREAD_SINGLE, number = 0, count = 0, found = 0, code;
  int *tag = NULL;
  MPI_Initialized(&there);
  if (there)
    return "MPI has been started by the program already";
  /* One thread makes all calls of MPI, but the process has others. */
  if ((code = MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &level)) != MPI_SUCCESS)
    return failed("MPI_Init_thread", code);
  if (level < MPI_THREAD_FUNNELED) {
    snprintf(text, sizeof text, "%s grants thread level %d; wanted MPI_THREAD_FUNNELED (%d)", NAME, level,
             MPI_THREAD_FUNNELED);
    MPI_Finalize();
    return text;
  }
  if ((code = MPI_Comm_dup(MPI_COMM_WORLD, &ours)) != MPI_SUCCESS)
    return failed("MPI_Comm_dup", code);
  MPI_Comm_set_errhandler(ours, MPI_ERRORS_RETURN);
  MPI_Comm_rank(ours, &number);
  MPI_Comm_size(ours, &count);
  MPI_Comm_get_attr(ours, MPI_TAG_UB, (void *)&tag, &found);
  *rank = (unsigned)number;
  *ranks = (unsigned)count;
  *greatest_tag = found ? (unsigned)*tag : 32767;
  return NULL;
}

/* Rows that lie apart are one message, by a datatype. Counts of MPI are of type int; callers keep to it. */
static const char *begin(int sends, unsigned rank, unsigned tag, const hetrt_mpi_rows *what, void **request) {
  const int apart = what->rows > 1 && what->pitch != what->row_bytes;
  const uint64_t bytes = what->rows * what->row_bytes;
  MPI_Datatype type = MPI_BYTE;
  MPI_Request *made;
  int code = MPI_SUCCESS, count = (int)bytes;
  if (bytes > INT_MAX || what->rows > INT_MAX)
    return "more bytes than one message may have";
  if (apart) {
    code = MPI_Type_create_hvector((int)what->rows, (int)what->row_bytes, (MPI_Aint)what->pitch, MPI_BYTE, &type);
    if (code == MPI_SUCCESS)
      code = MPI_Type_commit(&type);
    if (code != MPI_SUCCESS)
      return failed("MPI_Type_create_hvector", code);
    count = 1;
  }
  if (!(made = malloc(sizeof *made)))
    return "no memory for a request";
  code = sends ? MPI_Isend(what->first, count, type, (int)rank, (int)tag, ours, made)
               : MPI_Irecv(what->first, count, type, (int)rank, (int)tag, ours, made);
  if (apart)
    MPI_Type_free(&type);
  if (code != MPI_SUCCESS) {
    free(made);
    return failed(sends ? "MPI_Isend" : "MPI_Irecv", code);
  }
  *request = made;
  return NULL;
}

static const char *send(unsigned to, unsigned tag, const hetrt_mpi_rows *what, void **request) {
  return begin(1, to, tag, what, request);
}

static const char *receive(unsigned from, unsigned tag, const hetrt_mpi_rows *what, void **request) {
  return begin(0, from, tag, what, request);
}

static const char *test(void **request, int *done) {
  const int code = MPI_Test(*request, done, MPI_STATUS_IGNORE);
  if (*done || code != MPI_SUCCESS) {
    free(*request);
    *request = NULL;
  }
  return failed("MPI_Test", code);
}

static const char *probe(int *found, unsigned *from, uint64_t *bytes, void **message) {
  MPI_Status status;
  MPI_Message *matched = malloc(sizeof *matched);
  int count = 0, code;
  if (!matched)
    return "no memory for a message";
  code = MPI_Improbe(MPI_ANY_SOURCE, 0, ours, found, matched, &status);
  if (code != MPI_SUCCESS || !*found) {
    free(matched);
    return failed("MPI_Improbe", code);
  }
  MPI_Get_count(&status, MPI_BYTE, &count);
  *from = (unsigned)status.MPI_SOURCE;
  *bytes = (uint64_t)count;
  *message = matched;
  return NULL;
}

static const char *receive_probed(void *message, void *into, uint64_t bytes, void **request) {
  MPI_Request *made = malloc(sizeof *made);
  int code;
  if (!made)
    return "no memory for a request";
  code = MPI_Imrecv(into, (int)bytes, MPI_BYTE, message, made);
  free(message);
  if (code != MPI_SUCCESS) {
    free(made);
    return failed("MPI_Imrecv", code);
  }
  *request = made;
  return NULL;
}

static void finish(void) {
  MPI_Comm_free(&ours);
  MPI_Finalize();
}

static void abort_job(int code) { MPI_Abort(MPI_COMM_WORLD, code); }

__attribute__((visibility("default"))) const hetrt_mpi hetrt_mpi_table = {
    HETRT_MPI_VERSION, NAME, start, send, receive, test, probe, receive_probed, finish, abort_job};
