// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Macros with the names of fields of the runtime's structs, on the command line and in the file, do not change the
// generated descriptors, which use these names. The loops run on devices, without messages.
// DEFINE: %{macros} = -Dsize=100 -Dlower=low -Dcount=n -Dfirst=1 -Dinside=2 -Dsrc=3
// RUN: %serial %{macros} -O1 %s -o %t.serial
// RUN: %hetcc %{macros} -O1 -Werror --hetcc-no-cuda %s -o %t 2> %t.said
// RUN: test ! -s %t.said
// RUN: %compare --devices 'cpu:1,emulated:1' --schedules static %t.serial %t
// RUN: %hetccxx %{macros} -O1 -Werror --hetcc-no-cuda %s -o %t 2> %t.said
// RUN: test ! -s %t.said
// RUN: %compare --devices 'cpu:1,emulated:1' --schedules static %t.serial %t
#include <hetcc.h>
#include <stdio.h>

#define flags 5
#define location nowhere
#define trip_count(x) ((x) + 1)
#define base flags
#define name "name"

static double x[size];

int main() {
#pragma omp parallel for HETCC(hetero(1) part_copyout(x[1:size]))
  for (int i = 0; i < size; i++)
    x[i] = i + base + trip_count(first);
  for (int i = 0; i < size; i++)
    printf("%g %s\n", x[i], name);
}
