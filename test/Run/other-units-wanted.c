// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// With -Werror=hetcc-host-only, it is a linker error if no unit has a device form of a function that the loop calls, because hetcc did not
// compile the unit or the function cannot run on devices. The name of the missing symbol tells the function.
// RUN: %host_cc -O2 -c %S/Inputs/other-units-plain.c -o %t.plain.o
// RUN: %hetcc -O2 --hetcc-functions -c %S/Inputs/other-units-refused.c -o %t.refused.o
// RUN: %hetcc -O2 --hetcc-functions -c %S/Inputs/other-units-deep.c -o %t.deep.o
// RUN: %hetcc -O2 --hetcc-functions -c %S/Inputs/other-units-values.c -o %t.values.o
// RUN: %hetcc -O2 --hetcc-functions -c %S/Inputs/other-units-arrays.c -o %t.arrays.o
// RUN: %hetcc -O2 -Wno-hetcc-gpu-form -Werror=hetcc-host-only -c %s -o %t.o
// RUN: %hetcc %t.o %t.values.o %t.arrays.o -o %t
// RUN: %serial -O2 %s %S/Inputs/other-units-values.c %S/Inputs/other-units-arrays.c -o %t.serial
// RUN: %compare --schedules static --devices "cpu:1,emulated:1" %t.serial %t
//
// RUN: %hetcc -O2 -Wno-hetcc-gpu-form -Werror=hetcc-host-only -DCALLED=plain -c %s -o %t.o
// RUN: not %hetcc %t.o %t.plain.o %t.refused.o %t.deep.o -o %t 2>&1 | FileCheck %s --check-prefix PLAIN
// PLAIN: undefined reference to `hetcc_device_function_plain'
// RUN: %hetcc -O2 -Wno-hetcc-gpu-form -Werror -DCALLED=counted -c %s -o %t.o
// RUN: not %hetcc %t.o %t.plain.o %t.refused.o %t.deep.o -o %t 2>&1 | FileCheck %s --check-prefix COUNTED
// COUNTED: undefined reference to `hetcc_device_function_counted'
//
// Otherwise the program prints a warning when it runs, if there are accelerators.
// RUN: %hetcc -O2 -Wno-hetcc-gpu-form -DCALLED=plain %s %t.plain.o %t.refused.o %t.deep.o -o %t
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 %t 2>&1 | FileCheck %s --check-prefix TOLD
// TOLD: cores alone run the loop: 'plain' of another unit is not known
// A library may be linked before the function it calls, and a loop without 'hetero' may stay on the cores.
// RUN: %hetcc -O2 -fPIC -shared -Wno-hetcc-gpu-form -Werror=hetcc-host-only -DCALLED=plain %s -o %t.so
// RUN: %hetcc -O2 -fopenmp --hetcc-auto=all -DHETERO= -Werror=hetcc-host-only -DCALLED=plain %s %t.plain.o %t.refused.o %t.deep.o -o %t
#include "Inputs/checksum.h"

#ifndef HETERO
#define HETERO hetero(1)
#endif
#ifndef CALLED
#define CALLED scaled
#endif
int CALLED(int value);

enum { N = 101 };
static int x[N];

int main(void) {
#pragma omp parallel for HETERO
  for (int i = 0; i < N; i++)
    x[i] = CALLED(i);
  printChecksum("x", x, sizeof x);
}
