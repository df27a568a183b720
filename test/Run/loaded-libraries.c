// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// libhetrt does not load an OpenMP runtime: the process only has that of the host compiler, which is libomp if clang is
// the host compiler.
// REQUIRES: libomp
// RUN: env HETCC_HOST_CC=gcc %hetcc -O2 %s -o %t.gcc
// RUN: %t.gcc | FileCheck %s --check-prefix=GCC
// RUN: env HETCC_HOST_CC=%clang %hetcc -O2 %s -o %t.clang
// RUN: env LD_LIBRARY_PATH=%clang_libraries %t.clang | FileCheck %s --check-prefix=CLANG

// GCC: libgomp
// GCC-NOT: libomp
// CLANG: libomp
// CLANG-NOT: libgomp
#include <stdio.h>
#include <string.h>

static int x[1000];

int main(void) {
  char line[4096];
#pragma omp parallel for hetero(1) part_copy(x[1:1000])
  for (int i = 0; i < 1000; i++)
    x[i] = i;
  FILE *maps = fopen("/proc/self/maps", "r");
  while (maps && fgets(line, sizeof line, maps))
    if (strstr(line, "omp") && strstr(line, "r-xp"))
      fputs(line, stdout);
}
