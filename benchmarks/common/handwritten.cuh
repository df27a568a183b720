// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the hand-written CUDA kernels share that our kernels are measured beside. PROGRAM.cu has a function for each
// annotated loop of PROGRAM.c, of the same name and parameters, which takes its place in a build with
// -DBENCH_HANDWRITTEN: so inputs, sizes, passes and the check are the program's own.
//
// A kernel is what a CUDA programmer would write for the same algorithm without tuning it for days: coalesced, with the
// number of threads per block swept at its first call. Only kernels are timed, by events. At the end the program reports
//     measure handwritten_seconds S       of all launches, each in its best shape
//     measure handwritten_launches N
//     measure handwritten_bytes B         that the loops cannot but move, from and to device memory
//     measure handwritten_operations O    additions and multiplications, in single precision
//     measure handwritten_operations64 O  the same in double precision
#ifndef HANDWRITTEN_CUH
#define HANDWRITTEN_CUH

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <vector>

namespace handwritten {

inline void must(cudaError_t error, const char *what) {
  if (error == cudaSuccess)
    return;
  std::fprintf(stderr, "error: %s: %s\n", what, cudaGetErrorString(error));
  std::exit(2);
}

/// The sum over the block's threads in one column; all of them get it. All threads of the block call it.
__device__ inline float columnSum(float value) {
  __shared__ float parts[32][32];
  __syncthreads();
  parts[threadIdx.y][threadIdx.x] = value;
  __syncthreads();
  float sum = 0;
  for (unsigned y = 0; y < blockDim.y; y++)
    sum += parts[y][threadIdx.x];
  return sum;
}

/// Some 20 microseconds, in which the host enqueues what is to be measured: else the time between two events has the
/// host's launch in it.
static __global__ void hold() {
  for (const long long begin = clock64(); clock64() - begin < 40000;) {
  }
}

/// What one launch costs at the least.
struct Work {
  double bytes = 0, operations = 0, operations64 = 0;
};

/// The sum over all launches, printed when the program ends.
struct Totals {
  double seconds = 0, launches = 0;
  Work work;
  ~Totals() {
    std::printf("measure handwritten_seconds %.9g\nmeasure handwritten_launches %.0f\nmeasure handwritten_bytes %.9g\n"
                "measure handwritten_operations %.9g\nmeasure handwritten_operations64 %.9g\n",
                seconds, launches, work.bytes, work.operations, work.operations64);
  }
};
inline Totals totals;

/// The number of threads per block that all kernels are launched with, where it is given: then each call is one launch,
/// for who counts what kernels do.
#ifndef BENCH_SHAPE
#define BENCH_SHAPE 0
#endif

/// The best number of threads per block of one kernel; 0: not known yet.
struct Shape {
  unsigned best = BENCH_SHAPE;
};

/// One call of a loop: its arrays on the device, its launch, and the results on their way back.
class Call {
public:
  explicit Call(Shape &shape) : shape(shape) {
    must(cudaEventCreate(&begin), "creating an event");
    must(cudaEventCreate(&end), "creating an event");
  }
  Call(const Call &) = delete;
  Call &operator=(const Call &) = delete;
  ~Call() {
    for (Block &each : blocks) {
      if (each.out)
        must(cudaMemcpy(each.host, each.device, each.bytes, cudaMemcpyDeviceToHost), "copying from the device");
      cudaFree(each.device);
      cudaFree(each.saved);
    }
    cudaEventDestroy(begin);
    cudaEventDestroy(end);
  }

  template <class T> const T *in(const T *host, std::size_t count) { return add(host, count, true, false, false); }
  /// Written in full.
  template <class T> T *out(T *host, std::size_t count) { return add(host, count, false, true, false); }
  /// Read and written, or written in part.
  template <class T> T *inOut(T *host, std::size_t count) { return add(host, count, true, true, true); }
  /// A sum that starts at 0; after run() the host has it.
  template <class T> T *sum(T *host) {
    *host = 0;
    return inOut(host, 1);
  }

  /// Calls launch(threads) in the best shape. The first call of a loop tries them all, each on the same values.
  template <class Launch> void run(const Work &work, Launch launch) {
    if (!shape.best)
      sweep(launch);
    restore();
    totals.seconds += time(launch);
    totals.launches++;
    totals.work.bytes += work.bytes;
    totals.work.operations += work.operations;
    totals.work.operations64 += work.operations64;
  }

private:
  struct Block {
    void *host, *device, *saved;
    std::size_t bytes;
    bool out;
  };

  template <class T> T *add(const T *host, std::size_t count, bool in, bool out, bool changes) {
    Block made = {const_cast<T *>(host), nullptr, nullptr, count * sizeof(T), out};
    must(cudaMalloc(&made.device, made.bytes), "allocating memory");
    if (in)
      must(cudaMemcpy(made.device, host, made.bytes, cudaMemcpyHostToDevice), "copying to the device");
    if (changes && !shape.best) {
      must(cudaMalloc(&made.saved, made.bytes), "allocating memory");
      must(cudaMemcpy(made.saved, made.device, made.bytes, cudaMemcpyDeviceToDevice), "copying on the device");
    }
    blocks.push_back(made);
    return static_cast<T *>(made.device);
  }

  void restore() {
    for (Block &each : blocks)
      if (each.saved)
        must(cudaMemcpy(each.device, each.saved, each.bytes, cudaMemcpyDeviceToDevice), "copying on the device");
  }

  template <class Launch> double time(Launch launch) {
    must(cudaDeviceSynchronize(), "waiting for the device");
    if (!BENCH_SHAPE)
      hold<<<1, 1>>>();
    must(cudaEventRecord(begin), "recording an event");
    launch(shape.best);
    must(cudaGetLastError(), "launching a kernel");
    must(cudaEventRecord(end), "recording an event");
    must(cudaEventSynchronize(end), "waiting for a kernel");
    float milliseconds = 0;
    must(cudaEventElapsedTime(&milliseconds, begin, end), "measuring time");
    return milliseconds * 1e-3;
  }

  /// A shape that the device has no registers for cannot be launched, and is none.
  template <class Launch> void sweep(Launch launch) {
    unsigned best = 0;
    double least = 0;
    for (unsigned threads : {32u, 64u, 128u, 256u, 512u, 1024u}) {
      restore();
      launch(threads);
      if (cudaGetLastError() != cudaSuccess)
        continue;
      restore();
      shape.best = threads;
      double seconds = 1e9;
      for (int i = 0; i < 3; i++) {
        restore();
        seconds = std::min(seconds, time(launch));
      }
      if (!best || seconds < least)
        best = threads, least = seconds;
    }
    shape.best = best;
    if (!best)
      must(cudaErrorLaunchFailure, "launching a kernel in any shape");
  }

  Shape &shape;
  std::vector<Block> blocks;
  cudaEvent_t begin, end;
};

inline unsigned quotient(long total, long part) { return unsigned((total + part - 1) / part); }

/// Threads of a block as rows of 32, over `columns` x `rows` points.
struct Plane {
  dim3 grid, block;
  Plane(unsigned threads, long columns, long rows)
      : grid(quotient(columns, 32), quotient(rows, threads / 32)), block(32, threads / 32) {}
};

/// The number of the thread, in one dimension.
__device__ inline long thread() { return blockIdx.x * (long)blockDim.x + threadIdx.x; }
__device__ inline int column() { return int(blockIdx.x * blockDim.x + threadIdx.x); }
__device__ inline int row() { return int(blockIdx.y * blockDim.y + threadIdx.y); }

/// The sum over a warp; its first lane has it.
template <class T> __device__ T warpSum(T value) {
  for (int distance = 16; distance; distance /= 2)
    value += __shfl_down_sync(~0u, value, distance);
  return value;
}

/// Adds the values of all threads of the block to a sum. All threads of the block call it.
template <class T> __device__ void addToSum(T value, T *sum) {
  __shared__ T parts[32];
  const int number = threadIdx.y * blockDim.x + threadIdx.x;
  const T part = warpSum(value);
  if (number % 32 == 0)
    parts[number / 32] = part;
  __syncthreads();
  if (number < 32) {
    const int warps = int(blockDim.x * blockDim.y) / 32;
    const T all = warpSum(number < warps ? parts[number] : T(0));
    if (number == 0)
      atomicAdd(sum, all);
  }
}

} // namespace handwritten

#endif
