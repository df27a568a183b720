// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of a shared library that may be replaced: constructors, member functions, and a function that another unit
// of the library calls in its own unit.
// RUN: %hetccxx -O2 -fPIC -shared -Wno-hetcc-gpu-form -DMAIN_UNIT -c %s -o %t.first.o
// RUN: %hetccxx -O2 -fPIC --hetcc-functions -DOTHER_UNIT -c %s -o %t.second.o
// RUN: %hetccxx -shared %t.first.o %t.second.o -o %t.so
// RUN: %serialxx -O2 -fPIC -shared -DMAIN_UNIT -DOTHER_UNIT %s -o %t.serial.so
// RUN: %serialxx -O2 %s %t.serial.so -o %t.serial && %t.serial >%t.expected
// RUN: %hetccxx -O2 %s %t.so -o %t.own
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 HETRT_SCHEDULE=static HETRT_REPORT=json:%t.json %t.own 2>&1 | diff %t.expected -
// RUN: %reported %t.json "len(regions) == 2 and all(sum(d['iterations']) for r in regions for d in r['devices'])"
//
// RUN: %hetccxx -O2 -DREPLACE_MEMBER %s %t.so -o %t.member
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 %t.member 2>&1 >/dev/null | FileCheck %s --check-prefix MEMBER
// MEMBER: another 'of' is called than that of replaced-member.cpp
// MEMBER-NOT: cores alone
// RUN: %hetccxx -O2 -DREPLACE_CONSTRUCTOR %s %t.so -o %t.constructor
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 %t.constructor 2>&1 >/dev/null | FileCheck %s --check-prefix CONSTRUCTOR
// CONSTRUCTOR: another 'Weight' is called than that of replaced-member.cpp
// RUN: %hetccxx -O2 -DREPLACE_CALLEE %s %t.so -o %t.callee
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 %t.callee 2>&1 >/dev/null | FileCheck %s --check-prefix CALLEE
// CALLEE: another 'moved' is called than that of replaced-member.cpp
#include "Inputs/replaced-member.h"
#include <cstdio>

#ifdef MAIN_UNIT
Weight::Weight(int factor) : factor(factor) {}
int Weight::of(int value) const { return factor * value; }

void compute(int n, int *sum) {
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++) {
    const Weight three(3);
    sum[i] = three.of(i);
  }
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++)
    sum[i] += shifted(i);
}
#endif
#ifdef OTHER_UNIT
int moved(int value) { return value + 4; }
int shifted(int value) { return moved(2 * value); }
#endif

#if !defined(MAIN_UNIT) && !defined(OTHER_UNIT)
#ifdef REPLACE_MEMBER
int Weight::of(int value) const { return value - factor; }
#endif
#ifdef REPLACE_CONSTRUCTOR
Weight::Weight(int factor) : factor(-factor) {}
#endif
#ifdef REPLACE_CALLEE
int moved(int value) { return value + 5; }
#endif

enum { N = 1000 };
static int sums[N];

int main() {
  compute(N, sums);
  unsigned long sum = 0;
  for (int each : sums)
    sum = sum * 31 + (unsigned long)each;
  std::printf("%lx\n", sum);
}
#endif
