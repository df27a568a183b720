// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What this machine's GPU can do at best, for the floors of `benchmarks/run gpu`: bytes per second within its memory and
// over the link from and to pinned memory, operations per second, and what an empty launch takes until the host knows of
// its end. Each figure is the best of several tries.
#include "handwritten.cuh"

#include <algorithm>
#include <chrono>

using namespace handwritten;

static constexpr size_t bytes = size_t(256) << 20;

__global__ void empty() {}

__global__ void copyWords(size_t count, const double2 *from, double2 *to) {
  for (size_t i = thread(); i < count; i += size_t(gridDim.x) * blockDim.x)
    to[i] = from[i];
}

/// Eight independent chains of multiply-adds for each thread.
template <class T> __global__ void multiplyAdd(int rounds, T factor, T *out) {
  T value[8];
  for (int k = 0; k < 8; k++)
    value[k] = T(threadIdx.x + k);
  for (int i = 0; i < rounds; i++)
    for (int k = 0; k < 8; k++)
      value[k] = value[k] * factor + factor;
  T sum = 0;
  for (int k = 0; k < 8; k++)
    sum += value[k];
  if (sum == T(-1)) // never: the compiler cannot know
    *out = sum;
}

/// Seconds of the fastest of ten.
template <class Function> static double best(Function function) {
  cudaEvent_t begin, end;
  must(cudaEventCreate(&begin), "creating an event");
  must(cudaEventCreate(&end), "creating an event");
  double least = 1e9;
  for (int i = 0; i < 10; i++) {
    hold<<<1, 1>>>();
    must(cudaEventRecord(begin), "recording an event");
    function();
    must(cudaEventRecord(end), "recording an event");
    must(cudaEventSynchronize(end), "waiting for the device");
    float milliseconds = 0;
    must(cudaEventElapsedTime(&milliseconds, begin, end), "measuring time");
    least = std::min(least, milliseconds * 1e-3);
  }
  return least;
}

static double launchSeconds() {
  double least = 1e9;
  for (int i = 0; i < 1000; i++) {
    const auto begin = std::chrono::steady_clock::now();
    empty<<<1, 32>>>();
    must(cudaDeviceSynchronize(), "waiting for the device");
    least = std::min(least, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  }
  return least;
}

template <class T> static double operationsPerSecond(int multiprocessors) {
  constexpr int threads = 256, rounds = 4096;
  const int blocks = 8 * multiprocessors;
  T *out = nullptr;
  must(cudaMalloc(&out, sizeof(T)), "allocating memory");
  return 16. * rounds * threads * blocks / best([&] { multiplyAdd<T><<<blocks, threads>>>(rounds, T(0.5), out); });
}

int main() {
  cudaDeviceProp device;
  must(cudaGetDeviceProperties(&device, 0), "asking for the device");
  void *from, *to, *pinned;
  must(cudaMalloc(&from, bytes), "allocating memory");
  must(cudaMalloc(&to, bytes), "allocating memory");
  must(cudaMallocHost(&pinned, bytes), "allocating pinned memory");
  must(cudaMemset(from, 0, bytes), "writing");
  const int blocks = 16 * device.multiProcessorCount;
  const double within = best([&] {
    copyWords<<<blocks, 512>>>(bytes / sizeof(double2), static_cast<double2 *>(from), static_cast<double2 *>(to));
  });
  const double in = best([&] { cudaMemcpyAsync(to, pinned, bytes, cudaMemcpyHostToDevice); });
  const double out = best([&] { cudaMemcpyAsync(pinned, from, bytes, cudaMemcpyDeviceToHost); });
  const double kernel = best([] { empty<<<1, 32>>>(); });
  must(cudaGetLastError(), "measuring");
  std::printf("device %s\nmeasure memory_bytes_per_second %.6g\nmeasure link_in_bytes_per_second %.6g\n"
              "measure link_out_bytes_per_second %.6g\nmeasure operations_per_second %.6g\n"
              "measure operations64_per_second %.6g\nmeasure launch_seconds %.6g\nmeasure kernel_seconds %.6g\n",
              device.name, 2 * bytes / within, bytes / in, bytes / out,
              operationsPerSecond<float>(device.multiProcessorCount),
              operationsPerSecond<double>(device.multiProcessorCount), launchSeconds(), kernel);
}
