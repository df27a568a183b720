// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Make rules (-MMD) name the source and headers that the user wrote, and equal the host compiler's rules.
// RUN: rm -rf %t && mkdir -p %t/out && cd %t && cp %s unit.c && cp %S/Inputs/region.h .
// RUN: %host_cc -MM -MT unit.o unit.c -MF expected
// RUN: %hetcc -MMD -c unit.c && diff unit.d expected
// RUN: %hetcc -MMD -MF rule -c unit.c && diff rule expected
// RUN: %hetcc -Wp,-MMD,kernel-style -c unit.c -o out/other.o && diff kernel-style expected
// RUN: %hetcc -MM unit.c | diff - expected
// RUN: %host_cc -MM -MP -MT 'a$b' -MQ out/x.o unit.c -MF expected
// RUN: %hetcc -MMD -MP -MT 'a$b' -MQ out/x.o -c unit.c -o out/x.o && diff out/x.d expected
// RUN: %host_cc -MM -MT prog unit.c -MF expected
// RUN: %hetcc -MMD unit.c -o prog && diff prog.d expected
// RUN: for names in "-dumpdir q-" "-dumpbase w.z" "-dumpdir out/ -dumpbase w.z -dumpbase-ext .z" "-dumpbase out/w.z"; do rm -rf one two && mkdir -p one/out two/out; \
// RUN:   for folder in one two; do cp unit.c region.h $folder; done; (cd one && %host_cc -w -MMD -c unit.c $names) && (cd two && %hetcc -MMD -c unit.c $names) || exit 1; \
// RUN:   rm one/unit.o two/unit.o && diff -r one two || exit 1; done
// RUN: %hetcc -MD -c unit.c -o all.o && FileCheck %s <all.d

// CHECK: all.o: unit.c
// CHECK-SAME: stdc-predef.h
// CHECK-NOT: hetcc-
#include "region.h"

int main(void) {
  int a[3];
  fill(3, a);
  return 0;
}
