// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A header-only library with directives works through -isystem, which build systems use for the folders of imported
// libraries: hetcc translates its loops, it finds hetcc.h, and its warnings stay off.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: printf '#include <library.h>\nint use(int *a, unsigned n) { scale(a, n); return a[2]; }\n' >use.c
// RUN: printf '#include <hetcc.h>\n#include "more.h"\n' >library.h
// RUN: printf 'static inline void scale(int *p, unsigned n) {\n' >more.h
// RUN: printf '#pragma omp parallel for HETCC(hetero(1) part_copy(p[1:n]))\n' >>more.h
// RUN: printf '  for (int i = 0; i < n; i++)\n    p[i] *= 2;\n' >>more.h
// RUN: printf '  static int unused, last;\n#pragma omp parallel for HETCC(hetero(1) part_copyin(p[1:n]))\n' >>more.h
// RUN: printf '  for (int i = 0; i < n; i++)\n    if (p[i] == 7)\n      last = i;\n}\n' >>more.h
// RUN: sed 's/^static inline/inline/' more.h >more.hpp && mkdir cxx && cp library.h cxx && cp more.hpp cxx/more.h
// RUN: %hetcc -Wall -Wextra -Werror -isystem . -c use.c -o use.o 2>&1 | count 0
// RUN: %hetcc -Wall -Wextra -Werror -pedantic -isystem . -c use.c -o use.o 2>&1 | count 0
// RUN: %hetcc++ -Wall -Wextra -Werror -isystem cxx -c -x c++ use.c -o use.cxx.o 2>&1 | count 0
// RUN: env C_INCLUDE_PATH=. %hetcc -Wall -Wextra -Werror -c use.c -o use.o 2>&1 | count 0
// RUN: %hetcc -isystem . -O2 %s use.o -o program
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 HETRT_REPORT=1 ./program 2>&1 | FileCheck %s

// CHECK-DAG: {{^}}6
// CHECK-DAG: region {{.*}}more.h:2
#include <stdio.h>

int use(int *a, unsigned n);

int main(void) {
  int a[9] = {1, 2, 3};
  printf("%d\n", use(a, 9));
}
