// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// If clang's device mode refuses something that a loop needs, only that loop has no GPU form: one loop of a unit, or
// one instance of a template. Here a called function has a variable-length array.
// REQUIRES: ptx
// RUN: %hetcc++ -O1 %s -o %t 2>%t.err
// RUN: FileCheck %s <%t.err --implicit-check-not=warning: --implicit-check-not=error:
// RUN: grep -aoE "entry hetcc_[0-9]+_[0-9]+" %t | sort -u | FileCheck %s --check-prefix=KERNELS
// RUN: env HETRT_DEVICES=emulated:1 %t | FileCheck %s --check-prefix=OUTPUT

// With the change that the note proposes, all loops have a GPU form.
// RUN: %hetcc++ -O1 -DHELPED %s -o %t 2>&1 | count 0
// RUN: grep -aoE "entry hetcc_[0-9]+_[0-9]+" %t | sort -u | FileCheck %s --check-prefix=ALL
// RUN: env HETRT_DEVICES=emulated:1 %t | FileCheck %s --check-prefix=OUTPUT

// KERNELS: hetcc_0_0
// KERNELS-NEXT: hetcc_1_1
// KERNELS-NOT: hetcc_
// ALL: hetcc_0_0
// ALL-NEXT: hetcc_1_0
// ALL-NEXT: hetcc_1_1
// ALL-NEXT: hetcc_2_0
// OUTPUT: 9900 9900.0 14850
#include <cstdio>
#include <cstring>

enum { N = 100 };
static int a[N], b[N], c[N];
static double d[N];

static inline int half(int v) {
#ifdef HELPED
#ifdef __NVPTX__
  return v;
#endif
#endif
  char memory[v + 1];
  std::memset(memory, 1, sizeof memory);
  return v - 1 + memory[v / 2];
}
static inline double half(double v) { return v; }

static void begin() {
#pragma omp parallel for hetero(1) part_copy(a[1:N])
  for (int i = 0; i < N; i++)
    a[i] = i;
}

template <typename T> static T sum(T *out) {
  T total = 0;
// CHECK: gpu-form-refused.cpp:[[#@LINE+3]]:{{.*}}warning: this loop has no form for GPUs in 'sum<int>': the device compiler refuses it: {{.*}}gpu-form-refused.cpp:30: Support for dynamic alloca
// CHECK: note: move what it refuses to a function, with another text in it under '#ifdef __NVPTX__'
// The instance 'sum<double>' has a GPU form.
#pragma omp parallel for hetero(1) part_copyin(a[1:N]) part_copy(out[1:N]) reduction(+ : total)
  for (int i = 0; i < N; i++) {
    out[i] = 2 * half(T(a[i]));
    total += out[i];
  }
  return total;
}

static int thrice() {
  int total = 0;
// CHECK: gpu-form-refused.cpp:[[#@LINE+1]]:{{.*}}warning: this loop has no form for GPUs: the device compiler refuses it: {{.*}}: Support for dynamic alloca
#pragma omp parallel for hetero(1) part_copyin(a[1:N], b[1:N]) part_copy(c[1:N]) reduction(+ : total)
  for (int i = 0; i < N; i++)
    total += c[i] = a[i] + half(b[i]);
  return total;
}

int main() {
  begin();
  std::printf("%d ", sum(b));
  std::printf("%.1f ", sum(d));
  std::printf("%d\n", thrice());
}
