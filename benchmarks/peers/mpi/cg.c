/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* CG over MPI: rows are divided; all get the vector that the matrix is multiplied with. */
#include "ranks.h"

struct Matrix {
  int n, *rowStart, *column;
  double *value;
};

double multiply(const struct Matrix *a, double *restrict p, double *restrict q) {
  const int *rowStart = a->rowStart, *column = a->column;
  const double *value = a->value;
  double dot = 0;
  gatherRows(p, a->n, sizeof *p);
  for (int i = firstRow(a->n), end = endRow(a->n); i < end; i++) {
    double sum = 0;
    for (int k = rowStart[i]; k < rowStart[i + 1]; k++)
      sum += value[k] * p[column[k]];
    q[i] = sum;
    dot += p[i] * sum;
  }
  return sumOfAll(dot);
}

double advance(int n, double alpha, const double *restrict p, const double *restrict q, double *restrict z,
               double *restrict r) {
  double rho = 0;
  for (int i = firstRow(n), end = endRow(n); i < end; i++) {
    z[i] += alpha * p[i];
    r[i] -= alpha * q[i];
    rho += r[i] * r[i];
  }
  return sumOfAll(rho);
}

void turn(int n, double beta, const double *restrict r, double *restrict p) {
  for (int i = firstRow(n), end = endRow(n); i < end; i++)
    p[i] = r[i] + beta * p[i];
}

double start(int n, const double *restrict x, double *restrict z, double *restrict p, double *restrict q,
             double *restrict r) {
  double rho = 0;
  for (int i = firstRow(n), end = endRow(n); i < end; i++) {
    z[i] = 0;
    q[i] = 0;
    r[i] = x[i];
    p[i] = x[i];
    rho += x[i] * x[i];
  }
  return sumOfAll(rho);
}

double squareDifference(int n, const double *restrict x, const double *restrict r) {
  double sum = 0;
  for (int i = firstRow(n), end = endRow(n); i < end; i++)
    sum += (x[i] - r[i]) * (x[i] - r[i]);
  return sumOfAll(sum);
}

double normalise(int n, double *restrict x, const double *restrict z) {
  double parts[2] = {0, 0}, sums[2];
  for (int i = firstRow(n), end = endRow(n); i < end; i++) {
    parts[0] += x[i] * z[i];
    parts[1] += z[i] * z[i];
  }
  collectives++;
  MPI_Allreduce(parts, sums, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  double factor = 1 / __builtin_sqrt(sums[1]);
  for (int i = firstRow(n), end = endRow(n); i < end; i++)
    x[i] = factor * z[i];
  return sums[0];
}
