// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/*
 * TWODCONV (PolyBench/GPU's 2DCONV): each inner point of B is a weighted sum of the 3 x 3 points of A around it. Rows
 * of A with a halo of one, rows of B.
 *
 * A is a wave, cos(s i + t j): a convolution multiplies it by a complex number that depends on s and t alone, and that
 * gives every point of B in closed form.
 */
#include "../common/kernel.h"
#include "hetcc.h"
#include <complex.h>
#include <math.h>

static const double weights[3][3] = {{0.2, 0.5, -0.8}, {-0.3, 0.6, -0.9}, {0.4, 0.7, 0.1}};
static const double s = 0.7, t = 1.1;

static int ni, nj;
static float *input, *output;

BENCH_LOOP void convolve(int ni, int nj, const float *a, float *b) {
#pragma omp parallel for HETCC(hetero(1) part_copyin(a[1:ni:1][0:nj]) part_copy(b[1:ni][0:nj]))
  for (int i = 1; i < ni - 1; i++)
    for (int j = 1; j < nj - 1; j++)
      b[i * nj + j] = 0.2f * a[(i - 1) * nj + j - 1] + 0.5f * a[(i - 1) * nj + j] - 0.8f * a[(i - 1) * nj + j + 1] -
                      0.3f * a[i * nj + j - 1] + 0.6f * a[i * nj + j] - 0.9f * a[i * nj + j + 1] +
                      0.4f * a[(i + 1) * nj + j - 1] + 0.7f * a[(i + 1) * nj + j] + 0.1f * a[(i + 1) * nj + j + 1];
}

static void prepare(struct BenchOption *options, int passes) {
  (void)passes;
  ni = benchInteger(options, "ni", 3), nj = benchInteger(options, "nj", 3);
  input = benchFloats(benchElements(ni, nj)), output = benchFloats(benchElements(ni, nj));
  for (int i = 0; i < ni; i++)
    for (int j = 0; j < nj; j++)
      input[i * nj + j] = (float)cos(s * i + t * j);
}

static void pass(void) { convolve(ni, nj, input, output); }

/*
 * With u = 2^-24: each of the nine products, of magnitude at most |w|, is off by 3 u of it (weight, wave, product), and
 * adding them up by 8 u more; the weights' magnitudes sum to 4.5. Two builds may each be off by that.
 */
static const char *check(int passes) {
  (void)passes;
  double complex response = 0;
  for (int k = 0; k < 3; k++)
    for (int l = 0; l < 3; l++)
      response += weights[k][l] * cexp(I * (s * (k - 1) + t * (l - 1)));
  double largest = 0, tolerance = 11 * 0x1p-24 * 4.5;
  for (int i = 0; i < ni; i++)
    for (int j = 0; j < nj; j++) {
      int inner = i > 0 && i < ni - 1 && j > 0 && j < nj - 1;
      double expected = inner ? creal(response * cexp(I * (s * i + t * j))) : 0;
      largest = benchWorse(largest, output[i * nj + j] - expected);
    }
  benchDumpFloats("b", output, (size_t)ni * nj, 2 * tolerance);
  return largest <= tolerance ? NULL : "points of B differ from the wave's closed form";
}

int main(int argc, char **argv) {
  struct BenchOption options[] = {{"ni", "rows", {"101", "2048", "4096"}, NULL},
                                  {"nj", "columns", {"83", "2048", "4096"}, NULL},
                                  {"passes", "times the kernel runs", {"3", "80", "10"}, NULL},
                                  BENCH_END};
  return benchKernel(argc, argv, &(struct BenchKernel){"3 x 3 convolution", options, prepare, NULL, pass, check});
}
