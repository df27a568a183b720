// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An object with an annotated loop makes hetcc link the runtime, wherever the object is: on the command line, in an archive, a shared
// library, or a library named by -l. `hetcc --libs` prints the same libraries for another compiler's link.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %hetcc -O2 -fPIC -c %S/Inputs/scale.c -o scale.o
// RUN: ar rcs libscale.a scale.o
// RUN: %hetcc -shared scale.o -o libshared.so
// RUN: %hetcc %S/Inputs/use-scale.c scale.o -o direct && ./direct | FileCheck %s
// RUN: %hetcc %S/Inputs/use-scale.c libscale.a -o archive && ./archive | FileCheck %s
// RUN: %hetcc %S/Inputs/use-scale.c -L. -lscale -o library && ./library | FileCheck %s
// RUN: %hetcc %S/Inputs/use-scale.c ./libshared.so -o shared && ./shared | FileCheck %s
// RUN: %hetcc -r scale.o -o partial.o && %hetcc %S/Inputs/use-scale.c partial.o -o relinked && ./relinked | FileCheck %s
// RUN: %host_cc %S/Inputs/use-scale.c scale.o $(%hetcc --libs) -o host && ./host | FileCheck %s

// CHECK: 3 6 9 12
