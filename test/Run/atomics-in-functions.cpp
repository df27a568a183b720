// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Updates may be compiler builtins such as __sync_fetch_and_add, or be in functions that only update what they are given: devices combine
// their values as under `omp atomic`. If the program uses the old value, the loop stays on the cores.
// RUN: %serialxx -O2 -fopenmp %s -o %t.serial && %hetccxx -O2 -fopenmp -Wall -Wextra -Werror --hetcc-auto=all --hetcc-summary %s -o %t 2>%t.found
// RUN: FileCheck %s --input-file=%t.found
// RUN: %compare %t.serial %t
// RUN: env HETRT_REPORT=1 HETRT_DEVICES=emulated:2 HETRT_SCHEDULE=static %t 2>&1 | FileCheck %s --check-prefix=RAN
#include <cstdio>
#include <cstdlib>

// CHECK: 9 of 15 loops split

static void bump(int *bin, int by) {
#pragma omp atomic
  *bin += by;
}
template <typename T, typename U> T fetchAndAdd(T &x, U by) { return __sync_fetch_and_add(&x, by); }
template <typename T> void add(T &x, T by) { fetchAndAdd(x, by); }
static void both(double *a, double *b, int at) {
#pragma omp atomic
  a[at] += 1;
#pragma omp atomic update
  b[at] += 0.5;
}
static int takeNext(int *counter) { return __sync_fetch_and_add(counter, 1); }
static void bumpAndLook(int *bin, int *seen) {
#pragma omp atomic
  ++*bin;
  *seen = *bin > 0;
}
static void keep(int *bin, int **last) {
#pragma omp atomic
  ++*bin;
  *last = bin;
}

static void splitLoops(int n, const int *key, int *a, long *b, unsigned *c, double *d, double *e) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    __sync_fetch_and_add(&a[key[i]], 2);
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    if (key[i] > 3)
      __sync_sub_and_fetch(b + key[i], i);
    else
      (void)fetchAndAdd(b[0], 1);
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    __atomic_fetch_or(&c[key[i]], 1u << (i % 31), __ATOMIC_RELAXED);
#pragma omp parallel for
  for (int i = 0; i < n / 3; i++)
    __atomic_and_fetch(&c[key[i]], ~(1u << (i % 31)), __ATOMIC_SEQ_CST);
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    bump(&a[key[i]], 1);
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    fetchAndAdd(a[key[i]], key[i]);
    add(b[key[i]], long(i));
  }
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    both(d, e, key[i]);
}

static int ofScalars(int n, const int *key, int *out) {
  int sum = 3, other = 0;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    bump(&sum, key[i]);
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    int own = key[i];
    bump(&own, 1);
    out[i] += own;
    __sync_fetch_and_add(&other, own);
  }
  return sum + other;
}

static void others(int n, const int *key, int *a, int *out, int *seen, int **last) {
  int next = 0;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    out[__sync_fetch_and_add(&next, 1)] = 1;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    out[takeNext(a) % n] = 1;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    bumpAndLook(&a[key[i]], &seen[i]);
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    keep(&a[key[i]], &last[i]);
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    bump(&a[key[i]], 1);
    seen[i] += a[16];
  }
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    __sync_bool_compare_and_swap(&a[17], 0, 5);
}

int main() {
  const int n = 4000;
  int *key = static_cast<int *>(malloc(n * sizeof(int)));
  int *out = static_cast<int *>(calloc(n, sizeof(int))), *seen = static_cast<int *>(calloc(n, sizeof(int)));
  int **last = static_cast<int **>(calloc(n, sizeof(int *)));
  for (int i = 0; i < n; i++)
    key[i] = i * 7 % 16;
  int *a = static_cast<int *>(calloc(18, sizeof(int)));
  long *b = static_cast<long *>(calloc(16, sizeof(long)));
  unsigned *c = static_cast<unsigned *>(calloc(2000, sizeof(unsigned)));
  double *d = static_cast<double *>(calloc(16, sizeof(double))), *e = static_cast<double *>(calloc(16, sizeof(double)));
  splitLoops(n, key, a, b, c + 900, d, e);
  const int sums = ofScalars(n, key, out);
  long total = 0;
  for (int i = 0; i < n; i++)
    total += out[i];
  others(n, key, a, out, seen, last);
  for (int i = 0; i < n; i++)
    total += out[i] + seen[i] * 3 + (last[i] == a + key[i]);
  for (int i = 0; i < 16; i++)
    printf("%d %ld %u %.1f %.1f\n", a[i], b[i], c[900 + i], d[i], e[i]);
  printf("%d %ld %d\n", sums, total, a[17]);
  free(key), free(out), free(seen), free(last), free(a), free(b), free(c), free(d), free(e);
}

// RAN: atomics-in-functions.cpp:38: static, 1 pass
// RAN: emulated:1 2000
// RAN: atomics-in-functions.cpp:41: static, 1 pass
// RAN: emulated:1 2000
// RAN: atomics-in-functions.cpp:53: static, 1 pass
// RAN: emulated:1 2000
// RAN: atomics-in-functions.cpp:61: static, 1 pass
// RAN: emulated:1 2000
