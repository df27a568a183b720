// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The name of an included header may be a macro, so that only the preprocessor can tell whether the header has a directive; hetcc then runs
// the translator on the unit. Where it finds no directive, the object equals the host compiler's.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: echo '#pragma omp parallel for hetero(1) part_copyout(x[1:n])' >loop.h
// RUN: touch plain.h
// RUN: %hetcc -I. -DNAME=loop.h -c %s -o loop.o && nm loop.o | FileCheck %s --check-prefix=LOOP
// RUN: %hetcc -I. -DNAME=plain.h -c %s -o ours.o && %host_cc -I. -DNAME=plain.h -c %s -o theirs.o && cmp ours.o theirs.o

// LOOP: hetrt_

#define STRING(x) #x
#define TEXT(x) STRING(x)

void fill(double *x, int n) {
#include TEXT(NAME)
  for (int i = 0; i < n; i++)
    x[i] = i;
}
