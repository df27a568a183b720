// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A negative extent is an error at run time, whose message names the array and the line. An array of zero elements is
// ignored, and the loop runs as without the clause.
// RUN: %hetcc -O2 %s -o %t
// RUN: env HETRT_CHECK=1 not --crash %t 10 -5 0 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// RUN: %t 10 0 0 | FileCheck %s --check-prefix=EMPTY
// RUN: env HETRT_CHECK=1 not --crash %t 10 100 -1 2>&1 | FileCheck %s --check-prefix=HALO
// RUN: %t 0 0 0 | FileCheck %s --check-prefix=EMPTY

// NEGATIVE: bad-extents.c:[[# @LINE + 9]]{{.*}}part_copyin(x){{.*}}found -5
// HALO: bad-extents.c:[[# @LINE + 8]]{{.*}}part_copyin(x){{.*}}found -1
// EMPTY: done
#include <stdio.h>
#include <stdlib.h>

static int x[100];

static void run(int n, int extent, int halo) {
#pragma omp parallel for hetero(1) part_copyin(x[1:extent:halo])
  for (int i = 0; i < n; i++)
    (void)x[i];
}

int main(int argc, char **argv) {
  if (argc != 4)
    return 2;
  run(atoi(argv[1]), atoi(argv[2]), atoi(argv[3]));
  puts("done");
}
