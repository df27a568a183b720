// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A warning names each loop that emulated devices can run and GPUs cannot, with the reason: it uses 'long double', it
// may call exit(3), or it is in a template whose arguments a kernel cannot name. With --hetcc-no-cuda there is no
// warning, because no GPU form is wanted.
// REQUIRES: ptx
// RUN: %hetccxx -std=c++17 -O1 %s -o %t 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %hetccxx -std=c++17 -O1 --hetcc-no-cuda %s -o %t.emulated 2>&1 | count 0
// RUN: %serialxx -std=c++17 -O1 %s -o %t.serial
// RUN: %compare --devices "cpu:2;cpu:1,emulated:1;emulated:2" --schedules static %t.serial %t
#include <cstdio>
#include <cstdlib>

// CHECK: gpu-form-left-out.cpp:[[#@LINE+2]]:{{.*}}warning: this loop has no form for GPUs: it uses numbers that GPUs do not have, such as 'long double' [-Whetcc-gpu-form]
static void wide(int n, double *x) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; i++) {
    long double sum = 0;
    for (int k = 0; k < 4; k++)
      sum += x[i] / (k + 1);
    x[i] = (double)(sum * 1.5L) > 0 ? 1 : 2;
  }
}

// CHECK: gpu-form-left-out.cpp:[[#@LINE+2]]:{{.*}}warning: this loop has no form for GPUs: it may end the program with a status of its own, which a GPU cannot hand on
static void ends(int n, double *x) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; i++) {
    if (x[i] > 1e9)
      std::exit(3);
    x[i] += 1;
  }
}

struct Two {
  static double factor() { return 2; }
};

// Instances whose arguments a kernel can name have a GPU form; a warning names the other instances.
// CHECK: gpu-form-left-out.cpp:[[#@LINE+3]]:{{.*}}warning: this loop has no form for GPUs in 'scale<Three>': 'By' is 'Three' here, a type that is declared after the template
// CHECK: note: let the template's parameters be integers and types of namespaces that stand before it
template <typename By> static void scale(int n, double *x) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; i++)
    x[i] *= By::factor();
}
// CHECK: gpu-form-left-out.cpp:[[#@LINE+3]]:{{.*}}warning: this loop has no form for GPUs in 'shift<&offset>': 'By' is neither a type nor an integer
static const int offset = 3;
template <const int *By> static void shift(int n, double *x) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; i++)
    x[i] += i + sizeof(By);
}

int main() {
  struct Three {
    static double factor() { return 3; }
  };
  static double x[101];
  double sum = 0;
  for (int i = 0; i < 101; i++)
    x[i] = i;
  wide(101, x);
  ends(101, x);
  scale<Two>(101, x);
  scale<Three>(101, x);
  shift<&offset>(101, x);
  for (int i = 0; i < 101; i++)
    sum += x[i] * i;
  std::printf("%g\n", sum);
}
