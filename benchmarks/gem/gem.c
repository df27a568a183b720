// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/*
 * GEM: the electrostatic potential that a molecule's charges cause at points of its surface, after the closed form
 * of Fenley, Gordon and Onufriev (2008), in single precision:
 *
 *   phi_j = sum over atoms i of  q_i / eps_out * 1 / (1 + alpha eps_in / eps_out)
 *                              * ((1 + alpha) / d_ij - alpha (1 - eps_in / eps_out) / r)
 *
 * with d_ij the distance of atom i from point j and r the molecule's effective radius. The molecule is synthetic: a
 * ball filled with atoms of both charges, and points on a sphere around it. One pass.
 */
#include "../common/bench.h"
#include "hetcc.h"
#include <float.h>
#include <math.h>

struct Atom {
  float x, y, z, charge;
};

struct Vertex {
  float x, y, z;
};

static const float alpha = 0.580127f, epsIn = 4, epsOut = 80;

/* In Angstrom: the radius of a ball with some 0.06 atoms in each cube of side 1, as a protein has heavy atoms. */
static float moleculeRadius(int atoms) { return cbrtf((float)atoms / (0.06f * 4.18879f)); }

static float distanceOf(float x, float y, float z) { return sqrtf(x * x + y * y + z * z); }

BENCH_LOOP void potentials(int vertices, int atoms, float radius, const struct Vertex *vertex, const struct Atom *atom,
                       float *potential) {
  float scale = 1 / (epsOut * (1 + alpha * epsIn / epsOut));
  float near = 1 + alpha;
  float far = alpha * (1 - epsIn / epsOut) / radius;
#pragma omp parallel for HETCC(hetero(1, all, adaptive) part_copyin(vertex[1:vertices])                                \
                               part_copyout(potential[1:vertices]) map(to: atom[0:atoms]))
  for (int j = 0; j < vertices; j++) {
    float sum = 0;
    for (int i = 0; i < atoms; i++) {
      float distance = distanceOf(vertex[j].x - atom[i].x, vertex[j].y - atom[i].y, vertex[j].z - atom[i].z);
      sum += atom[i].charge * (near / distance - far);
    }
    potential[j] = scale * sum;
  }
}

/* A random direction: a point of the unit ball, drawn until one falls inside and away from its middle. */
static struct Vertex randomInBall(uint64_t *seed) {
  struct Vertex point;
  float square;
  do {
    point.x = (float)(2 * benchUniform(seed) - 1);
    point.y = (float)(2 * benchUniform(seed) - 1);
    point.z = (float)(2 * benchUniform(seed) - 1);
    square = point.x * point.x + point.y * point.y + point.z * point.z;
  } while (square > 1 || square < 1e-4f);
  return point;
}

static struct Atom *makeAtoms(int atoms, float radius) {
  struct Atom *atom = benchZeros(atoms, sizeof *atom);
  uint64_t seed = 1;
  for (int i = 0; i < atoms; i++) {
    struct Vertex point = randomInBall(&seed);
    atom[i].x = radius * point.x;
    atom[i].y = radius * point.y;
    atom[i].z = radius * point.z;
    atom[i].charge = (float)(benchUniform(&seed) - 0.5);
  }
  return atom;
}

/* Points on the sphere that the centre of a water molecule (radius 1.5) rolls on. */
static struct Vertex *makeVertices(int vertices, float radius) {
  struct Vertex *vertex = benchZeros(vertices, sizeof *vertex);
  uint64_t seed = 2;
  for (int j = 0; j < vertices; j++) {
    struct Vertex point = randomInBall(&seed);
    float stretch = (radius + 1.5f) / distanceOf(point.x, point.y, point.z);
    vertex[j].x = stretch * point.x;
    vertex[j].y = stretch * point.y;
    vertex[j].z = stretch * point.z;
  }
  return vertex;
}

/* The potential at one point in double precision, straight from the formula; *magnitude: the sum of |terms|. */
static double reference(const struct Vertex *v, int atoms, const struct Atom *atom, double radius, double *magnitude) {
  double ratio = (double)epsIn / epsOut, sum = 0;
  *magnitude = 0;
  for (int i = 0; i < atoms; i++) {
    double distance = hypot(hypot((double)v->x - atom[i].x, (double)v->y - atom[i].y), (double)v->z - atom[i].z);
    double common = atom[i].charge / (double)epsOut / (1 + alpha * ratio);
    sum += common * ((1 + alpha) / distance - alpha * (1 - ratio) / radius);
    *magnitude += fabs(common) * ((1 + alpha) / distance + alpha * (1 - ratio) / radius);
  }
  return sum;
}

/*
 * How far a result in single precision may be from the exact one. With u = 2^-24: a term of the sum carries the
 * roundings of the differences (an atom is at least 1.5 from a point whose coordinates are below the sphere's
 * radius, and they are taken exactly as stored: 1 u each), of the squares and sums (4 u), the root (half of
 * these and its own, at most 4 u where a device only approximates it), the division (at most 4 u there), the
 * difference and the product (2 u) and the constants (6 u): at most 24 u of its magnitude. Adding n terms in any order
 * costs at most n u of the sum of magnitudes.
 */
static double tolerance(int atoms, double magnitude) { return ((double)atoms + 24) * 0x1p-24 * magnitude; }

/* Compares up to 64 points, spread over all, with the reference. *bound: the largest tolerance among them. */
static const char *check(int vertices, int atoms, double radius, const struct Vertex *vertex, const struct Atom *atom,
                         const float *potential, double *bound) {
  int wrong = 0, samples = vertices < 64 ? vertices : 64;
  *bound = 0;
  for (int s = 0; s < samples; s++) {
    int j = samples == 1 ? 0 : (int)((long)s * (vertices - 1) / (samples - 1));
    double magnitude;
    double expected = reference(&vertex[j], atoms, atom, radius, &magnitude);
    double allowed = tolerance(atoms, magnitude);
    wrong += !(fabs(potential[j] - expected) <= allowed);
    *bound = fmax(*bound, allowed);
  }
  return wrong ? "potentials differ from the formula in double precision" : NULL;
}

static double meanOf(int count, const float *values) {
  double sum = 0;
  for (int i = 0; i < count; i++)
    sum += values[i];
  return sum / count;
}

int main(int argc, char **argv) {
  struct BenchOption options[] = {{"atoms", "atoms of the molecule", {"200", "4000", "109802"}, NULL},
                                  {"vertices", "points of its surface", {"1009", "80000", "898584"}, NULL},
                                  {NULL, NULL, {NULL}, NULL}};
  benchParse(argc, argv, "electrostatic potential on a molecule's surface", options);
  int atoms = benchInteger(options, "atoms", 1), vertices = benchInteger(options, "vertices", 1);
  float radius = moleculeRadius(atoms);
  struct Atom *atom = makeAtoms(atoms, radius);
  struct Vertex *vertex = makeVertices(vertices, radius);
  float *potential = benchZeros(vertices, sizeof *potential);

  double begin = benchSeconds();
  potentials(vertices, atoms, radius, vertex, atom, potential);
  double seconds = benchSeconds() - begin;

  double bound;
  const char *failure = check(vertices, atoms, radius, vertex, atom, potential, &bound);
  /* Two builds may each be off by the bound; points are much alike, so the sampled bound stands for all, twice. */
  benchDump("potential", "f32", potential, vertices, 4 * bound);
  benchResult("mean", meanOf(vertices, potential));
  free(atom), free(vertex), free(potential);
  return benchFinish(seconds, failure);
}
