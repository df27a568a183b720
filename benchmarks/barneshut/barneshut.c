// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/*
 * Barnes-Hut: the attraction of n bodies, where far cells of an octree stand for the bodies in them. The host builds
 * the tree; the annotated loop walks it for each body, with unequal work. Every device has the whole tree.
 *
 * The tree's nodes lie in the order of a walk that visits all: the next node is the first child, and `skip` is what
 * comes after a node and all below it.
 */
#include "../common/bodies.h"
#include "hetcc.h"

/* `reach`: the square of the distance from which on the node may stand for what is in it; 0 for a single body. */
struct Node {
  struct Body sum;
  float reach;
  int skip;
};

static const double opening = 0.5; /* a cell is far from where it looks smaller than this */
enum { deepest = 60 };             /* bodies closer than that are one */

static int n, nodes, room;
static struct Body *bodies, *scratch;
static struct Node *tree;
static struct Vector *accelerations;

BENCH_LOOP void accelerate(int n, int nodes, const struct Body *body, const struct Node *node, struct Vector *acceleration) {
#pragma omp parallel for HETCC(hetero(1) part_copyin(body[1:n]) map(to: node[0:nodes]) part_copyout(acceleration[1:n]))
  for (int i = 0; i < n; i++) {
    float sumX = 0, sumY = 0, sumZ = 0;
    for (int k = 0; k < nodes;) {
      float x = node[k].sum.x - body[i].x, y = node[k].sum.y - body[i].y, z = node[k].sum.z - body[i].z;
      float square = x * x + y * y + z * z;
      if (square < node[k].reach) {
        k++;
        continue;
      }
      square += softening2;
      float weight = node[k].sum.mass / (square * sqrtf(square));
      sumX += weight * x;
      sumY += weight * y;
      sumZ += weight * z;
      k = node[k].skip;
    }
    acceleration[i].x = sumX;
    acceleration[i].y = sumY;
    acceleration[i].z = sumZ;
  }
}

static int octant(const struct Body *body, const double middle[3]) {
  return (body->x >= middle[0]) + 2 * (body->y >= middle[1]) + 4 * (body->z >= middle[2]);
}

/* Orders bodies first .. last - 1 by octant; start[o] becomes the first of octant o, start[8] is last. */
static void sortByOctant(int first, int last, const double middle[3], int start[9]) {
  int next[8] = {0};
  for (int i = first; i < last; i++)
    next[octant(&bodies[i], middle)]++;
  start[0] = first;
  for (int o = 0; o < 8; o++) {
    start[o + 1] = start[o] + next[o];
    next[o] = start[o];
  }
  for (int i = first; i < last; i++)
    scratch[next[octant(&bodies[i], middle)]++] = bodies[i];
  memcpy(bodies + first, scratch + first, (last - first) * sizeof *bodies);
}

static int addNode(void) {
  if (nodes == room) {
    room = room ? 2 * room : 1024;
    tree = realloc(tree, room * sizeof *tree);
    if (!tree)
      benchFail("no memory for the", "tree");
  }
  return nodes++;
}

/* The centre of mass of bodies first .. last - 1. */
static struct Body sumOfBodies(int first, int last) {
  double x = 0, y = 0, z = 0, mass = 0;
  for (int i = first; i < last; i++) {
    x += bodies[i].mass * bodies[i].x;
    y += bodies[i].mass * bodies[i].y;
    z += bodies[i].mass * bodies[i].z;
    mass += bodies[i].mass;
  }
  return (struct Body){(float)(x / mass), (float)(y / mass), (float)(z / mass), (float)mass};
}

/* The node of bodies first .. last - 1 in a cube, and all below it. */
static void addCube(int first, int last, const double middle[3], double half, int depth) {
  int node = addNode(), single = last - first == 1 || depth == deepest;
  tree[node].sum = single && last - first == 1 ? bodies[first] : sumOfBodies(first, last);
  tree[node].reach = single ? 0 : (float)(4 * half * half / (opening * opening));
  if (!single) {
    int start[9];
    sortByOctant(first, last, middle, start);
    for (int o = 0; o < 8; o++) {
      double inside[3] = {middle[0] + (o & 1 ? half : -half) / 2, middle[1] + (o & 2 ? half : -half) / 2,
                          middle[2] + (o & 4 ? half : -half) / 2};
      if (start[o] < start[o + 1])
        addCube(start[o], start[o + 1], inside, half / 2, depth + 1);
    }
  }
  tree[node].skip = nodes;
}

static void buildTree(void) {
  const double middle[3] = {0, 0, 0};
  nodes = 0;
  addCube(0, n, middle, 16, 0);
}

static void prepare(struct BenchOption *options, int passes) {
  (void)passes;
  n = benchInteger(options, "n", 1);
  bodies = makeBodies(n), scratch = benchZeros(n, sizeof *scratch);
  accelerations = benchZeros(n, sizeof *accelerations);
}

static void pass(void) { accelerate(n, nodes, bodies, tree, accelerations); }

/*
 * All pairs, for up to 100 bodies, in double precision. A cell of size s at a distance above 2 s that stands for its
 * bodies is off by a few per cent of its own attraction at worst, and cells err in different directions: below 3% of
 * the magnitudes for each body, and below 0.5% on average, is what an opening of 0.5 is known for.
 */
static const char *check(int passes) {
  (void)passes;
  int samples = n < 100 ? n : 100;
  double largest = 0, mean = 0, most = 0;
  for (int s = 0; s < samples; s++) {
    int i = benchSample(s, samples, n);
    double found[3], magnitude = exactAcceleration(n, bodies, i, found);
    double off = vectorDifference(&accelerations[i], found) / magnitude;
    largest = benchWorse(largest, off);
    mean += off / samples;
    most = fmax(most, magnitude);
  }
  /* Two builds walk the same nodes; each sums at most n + 24 roundings of 2^-24 of the magnitudes, as in N-Body. */
  benchDump("accelerations", "f32", accelerations, 3 * (size_t)n, 4 * (n + 24) * 0x1p-24 * most);
  benchResult("nodes", nodes);
  benchMeasure("mean_difference", mean);
  return largest <= 0.03 && mean <= 0.005 ? NULL : "accelerations differ from those by all pairs";
}

int main(int argc, char **argv) {
  struct BenchOption options[] = {{"n", "bodies", {"801", "30000", "100000"}, NULL},
                                  {"passes", "times the kernel runs", {"2", "2", "10"}, NULL},
                                  BENCH_END};
  return benchKernel(argc, argv,
                     &(struct BenchKernel){"attraction by an octree", options, prepare, buildTree, pass, check});
}
