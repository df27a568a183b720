// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// -x says what a file is, whatever its name, for all files after it until -x none.
// RUN: rm -rf %t && mkdir %t && cd %t && cp %S/Inputs/scale.c scale.txt
// RUN: %hetcc -c %S/Inputs/use-scale.c -o use.o
// RUN: %hetcc -x c scale.txt -x none use.o -o prog && ./prog | FileCheck %s
// RUN: %hetcc -x c++ -c scale.txt -o cxx.o && nm cxx.o | FileCheck %s --check-prefix=MANGLED
// RUN: %hetccxx -c %S/Inputs/scale.c -o cxx.o && nm cxx.o | FileCheck %s --check-prefix=MANGLED

// CHECK: 3 6 9 12
// MANGLED: _Z5scaleiPf
