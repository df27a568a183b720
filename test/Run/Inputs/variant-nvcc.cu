// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel for variant-nvcc.c, as a user writes it.
extern "C" __global__ void axpy(long long first, long long count, double a, const double *x, double *y) {
  for (long long k = blockIdx.x * (long long)blockDim.x + threadIdx.x; k < count; k += gridDim.x * (long long)blockDim.x)
    y[first + k] += a * x[first + k];
}
