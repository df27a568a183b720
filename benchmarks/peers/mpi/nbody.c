/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* N-Body over MPI: each rank moves its bodies, and all get all positions behind each step. */
#include "ranks.h"
#include <math.h>

struct Body {
  float x, y, z, mass;
};

struct Vector {
  float x, y, z;
};

static const float softening2 = 1e-4f;

void step(int n, float dt, const struct Body *restrict body, struct Body *restrict next,
          struct Vector *restrict velocity) {
  for (int i = firstRow(n), end = endRow(n); i < end; i++) {
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
  gatherRows(next, n, sizeof *next);
}
