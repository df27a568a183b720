// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hand-written kernel of barneshut.c: a thread for each body walks the tree; see common/handwritten.cuh.
#include "../common/handwritten.cuh"

using namespace handwritten;

struct alignas(8) Body {
  float x, y, z, mass;
};
struct Vector {
  float x, y, z;
};
struct Node {
  Body sum;
  float reach;
  int skip;
};

static constexpr float softening2 = 1e-4f;

__global__ void walk(int n, int nodes, const Body *body, const Node *__restrict__ node, Vector *acceleration) {
  const long i = thread();
  if (i >= n)
    return;
  const Body own = body[i];
  Vector sum = {0, 0, 0};
  for (int k = 0; k < nodes;) {
    const Node at = node[k];
    const float x = at.sum.x - own.x, y = at.sum.y - own.y, z = at.sum.z - own.z;
    float square = x * x + y * y + z * z;
    if (square < at.reach) {
      k++;
      continue;
    }
    square += softening2;
    const float inverse = rsqrtf(square), weight = at.sum.mass * inverse * inverse * inverse;
    sum.x += weight * x, sum.y += weight * y, sum.z += weight * z;
    k = at.skip;
  }
  acceleration[i] = sum;
}

/* How many nodes a walk meets is not known before, so there is no floor. */
extern "C" void accelerate(int n, int nodes, const Body *body, const Node *node, Vector *acceleration) {
  static Shape shape;
  Call call(shape);
  const Body *bodies = call.in(body, n);
  const Node *tree = call.in(node, nodes);
  Vector *result = call.out(acceleration, n);
  call.run({}, [&](unsigned threads) {
    walk<<<quotient(n, threads), threads>>>(n, nodes, bodies, tree, result);
  });
}
