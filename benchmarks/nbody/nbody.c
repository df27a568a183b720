// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/*
 * N-Body: each body is attracted by all others; one pass is a time step. Every device has all positions, and computes
 * the velocities and new positions of its bodies.
 */
#include "../common/bodies.h"
#include "hetcc.h"

static const float timeStep = 1e-3f;

static int n, stay;
static struct Body *bodies, *moved;
static struct Vector *velocities, *previous;
static int passesLeft; /* the one that begins counted */

BENCH_LOOP void step(int n, float dt, const struct Body *body, struct Body *next, struct Vector *velocity) {
#pragma omp parallel for HETCC(hetero(1) map(to: body[0:n]) part_copyout(next[1:n]) part_copy(velocity[1:n]))
  for (int i = 0; i < n; i++) {
    float sumX = 0, sumY = 0, sumZ = 0;
    for (int j = 0; j < n; j++) {
      float x = body[j].x - body[i].x, y = body[j].y - body[i].y, z = body[j].z - body[i].z;
      float square = x * x + y * y + z * z + softening2;
      float weight = body[j].mass / (square * sqrtf(square));
      sumX += weight * x;
      sumY += weight * y;
      sumZ += weight * z;
    }
    velocity[i].x += dt * sumX;
    velocity[i].y += dt * sumY;
    velocity[i].z += dt * sumZ;
    next[i].x = body[i].x + dt * velocity[i].x;
    next[i].y = body[i].y + dt * velocity[i].y;
    next[i].z = body[i].z + dt * velocity[i].z;
    next[i].mass = body[i].mass;
  }
}

static void prepare(struct BenchOption *options, int passes) {
  passesLeft = passes;
  n = benchInteger(options, "n", 1);
  bodies = makeBodies(n), moved = makeBodies(n);
  velocities = benchZeros(n, sizeof *velocities), previous = benchZeros(n, sizeof *previous);
  stay = benchInteger(options, "stay", 0);
#ifdef __HETCC__
#pragma omp target enter data map(to : bodies[0:n], moved[0:n], velocities[0:n]) if (stay)
#endif
}

/*
 * What was new becomes what is: makeBodies made both alike for the first pass. The check wants to know how fast bodies
 * were before the last one.
 */
static void begin(void) {
  struct Body *swap = bodies;
  bodies = moved;
  moved = swap;
  if (--passesLeft)
    return;
#ifdef __HETCC__
#pragma omp target update from(velocities[0:n]) if (stay)
#endif
  benchCollect(velocities, n, sizeof *velocities);
  memcpy(previous, velocities, n * sizeof *velocities);
}

static void pass(void) { step(n, timeStep, bodies, moved, velocities); }

/*
 * The last step of up to 64 bodies in double precision. With u = 2^-24: a term carries the roundings of differences,
 * squares, root, quotient and products (24 u of its magnitude are enough), the sum of n terms n u; the velocity and the
 * position their own.
 */
static const char *check(int passes) {
#ifdef __HETCC__
#pragma omp target exit data map(from : bodies[0:n], moved[0:n], velocities[0:n]) if (stay)
#endif
  benchCollect(velocities, n, sizeof *velocities);
  int samples = n < 64 ? n : 64, wrong = 0;
  double bound = 0;
  for (int s = 0; s < samples; s++) {
    int i = benchSample(s, samples, n);
    double found[3], most = exactAcceleration(n, bodies, i, found);
    double was[3] = {previous[i].x, previous[i].y, previous[i].z}, is[3] = {bodies[i].x, bodies[i].y, bodies[i].z};
    double speed = 0, place = 0;
    for (int k = 0; k < 3; k++) {
      was[k] += timeStep * found[k];
      is[k] += timeStep * was[k];
      speed += fabs(was[k]), place += fabs(is[k]);
    }
    double allowed = (n + 24) * 0x1p-24 * timeStep * most + 2 * 0x1p-24 * speed;
    struct Vector at = {moved[i].x, moved[i].y, moved[i].z};
    wrong += !(vectorDifference(&velocities[i], was) <= allowed);
    wrong += !(vectorDifference(&at, is) <= timeStep * allowed + 2 * 0x1p-24 * place);
    bound = fmax(bound, allowed);
  }
  /* Two builds may each be off by the sampled bound in every pass; it stands for all bodies, twice. */
  benchDump("velocities", "f32", velocities, 3 * (size_t)n, 4 * passes * bound);
  benchResult("speed", velocities[0].x);
  return wrong ? "bodies differ from the step in double precision" : NULL;
}

int main(int argc, char **argv) {
  struct BenchOption options[] = {{"n", "bodies", {"301", "5000", "20000"}, NULL},
                                  {"passes", "time steps", {"3", "4", "10"}, NULL},
                                  BENCH_STAY,
                                  BENCH_UNTIMED,
                                  BENCH_END};
  return benchKernel(argc, argv, &(struct BenchKernel){"all-pairs attraction", options, prepare, begin, pass, check});
}
