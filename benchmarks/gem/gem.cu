// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hand-written kernel of gem.c: a thread for each point of the surface, atoms by blocks; see common/handwritten.cuh.
#include "../common/handwritten.cuh"

using namespace handwritten;

struct Vertex {
  float x, y, z;
};

static constexpr float alpha = 0.580127f, epsIn = 4, epsOut = 80;

/* A block's threads bring its next atoms to shared memory together. */
__global__ void potentialAt(int vertices, int atoms, float radius, const Vertex *vertex, const float4 *atom,
                            float *potential) {
  extern __shared__ float4 some[];
  const float scale = 1 / (epsOut * (1 + alpha * epsIn / epsOut)), near = 1 + alpha;
  const float far = alpha * (1 - epsIn / epsOut) / radius;
  const long j = thread();
  const Vertex own = j < vertices ? vertex[j] : Vertex{0, 0, 0};
  float sum = 0;
  for (int first = 0; first < atoms; first += blockDim.x) {
    const int count = min(int(blockDim.x), atoms - first);
    if (int(threadIdx.x) < count)
      some[threadIdx.x] = atom[first + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < count; i++) {
      const float x = own.x - some[i].x, y = own.y - some[i].y, z = own.z - some[i].z;
      sum += some[i].w * (near * rsqrtf(x * x + y * y + z * z) - far);
    }
    __syncthreads();
  }
  if (j < vertices)
    potential[j] = scale * sum;
}

/* struct Atom is x, y, z, charge. */
extern "C" void potentials(int vertices, int atoms, float radius, const Vertex *vertex, const float4 *atom,
                           float *potential) {
  static Shape shape;
  Call call(shape);
  const Vertex *points = call.in(vertex, vertices);
  const float4 *charges = call.in(atom, atoms);
  float *result = call.out(potential, vertices);
  call.run({16. * vertices + 16. * atoms, 12. * vertices * atoms}, [&](unsigned threads) {
    potentialAt<<<quotient(vertices, threads), threads, threads * sizeof(float4)>>>(vertices, atoms, radius, points,
                                                                                   charges, result);
  });
}
