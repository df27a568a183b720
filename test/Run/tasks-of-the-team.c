// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inside a team the members of a region with `nowait` are tasks of that team: both of its threads have iterations, and
// none is made for a pass. Under 'default(none)', with private and lastprivate variables, and in C++ as well.
// REQUIRES: two-cores
// RUN: %hetcc -O2 %s -o %t
// RUN: env HETRT_DEVICES=cpu:2 HETRT_SCHEDULE=static OMP_NUM_THREADS=2 HETRT_REPORT=json:%t.json %t | FileCheck %s
// RUN: %reported %t.json "all(sum(d['iterations']) == 300000 for r in regions for d in r['devices'] if d['kind'] == 'cpu')"
// RUN: %hetcc++ -x c++ -O2 %s -o %t.cxx
// RUN: env HETRT_DEVICES=cpu:2 HETRT_SCHEDULE=static OMP_NUM_THREADS=2 %t.cxx | FileCheck %s
// CHECK: threads that were made: 1
// CHECK-NEXT: y[0] = 200, y[2999] = 3199, last 2999
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

#ifdef __cplusplus
#define WITHOUT_EXCEPTIONS noexcept
extern "C"
#else
#define WITHOUT_EXCEPTIONS
#endif
/* libgomp's calls come here. */
int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *), void *of) WITHOUT_EXCEPTIONS;

static int made;

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *), void *of) WITHOUT_EXCEPTIONS {
  typedef int Function(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
  made++;
  return ((Function *)dlsym(RTLD_NEXT, "pthread_create"))(thread, attributes, run, of);
}

enum { N = 3000, PASSES = 200 };
static double y[N];

int main(void) {
  int last = 0, k;
  for (int i = 0; i < N; i++)
    y[i] = i;
#pragma omp parallel
#pragma omp single
  for (int pass = 0; pass < PASSES; pass++) {
#pragma omp target teams distribute parallel for nowait depend(inout : y[0:N], last) default(none) shared(y)                  \
    private(k) lastprivate(last) hetero(1) part_copy(y[1:N])
    for (int i = 0; i < N; i++) {
      k = i;
      y[k] += 1;
      last = k;
    }
  }
  printf("threads that were made: %d\n", made);
  printf("y[0] = %g, y[%d] = %g, last %d\n", y[0], N - 1, y[N - 1], last);
}
