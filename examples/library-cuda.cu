// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops by hand with a CUDA kernel: y += a x, and how many elements it made larger than a limit, first over ctsar.h, then
// over splitter.h.
//
//     nvcc -O2 -Xcompiler -fopenmp -Iruntime/include -c examples/library-cuda.cu
//     g++ library-cuda.o -o library-cuda $(hetcc --libs) -L/usr/local/cuda/lib64 -lcudart
#include "ctsar.h"
#include "splitter.h"

#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <vector>

namespace {

constexpr float Factor = 0.5F, Limit = 100;
constexpr int Passes = 5;

__global__ void axpyKernel(long first, long last, const float *x, float *y, long *above) {
  for (long i = first + blockIdx.x * long(blockDim.x) + threadIdx.x; i < last; i += long(gridDim.x) * blockDim.x) {
    y[i] += Factor * x[i];
    if (y[i] > Limit)
      atomicAdd(reinterpret_cast<unsigned long long *>(above), 1ULL);
  }
}

void check(cudaError_t error) {
  if (error != cudaSuccess) {
    std::fprintf(stderr, "library-cuda: %s\n", cudaGetErrorString(error));
    std::exit(1);
  }
}

// The arrays lie in the memory of the device that is the calling thread's, in its primary context.
void axpyOnGpu(long first, long last, const float *x, float *y, long *above) {
  axpyKernel<<<128, 256>>>(first, last, x, y, above);
  check(cudaGetLastError());
  check(cudaDeviceSynchronize());
}

void axpyOnCores(long first, long last, const float *x, float *y, long *above) {
  for (long i = first; i < last; i++) {
    y[i] += Factor * x[i];
    *above += y[i] > Limit;
  }
}

void addCounts(void *into, const void *from) { *static_cast<long *>(into) += *static_cast<const long *>(from); }

long byCtsar(std::vector<float> &x, std::vector<float> &y) {
  const long n = long(x.size());
  ctsar *s = nullptr;
  long all = 0;
  ctsar_init(&s, n, CTSAR_ADAPTIVE, CTSAR_DEV_ALL, nullptr, nullptr);
  for (int pass = 0; pass < Passes; pass++) {
    long count = 0;
    const long none = 0;
#pragma omp parallel num_threads(ctsar_threads(s))
    do {
      auto *in = static_cast<const float *>(
          ctsar_reg_mem(s, x.data(), sizeof(float), n, CTSAR_MEM_PARTIAL | CTSAR_MEM_INPUT | CTSAR_MEM_PERSIST));
      auto *out = static_cast<float *>(
          ctsar_reg_mem(s, y.data(), sizeof(float), n, CTSAR_MEM_PARTIAL | CTSAR_MEM_INOUT | CTSAR_MEM_PERSIST));
      auto *above = static_cast<long *>(ctsar_reg_reduc(s, &count, &none, sizeof count, addCounts));
      ctsar_next(s, n);
      auto *compute = ctsar_get_type(s) == CTSAR_DEV_GPU ? axpyOnGpu : axpyOnCores;
      compute(CSTART(s), CEND(s), in, out, above);
    } while (ctsar_loop(s));
    all += count;
  }
  ctsar_fini(&s);
  return all;
}

// One thread for the cores' part and one for the GPU's.
long bySplitter(std::vector<float> &x, std::vector<float> &y) {
  const long n = long(x.size());
  splitter *s = split_init(n, SPLIT_DYNAMIC, nullptr, nullptr);
  float *xThere = nullptr, *yThere = nullptr;
  long *countThere = nullptr, onCores = 0, onGpu = 0;
  if (split_gpu_present(s)) {
    xThere = static_cast<float *>(split_gpu_alloc(s, n * sizeof(float)));
    yThere = static_cast<float *>(split_gpu_alloc(s, n * sizeof(float)));
    countThere = static_cast<long *>(split_gpu_alloc(s, sizeof(long)));
    split_gpu_copyin(s, xThere, x.data(), n * sizeof(float));
    split_gpu_copyin(s, countThere, &onGpu, sizeof onGpu);
  }
  for (int pass = 0; pass < Passes; pass++)
    for (long it = 0; it < s->d_end; it++) {
      split_next(s, n, it);
      const long first = s->d_gcs, bytes = (s->d_gce - first) * long(sizeof(float));
#pragma omp parallel sections num_threads(2)
      {
#pragma omp section
        {
          split_cpu_start(s);
          axpyOnCores(s->cts, s->cte, x.data(), y.data(), &onCores);
          split_cpu_end(s);
        }
#pragma omp section
        {
          split_gpu_start(s);
          if (bytes > 0) {
            split_gpu_copyin(s, yThere + first, &y[first], bytes);
            axpyOnGpu(s->gts, s->gte, xThere, yThere, countThere);
            split_gpu_copyout(s, &y[first], yThere + first, bytes);
          }
          split_gpu_end(s);
        }
      }
    }
  if (split_gpu_present(s))
    split_gpu_copyout(s, &onGpu, countThere, sizeof onGpu);
  split_fini(s);
  return onCores + onGpu;
}

} // namespace

int main(int argc, char **argv) {
  const long n = argc > 1 ? std::atol(argv[1]) : 200003;
  std::vector<float> x(n), wanted(n);
  for (long i = 0; i < n; i++)
    x[i] = float(i % 101), wanted[i] = float(i % 37);
  std::vector<float> first = wanted, second = wanted;
  long above = 0;
  for (int pass = 0; pass < Passes; pass++)
    axpyOnCores(0, n, x.data(), wanted.data(), &above);
  const bool byThreads = byCtsar(x, first) == above && first == wanted;
  const bool byHalves = bySplitter(x, second) == above && second == wanted;
  std::printf("ctsar.h: %s\nsplitter.h: %s\n", byThreads ? "the same as the serial result" : "WRONG",
              byHalves ? "the same as the serial result" : "WRONG");
  return byThreads && byHalves ? 0 : 1;
}
