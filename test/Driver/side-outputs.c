// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Files that the host compiler writes beside the output, such as .gcno and .dwo, have the names that they have without hetcc.
// RUN: rm -rf %t && mkdir %t && cp %S/Inputs/axpy.c %t && cd %t
// RUN: %hetcc --coverage axpy.c -o prog && test -f prog-axpy.gcno
// RUN: ./prog && test -f prog-axpy.gcda
// RUN: %hetcc -g -gsplit-dwarf axpy.c && test -f a-axpy.dwo
// RUN: %hetcc -g -gsplit-dwarf -c axpy.c && test -f axpy.dwo
