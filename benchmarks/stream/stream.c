// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/*
 * STREAM (McCalpin): copy, scale, add and triad on vectors in double precision.
 *
 * A pass makes 15 times of each element of a: c = a, b = 3 c, c = a + b, a = b + 3 c. The elements begin as integers up
 * to 1009, so that ten passes stay below 2^53 and every result is exact.
 */
#include "../common/kernel.h"
#include "hetcc.h"

static int n, stay;
static double *a, *b, *c;

BENCH_LOOP void copy(int n, const double *a, double *c) {
#pragma omp parallel for HETCC(hetero(1) part_copyin(a[1:n]) part_copyout(c[1:n]))
  for (int i = 0; i < n; i++)
    c[i] = a[i];
}

BENCH_LOOP void scale(int n, double factor, const double *c, double *b) {
#pragma omp parallel for HETCC(hetero(1) part_copyin(c[1:n]) part_copyout(b[1:n]))
  for (int i = 0; i < n; i++)
    b[i] = factor * c[i];
}

BENCH_LOOP void add(int n, const double *a, const double *b, double *c) {
#pragma omp parallel for HETCC(hetero(1) part_copyin(a[1:n]) part_copyin(b[1:n]) part_copyout(c[1:n]))
  for (int i = 0; i < n; i++)
    c[i] = a[i] + b[i];
}

BENCH_LOOP void triad(int n, double factor, const double *b, const double *c, double *a) {
#pragma omp parallel for HETCC(hetero(1) part_copyin(b[1:n]) part_copyin(c[1:n]) part_copyout(a[1:n]))
  for (int i = 0; i < n; i++)
    a[i] = b[i] + factor * c[i];
}

static double startAt(int i) { return i % 1009 + 1; }

static void prepare(struct BenchOption *options, int passes) {
  n = benchInteger(options, "n", 1);
  if (passes > 10)
    benchFail("the result is exact for 10 passes at most, not for", benchText(options, "passes"));
  a = benchDoubles(n), b = benchDoubles(n), c = benchDoubles(n);
  for (int i = 0; i < n; i++)
    a[i] = startAt(i);
  stay = benchInteger(options, "stay", 0);
#ifdef __HETCC__
#pragma omp target enter data map(to : a[0:n], b[0:n], c[0:n]) if (stay)
#endif
}

/* The arrays, for the host. */
static void collect(void) {
#ifdef __HETCC__
#pragma omp target exit data map(from : a[0:n], b[0:n], c[0:n]) if (stay)
#endif
  benchCollect(a, n, sizeof *a);
  benchCollect(b, n, sizeof *b);
  benchCollect(c, n, sizeof *c);
}

static void pass(void) {
  copy(n, a, c);
  scale(n, 3, c, b);
  add(n, a, b, c);
  triad(n, 3, b, c, a);
}

static const char *check(int passes) {
  collect();
  double before = 1;
  for (int pass = 1; pass < passes; pass++)
    before *= 15;
  int wrong = 0;
  for (int i = 0; i < n; i++) {
    double start = before * startAt(i);
    wrong += a[i] != 15 * start || b[i] != 3 * start || c[i] != 4 * start;
  }
  benchDump("a", "f64", a, n, 0);
  benchDump("b", "f64", b, n, 0);
  benchDump("c", "f64", c, n, 0);
  return wrong ? "elements differ from 15, 3 and 4 times what the last pass began with" : NULL;
}

int main(int argc, char **argv) {
  struct BenchOption options[] = {{"n", "elements", {"5003", "4000000", "40000000"}, NULL},
                                  {"passes", "times the four loops run", {"3", "10", "10"}, NULL},
                                  BENCH_STAY,
                                  BENCH_UNTIMED,
                                  BENCH_END};
  return benchKernel(argc, argv, &(struct BenchKernel){"copy, scale, add, triad", options, prepare, NULL, pass, check});
}
