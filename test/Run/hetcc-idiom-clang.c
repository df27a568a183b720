// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// HETCC(...) causes no warning under clang either, in C and in C++: clang sees a plain OpenMP loop.
// REQUIRES: clang
// RUN: %clang -fopenmp -Wall -Wextra -Wpedantic -Werror -I%runtime_include -fsyntax-only %s
// RUN: %clang -x c++ -std=c++11 -fopenmp -Wall -Wextra -Wpedantic -Werror -I%runtime_include -fsyntax-only %s

#include <hetcc.h>

int x[100];

void run(int n) {
#pragma omp parallel for HETCC(hetero(n > 10) part_copy(x[1:n]))
  for (int i = 0; i < n; i++)
    x[i] += i;
}
