// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/*
 * Helmholtz: Jacobi sweeps with over-relaxation for  u_xx + u_yy - alpha u = f  on n x m points of [-1, 1]^2, u = 0
 * on the boundary. One region per sweep: rows with a halo of one are read from the old field, rows of the new one
 * are written, and the squared residuals are summed. The two fields change places between sweeps and stay on the
 * devices.
 *
 * f belongs to u = (1 - x^2)(1 - y^2). The five-point stencil is exact for this u, and its eigenvectors are sines, so
 * that the field and the sum of squared residuals after any number of sweeps are known in closed form: see `Modes`.
 */
#include "../common/bench.h"
#include "hetcc.h"
#include <math.h>

struct Stencil {
  double ax, ay, b; /* coefficients of the neighbours in i, in j, and of the point itself */
  double omega;     /* relaxation */
};

static const double pi = 3.14159265358979323846;

BENCH_LOOP double sweep(int n, int m, struct Stencil s, double (*old)[m], double (*f)[m], double (*u)[m]) {
  double ax = s.ax, ay = s.ay, b = s.b, omega = s.omega;
  double error = 0;
#pragma omp parallel for HETCC(hetero(1, all, adaptive) part_copyin(old[1:n:1][0:m]) part_copyin(f[1:n][0:m])          \
                               part_copy(u[1:n][0:m]) persist(old, f, u)) reduction(+ : error)
  for (int i = 1; i < n - 1; i++) {
    for (int j = 1; j < m - 1; j++) {
      double residual =
          (ax * (old[i - 1][j] + old[i + 1][j]) + ay * (old[i][j - 1] + old[i][j + 1]) + b * old[i][j] - f[i][j]) / b;
      u[i][j] = old[i][j] - omega * residual;
      error += residual * residual;
    }
  }
  return error;
}

/*
 * Several sweeps on one partition: the rows stay where they are, and neighbours exchange one of them after each sweep.
 * Returns the error of the last one. The fields change places in each thread by itself.
 */
BENCH_LOOP double sweepsOnPartition(int n, int m, int sweeps, struct Stencil s, double (*old)[m], double (*f)[m],
                                double (*u)[m]) {
  double ax = s.ax, ay = s.ay, b = s.b, omega = s.omega;
  double error = 0;
  int start = 1, end = n - 1;
#ifdef __HETCC__
#pragma omp parallel devices(any) partition(adaptive : i = start; i < end; i++) map(to : f[0:n, i][:])                 \
    map(tofrom : old[1|0:n|1, i][:], u[1|0:n|1, i][:]) firstprivate(old, u) reduction(+ : error)
#endif
  for (int k = 0; k < sweeps; k++) {
    double(*swap)[m] = old;
    old = u;
    u = swap;
    error = 0;
    for (int i = start; i < end; i++)
      for (int j = 1; j < m - 1; j++) {
        double residual =
            (ax * (old[i - 1][j] + old[i + 1][j]) + ay * (old[i][j - 1] + old[i][j + 1]) + b * old[i][j] - f[i][j]) / b;
        u[i][j] = old[i][j] - omega * residual;
        error += residual * residual;
      }
#ifdef __HETCC__
#pragma omp target update padding_update_nearby(u)
#endif
  }
  return error;
}

static double solution(double x, double y) { return (1 - x * x) * (1 - y * y); }

/* Coordinate of index i of n points on [-1, 1]. */
static double coordinate(int i, int n) { return 2.0 * i / (n - 1) - 1; }

static struct Stencil makeStencil(int n, int m, double alpha) {
  double dx = 2.0 / (n - 1), dy = 2.0 / (m - 1);
  struct Stencil s = {1 / (dx * dx), 1 / (dy * dy), 0, 0.8};
  s.b = -2 * s.ax - 2 * s.ay - alpha;
  return s;
}

static void fillRightSide(int n, int m, double alpha, double (*f)[m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      double x = coordinate(i, n), y = coordinate(j, m);
      f[i][j] = -alpha * solution(x, y) - 2 * (1 - x * x) - 2 * (1 - y * y);
    }
}

/*
 * The error of the start, -u, in one direction as a sum of sines sin(p pi i / N), N = n - 1, p odd (the even ones
 * vanish). 1 - x^2 has the constant second difference -2 h^2, a sine's is -4 sin^2(t) of itself with t = p pi / 2N,
 * and the sines' sum over i is cot(t): so the coefficient is (2/N) cot(t) 2 h^2 / (4 sin^2 t).
 */
struct Modes {
  int intervals, count;  /* N; the odd p below it: p = 2 k + 1 */
  double *coefficient;   /* of mode k: see above */
  double *cosine, *sine; /* cos(l pi / N) and sin(l pi / N), l < 2 N */
};

static struct Modes makeModes(int n) {
  int intervals = n - 1, count = intervals / 2;
  struct Modes modes = {intervals, count, benchZeros(count + 4 * (size_t)intervals, sizeof(double)), NULL, NULL};
  modes.cosine = modes.coefficient + count;
  modes.sine = modes.cosine + 2 * intervals;
  double h = 2.0 / intervals;
  for (int k = 0; k < count; k++) {
    double t = (2 * k + 1) * pi / (2 * intervals);
    modes.coefficient[k] = 2.0 / intervals / tan(t) * h * h / (2 * sin(t) * sin(t));
  }
  for (int l = 0; l < 2 * intervals; l++) {
    modes.cosine[l] = cos(l * pi / intervals);
    modes.sine[l] = sin(l * pi / intervals);
  }
  return modes;
}

/* Mode k at index i. */
static double modeAt(const struct Modes *modes, int k, int i) {
  return modes->sine[(2 * k + 1) * (long)i % (2 * modes->intervals)];
}

/* The rows that are compared with their closed form: all of a small field, 16 of a large one. */
static int sampleCount(int n) { return n - 2 <= 128 ? n - 2 : 16; }
static int sampleRow(int n, int sample) {
  return sampleCount(n) == 1 ? 1 : 1 + (int)((long)sample * (n - 3) / (sampleCount(n) - 1));
}

/*
 * What the sweeps must have produced. A sweep multiplies the mode (p, q) of the error by 1 - omega mu / b, where mu is
 * the stencil's eigenvalue; the residual before it is mu / b times the mode, and the sines are orthogonal with square
 * N/2 each, which gives the sum of squares that is returned. parts[s][q] becomes the error's column mode q in sample s.
 */
static double expect(int n, int sweeps, struct Stencil s, const struct Modes *rows, const struct Modes *columns,
                     double *parts) {
  double squares = 0;
  for (int p = 0; p < rows->count; p++)
    for (int q = 0; q < columns->count; q++) {
      double residual = (2 * s.ax * rows->cosine[2 * p + 1] + 2 * s.ay * columns->cosine[2 * q + 1] + s.b) / s.b;
      double before = rows->coefficient[p] * columns->coefficient[q] * pow(1 - s.omega * residual, sweeps - 1);
      squares += residual * residual * before * before;
      for (int sample = 0; sample < sampleCount(n); sample++)
        parts[sample * columns->count + q] += before * (1 - s.omega * residual) * modeAt(rows, p, sampleRow(n, sample));
    }
  return squares * rows->intervals * columns->intervals / 4;
}

/* The larger of two differences; one that is no number counts as infinite. */
static double worse(double largest, double off) { return off == off ? fmax(largest, off) : INFINITY; }

/* The largest difference between row i of the field and its closed form. */
static double rowDifference(int n, int m, int i, const struct Modes *columns, const double *parts, const double *u) {
  double largest = worse(fabs(u[0]), fabs(u[m - 1]));
  for (int j = 1; j < m - 1; j++) {
    double value = solution(coordinate(i, n), coordinate(j, m));
    for (int q = 0; q < columns->count; q++)
      value -= parts[q] * modeAt(columns, q, j);
    largest = worse(largest, fabs(u[j] - value));
  }
  return largest;
}

/*
 * Tolerances. A sweep adds some ten roundings of values of at most about 1 to the field and amplifies none (all its
 * factors are below 1 in magnitude): 1e-15 per sweep is generous, and the closed form's own sum of n m / 4 decaying
 * terms stays far below 1e-12. A residual is a combination of five such values with weights that sum to 2, and is off
 * by up to d = 2e-15 per sweep, begun ones included; N residuals r with errors of d change the sum of squares by at
 * most 2 d sum |r| + N d^2, where sum |r| <= sqrt(N sum r^2).
 */
static const char *check(int n, int m, int sweeps, struct Stencil s, double (*u)[m], double error) {
  struct Modes rows = makeModes(n), columns = makeModes(m);
  size_t count = (size_t)sampleCount(n) * columns.count;
  double *parts = benchZeros(count, sizeof *parts), largest = 0;
  double squares = expect(n, sweeps, s, &rows, &columns, parts);
  for (int sample = 0; sample < sampleCount(n); sample++) {
    int i = sampleRow(n, sample);
    largest = worse(largest, rowDifference(n, m, i, &columns, parts + (size_t)sample * columns.count, u[i]));
  }
  free(rows.coefficient), free(columns.coefficient), free(parts);
  if (!(largest <= 1e-12 + 1e-15 * sweeps))
    return "the field differs from its closed form";
  double points = (double)n * m, off = 2e-15 * (sweeps + 1);
  if (!(fabs(error - squares) <= 1e-10 * squares + 2 * off * sqrt(points * squares) + points * off * off))
    return "the sum of squared residuals differs from its closed form";
  return NULL;
}

/*
 * How far the points of two builds may be apart, of which one fuses multiplications and additions, as devices do. With
 * r = 2^-53, |u| and |f / b| at most 1: a residual adds terms of at most 3 in magnitude, each with at most 8 roundings;
 * with the relaxation a sweep adds less than 32 r. It does not enlarge what earlier ones left, since 0.2 + 0.8 (2 ax +
 * 2 ay) / |b| < 1.
 */
static double pointTolerance(int sweeps) { return 2 * 32 * 0x1p-53 * sweeps; }

/*
 * The same for the sum of N squared residuals: each residual is off by twice what the points are and by its own 24 r; and
 * a sum differs by at most 2 (N - 1) r from itself in another order.
 */
static double errorTolerance(double points, double point, double error) {
  double residual = 2 * point + 2 * 24 * 0x1p-53;
  return 2 * sqrt(points * error) * residual + 2 * points * 0x1p-53 * error;
}

int main(int argc, char **argv) {
  struct BenchOption options[] = {{"n", "rows", {"101", "2000", "4000"}, NULL},
                                  {"m", "columns", {"83", "2000", "4000"}, NULL},
                                  {"sweeps", "Jacobi sweeps", {"12", "100", "50"}, NULL},
                                  {"per", "sweeps on one partition; 0: a region for each", {"0", "0", "0"}, NULL},
                                  {"untimed", "sweeps before the clock runs", {"0", "0", "0"}, NULL},
                                  {NULL, NULL, {NULL}, NULL}};
  benchParse(argc, argv, "Jacobi sweeps for the Helmholtz equation", options);
  int n = benchInteger(options, "n", 3), m = benchInteger(options, "m", 3);
  int sweeps = benchInteger(options, "sweeps", 1);
  int per = benchInteger(options, "per", 0);
  int untimed = benchInteger(options, "untimed", 0);
  if (untimed >= sweeps || (untimed && per))
    benchFail("no sweep would be timed; --untimed is", benchText(options, "untimed"));
  double alpha = 0.0543;
  struct Stencil stencil = makeStencil(n, m, alpha);
  double(*u)[m] = benchZeros(n, sizeof *u), (*old)[m] = benchZeros(n, sizeof *old);
  double(*f)[m] = benchZeros(n, sizeof *f);
  fillRightSide(n, m, alpha, f);

  double error = 0;
  double begin = 0;
  for (int k = 0; k < sweeps; k += per ? per : 1) {
    if (k == untimed) {
      benchSettle();
      begin = benchSeconds();
    }
    int count = per && per < sweeps - k ? per : per ? sweeps - k : 1;
    if (per)
      error = sweepsOnPartition(n, m, count, stencil, old, f, u);
    if (count % 2) {
      double(*swap)[m] = old;
      old = u;
      u = swap;
    }
    if (!per)
      error = sweep(n, m, stencil, old, f, u);
  }
  benchSettle();
  double seconds = benchSeconds() - begin;
#ifdef __HETCC__
#pragma omp depersist(old, f, u)
#endif

  benchCollect(u, n, sizeof *u);
  const char *failure = check(n, m, sweeps, stencil, u, error);
  double point = pointTolerance(sweeps);
  benchDump("u", "f64", u, (size_t)n * m, point);
  benchDump("error", "f64", &error, 1, errorTolerance((double)n * m, point, error));
  benchResult("residual", sqrt(error) / ((double)n * m));
  free(u), free(old), free(f);
  return benchFinish(seconds, failure);
}
