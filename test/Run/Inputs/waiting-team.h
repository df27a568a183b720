// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A team of two threads with a loop under `nowait`. Before the loop, thread 1 runs BEFORE, in which it may wait for what
// thread 0 does in AFTER, behind the loop. The file that includes this defines `y`, `N` and `setFlag(int)`.
#include <omp.h>

#define TEAM(BEFORE, AFTER)                                                                                            \
  _Pragma("omp parallel num_threads(2)") {                                                                             \
    if (omp_get_thread_num() == 1) {                                                                                   \
      BEFORE;                                                                                                          \
    }                                                                                                                  \
    _Pragma("omp for schedule(static) nowait") for (int i = 0; i < N; i++) y[i] += 1;                                  \
    if (omp_get_thread_num() == 0) {                                                                                   \
      AFTER;                                                                                                           \
    }                                                                                                                  \
  }                                                                                                                    \
  setFlag(0)
