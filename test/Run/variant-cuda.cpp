// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels that the user wrote, in `variant`, on a fake CUDA driver: linked with the program, or in a PTX file; with the
// scheduler's shares, array indices of the program, values by copy, and a given launch shape. On cores and on emulated
// accelerators the loop's body runs.
// RUN: %host_cxx -std=c++17 -DSERIAL -Wno-unknown-pragmas -I%runtime_include -I%fake_cuda_include %s -o %t.serial -ldl
// RUN: %hetccxx -std=c++17 -O1 -Wall -Wextra -I%fake_cuda_include %s -o %t -ldl
// RUN: %t.serial >%t.expected
// RUN: echo "// PTX" >$(dirname %t)/variant-cuda.ptx
// RUN: env HETRT_DEVICES=cpu:2,emulated:1 HETRT_SCHEDULE=static %t | diff %t.expected -
// RUN: env HETRT_DEVICES=emulated:2 %t | diff %t.expected -
// RUN: env DRIVER=%fake_cuda_driver HETRT_CUDA_DRIVER=%fake_cuda_driver HETRT_DEVICES=cuda:2 HETRT_REPORT=json:%t.json %t >%t.out
// RUN: diff %t.expected %t.out
// RUN: %reported %t.json "all(sum(sum(d['iterations']) for d in r['devices'] if d['kind'] == 'cuda') > 0 for r in regions)"
// RUN: env DRIVER=%fake_cuda_driver HETRT_CUDA_DRIVER=%fake_cuda_driver HETRT_DEVICES=cpu:1,cuda:2 HETRT_SCHEDULE=static %t | diff %t.expected -
// RUN: rm $(dirname %t)/variant-cuda.ptx
// RUN: env DRIVER=%fake_cuda_driver HETRT_CUDA_DRIVER=%fake_cuda_driver HETRT_DEVICES=cpu:1,cuda:1 HETRT_SCHEDULE=static %t 2>%t.said | diff %t.expected -
// RUN: FileCheck --check-prefix=MISSING %s <%t.said
// MISSING: cuda:0 is left out from now on, and its share runs elsewhere: cuda:0: the kernel rows of the region {{.*}}: cannot read '{{.*}}variant-cuda.ptx'
// MISSING-NOT: {{.}}

#include "fake_libcuda.h"
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <vector>

struct Weights {
  double Left, Right;
};

namespace kernels {
// The host stub that nvcc makes of a __global__ function; only its address is used.
void smooth(long long, long long, Weights, const double *, double *) { std::abort(); }
} // namespace kernels

#ifndef SERIAL
static void *Library;
static unsigned Launches;

// The fake driver runs this function for the kernel `smooth`, and the next one for `rows` in the file.
static void smoothOnGpu(void *const *P, unsigned Blocks, unsigned BlockSize, unsigned SharedBytes) {
  const long long First = *(long long *)P[0], Count = *(long long *)P[1];
  const Weights W = *(Weights *)P[2];
  const double *X = *(const double **)P[3];
  double *Y = *(double **)P[4];
  if (BlockSize != 64 || Blocks != 3 || SharedBytes != 16)
    std::abort();
  for (long long I = First; I < First + Count; ++I)
    Y[I] = W.Left * X[I - 1] + W.Right * X[I + 1];
}
static void rowsOnGpu(void *const *P, unsigned Blocks, unsigned BlockSize, unsigned) {
  const long long First = *(long long *)P[0], Count = *(long long *)P[1];
  double *A = *(double **)P[2];
  const int Columns = *(int *)P[3];
  if (Blocks != (unsigned)(Count - 1) / BlockSize + 1)
    std::abort();
  for (long long K = 0; K < Count; ++K) // the step of the loop is 2
    for (int J = 0; J < Columns; ++J)
      A[(First + 2 * K) * Columns + J] += J;
}

// Functions of the CUDA runtime, on top of the driver.
struct dim3 {
  unsigned x, y, z;
};
extern "C" int cudaLaunchKernel(const void *Function, dim3 Grid, dim3 Block, void **Arguments,
                                std::size_t Shared, void *Stream) {
  if (Function != (const void *)kernels::smooth)
    std::abort();
  using Find = int (*)(void **, void *, const char *);
  using Launch = int (*)(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void *, void **,
                         void **);
  void *Found = nullptr;
  ((Find)dlsym(Library, "cuModuleGetFunction"))(&Found, nullptr, "smooth");
  ++Launches;
  return ((Launch)dlsym(Library, "cuLaunchKernel"))(Found, Grid.x, Grid.y, Grid.z, Block.x, Block.y, Block.z,
                                                    (unsigned)Shared, Stream, Arguments, nullptr);
}

static void registerKernels() {
  const char *Driver = std::getenv("DRIVER");
  if (!Driver)
    return;
  Library = dlopen(Driver, RTLD_NOW);
  const FakeCuda *Fake = ((const FakeCuda *(*)())dlsym(Library, FakeCudaSymbol))();
  const std::size_t Smooth[] = {8, 8, sizeof(Weights), 8, 8}, Rows[] = {8, 8, 8, sizeof(int)};
  Fake->RegisterPlain("smooth", smoothOnGpu, Smooth, 5);
  Fake->RegisterPlain("rows", rowsOnGpu, Rows, 4);
}
#endif

static unsigned Written; // for a loop whose body no device can run: the body counts in this global variable

int main() {
#ifndef SERIAL
  registerKernels();
#endif
  const int n = 1000, rows = 200, columns = 7;
  std::vector<double> x(n), y(n, 0.0), a(rows * columns);
  for (int i = 0; i < n; ++i)
    x[i] = i * 0.5;
  for (int i = 0; i < rows * columns; ++i)
    a[i] = i;
  const Weights w = {0.25, 0.5};
  const double *from = x.data();
  double *to = y.data(), *matrix = a.data();
  for (int pass = 0; pass < 3; ++pass) {
#pragma omp parallel for hetero(1) part_copyin(from[1:n:1]) part_copyout(to[1:n]) variant(cuda: kernels::smooth(w, from, to), 64, pass + 3 - pass, 16)
    for (int i = 1; i < n - 1; ++i)
      to[i] = w.Left * from[i - 1] + w.Right * from[i + 1];
#pragma omp parallel for hetero(1) part_copy(matrix[1:rows][0:columns]) variant(cuda: rows(matrix, columns) in "variant-cuda.ptx")
    for (int i = 10; i < rows; i += 2) {
      for (int j = 0; j < columns; ++j)
        matrix[i * columns + j] += j;
      if (matrix[i * columns] < 0)
        std::printf("%u\n", Written);
    }
  }
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += y[i] * (i % 17);
  for (int i = 0; i < rows * columns; ++i)
    sum += a[i] * (i % 19);
  std::printf("%.17g\n", sum);
#ifndef SERIAL
  if (std::getenv("DRIVER") && !Launches)
    std::printf("never launched\n");
#endif
}
