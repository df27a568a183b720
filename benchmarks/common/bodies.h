// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/*
 * Bodies that attract each other, for N-Body and Barnes-Hut: a force with softening, G = 1, total mass 1.
 */
#ifndef BODIES_H
#define BODIES_H

#include "kernel.h"
#include <math.h>

struct Body {
  float x, y, z, mass;
};

struct Vector {
  float x, y, z;
};

static const float softening2 = 1e-4f;

/* A cluster after Plummer: dense in the middle, thin outside, all within 10 of its scale radius of 1. */
static inline struct Body *makeBodies(int n) {
  struct Body *body = benchZeros(n, sizeof *body);
  uint64_t seed = 1;
  for (int i = 0; i < n; i++) {
    double radius, x, y, z, square;
    do
      radius = 1 / sqrt(pow(benchUniform(&seed) + 1e-9, -2.0 / 3) - 1);
    while (!(radius < 10));
    do {
      x = 2 * benchUniform(&seed) - 1, y = 2 * benchUniform(&seed) - 1, z = 2 * benchUniform(&seed) - 1;
      square = x * x + y * y + z * z;
    } while (square > 1 || square < 1e-4);
    double stretch = radius / sqrt(square);
    body[i] = (struct Body){(float)(stretch * x), (float)(stretch * y), (float)(stretch * z), 1.0f / (float)n};
  }
  return body;
}

/* The acceleration of body i by its definition, in double precision; returns the sum of the terms' magnitudes. */
static inline double exactAcceleration(int n, const struct Body *body, int i, double found[3]) {
  double magnitude = 0;
  found[0] = found[1] = found[2] = 0;
  for (int j = 0; j < n; j++) {
    double x = (double)body[j].x - body[i].x, y = (double)body[j].y - body[i].y, z = (double)body[j].z - body[i].z;
    double square = x * x + y * y + z * z, weight = body[j].mass / pow(square + softening2, 1.5);
    found[0] += weight * x, found[1] += weight * y, found[2] += weight * z;
    magnitude += weight * sqrt(square);
  }
  return magnitude;
}

static inline double vectorDifference(const struct Vector *a, const double b[3]) {
  return sqrt(pow(a->x - b[0], 2) + pow(a->y - b[1], 2) + pow(a->z - b[2], 2));
}

#endif
