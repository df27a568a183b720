// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device code is compiled behind the user's own text; the user's macros (low, size, x, unused) must not change code that hetcc adds.
// REQUIRES: ptx
// RUN: %hetcc -O2 -Werror -Dlanes=4 -Dbits=3 -c %s -o %t.o 2>&1 | count 0
// RUN: %hetccxx -x c++ -O2 -Werror -Dlanes=4 -Dbits=3 -c %s -o %t.o 2>&1 | count 0
// RUN: %hetccxx -x c++ -include cstdlib -O2 -Werror -c %s -o %t.o 2>&1 | count 0
#include <assert.h>
#define low 1
#define high 2
#define mask 3
#define size 4
#define x 5
#define unused __attribute__((unused))
#define always_inline inline __attribute__((always_inline))
#define nothrow __attribute__((nothrow))
#define begin {
#define end }
#define declare 6
#define may_alias __attribute__((may_alias))
#define vector_size(bytes) __attribute__((vector_size(bytes)))

void product(int n, int m, const float *a, float *y) {
#pragma omp parallel for hetero(1) part_copyin(a[1:n][0:m]) part_copyout(y[1:n])
  for (int i = 0; i < n; i++) {
    float sum = x;
    for (int j = 0; j < m; j++)
      sum += a[i * m + j];
    assert(sum > low - high);
    y[i] = __builtin_sqrtf(sum);
  }
}
