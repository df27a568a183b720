// If the extent of a persistent array changes, it stays persistent, and the program goes on. `depersist` of an array
// that no region made persistent gives one warning; none if the loop had no iterations or was built as plain OpenMP.
// RUN: %hetcc -O2 %s -o %t
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 HETRT_SCHEDULE=static %t 100 50 2>&1 | FileCheck %s --check-prefix=CHANGED
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 HETRT_SCHEDULE=static %t 2>&1 | FileCheck %s --check-prefix=NEVER
// RUN: env HETRT_DEVICES=cpu:2 %t 0 2>&1 | FileCheck %s --check-prefix=EMPTY
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 HETRT_SCHEDULE=static %t 0 100 0 2>&1 | FileCheck %s --check-prefix=EMPTY

// CHANGED-NOT: error
// CHANGED: done
// NEVER: warning: {{.*}}bad-persist.c:[[# @LINE + 20]]: depersist(x): wanted an array that a region made persistent, found none
// NEVER-NOT: depersist
// NEVER: done
// EMPTY-NOT: depersist
// EMPTY: done
#include <stdio.h>
#include <stdlib.h>

static int x[100];

static void run(int n) {
#pragma omp parallel for hetero(1) part_copy(x[1:n]) persist(x)
  for (int i = 0; i < n; i++)
    x[i] += i;
}

int main(int argc, char **argv) {
  for (int k = 1; k < argc; k++)
    run(atoi(argv[k]));
  for (int k = 0; k < 2 - (argc > 1); k++) {
#pragma omp depersist(x)
  }
  puts("done");
}
