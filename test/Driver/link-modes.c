// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Link-time optimisation, static programs and shared libraries.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %hetcc -O2 -flto %S/Inputs/scale.c %S/Inputs/use-scale.c -o lto && ./lto | FileCheck %s
// RUN: %hetcc -O2 -flto -c %S/Inputs/scale.c && %hetcc -flto scale.o %S/Inputs/use-scale.c -o lto && ./lto | FileCheck %s
// RUN: %hetcc -O2 -static %S/Inputs/scale.c %S/Inputs/use-scale.c -o static 2>/dev/null && ./static | FileCheck %s
// RUN: %hetcc -O2 -shared -fPIC %S/Inputs/scale.c -o libscale.so
// RUN: %hetcc %S/Inputs/use-scale.c -L. -lscale -Wl,-rpath,%t -o shared && ./shared | FileCheck %s

// CHECK: 3 6 9 12
