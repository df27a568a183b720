// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hand-written kernel of nbody.c: a thread for each body, the others by blocks; see common/handwritten.cuh.
#include "../common/handwritten.cuh"

using namespace handwritten;

struct Vector {
  float x, y, z;
};

static constexpr float softening2 = 1e-4f;

/* Threads of one body: few bodies do not fill a GPU. */
static constexpr int Share = 8;

/* A block's threads bring the next bodies to shared memory together. */
__global__ void stepBody(int n, float dt, const float4 *body, float4 *next, Vector *velocity) {
  extern __shared__ float4 some[];
  const long i = thread() / Share;
  const float4 own = i < n ? body[i] : make_float4(0, 0, 0, 0);
  float sumX = 0, sumY = 0, sumZ = 0;
  for (int first = 0; first < n; first += blockDim.x) {
    const int count = min(int(blockDim.x), n - first);
    if (int(threadIdx.x) < count)
      some[threadIdx.x] = body[first + threadIdx.x];
    __syncthreads();
    for (int j = threadIdx.x % Share; j < count; j += Share) {
      const float x = some[j].x - own.x, y = some[j].y - own.y, z = some[j].z - own.z;
      const float inverse = rsqrtf(x * x + y * y + z * z + softening2), weight = some[j].w * inverse * inverse * inverse;
      sumX += weight * x, sumY += weight * y, sumZ += weight * z;
    }
    __syncthreads();
  }
  for (int distance = Share / 2; distance; distance /= 2) {
    sumX += __shfl_xor_sync(~0u, sumX, distance);
    sumY += __shfl_xor_sync(~0u, sumY, distance);
    sumZ += __shfl_xor_sync(~0u, sumZ, distance);
  }
  if (i >= n || threadIdx.x % Share)
    return;
  Vector v = velocity[i];
  v.x += dt * sumX, v.y += dt * sumY, v.z += dt * sumZ;
  velocity[i] = v;
  next[i] = make_float4(own.x + dt * v.x, own.y + dt * v.y, own.z + dt * v.z, own.w);
}

/* struct Body is x, y, z, mass. */
extern "C" void step(int n, float dt, const float4 *body, float4 *next, Vector *velocity) {
  static Shape shape;
  Call call(shape);
  const float4 *bodies = call.in(body, n);
  float4 *moved = call.out(next, n);
  Vector *velocities = call.inOut(velocity, n);
  call.run({56. * n, 20. * n * n}, [&](unsigned threads) {
    stepBody<<<quotient((long)Share * n, threads), threads, threads * sizeof(float4)>>>(n, dt, bodies, moved, velocities);
  });
}
