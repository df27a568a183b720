// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/*
 * C = beta C + alpha A B for a stream of matrices A, by hand over ctsar.h: the kernel is the program's own function.
 *
 * A comes in two buffers, of which a producer fills one while the other is multiplied; ctsar_retarget_mem() lets both use
 * the same device memory. Sum and largest element of C come from a reduction by callback. Values are small whole numbers,
 * so that the result is exact and equal to the serial one.
 *
 *     gcc -O2 -fopenmp -Iruntime/include examples/ctsar-gemm.c -o ctsar-gemm -lpthread $(hetcc --libs)
 */
#include "ctsar.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { BATCHES = 6 };

struct Summary {
  double sum, largest;
};

static void combine(void *into, const void *from) {
  struct Summary *a = into;
  const struct Summary *b = from;
  a->sum += b->sum;
  if (b->largest > a->largest)
    a->largest = b->largest;
}

/* Rows first to last - 1. It runs on cores, and on the memory of emulated accelerators. */
static void multiplyRows(int n, size_t first, size_t last, const double *a, const double *b, double *c,
                         struct Summary *summary) {
  for (size_t i = first; i < last; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int k = 0; k < n; k++)
        sum += a[i * n + k] * b[(size_t)k * n + j];
      c[i * n + j] = 2 * c[i * n + j] + 3 * sum;
      summary->sum += c[i * n + j];
      if (c[i * n + j] > summary->largest)
        summary->largest = c[i * n + j];
    }
}

struct Producer {
  int n, batch;
  double *a;
};

static void *produce(void *argument) {
  const struct Producer *p = argument;
  for (int i = 0; i < p->n * p->n; i++)
    p->a[i] = (i * 7 + p->batch * 3) % 11 - 5;
  return NULL;
}

static struct Summary multiply(ctsar *s, int n, const double *hostA, const double *hostB, double *hostC) {
  const struct Summary nothing = {0, -1e300};
  struct Summary all = nothing;
  const size_t row = n * sizeof(double);
#pragma omp parallel num_threads(ctsar_threads(s))
  do {
    const double *a = ctsar_reg_mem(s, hostA, row, n, CTSAR_MEM_PARTIAL | CTSAR_MEM_INPUT);
    const double *b = ctsar_reg_mem(s, hostB, row, n, CTSAR_MEM_INPUT | CTSAR_MEM_PERSIST);
    double *c = ctsar_reg_mem(s, hostC, row, n, CTSAR_MEM_PARTIAL | CTSAR_MEM_INOUT | CTSAR_MEM_PERSIST);
    struct Summary *part = ctsar_reg_reduc(s, &all, &nothing, sizeof nothing, combine);
    ctsar_next(s, n);
    multiplyRows(n, CSTART(s), CEND(s), a, b, c, part);
  } while (ctsar_loop(s));
  return all;
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 97;
  const size_t count = (size_t)n * n;
  double *buffers[2] = {malloc(count * sizeof(double)), malloc(count * sizeof(double))};
  double *b = malloc(count * sizeof *b), *c = malloc(count * sizeof *c), *expected = malloc(count * sizeof *expected);
  int wrong = 0;
  for (size_t i = 0; i < count; i++) {
    b[i] = (double)(i * 5 % 13) - 6;
    c[i] = expected[i] = (double)(i % 17);
  }
  ctsar *s = NULL;
  ctsar_init(&s, n, CTSAR_ADAPTIVE, CTSAR_DEV_ALL | CTSAR_DEV_HOST_KERNELS, NULL, NULL);
  produce(&(struct Producer){n, 0, buffers[0]});
  for (int batch = 0; batch < BATCHES; batch++) {
    double *now = buffers[batch % 2], *next = buffers[(batch + 1) % 2];
    struct Producer producer = {n, batch + 1, next};
    pthread_t thread;
    if (pthread_create(&thread, NULL, produce, &producer))
      return 2;
    if (batch > 0)
      ctsar_retarget_mem(s, next, now);
    struct Summary found = multiply(s, n, now, b, c), wanted = {0, -1e300};
    multiplyRows(n, 0, n, now, b, expected, &wanted);
    for (size_t i = 0; i < count; i++)
      wrong += c[i] != expected[i];
    wrong += found.sum != wanted.sum || found.largest != wanted.largest;
    pthread_join(thread, NULL);
    printf("batch %d: sum %.0f, largest %.0f\n", batch, found.sum, found.largest);
  }
  ctsar_fini(&s);
  printf("ctsar-gemm: %s\n", wrong ? "WRONG" : "the same as the serial result");
  free(buffers[0]), free(buffers[1]), free(b), free(c), free(expected);
  return wrong != 0;
}
