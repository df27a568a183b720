// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MPI_Finalize of a rank may take longer than the time after which a silent rank counts as lost. No rank exits before
// all have finished, since the launcher would then kill the others; the job ends with the program's own exit status.
// REQUIRES: mpich
// RUN: %hetcc -O2 %s -o %t && cc -shared -fPIC -DSLOW %s -o %t.slow.so
// DEFINE: %{run} = env HETRT_DEVICES=cpu:1,node HETRT_NODES=timeout=1 timeout 20 mpirun.mpich -n 4 -env LD_PRELOAD %t.slow.so -env SLOW_RANKS
// RUN: for slow in 0 3 12; do %{run} $slow %t > %t.out 2>&1 && FileCheck %s < %t.out || exit 1; done
// RUN: sh -c '%{run} 2 %t 3; test $? = 3' > %t.out 2>&1 && FileCheck %s < %t.out
// RUN: %none_runs %t
// CHECK: sum 499500
// CHECK-NOT: {{.}}
#ifdef SLOW
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The library with the real function is already loaded, but its symbols are not visible globally. */
int MPI_Finalize(void) {
  void *mpi = dlopen("libmpich.so.12", RTLD_NOW | RTLD_NOLOAD);
  int (*real)(void) = mpi ? (int (*)(void))dlsym(mpi, "PMPI_Finalize") : 0;
  const char *rank = getenv("PMI_RANK"), *slow = getenv("SLOW_RANKS");
  if (rank && slow && strchr(slow, *rank))
    sleep(3);
  return real ? real() : 1;
}
#else
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  static int x[1000];
  long sum = 0;
#pragma omp parallel for hetero(1) part_copyout(x[1:1000])
  for (int i = 0; i < 1000; i++)
    x[i] = i;
  for (int i = 0; i < 1000; i++)
    sum += x[i];
  printf("sum %ld\n", sum);
  return argc > 1 ? atoi(argv[1]) : 0;
}
#endif
