// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The iterator may have any integer type from unsigned char to unsigned long long. The trip count is right even if the
// bounds are the limits of the type.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t

#include "Inputs/checksum.h"
#include <limits.h>

enum { N = 255 };
static int a[N];

#define LOOP_OVER(TYPE, NAME)                                                                                          \
  static void over_##NAME(TYPE first, TYPE last) {                                                                    \
    _Pragma("omp parallel for hetero(1) part_copy(a[1:N])")                                                            \
    for (TYPE i = first; i < last; i++)                                                                                \
      a[i] = a[i] * 3 + (int)i;                                                                                        \
  }

LOOP_OVER(unsigned char, UnsignedChar)
LOOP_OVER(signed char, SignedChar)
LOOP_OVER(short, Short)
LOOP_OVER(unsigned short, UnsignedShort)
LOOP_OVER(int, Int)
LOOP_OVER(unsigned, Unsigned)
LOOP_OVER(long, Long)
LOOP_OVER(unsigned long, UnsignedLong)
LOOP_OVER(long long, LongLong)
LOOP_OVER(unsigned long long, UnsignedLongLong)

int main(void) {
  for (int i = 0; i < N; i++)
    a[i] = i;
  over_UnsignedChar(0, UCHAR_MAX);
  over_SignedChar(0, SCHAR_MAX);
  over_Short(1, N);
  over_UnsignedShort(0, N);
  over_Int(0, N);
  over_Unsigned(3, N);
  over_Long(0, N);
  over_UnsignedLong(0, N);
  over_LongLong(2, N - 1);
  over_UnsignedLongLong(0, N);
  printChecksum("a", a, sizeof a);
}
