/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Helmholtz over MPI: rows are divided; the outermost ones are on their way while those between them are computed. */
#include "ranks.h"

struct Stencil {
  double ax, ay, b, omega;
};

static double sweepRows(int begin, int end, int m, struct Stencil s, double (*restrict old)[m], double (*restrict f)[m],
                        double (*restrict u)[m]) {
  double ax = s.ax, ay = s.ay, b = s.b, omega = s.omega, error = 0;
  for (int i = begin; i < end; i++)
    for (int j = 1; j < m - 1; j++) {
      double residual =
          (ax * (old[i - 1][j] + old[i + 1][j]) + ay * (old[i][j - 1] + old[i][j + 1]) + b * old[i][j] - f[i][j]) / b;
      u[i][j] = old[i][j] - omega * residual;
      error += residual * residual;
    }
  return error;
}

/* Sends a row to a rank, and begins to receive the one beside it. */
static int exchange(int other, int m, double *mine, double *theirs, MPI_Request *requests) {
  sentMessages++;
  sentBytes += m * sizeof(double);
  MPI_Irecv(theirs, m, MPI_DOUBLE, other, 0, MPI_COMM_WORLD, &requests[0]);
  MPI_Isend(mine, m, MPI_DOUBLE, other, 0, MPI_COMM_WORLD, &requests[1]);
  return 2;
}

double sweep(int n, int m, struct Stencil s, double (*old)[m], double (*f)[m], double (*u)[m]) {
  int first = firstRow(n), end = endRow(n), under = 0;
  MPI_Request requests[4];
  MPI_Status statuses[4];
  if (rank > 0)
    under += exchange(rank - 1, m, old[first], old[first - 1], requests);
  if (rank < ranks - 1)
    under += exchange(rank + 1, m, old[end - 1], old[end], requests + under);
  int from = rank > 0 ? first : 1, to = rank < ranks - 1 ? end : n - 1;
  int inner = from + (rank > 0), outer = to - (rank < ranks - 1);
  double error = sweepRows(inner, outer, m, s, old, f, u);
  MPI_Waitall(under, requests, statuses);
  if (from < inner)
    error += sweepRows(from, inner, m, s, old, f, u);
  if (outer < to && outer >= inner)
    error += sweepRows(outer, to, m, s, old, f, u);
  return sumOfAll(error);
}
