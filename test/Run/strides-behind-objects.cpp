// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The distance of elements is a member of an object that the loop only reaches under a condition, or does not name
// itself: if an expression cannot be evaluated at the directive, hetcc adds no clause with it.
// RUN: %hetccxx -O1 -fopenmp -Wno-hetcc %s -o %t
// RUN: %serialxx -O1 -w %s -o %t.serial
// RUN: %t.serial > %t.expected && env HETRT_DEVICES=cpu:2 %t | diff - %t.expected
// RUN: env HETRT_DEVICES=emulated:2 %t | diff - %t.expected
#include <cstdio>
#include <hetcc.h>

struct View {
  long *p;
  int step;
  long get(int i) const { return p[i * step]; }
};
struct Pair {
  View in;
  long *extra;
};
struct Holder {
  long *out;
  Pair *other;
};

static void reads(Holder &h) {
#pragma omp parallel for HETCC(hetero(1))
  for (int i = 0; i < 60; i++)
    h.out[i] = (h.other->extra ? h.other->extra[i] : 3) + h.other->in.get(i);
}

static void readsAtOnce(Holder &h) {
#pragma omp parallel for HETCC(hetero(1))
  for (int i = 0; i < 60; i++)
    h.out[i] += (h.other->extra ? h.other->extra[i] : 3) + h.other->in.p[i * h.other->in.step];
}

int main() {
  static long out[60], in[120], extra[60];
  for (int i = 0; i < 120; i++)
    in[i] = i, extra[i / 2] = 3 * i;
  for (int step = 1; step < 3; step++)
    for (int some = 0; some < 2; some++) {
      Pair other = {{in, step}, some ? extra : nullptr};
      Holder h = {out, &other};
      reads(h);
      readsAtOnce(h);
      long sum = 0;
      for (int i = 0; i < 60; i++)
        sum += out[i] * (i + 1);
      std::printf("%ld\n", sum);
    }
}
