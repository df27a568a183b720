// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The threads of a GPU block share one partial only if the kernels of all instances of the template can update it atomically, since one
// descriptor tells the runtime about all instances. A complex number cannot be updated atomically.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %hetccxx -O2 -w --save-temps -c %s -o alike.o
// RUN: sed '/^\/\//d' atomics-instances.hetcc.device.cpp | grep -c 'const int hetrt_in_block' | grep -x 2
// RUN: sed '/^\/\//d' atomics-instances.hetcc.cpp | grep HETRT_ONE_PARTIAL
// RUN: %hetccxx -O2 -w -DUNLIKE --save-temps -c %s -o unlike.o
// RUN: sed '/^\/\//d' atomics-instances.hetcc.device.cpp | grep -c 'hetrt_scratch ?' | grep -x 3
// RUN: sed '/^\/\//d' atomics-instances.hetcc.device.cpp | not grep hetrt_in_block
// RUN: sed '/^\/\//d' atomics-instances.hetcc.cpp | not grep HETRT_ONE_PARTIAL

enum { N = 3000 };
static int x[N];
static long bins[16];

template <class T> T sumAndCount() {
  T sum{};
#pragma omp parallel for hetero(1) part_copyin(x[1:N]) reduction(+ : sum)
  for (int i = 0; i < N; i++) {
    sum += x[i];
#pragma omp atomic
    bins[x[i] % 16]++;
  }
  return sum;
}

double all() {
  double sum = sumAndCount<double>() + sumAndCount<float>();
#ifdef UNLIKE
  sum += __real__ sumAndCount<_Complex double>();
#endif
  return sum + bins[0];
}
