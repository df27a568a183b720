// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// HETCC(...) is silent under clang too, in C and in C++. What clang sees is a plain OpenMP loop.
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
