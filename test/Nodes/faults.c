// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// If a rank is killed during a run, the job ends within ten seconds with a message that names the rank: the launcher's
// message, or hetcc's if the launcher goes on without the rank. No process is left.
// REQUIRES: openmpi, mpich
// RUN: %hetcc -O2 %s -o %t
// RUN: not env HETRT_DEVICES=cpu:1,node VICTIM=2 timeout 10 mpirun.openmpi -n 3 %t > %t.out 2>&1
// RUN: FileCheck %s --check-prefix=OPENMPI < %t.out
// RUN: env HETRT_DEVICES=cpu:1,node VICTIM=1 HETRT_NODES=timeout=2 timeout 10 mpirun.openmpi --enable-recovery -n 3 %t > %t.out 2>&1 || true
// RUN: FileCheck %s --check-prefix=OURS < %t.out
// RUN: not env HETRT_DEVICES=cpu:1,node VICTIM=1 timeout 10 mpirun.mpich -n 2 %t > %t.out 2>&1
// RUN: FileCheck %s --check-prefix=MPICH < %t.out
// RUN: %none_runs %t

// If rank 0 is killed, the other ranks end too.
// RUN: not env HETRT_DEVICES=cpu:1,node VICTIM=0 timeout 10 mpirun.openmpi -n 3 %t > %t.out 2>&1
// RUN: not env HETRT_DEVICES=cpu:1,node VICTIM=0 timeout 10 mpirun.mpich -n 3 %t > %t.out 2>&1
// RUN: %none_runs %t

// With --enable-recovery the launcher goes on: rank 0 ends the job when it loses a rank, and ranks end when they lose rank 0.
// RUN: sh -c 'env HETRT_DEVICES=cpu:1,node VICTIM=2 HETRT_NODES=timeout=5 timeout 10 mpirun.openmpi --enable-recovery -n 4 %t; test $? != 124' > %t.out 2>&1
// RUN: FileCheck %s --check-prefix=LOST < %t.out
// RUN: sh -c 'env HETRT_DEVICES=cpu:1,node VICTIM=0 HETRT_NODES=timeout=2 timeout 10 mpirun.openmpi --enable-recovery -n 3 %t; test $? != 124' > %t.out 2>&1
// RUN: FileCheck %s --check-prefix=SILENT < %t.out
// RUN: %none_runs %t

// LOST-NOT: has not heard
// LOST: hetrt: error: node:1 (rank 2 on {{.*}}) has not answered for 5 seconds{{.*}}; the job ends
// LOST-NOT: has not heard
// SILENT-DAG: hetrt: error: rank 1 has not heard rank 0 for 2 seconds, and leaves
// SILENT-DAG: hetrt: error: rank 2 has not heard rank 0 for 2 seconds, and leaves
// OPENMPI: rank 2 with PID {{[0-9]+}} on node {{.*}} exited on signal 9
// MPICH: RUNNING AT
// MPICH-NEXT: EXIT CODE: 9
// OURS: hetrt: error: node:0 (rank 1 on {{.*}}) has not answered for 2 seconds{{.*}}; the job ends
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/// The rank starts a child that kills the rank one second after the program was loaded.
__attribute__((constructor)) static void arm(void) {
  const char *rank = getenv("OMPI_COMM_WORLD_RANK"), *victim = getenv("VICTIM");
  if (!rank)
    rank = getenv("PMI_RANK");
  if (!rank || !victim || strcmp(rank, victim) || fork())
    return;
  sleep(1);
  kill(getppid(), SIGKILL);
  _exit(0);
}

int main(void) {
  static double x[1000];
  const time_t end = time(NULL) + 20;
  while (time(NULL) < end) {
#pragma omp parallel for hetero(1, all, static) part_copy(x[1:1000])
    for (int i = 0; i < 1000; i++)
      x[i] += i;
  }
  printf("%g\n", x[1]);
  return 0;
}
