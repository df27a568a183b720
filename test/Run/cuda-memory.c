// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An array in a GPU's memory is used on that GPU alone; managed and pinned memory is used by all devices.
// REQUIRES: nvcc, ptx
// RUN: %hetcc -O2 -Wall -Wextra -Werror -isystem %cuda_include %s -o %t %cudart
// RUN: %serial -O2 -DSERIAL %s -o %t.serial
// RUN: %compare --cuda --schedules auto,adaptive,static,split,chunk,gpu %t.serial %t
// RUN: env HETRT_CUDA_DRIVER=%cuda_emulator HETRT_DEVICES=cpu:1,cuda:1 HETRT_SCHEDULE=static HETRT_REPORT=json:%t.json %t
// The cores get no iterations of twelve loops, and their share of the others.
// RUN: %reported %t.json "12 * 100003 < iterations('cuda') < 27 * 100003 and iterations('cpu') + iterations('cuda') == 27 * 100003"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef SERIAL
#define cudaMalloc(made, bytes) (*(made) = malloc(bytes), 0)
#define cudaMallocManaged(made, bytes, flags) (*(made) = malloc(bytes), 0)
#define cudaMallocHost(made, bytes) (*(made) = malloc(bytes), 0)
#define cudaMemcpy(to, from, bytes, kind) (memcpy(to, from, bytes), 0)
#define cudaFree(made) (free(made), 0)
#define cudaFreeHost cudaFree
#else
#include <cuda_runtime_api.h>
#endif

enum { N = 100003, PASSES = 3 };

static void check(int error) {
  if (error) {
    fprintf(stderr, "CUDA's error %d\n", error);
    exit(1);
  }
}

// x and y may be in any kind of memory.
static void add(const double *x, double *y) {
#pragma omp parallel for hetero(1) part_copyin(x[1:N]) part_copy(y[1:N])
  for (int i = 0; i < N; i++)
    y[i] += 2 * x[i];
}

static double sum(const double *x) {
  double all = 0;
#pragma omp parallel for hetero(1) part_copyin(x[1:N]) reduction(+ : all)
  for (int i = 0; i < N; i++)
    all += x[i];
  return all;
}

static void fill(double *x, double first) {
  for (int i = 0; i < N; i++)
    x[i] = first + i % 17;
}

int main(void) {
  const size_t bytes = N * sizeof(double);
  double *host = malloc(bytes), *back = malloc(bytes), *device, *other, *managed, *pinned;
  check(cudaMalloc((void **)&device, bytes));
  check(cudaMalloc((void **)&other, bytes));
  check(cudaMallocManaged((void **)&managed, bytes, cudaMemAttachGlobal));
  check(cudaMallocHost((void **)&pinned, bytes));
  fill(host, 1);
  check(cudaMemcpy(device, host, bytes, cudaMemcpyHostToDevice));
  fill(host, 2);
  check(cudaMemcpy(other, host, bytes, cudaMemcpyHostToDevice));
  fill(managed, 3);
  fill(pinned, 4);
  for (int pass = 0; pass < PASSES; pass++) {
    add(device, other);   // both in GPU memory
    add(host, device);    // one in GPU memory, one on the host
    add(managed, pinned); // memory that all devices reach
    add(pinned, host);
    add(host, managed);
    printf("%g %g %g %g\n", sum(device), sum(other), sum(managed), sum(pinned));
  }
  check(cudaMemcpy(back, other, bytes, cudaMemcpyDeviceToHost));
  printf("%g %g\n", back[12345], host[N - 1]);
  check(cudaFree(device)), check(cudaFree(other)), check(cudaFree(managed)), check(cudaFreeHost(pinned));
  free(host), free(back);
}
