// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/*
 * CG: the conjugate gradient kernel of the NAS Parallel Benchmarks, written after their specification (Bailey et
 * al., RNR-94-007). The power method estimates the smallest eigenvalue of a large sparse symmetric matrix with a
 * random pattern; each of its steps solves a system with 25 iterations of conjugate gradients. It checks itself: zeta
 * must agree with the published value to a relative 1e-10.
 *
 * All loops over rows are annotated. The matrix (compressed rows) is a full copy that stays on the devices; the vector
 * that it is multiplied with is a full copy too, a new one for each pass.
 *
 * With --partition 1, each solve is one partition over all of its loops: devices have their rows of the matrix and of the
 * vectors, and of the vector that it is multiplied with the elements that their columns name, which move anew when it has
 * changed.
 */
#include "../common/bench.h"
#include "../common/npb.h"
#include "hetcc.h"
#include <math.h>

struct Class {
  const char *name;
  int n, nonzeros, steps;
  double shift, zeta;
};

/* NPB's, and T, which is S after one step: for a device that is emulated. */
static const struct Class classes[] = {{"T", 1400, 7, 1, 10, 9.9986441579140},
                                       {"S", 1400, 7, 15, 10, 8.5971775078648},
                                       {"W", 7000, 8, 15, 12, 10.362595087124},
                                       {"A", 14000, 11, 15, 20, 17.130235054029},
                                       {"B", 75000, 13, 75, 60, 22.712745482631},
                                       {"C", 150000, 15, 75, 110, 28.973605592845}};

/* A sparse matrix: row i holds the entries rowStart[i] .. rowStart[i + 1] - 1. */
struct Matrix {
  int n, *rowStart, *column;
  double *value;
};

/* The vectors of one solve. */
struct Vectors {
  double *x, *z, *p, *q, *r;
};

/*---- The matrix ----------------------------------------------------------------------------------------------*/

/* n sparse vectors, each with its own index at least, `stride` places for each. */
struct SparseVectors {
  int stride, *count, *index;
  double *value;
};

/* Draws vector i: `nonzeros` random places with random values; then its own place is set to 1/2. */
static void drawVector(struct SparseVectors *v, int i, int n, int nonzeros, uint64_t *seed, char *taken) {
  int *index = v->index + (size_t)i * v->stride, count = 0;
  double *value = v->value + (size_t)i * v->stride;
  int range = 2;
  while (range < n)
    range *= 2;
  while (count < nonzeros) {
    double element = npbRandom(seed);
    int place = (int)(range * npbRandom(seed));
    if (place >= n || taken[place])
      continue;
    taken[place] = 1;
    index[count] = place;
    value[count++] = element;
  }
  int own = 0;
  while (own < count && index[own] != i)
    own++;
  index[own] = i;
  value[own] = 0.5;
  count += own == count;
  for (int k = 0; k < count; k++)
    taken[index[k]] = 0;
  v->count[i] = count;
}

static struct SparseVectors drawVectors(int n, int nonzeros) {
  struct SparseVectors v = {nonzeros + 1, benchZeros(n, sizeof(int)), NULL, NULL};
  v.index = benchZeros((size_t)n * v.stride, sizeof *v.index);
  v.value = benchZeros((size_t)n * v.stride, sizeof *v.value);
  char *taken = benchZeros(n, 1);
  uint64_t seed = 314159265;
  npbRandom(&seed); /* the specification draws one number before the matrix */
  for (int i = 0; i < n; i++)
    drawVector(&v, i, n, nonzeros, &seed, taken);
  free(taken);
  return v;
}

/* For every row the places (positions in index and value) where it occurs, ordered by vector. */
struct Occurrences {
  int *start, *place;
};

static struct Occurrences findOccurrences(int n, const struct SparseVectors *v) {
  struct Occurrences o = {benchZeros((size_t)n + 2, sizeof(int)), NULL};
  for (int i = 0; i < n; i++)
    for (int k = 0; k < v->count[i]; k++)
      o.start[v->index[i * v->stride + k] + 2]++;
  for (int i = 2; i < n + 2; i++)
    o.start[i] += o.start[i - 1];
  o.place = benchZeros(o.start[n + 1], sizeof *o.place);
  for (int i = 0; i < n; i++)
    for (int k = 0; k < v->count[i]; k++)
      o.place[o.start[v->index[i * v->stride + k] + 1]++] = i * v->stride + k;
  return o;
}

static int compareInts(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}

/*
 * A = sum over i of w^i v_i v_i^T, w^n = 1/10, plus 1/10 - shift on the diagonal. Row by row: `sum` gathers the row,
 * and `column` the indices that occur in it.
 */
static struct Matrix makeMatrix(int n, int nonzeros, double shift) {
  const double condition = 0.1;
  struct SparseVectors v = drawVectors(n, nonzeros);
  struct Occurrences o = findOccurrences(n, &v);
  size_t bound = 0;
  for (int i = 0; i < n; i++)
    bound += (size_t)v.count[i] * v.count[i];
  struct Matrix a = {n, benchZeros((size_t)n + 1, sizeof(int)), benchZeros(bound, sizeof(int)),
                     benchZeros(bound, sizeof(double))};
  double *weight = benchZeros(n, sizeof *weight), *sum = benchZeros(n, sizeof *sum);
  char *present = benchZeros(n, 1);
  double ratio = pow(condition, 1.0 / n);
  for (int i = 0; i < n; i++)
    weight[i] = i ? weight[i - 1] * ratio : 1;

  int end = 0;
  for (int row = 0; row < n; row++) {
    a.rowStart[row] = end;
    for (int k = o.start[row]; k < o.start[row + 1]; k++) {
      int i = o.place[k] / v.stride;
      double factor = weight[i] * v.value[o.place[k]];
      for (int l = i * v.stride; l < i * v.stride + v.count[i]; l++) {
        int j = v.index[l];
        if (!present[j]) {
          present[j] = 1;
          sum[j] = j == row ? condition - shift : 0;
          a.column[end++] = j;
        }
        sum[j] += factor * v.value[l];
      }
    }
    qsort(a.column + a.rowStart[row], end - a.rowStart[row], sizeof *a.column, compareInts);
    for (int k = a.rowStart[row]; k < end; k++) {
      a.value[k] = sum[a.column[k]];
      present[a.column[k]] = 0;
    }
  }
  a.rowStart[n] = end;
  free(v.count), free(v.index), free(v.value), free(o.start), free(o.place), free(weight), free(sum), free(present);
  return a;
}

/*---- The solver ----------------------------------------------------------------------------------------------*/

/* q = A p; returns p . q. */
BENCH_LOOP double multiply(const struct Matrix *a, const double *p, double *q) {
  int n = a->n;
  const int *rowStart = a->rowStart, *column = a->column;
  const double *value = a->value;
  double dot = 0;
#pragma omp parallel for HETCC(hetero(1, all, adaptive) part_copyout(q[1:n]) persist(rowStart, column, value)        \
                               map(to: rowStart[0:n+1], column[0:rowStart[n]], value[0:rowStart[n]], p[0:n]))          \
    reduction(+ : dot)
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int k = rowStart[i]; k < rowStart[i + 1]; k++)
      sum += value[k] * p[column[k]];
    q[i] = sum;
    dot += p[i] * sum;
  }
  return dot;
}

/* z += alpha p, r -= alpha q; returns r . r. */
BENCH_LOOP double advance(int n, double alpha, const double *p, const double *q, double *z, double *r) {
  double rho = 0;
#pragma omp parallel for HETCC(hetero(1, all, adaptive) part_copyin(p[1:n]) part_copyin(q[1:n]) part_copy(z[1:n])      \
                               part_copy(r[1:n])) reduction(+ : rho)
  for (int i = 0; i < n; i++) {
    z[i] += alpha * p[i];
    r[i] -= alpha * q[i];
    rho += r[i] * r[i];
  }
  return rho;
}

/* p = r + beta p. */
BENCH_LOOP void turn(int n, double beta, const double *r, double *p) {
#pragma omp parallel for HETCC(hetero(1, all, adaptive) part_copyin(r[1:n]) part_copy(p[1:n]))
  for (int i = 0; i < n; i++)
    p[i] = r[i] + beta * p[i];
}

/* z = q = 0, r = p = x; returns r . r. */
BENCH_LOOP double start(int n, const double *x, double *z, double *p, double *q, double *r) {
  double rho = 0;
#pragma omp parallel for HETCC(hetero(1, all, adaptive) part_copyin(x[1:n]) part_copyout(z[1:n])                       \
                               part_copyout(p[1:n]) part_copyout(q[1:n]) part_copyout(r[1:n])) reduction(+ : rho)
  for (int i = 0; i < n; i++) {
    z[i] = 0;
    q[i] = 0;
    r[i] = x[i];
    p[i] = x[i];
    rho += x[i] * x[i];
  }
  return rho;
}

BENCH_LOOP double squareDifference(int n, const double *x, const double *r) {
  double sum = 0;
#pragma omp parallel for HETCC(hetero(1, all, adaptive) part_copyin(x[1:n]) part_copyin(r[1:n])) reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += (x[i] - r[i]) * (x[i] - r[i]);
  return sum;
}

/* 25 iterations of conjugate gradients towards A z = x; returns |x - A z|. */
static double solve(const struct Matrix *a, const struct Vectors *v) {
  int n = a->n;
  double rho = start(n, v->x, v->z, v->p, v->q, v->r);
  for (int iteration = 0; iteration < 25; iteration++) {
    double alpha = rho / multiply(a, v->p, v->q);
    double previous = rho;
    rho = advance(n, alpha, v->p, v->q, v->z, v->r);
    turn(n, rho / previous, v->r, v->p);
  }
  multiply(a, v->z, v->r);
  return sqrt(squareDifference(n, v->x, v->r));
}

/* Adds up what the threads of a team have, each one part; all of them come here. */
static double total(double part, double *shared) {
#pragma omp barrier
#pragma omp single
  *shared = 0;
#pragma omp critical
  *shared += part;
#pragma omp barrier
  return *shared;
}

/* The same as solve(), in one partition. */
static double solveInOnePartition(const struct Matrix *a, const struct Vectors *v) {
  int n = a->n, start = 0, end = n;
  const int *rowStart = a->rowStart, *column = a->column;
  const double *value = a->value, *x = v->x, *allP = v->p, *allZ = v->z;
  double *z = v->z, *p = v->p, *q = v->q, *r = v->r, sum = 0, shared = 0;
#ifdef __HETCC__
#pragma omp parallel devices(any) partition(adaptive : i = start; i < end; i++) reduction(+ : sum)                    \
    map(to, segmented : column[0 : rowStart[n], rowStart, i], value[0 : rowStart[n], rowStart, i])                     \
    map(to, indexed : allP[0:n, column, i], allZ[0:n, column, i]) map(to : x[0:n, i])                                  \
    map(from : z[0:n, i], p[0:n, i], q[0:n, i], r[0:n, i])
#endif
  {
    for (int i = start; i < end; i++) {
      z[i] = 0;
      r[i] = x[i];
      p[i] = x[i];
      sum += x[i] * x[i];
    }
    double rho = total(sum, &shared);
    for (int iteration = 0; iteration < 25; iteration++) {
#ifdef __HETCC__
#pragma omp target update padding_update_nearby(allP)
#endif
      sum = 0;
      for (int i = start; i < end; i++) {
        double row = 0;
        for (int k = rowStart[i]; k < rowStart[i + 1]; k++)
          row += value[k] * allP[column[k]];
        q[i] = row;
        sum += p[i] * row;
      }
      const double alpha = rho / total(sum, &shared), previous = rho;
      sum = 0;
      for (int i = start; i < end; i++) {
        z[i] += alpha * p[i];
        r[i] -= alpha * q[i];
        sum += r[i] * r[i];
      }
      rho = total(sum, &shared);
      const double beta = rho / previous;
      for (int i = start; i < end; i++)
        p[i] = r[i] + beta * p[i];
    }
#ifdef __HETCC__
#pragma omp target update padding_update_nearby(allZ)
#endif
    sum = 0;
    for (int i = start; i < end; i++) {
      double row = 0;
      for (int k = rowStart[i]; k < rowStart[i + 1]; k++)
        row += value[k] * allZ[column[k]];
      r[i] = row;
      sum += (x[i] - row) * (x[i] - row);
    }
  }
  return sqrt(sum);
}

/* x = z / |z|; returns x . z of the old x. */
BENCH_LOOP double normalise(int n, double *x, const double *z) {
  double xz = 0, zz = 0;
#pragma omp parallel for HETCC(hetero(1, all, adaptive) part_copyin(x[1:n]) part_copyin(z[1:n])) reduction(+ : xz, zz)
  for (int i = 0; i < n; i++) {
    xz += x[i] * z[i];
    zz += z[i] * z[i];
  }
  double factor = 1 / sqrt(zz);
#pragma omp parallel for HETCC(hetero(1, all, adaptive) part_copyin(z[1:n]) part_copyout(x[1:n]))
  for (int i = 0; i < n; i++)
    x[i] = factor * z[i];
  return xz;
}

static double *setToOne(int n, double *x) {
  for (int i = 0; i < n; i++)
    x[i] = 1;
  return x;
}

/* How the program was called. */
struct How {
  int partition, stay;
};

/* Steps of the power method; returns zeta. */
static double iterate(const struct Matrix *a, const struct Vectors *v, int steps, double shift, struct How how,
                      double *residual) {
  double zeta = 0;
  setToOne(a->n, v->x);
#ifdef __HETCC__
  int n = a->n;
  double *x = v->x, *z = v->z, *p = v->p, *q = v->q, *r = v->r;
#pragma omp target enter data map(to : x[0:n], z[0:n], p[0:n], q[0:n], r[0:n]) if (how.stay)
#endif
  for (int step = 0; step < steps; step++) {
    *residual = how.partition ? solveInOnePartition(a, v) : solve(a, v);
    zeta = shift + 1 / normalise(a->n, v->x, v->z);
  }
#ifdef __HETCC__
#pragma omp target exit data map(from : x[0:n], z[0:n], p[0:n], q[0:n], r[0:n]) if (how.stay)
#endif
  return zeta;
}

/*
 * Conjugate gradients forgive a sum that is slightly wrong, and zeta does not show it: so the two sums of an
 * iteration are repeated here. In any two orders of addition, sums of n products differ by at most
 * 2 n 2^-53 times the sum of the magnitudes.
 */
static int sumsAreRight(const struct Matrix *a, const struct Vectors *v) {
  double dot = multiply(a, v->x, v->q), square = advance(a->n, 0.5, v->x, v->q, v->z, v->r);
  benchCollect(v->q, a->n, sizeof *v->q);
  benchCollect(v->r, a->n, sizeof *v->r);
  double expectedDot = 0, expectedSquare = 0, magnitude = 0;
  for (int i = 0; i < a->n; i++) {
    expectedDot += v->x[i] * v->q[i];
    magnitude += fabs(v->x[i] * v->q[i]);
    expectedSquare += v->r[i] * v->r[i];
  }
  double share = 2.0 * a->n * 0x1p-53;
  return fabs(dot - expectedDot) <= share * magnitude && fabs(square - expectedSquare) <= share * expectedSquare;
}

static const struct Class *findClass(const char *name) {
  for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
    if (!strcmp(classes[i].name, name))
      return &classes[i];
  benchFail("--class is one of T, S, W, A, B, C, not", name);
  return NULL;
}

int main(int argc, char **argv) {
  struct BenchOption options[] = {{"class", "problem class T, S, W, A, B or C", {"S", "A", "C"}, NULL},
                                  {"partition", "1: one partition over all loops of a solve", {"0", "0", "0"}, NULL},
                                  {"stay", "1: the vectors stay on the devices, too", {"0", "0", "0"}, NULL},
                                  {NULL, NULL, {NULL}, NULL}};
  benchParse(argc, argv, "NPB CG", options);
  struct How how = {benchInteger(options, "partition", 0), benchInteger(options, "stay", 0)};
  const struct Class *c = findClass(benchText(options, "class"));
  struct Matrix a = makeMatrix(c->n, c->nonzeros, c->shift);
  double *memory = benchZeros(5 * (size_t)c->n, sizeof *memory);
  struct Vectors v = {memory, memory + c->n, memory + 2 * c->n, memory + 3 * c->n, memory + 4 * c->n};

  double residual;
  iterate(&a, &v, 1, c->shift, how, &residual); /* untimed, as the specification has it */
  benchSettle();
  double begin = benchSeconds();
  double zeta = iterate(&a, &v, c->steps, c->shift, how, &residual);
  benchSettle();
  double seconds = benchSeconds() - begin;
  int right = sumsAreRight(&a, &v);
#ifdef __HETCC__
  const int *rowStart = a.rowStart, *column = a.column;
  const double *value = a.value;
#pragma omp depersist(rowStart, column, value)
#endif

  /* NPB's own criterion; also how far two builds, which add up in different orders, may be apart. */
  double allowed = 1e-10 * c->zeta;
  const char *failure = right ? NULL : "a sum over the rows differs from the same sum on the host";
  if (!(fabs(zeta - c->zeta) <= allowed))
    failure = "zeta differs from the published value";
  benchDump("zeta", "f64", &zeta, 1, 2 * allowed);
  benchResult("zeta", zeta);
  benchMeasure("residual", residual);
  benchResult("entries", a.rowStart[c->n]);
  free(a.rowStart), free(a.column), free(a.value), free(memory);
  return benchFinish(seconds, failure);
}
