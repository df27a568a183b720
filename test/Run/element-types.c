// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Windows work for elements of any size: characters, shorts, floats, structs. The clause may give the element size in
// round brackets, which may be that of several elements of the type.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t
// The newest C standard of the host compiler, which may not have the keyword 'bool' that clang has.
// RUN: %hetcc -O2 -std=gnu2x %s -o %t.gnu2x 2>&1 | count 0
// RUN: %compare %t.serial %t.gnu2x

#include "Inputs/checksum.h"

struct pixel {
  unsigned char red, green, blue;
};

enum { N = 5003 };
static signed char c[N];
static short s[N];
static float f[N];
static long l[N];
static _Bool b[N];
static struct pixel p[N], q[N];

int main(void) {
  for (int i = 0; i < N; i++) {
    c[i] = i % 100;
    s[i] = i % 1000;
    f[i] = i;
    l[i] = (long)i << 33;
    p[i] = (struct pixel){i % 251, i % 241, i % 239};
  }
#pragma omp parallel for hetero(1) part_copy(c[1:N]) part_copy(s[1:N])
  for (int i = 0; i < N; i++) {
    c[i] = c[i] / 2;
    s[i] = s[i] - c[i];
  }
#pragma omp parallel for hetero(1) part_copyin(s[1:N]) part_copyout(b[1:N])
  for (int i = 0; i < N; i++)
    b[i] = s[i] & 4;
#pragma omp parallel for hetero(1) part_copy(f(sizeof(float))[1:N]) part_copy(l(8)[1:N])
  for (int i = 0; i < N; i++) {
    f[i] = f[i] * 0.5f;
    l[i] = l[i] + i;
  }
#pragma omp parallel for hetero(1) part_copyin(p[1:N]) part_copyout(q[1:N])
  for (int i = 0; i < N; i++) {
    q[i].red = p[i].blue;
    q[i].green = p[i].green / 2;
    q[i].blue = p[i].red;
  }
#pragma omp parallel for hetero(1) part_copy(f(2 * sizeof(float))[1:N / 2])
  for (int i = 0; i < N / 2; i++) {
    f[2 * i] += 1;
    f[2 * i + 1] *= f[2 * i];
  }
  printChecksum("c", c, sizeof c);
  printChecksum("s", s, sizeof s);
  printChecksum("f", f, sizeof f);
  printChecksum("b", b, sizeof b);
  printChecksum("l", l, sizeof l);
  printChecksum("q", q, sizeof q);
}
