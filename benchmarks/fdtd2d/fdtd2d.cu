// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hand-written kernels of fdtd2d.c: a thread for each point; see common/handwritten.cuh.
#include "../common/handwritten.cuh"

using namespace handwritten;

__global__ void stepEy(int nx, int ny, float source, float *ey, const float *hz) {
  const int i = row(), j = column();
  if (i < nx && j < ny)
    ey[i * ny + j] = i == 0 ? source : ey[i * ny + j] - 0.5f * (hz[i * ny + j] - hz[(i - 1) * ny + j]);
}

__global__ void stepEx(int nx, int ny, float *ex, const float *hz) {
  const int i = row(), j = column() + 1;
  if (i < nx && j < ny)
    ex[i * (ny + 1) + j] -= 0.5f * (hz[i * ny + j] - hz[i * ny + j - 1]);
}

__global__ void stepHz(int nx, int ny, const float *ex, const float *ey, float *hz) {
  const int i = row(), j = column(), width = ny + 1;
  if (i < nx && j < ny)
    hz[i * ny + j] -= 0.7f * (ex[i * width + j + 1] - ex[i * width + j] + ey[(i + 1) * ny + j] - ey[i * ny + j]);
}

extern "C" void updateEy(int nx, int ny, float source, float *ey, const float *hz) {
  static Shape shape;
  const double points = (double)nx * ny;
  Call call(shape);
  float *field = call.inOut(ey, (size_t)(nx + 1) * ny);
  const float *other = call.in(hz, (size_t)nx * ny);
  call.run({12 * points, 3 * points}, [&](unsigned threads) {
    const Plane plane(threads, ny, nx);
    stepEy<<<plane.grid, plane.block>>>(nx, ny, source, field, other);
  });
}

extern "C" void updateEx(int nx, int ny, float *ex, const float *hz) {
  static Shape shape;
  const double points = (double)nx * ny;
  Call call(shape);
  float *field = call.inOut(ex, (size_t)nx * (ny + 1));
  const float *other = call.in(hz, (size_t)nx * ny);
  call.run({12 * points, 3 * points}, [&](unsigned threads) {
    const Plane plane(threads, ny, nx);
    stepEx<<<plane.grid, plane.block>>>(nx, ny, field, other);
  });
}

extern "C" void updateHz(int nx, int ny, const float *ex, const float *ey, float *hz) {
  static Shape shape;
  const double points = (double)nx * ny;
  Call call(shape);
  const float *left = call.in(ex, (size_t)nx * (ny + 1)), *right = call.in(ey, (size_t)(nx + 1) * ny);
  float *field = call.inOut(hz, (size_t)nx * ny);
  call.run({16 * points, 5 * points}, [&](unsigned threads) {
    const Plane plane(threads, ny, nx);
    stepHz<<<plane.grid, plane.block>>>(nx, ny, left, right, field);
  });
}
