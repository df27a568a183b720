// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A header that is included twice contains a separate loop each time, with its own bounds, types and steps. hetcc
// writes copies of headers; include guards, `#pragma once`, relative names and names from macros work as before.
// RUN: %hetccxx -O2 -Wall -Werror %s -o %t 2>&1 | count 0
// RUN: %serialxx -O2 %s -o %t.serial
// RUN: %compare %t.serial %t
// RUN: %hetccxx --hetcc-emit-source=%t.emitted.cpp %s -o %t.o && %gxx_openmp -I%S -c %t.emitted.cpp -o %t.o
// RUN: grep -c '^# 1 ".*/Inputs/twice.h"' %t.emitted.cpp | grep -x 2
// RUN: grep -c '^# 1 ".*/copies/once.h"' %t.emitted.cpp | grep -x 1
// RUN: %host_cxx -MM -MT here.o %s -MF %t.expected && %hetccxx -MMD -MF %t.d -MT here.o -c %s -o %t.o && diff %t.d %t.expected

#include "Inputs/checksum.h"

static int x[1999];
static double y[1999];

#define NAME scaleInts
#define TYPE int
#define FIRST 0
#define LIMIT 100
#define STEP 3
#define RELATION <
#define OFFSET 5
#include "Inputs/twice.h"
#define NAME scaleDoubles
#define TYPE double
#define FIRST n - 4
#define LIMIT 10
#define STEP -1
#define RELATION >
#define OFFSET 0.25
#include "Inputs/twice.h"

#include "Inputs/copies/once.h"
#define OTHER "Inputs/copies/includes-once.h"
#define FILE_NAME(name) name
#include FILE_NAME(OTHER)
#include "Inputs/copies/once.h"

int main() {
  for (int i = 0; i < 1999; i++)
    x[i] = i, y[i] = i * 0.5;
  scaleInts(1999, x);
  scaleDoubles(1999, y);
  once(1999, x);
  alsoOnce(1999, x);
  printChecksum("x", x, sizeof x);
  printChecksum("y", y, sizeof y);
}
