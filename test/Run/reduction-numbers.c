// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions of C's other number types, of scalars and array sections, with each operator that a type has: complex
// numbers, also without <complex.h>; the widest and the smallest types; bool. Loops with zero or one iteration have the
// serial result. Types that GPUs lack run on the CPUs and on emulated devices.
// RUN: %hetcc -Wno-hetcc-gpu-form -O2 %s -o %t 2>&1 | FileCheck --allow-empty --check-prefix=SILENT %s
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t
// RUN: env HETRT_DETERMINISTIC=1 %compare --schedules static,guided %t.serial %t
// SILENT-NOT: {{.}}

#include <stdio.h>

enum { N = 1201 };
static int x[N];

// Values are small integers, so that results do not depend on the order.
// clang-format off
#define PRAGMA(...) _Pragma(#__VA_ARGS__)
#define REDUCE(name, type, op, begin, update)                                                                          \
  static void name(int n, const char *is) {                                                                            \
    type v = (type)(begin), a[4] = {v, v, v, v};                                                                       \
    PRAGMA(omp parallel for hetero(1) part_copyin(x[1:N]) reduction(op : v, a[1:3]))                                   \
    for (int i = 0; i < n; i++) {                                                                                      \
      const type t = (type)(x[i] % 3);                                                                                 \
      (void)t;                                                                                                         \
      update(v);                                                                                                       \
      update(a[1 + i % 3]);                                                                                            \
    }                                                                                                                  \
    printf("%s %d:", is, n);                                                                                           \
    show_##type(v);                                                                                                    \
    for (int e = 0; e < 4; e++)                                                                                        \
      show_##type(a[e]);                                                                                               \
    printf("\n");                                                                                                      \
  }
// clang-format on
#define ADD(to) to += t
#define SUBTRACT(to) to -= t
#define MULTIPLY(to) to *= (i % 300 == 7 ? 2 : 1)
#define LESS(to) to = x[i] < to ? x[i] : to
#define MORE(to) to = x[i] > to ? x[i] : to
#define ALSO(to) to = to && x[i] > 2
#define EITHER(to) to = to || x[i] == 2
#define JOIN(to) to |= x[i] & 5
#define MEET(to) to &= x[i] | 0x41
#define TOGGLE(to) to ^= t
typedef float _Complex complexf;
typedef double _Complex complexd;
typedef long double wide;
typedef __int128 huge;
typedef unsigned __int128 uhuge;
typedef _Bool truth;

static void show_complexf(complexf v) { printf(" %g%+gi", (double)__real__ v, (double)__imag__ v + 0); }
static void show_complexd(complexd v) { printf(" %g%+gi", __real__ v, __imag__ v + 0); }
static void show_wide(wide v) { printf(" %Lg", v); }
static void show_huge(huge v) { printf(" %lx:%lx", (unsigned long)(v >> 64), (unsigned long)v); }
static void show_uhuge(uhuge v) { show_huge((huge)v); }
static void show_truth(truth v) { printf(" %d", v); }

REDUCE(complexf_sum, complexf, +, 3, ADD)
REDUCE(complexf_product, complexf, *, 3, MULTIPLY)
REDUCE(complexd_sum, complexd, +, 3, ADD)
REDUCE(complexd_difference, complexd, -, 3, SUBTRACT)
REDUCE(complexd_product, complexd, *, 3, MULTIPLY)
REDUCE(complexd_and, complexd, &&, 1, ALSO)
REDUCE(complexd_or, complexd, ||, 0, EITHER)
REDUCE(wide_sum, wide, +, 3, ADD)
REDUCE(wide_difference, wide, -, 3, SUBTRACT)
REDUCE(wide_product, wide, *, 3, MULTIPLY)
REDUCE(wide_and, wide, &&, 1, ALSO)
REDUCE(wide_or, wide, ||, 0, EITHER)
REDUCE(wide_low, wide, min, 100, LESS)
REDUCE(wide_high, wide, max, 1, MORE)
REDUCE(huge_sum, huge, +, 3, ADD)
REDUCE(huge_difference, huge, -, 3, SUBTRACT)
REDUCE(huge_product, huge, *, 3, MULTIPLY)
REDUCE(huge_and, huge, &&, 1, ALSO)
REDUCE(huge_or, huge, ||, 0, EITHER)
REDUCE(huge_join, huge, |, 1, JOIN)
REDUCE(huge_meet, huge, &, ~0, MEET)
REDUCE(huge_toggle, huge, ^, 3, TOGGLE)
REDUCE(uhuge_join, uhuge, |, 1, JOIN)
REDUCE(uhuge_meet, uhuge, &, ~0, MEET)
REDUCE(uhuge_toggle, uhuge, ^, 3, TOGGLE)
REDUCE(truth_and, truth, &&, 1, ALSO)
REDUCE(truth_or, truth, ||, 0, EITHER)
REDUCE(truth_join, truth, |, 0, EITHER)
REDUCE(truth_meet, truth, &, 1, ALSO)
REDUCE(truth_low, truth, min, 1, LESS)
REDUCE(truth_high, truth, max, 0, MORE)

#define RUN(name) name(0, #name), name(1, #name), name(N, #name)

int main(void) {
  for (int i = 0; i < N; i++)
    x[i] = (i * 31) % 89 + 2;
  RUN(complexf_sum);
  RUN(complexf_product);
  RUN(complexd_sum);
  RUN(complexd_difference);
  RUN(complexd_product);
  RUN(complexd_and);
  RUN(complexd_or);
  RUN(wide_sum);
  RUN(wide_difference);
  RUN(wide_product);
  RUN(wide_and);
  RUN(wide_or);
  RUN(wide_low);
  RUN(wide_high);
  RUN(huge_sum);
  RUN(huge_difference);
  RUN(huge_product);
  RUN(huge_and);
  RUN(huge_or);
  RUN(huge_join);
  RUN(huge_meet);
  RUN(huge_toggle);
  RUN(uhuge_join);
  RUN(uhuge_meet);
  RUN(uhuge_toggle);
  RUN(truth_and);
  RUN(truth_or);
  RUN(truth_join);
  RUN(truth_meet);
  RUN(truth_low);
  RUN(truth_high);
}
