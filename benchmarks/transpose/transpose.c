// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/*
 * Transpose (the core of PTRANS): B = A'. An iteration writes a band of 16 rows of B, which is one long row for the
 * window, from 16 columns of A; every device has all of A.
 *
 * A[i][j] = i * columns + j, plus the number of the pass, so that B is known in closed form.
 */
#include "../common/kernel.h"
#include "hetcc.h"

enum { band = 16 };

static int bands, columns, now; /* A has `columns` rows of bands * 16 elements, B the other way round */
static double *from, *to;

BENCH_LOOP void transpose(int bands, int columns, const double *a, double *b) {
  int longRow = band * columns, width = band * bands;
#pragma omp parallel for HETCC(hetero(1) map(to: a[0:columns*width]) part_copyout(b[1:bands][0:longRow]))
  for (int i = 0; i < bands; i++)
    for (int j = 0; j < columns; j++)
      for (int k = 0; k < band; k++)
        b[i * longRow + k * columns + j] = a[j * width + i * band + k];
}

static void prepare(struct BenchOption *options, int passes) {
  (void)passes;
  bands = benchInteger(options, "bands", 1), columns = benchInteger(options, "columns", 1);
  size_t count = benchElements(benchElements(bands, band), columns);
  from = benchDoubles(count), to = benchDoubles(count);
}

static void fillAgain(void) {
  now++;
  for (int i = 0; i < bands * band * columns; i++)
    from[i] = i + now;
}

static void pass(void) { transpose(bands, columns, from, to); }

static const char *check(int passes) {
  int rows = bands * band, wrong = 0;
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++)
      wrong += to[(size_t)i * columns + j] != (double)j * rows + i + passes;
  benchDump("b", "f64", to, (size_t)rows * columns, 0);
  return wrong ? "elements of B are not those of A'" : NULL;
}

int main(int argc, char **argv) {
  struct BenchOption options[] = {{"bands", "bands of 16 rows of the result", {"37", "192", "512"}, NULL},
                                  {"columns", "columns of the result", {"83", "3072", "8192"}, NULL},
                                  {"passes", "times the kernel runs", {"3", "10", "10"}, NULL},
                                  BENCH_END};
  return benchKernel(argc, argv, &(struct BenchKernel){"B = A'", options, prepare, fillAgain, pass, check});
}
