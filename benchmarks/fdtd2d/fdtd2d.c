// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/*
 * FDTD2D (PolyBench's FDTD-2D): an electromagnetic wave in two dimensions by finite differences in time. Each time
 * step is three loops over rows; the fields stay on the devices between them. One pass is one time step.
 *
 * The start is one of the discrete cavity's modes, and row 0 of Ey is a source that is the same in all columns: each
 * keeps its form, the mode changes by three factors only, and what the source sends depends on the row only. Their sum
 * is the expected field: see `struct Mode` and `struct Line`.
 */
#include "../common/kernel.h"
#include "hetcc.h"
#include <math.h>

static const double pi = 3.14159265358979323846;

static int nx, ny, now;
static float *ex, *ey, *hz;

BENCH_LOOP void updateEy(int nx, int ny, float source, float *ey, const float *hz) {
#pragma omp parallel for HETCC(hetero(1) part_copy(ey[1:nx+1][0:ny]) part_copyin(hz[1:nx:1][0:ny]) persist(ey, hz))
  for (int i = 0; i < nx; i++)
    for (int j = 0; j < ny; j++)
      if (i == 0)
        ey[i * ny + j] = source;
      else
        ey[i * ny + j] -= 0.5f * (hz[i * ny + j] - hz[(i - 1) * ny + j]);
}

BENCH_LOOP void updateEx(int nx, int ny, float *ex, const float *hz) {
  int width = ny + 1;
#pragma omp parallel for HETCC(hetero(1) part_copy(ex[1:nx][0:width]) part_copyin(hz[1:nx][0:ny]) persist(ex, hz))
  for (int i = 0; i < nx; i++)
    for (int j = 1; j < ny; j++)
      ex[i * width + j] -= 0.5f * (hz[i * ny + j] - hz[i * ny + j - 1]);
}

BENCH_LOOP void updateHz(int nx, int ny, const float *ex, const float *ey, float *hz) {
  int width = ny + 1;
#pragma omp parallel for HETCC(hetero(1) part_copyin(ex[1:nx][0:width]) part_copyin(ey[1:nx+1:1][0:ny])                \
                               part_copy(hz[1:nx][0:ny]) persist(ex, ey, hz))
  for (int i = 0; i < nx; i++)
    for (int j = 0; j < ny; j++)
      hz[i * ny + j] -=
          0.7f * (ex[i * width + j + 1] - ex[i * width + j] + ey[(i + 1) * ny + j] - ey[i * ny + j]);
}

static double sourceAt(int step) { return 0.25 * sin(0.3 * step); }

/*
 * hz = h cos(p (i + 1/2)) cos(q (j + 1/2)), ey = y sin(p i) cos(q (j + 1/2)), ex = x cos(p (i + 1/2)) sin(q j) with
 * whole numbers p nx / pi and q ny / pi vanish where the fields are held at 0, and a step changes only h, x and y.
 */
struct Mode {
  double p, q, h, x, y;
};

static struct Mode firstMode(void) {
  return (struct Mode){pi * (1 + nx / 7) / nx, pi * (1 + ny / 5) / ny, 1, 0, 0};
}

static void advanceMode(struct Mode *mode) {
  mode->y += sin(mode->p / 2) * mode->h;
  mode->x += sin(mode->q / 2) * mode->h;
  mode->h -= 1.4 * (sin(mode->p / 2) * mode->y + sin(mode->q / 2) * mode->x);
}

/* What the source sends: the same equations in one dimension. */
struct Line {
  double *hz, *ey;
};

static void advanceLine(const struct Line *line, int step) {
  line->ey[0] = (float)sourceAt(step);
  for (int i = 1; i < nx; i++)
    line->ey[i] -= 0.5 * (line->hz[i] - line->hz[i - 1]);
  for (int i = 0; i < nx; i++)
    line->hz[i] -= 0.7 * (line->ey[i + 1] - line->ey[i]);
}

static void prepare(struct BenchOption *options, int passes) {
  (void)passes;
  nx = benchInteger(options, "nx", 2), ny = benchInteger(options, "ny", 2);
  ex = benchFloats(benchElements(nx, ny + 1)), ey = benchFloats(benchElements(nx + 1, ny));
  hz = benchFloats(benchElements(nx, ny));
  struct Mode mode = firstMode();
  for (int i = 0; i < nx; i++)
    for (int j = 0; j < ny; j++)
      hz[i * ny + j] = (float)(cos(mode.p * (i + 0.5)) * cos(mode.q * (j + 0.5)));
}

static void pass(void) {
  updateEy(nx, ny, (float)sourceAt(now++), ey, hz);
  updateEx(nx, ny, ex, hz);
  updateHz(nx, ny, ex, ey, hz);
}

/*
 * A step rounds each value some eight times, by 2^-24 of magnitudes of at most about 3, and the scheme is stable: it
 * carries an error on without making it grow. 32 2^-24 per step (and for the start) is generous.
 */
static const char *check(int passes) {
#ifdef __HETCC__
#pragma omp depersist(ex, ey, hz)
#endif
  struct Mode mode = firstMode();
  struct Line line = {benchDoubles(nx), benchDoubles(nx + 1)};
  for (int step = 0; step < passes; step++) {
    advanceMode(&mode);
    advanceLine(&line, step);
  }
  double largest = 0, tolerance = 32 * 0x1p-24 * (passes + 1);
  for (int i = 0; i < nx; i++)
    for (int j = 0; j < ny; j++) {
      double alongI = cos(mode.p * (i + 0.5)), alongJ = cos(mode.q * (j + 0.5));
      largest = benchWorse(largest, hz[i * ny + j] - mode.h * alongI * alongJ - line.hz[i]);
      largest = benchWorse(largest, ey[i * ny + j] - mode.y * sin(mode.p * i) * alongJ - line.ey[i]);
      largest = benchWorse(largest, ex[i * (ny + 1) + j] - mode.x * alongI * sin(mode.q * j));
    }
  benchDumpFloats("hz", hz, (size_t)nx * ny, 2 * tolerance);
  benchDumpFloats("ey", ey, (size_t)(nx + 1) * ny, 2 * tolerance);
  benchDumpFloats("ex", ex, (size_t)nx * (ny + 1), 2 * tolerance);
  return largest <= tolerance ? NULL : "the fields differ from their closed form";
}

int main(int argc, char **argv) {
  struct BenchOption options[] = {{"nx", "rows", {"61", "1024", "2048"}, NULL},
                                  {"ny", "columns", {"47", "1024", "2048"}, NULL},
                                  {"passes", "time steps", {"12", "200", "5000"}, NULL},
                                  BENCH_END};
  return benchKernel(argc, argv,
                     &(struct BenchKernel){"waves by finite differences in time", options, prepare, NULL, pass, check});
}
