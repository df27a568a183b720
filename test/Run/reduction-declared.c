// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// User-declared reductions in C: of structs and numbers, with initializers of each form and without, at file scope and
// in a function, also into arrays and sections.
// RUN: %hetcc -O2 %s -o %t 2>&1 | FileCheck --allow-empty --check-prefix=SILENT %s
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t
// SILENT-NOT: {{.}}

#include <complex.h>
#include <limits.h>
#include <stdio.h>

enum { N = 3001, Parts = 7 };
static int x[N];

struct place {
  int value, index;
};
static struct place better(struct place a, struct place b) {
  return b.value > a.value || (b.value == a.value && b.index < a.index) ? b : a;
}
#define LOWEST {INT_MIN, INT_MAX}
#pragma omp declare reduction(best : struct place : omp_out = better(omp_out, omp_in)) initializer(omp_priv = LOWEST)

struct moments {
  long count, sum, squares;
};
static void clear(struct moments *m) { m->count = m->sum = m->squares = 0; }
static void merge(struct moments *into, const struct moments *from) {
  into->count += from->count;
  into->sum += from->sum;
  into->squares += from->squares;
}
#pragma omp declare reduction(collect : struct moments : merge(&omp_out, &omp_in)) initializer(clear(&omp_priv))

typedef struct {
  unsigned bits[2];
} set;
#pragma omp declare reduction(join : set : omp_out.bits[0] |= omp_in.bits[0], omp_out.bits[1] |= omp_in.bits[1])

static void likeOriginal(long *mine, long *original) { *mine = *original % 2; }
#pragma omp declare reduction(odd : long : omp_out ^= omp_in & ~1L) initializer(likeOriginal(&omp_priv, &omp_orig))

int main(void) {
  for (int i = 0; i < N; i++)
    x[i] = (i * 7919) % 3571 - 1500;

  struct place top = {0, -1}, tops[Parts];
  for (int p = 0; p < Parts; p++)
    tops[p] = (struct place){INT_MIN, INT_MAX};
#pragma omp parallel for hetero(1) part_copyin(x[1:N]) reduction(best : top, tops)
  for (int i = 0; i < N; i++) {
    struct place here = {x[i] / 3, i};
    top = better(top, here);
    tops[i % Parts] = better(tops[i % Parts], here);
  }
  printf("%d %d\n", top.value, top.index);
  for (int p = 0; p < Parts; p++)
    printf("%d %d\n", tops[p].value, tops[p].index);

  struct moments all = {100, 10, 1}, of[Parts + 2] = {{0}};
  int parts = Parts;
#pragma omp parallel for hetero(1) part_copyin(x[1:N]) reduction(collect : all, of[1:parts])
  for (int i = 0; i < N; i++) {
    struct moments here = {1, x[i], (long)x[i] * x[i]};
    merge(&all, &here);
    merge(&of[1 + i % Parts], &here);
  }
  printf("%ld %ld %ld\n", all.count, all.sum, all.squares);
  for (int p = 0; p < Parts + 2; p++)
    printf("%ld %ld %ld\n", of[p].count, of[p].sum, of[p].squares);

  set seen = {{0, 4}};
#pragma omp parallel for hetero(1) part_copyin(x[1:N]) reduction(join : seen)
  for (int i = 0; i < N; i++)
    seen.bits[i % 2] |= 1u << (x[i] & 15);
  printf("%x %x\n", seen.bits[0], seen.bits[1]);

  long parity = 42;
#pragma omp parallel for hetero(1) part_copyin(x[1:N]) reduction(odd : parity)
  for (int i = 0; i < N; i++)
    parity ^= (long)x[i] * 2;
  printf("%ld\n", parity);

  {
    struct range {
      short low, high;
    } span = {0, 0};
#pragma omp declare reduction(widen : struct range : omp_out.low = omp_in.low < omp_out.low ? omp_in.low : omp_out.low, \
                                  omp_out.high = omp_in.high > omp_out.high ? omp_in.high : omp_out.high)              \
    initializer(omp_priv = {0, 0})
#pragma omp parallel for hetero(1) part_copyin(x[1:N]) reduction(widen : span)
    for (int i = 0; i < N; i++) {
      if (x[i] < span.low)
        span.low = (short)x[i];
      if (x[i] > span.high)
        span.high = (short)x[i];
    }
    printf("%d %d\n", span.low, span.high);
  }

  // Complex numbers of C have OpenMP's predefined operators.
  double _Complex z = 1;
  __int128 wide = (__int128)1 << 100;
#pragma omp parallel for hetero(1) part_copyin(x[1:N]) reduction(+ : z, wide)
  for (int i = 0; i < N; i++) {
    z += x[i] + 2.0 * I;
    wide += (__int128)x[i] << 60;
  }
  printf("%g %g %lx %lx\n", creal(z), cimag(z), (unsigned long)(wide >> 64), (unsigned long)wide);
}
