/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Implements the functions of Shim.h by calls of one MPI. Compiled once for each MPI that is installed. */
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

static const char *start(hetrt_mpi_start *into) {
  int there = 0, level = MPI_THREAD_SINGLE, number = 0, count = 0, found = 0, code;
  int *tag = NULL;
  MPI_Initialized(&there);
  if (there)
    return "MPI has been started by the program already";
  /* Only one thread at a time will call MPI. */
  if ((code = MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &level)) != MPI_SUCCESS)
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
  into->rank = (unsigned)number;
  into->ranks = (unsigned)count;
  into->greatest_tag = found ? (unsigned)*tag : 32767;
  into->any_thread = level >= MPI_THREAD_SERIALIZED;
  return NULL;
}

/* Whether a message is not empty, and its counts fit into MPI's type for counts, which is int. */
static int fits(const hetrt_mpi_rows *what, uint64_t count) {
  uint64_t bytes = 0, i;
  for (i = 0; i < count && bytes <= INT_MAX; i++)
    bytes += what[i].rows * what[i].row_bytes;
  return count && count <= INT_MAX && bytes <= INT_MAX;
}

static int is_apart(const hetrt_mpi_rows *what) { return what->rows > 1 && what->pitch != what->row_bytes; }

/* A datatype for one rectangle. */
static int type_of_rows(const hetrt_mpi_rows *what, MPI_Datatype *type) {
  return is_apart(what)
             ? MPI_Type_create_hvector((int)what->rows, (int)what->row_bytes, (MPI_Aint)what->pitch, MPI_BYTE, type)
             : MPI_Type_contiguous((int)(what->rows * what->row_bytes), MPI_BYTE, type);
}

/* A datatype for several rectangles, by their addresses. */
static int type_of_list(const hetrt_mpi_rows *what, int count, MPI_Datatype *type) {
  int *ones = malloc((size_t)count * sizeof *ones), code = MPI_SUCCESS, made = 0, i;
  MPI_Aint *places = malloc((size_t)count * sizeof *places);
  MPI_Datatype *types = malloc((size_t)count * sizeof *types);
  if (!ones || !places || !types)
    code = MPI_ERR_NO_MEM;
  for (; code == MPI_SUCCESS && made < count; made++) {
    ones[made] = 1;
    MPI_Get_address(what[made].first, &places[made]);
    if ((code = type_of_rows(&what[made], &types[made])) != MPI_SUCCESS)
      break;
  }
  if (code == MPI_SUCCESS)
    code = MPI_Type_create_struct(count, ones, places, types, type);
  for (i = 0; i < made; i++)
    MPI_Type_free(&types[i]);
  free(ones);
  free(places);
  free(types);
  return code;
}

/* Begins to send or to receive a message. Bytes that lie apart in memory are one message by a datatype. */
static const char *begin(int sends, unsigned rank, unsigned tag, const hetrt_mpi_rows *what, uint64_t parts,
                         void **request) {
  void *first;
  MPI_Datatype type = MPI_BYTE;
  MPI_Request *made;
  int code = MPI_SUCCESS, count = 1, plain;
  if (!fits(what, parts))
    return "more bytes than one message may have";
  first = parts == 1 ? what->first : MPI_BOTTOM;
  plain = parts == 1 && !is_apart(what);
  if (plain) {
    count = (int)(what->rows * what->row_bytes);
  } else {
    code = parts == 1 ? type_of_rows(what, &type) : type_of_list(what, (int)parts, &type);
    if (code == MPI_SUCCESS)
      code = MPI_Type_commit(&type);
    if (code != MPI_SUCCESS)
      return failed("a datatype", code);
  }
  if (!(made = malloc(sizeof *made)))
    return "no memory for a request";
  code = sends ? MPI_Isend(first, count, type, (int)rank, (int)tag, ours, made)
               : MPI_Irecv(first, count, type, (int)rank, (int)tag, ours, made);
  if (!plain)
    MPI_Type_free(&type);
  if (code != MPI_SUCCESS) {
    free(made);
    return failed(sends ? "MPI_Isend" : "MPI_Irecv", code);
  }
  *request = made;
  return NULL;
}

static const char *send(unsigned to, unsigned tag, const hetrt_mpi_rows *what, uint64_t count, void **request) {
  return begin(1, to, tag, what, count, request);
}

static const char *receive(unsigned from, unsigned tag, const hetrt_mpi_rows *what, uint64_t count, void **request) {
  return begin(0, from, tag, what, count, request);
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
