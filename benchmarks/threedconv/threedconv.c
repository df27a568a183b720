// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/*
 * THREEDCONV (PolyBench/GPU's 3DCONV): each inner point of B is a weighted sum of 15 of the 3 x 3 x 3 points of A
 * around it. The loop goes over planes; a plane is one long row, and the rows of A have a halo of one.
 *
 * A is a wave, cos(r i + s j + t k), and B follows in closed form as in TWODCONV.
 */
#include "../common/kernel.h"
#include "hetcc.h"
#include <complex.h>
#include <math.h>

/* Where the points are, and their weights. */
static const struct {
  int i, j, k;
  double weight;
} points[15] = {{-1, -1, -1, 2}, {1, -1, -1, 4},   {-1, 0, -1, 5},  {1, 0, -1, 7}, {-1, 1, -1, -8},
                {1, 1, -1, 10},  {0, -1, 0, -3},   {0, 0, 0, 6},    {0, 1, 0, -9}, {-1, -1, 1, 2},
                {1, -1, 1, 4},   {-1, 0, 1, 5},    {1, 0, 1, 7},    {-1, 1, 1, -8}, {1, 1, 1, 10}};
static const double r = 0.7, s = 1.1, t = 0.4;

static int ni, nj, nk;
static float *input, *output;

BENCH_LOOP void convolve(int ni, int nj, int nk, const float *a, float *b) {
  int plane = nj * nk;
#pragma omp parallel for HETCC(hetero(1) part_copyin(a[1:ni:1][0:plane]) part_copy(b[1:ni][0:plane]))
  for (int i = 1; i < ni - 1; i++)
    for (int j = 1; j < nj - 1; j++)
      for (int k = 1; k < nk - 1; k++)
        b[i * plane + j * nk + k] =
            2 * a[(i - 1) * plane + (j - 1) * nk + k - 1] + 4 * a[(i + 1) * plane + (j - 1) * nk + k - 1] +
            5 * a[(i - 1) * plane + j * nk + k - 1] + 7 * a[(i + 1) * plane + j * nk + k - 1] -
            8 * a[(i - 1) * plane + (j + 1) * nk + k - 1] + 10 * a[(i + 1) * plane + (j + 1) * nk + k - 1] -
            3 * a[i * plane + (j - 1) * nk + k] + 6 * a[i * plane + j * nk + k] - 9 * a[i * plane + (j + 1) * nk + k] +
            2 * a[(i - 1) * plane + (j - 1) * nk + k + 1] + 4 * a[(i + 1) * plane + (j - 1) * nk + k + 1] +
            5 * a[(i - 1) * plane + j * nk + k + 1] + 7 * a[(i + 1) * plane + j * nk + k + 1] -
            8 * a[(i - 1) * plane + (j + 1) * nk + k + 1] + 10 * a[(i + 1) * plane + (j + 1) * nk + k + 1];
}

static void prepare(struct BenchOption *options, int passes) {
  (void)passes;
  ni = benchInteger(options, "ni", 3), nj = benchInteger(options, "nj", 3), nk = benchInteger(options, "nk", 3);
  size_t count = benchElements(ni, (int)benchElements(nj, nk));
  input = benchFloats(count), output = benchFloats(count);
  for (int i = 0; i < ni; i++)
    for (int j = 0; j < nj; j++)
      for (int k = 0; k < nk; k++)
        input[(i * nj + j) * nk + k] = (float)cos(r * i + s * j + t * k);
}

static void pass(void) { convolve(ni, nj, nk, input, output); }

/*
 * With u = 2^-24: each of the 15 products is off by 2 u of its magnitude (wave, product), and adding them up by 14 u
 * more; the weights' magnitudes sum to 90. Two builds may each be off by that.
 */
static const char *check(int passes) {
  (void)passes;
  double complex response = 0;
  for (int p = 0; p < 15; p++)
    response += points[p].weight * cexp(I * (r * points[p].i + s * points[p].j + t * points[p].k));
  double largest = 0, tolerance = 16 * 0x1p-24 * 90;
  for (int i = 0; i < ni; i++)
    for (int j = 0; j < nj; j++)
      for (int k = 0; k < nk; k++) {
        int inner = i > 0 && i < ni - 1 && j > 0 && j < nj - 1 && k > 0 && k < nk - 1;
        double expected = inner ? creal(response * cexp(I * (r * i + s * j + t * k))) : 0;
        largest = benchWorse(largest, output[(i * nj + j) * nk + k] - expected);
      }
  benchDumpFloats("b", output, (size_t)ni * nj * nk, 2 * tolerance);
  return largest <= tolerance ? NULL : "points of B differ from the wave's closed form";
}

int main(int argc, char **argv) {
  struct BenchOption options[] = {{"ni", "planes", {"53", "160", "256"}, NULL},
                                  {"nj", "rows of a plane", {"19", "160", "256"}, NULL},
                                  {"nk", "columns of a plane", {"17", "160", "256"}, NULL},
                                  {"passes", "times the kernel runs", {"3", "40", "10"}, NULL},
                                  BENCH_END};
  return benchKernel(argc, argv, &(struct BenchKernel){"3 x 3 x 3 convolution", options, prepare, NULL, pass, check});
}
